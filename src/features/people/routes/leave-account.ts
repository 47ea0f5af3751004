import { z } from 'zod';
import { route } from '../../route.js';
import { actorOf } from '../people.js';
import { type MembersContext, removeMember } from '../use-cases/members.js';
import { members } from './shared/members.js';

export const leaveAccountRoute = route({
  ...members,
  operationId: 'leaveAccount',
  recent: true,
  method: 'delete',
  path: '/v2/account/membership',
  summary: 'Leave the account',
  description: 'Ends the membership of the signed-in person. The only owner cannot leave.',
  response: z.strictObject({ id: z.string(), removed: z.literal(true) }).meta({ id: 'LeftAccount' }),
  errors: ['last_owner'],
  async handle(ctx: MembersContext, { caller }) {
    await removeMember(ctx, { accountId: caller.accountId, memberId: caller.apiKeyId, actor: actorOf(caller) });
    return { id: caller.apiKeyId, removed: true as const };
  },
});
