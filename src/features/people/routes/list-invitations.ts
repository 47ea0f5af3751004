import { z } from 'zod';
import { route } from '../../route.js';
import { shown } from '../../../kernel/http/shown.js';
import type { MembersContext } from '../use-cases/members.js';
import { common, invitation } from './shared/members.js';

export const listInvitationsRoute = route({
  ...common,
  operationId: 'listInvitations',
  role: 'admin',
  method: 'get',
  path: '/v2/account/invitations',
  summary: 'List invitations',
  description: 'Invitations that can still be accepted, oldest first.',
  response: z.strictObject({ invitations: z.array(invitation) }).meta({ id: 'InvitationList' }),
  handle: async (ctx: MembersContext, { caller }) => ({
    invitations: (await ctx.members.invitations(caller.accountId)).map((each) => shown(invitation, each)),
  }),
});
