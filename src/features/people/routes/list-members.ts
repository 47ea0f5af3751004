import { z } from 'zod';
import { route, type Route } from '../../route.js';
import type { MembersContext } from '../use-cases/members.js';
import { common, member, presentMember } from './shared/members.js';

/** `GET /v2/account/members`. */
export function listMembersRoute(ctx: MembersContext): Route {
  return route({
    ...common,
    operationId: 'listMembers',
    method: 'get',
    path: '/v2/account/members',
    summary: 'List members',
    description: 'People who can use the account in the dashboard, in the order in which they joined.',
    response: z.strictObject({ members: z.array(member) }).meta({ id: 'MemberList' }),
    handle: async ({ caller }) => ({ members: (await ctx.members.members(caller.accountId)).map(presentMember) }),
  });
}
