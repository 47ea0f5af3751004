import { z } from 'zod';
import { route } from '../../route.js';
import { actorOf } from '../people.js';
import { type MembersContext, removeMember } from '../use-cases/members.js';
import { common, id } from './shared/members.js';

export const removeMemberRoute = route({
  ...common,
  operationId: 'removeMember',
  recent: true,
  role: 'admin',
  method: 'delete',
  path: '/v2/account/members/:id',
  summary: 'Remove a member',
  description:
    'The person loses access to the account immediately, in every process of the service. Only owners can remove owners; API keys ' +
    'cannot.',
  params: id,
  response: z.strictObject({ id: z.string(), removed: z.literal(true) }).meta({ id: 'RemovedMember' }),
  errors: ['not_found', 'insufficient_role', 'last_owner'],
  async handle(ctx: MembersContext, { caller, params }) {
    await removeMember(ctx, { accountId: caller.accountId, memberId: params.id, actor: actorOf(caller) });
    return { id: params.id, removed: true as const };
  },
});
