/** What the page of people reads, and what a change of it makes stale. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, type CurrentAccount, useAccount } from '../../client/account.js';
import { membersQuery } from '../../client/actors.js';
import { type AccountApi, bodyOf, type Schemas } from '../../client/api.js';
import { personQuery } from '../../client/queries.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';

export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];

export const invitationsQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'invitations'), queryFn: () => bodyOf(account.api.GET('/account/invitations')) });

/** A change of members or invitations. Afterwards both are read again, and the person, whose own role may be another one. */
export function usePeopleChange<Change, Answer>(
  send: (api: AccountApi, change: Change) => Promise<Answer>,
  onDone: (answer: Answer, change: Change) => void,
) {
  const account = useAccount();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => withRecentSignIn(() => send(account.api, change)),
    async onSuccess(answer, change) {
      await Promise.all(
        [membersQuery(account), invitationsQuery(account), personQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      );
      onDone(answer, change);
    },
  });
}
