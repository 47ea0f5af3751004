/** What the page of people reads, and what a change of it makes stale. */
import { queryOptions } from '@tanstack/react-query';
import { accountKey, type CurrentAccount, useAccount } from '../../client/account.js';
import { membersQuery } from '../../client/actors.js';
import { type AccountApi, bodyOf, type Schemas } from '../../client/api.js';
import { personQuery } from '../../client/queries.js';
import { useChange } from '../../components/use-change.js';

export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];

export const invitationsQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'invitations'), queryFn: () => bodyOf(account.api.GET('/account/invitations')) });

/** A change of members or invitations. Afterwards both are read again, and the person, whose own role may be another one. */
export function usePeopleChange<Output, Input = void>(
  send: (api: AccountApi, input: Input) => Promise<Output>,
  done: { readonly announcement?: string | ((output: Output, input: Input) => string); readonly onDone?: (output: Output) => void },
) {
  const account = useAccount();
  const stale = [membersQuery(account).queryKey, invitationsQuery(account).queryKey, personQuery.queryKey];
  return useChange({ send: (input: Input) => send(account.api, input), stale, ...done });
}
