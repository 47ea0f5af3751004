import { z } from 'zod';
import { route } from '../../route.js';
import { changeRole, type MembersContext } from '../use-cases/members.js';
import { id, member, members, presentMember, role } from './shared/members.js';

export const changeMemberRoleRoute = route({
  ...members,
  operationId: 'changeMemberRole',
  role: 'owner',
  recent: true,
  method: 'patch',
  path: '/v2/account/members/:id',
  summary: 'Change the role of a member',
  description: 'An account needs at least one owner. To hand it over, make somebody else an owner first.',
  params: id,
  body: z.strictObject({ role }).meta({ id: 'MemberRole' }),
  response: member,
  errors: ['not_found', 'last_owner', 'invalid_parameter'],
  handle: async (ctx: MembersContext, { caller: { accountId }, params, body }) =>
    presentMember(await changeRole(ctx, { accountId, memberId: params.id, role: body.role })),
});
