import { z } from 'zod';
import { route } from '../../route.js';
import type { MembersContext } from '../use-cases/members.js';
import { common, member, presentMember } from './shared/members.js';

export const listMembersRoute = route({
  ...common,
  operationId: 'listMembers',
  method: 'get',
  path: '/v2/account/members',
  summary: 'List members',
  description: 'People who can use the account in the dashboard, in the order they joined.',
  response: z.strictObject({ members: z.array(member) }).meta({ id: 'MemberList' }),
  handle: async (ctx: MembersContext, { caller }) => ({ members: (await ctx.members.members(caller.accountId)).map(presentMember) }),
});
