/** What the page of people reads, and what a change of it makes stale. */
import { queryOptions } from '@tanstack/react-query';
import { accountKey, type CurrentAccount } from '../../client/account.js';
import { membersQuery } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { personQuery } from '../../client/queries.js';

export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];

export const invitationsQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'invitations'), queryFn: () => account.api.GET('/account/invitations') });

/** What a change of members or invitations makes stale: both, and the person, whose own role may be another one. */
export const stalePeople = (account: CurrentAccount) => [
  membersQuery(account).queryKey,
  invitationsQuery(account).queryKey,
  personQuery.queryKey,
];
