import { z } from 'zod';
import { route } from '../../route.js';
import { type MembersContext, revokeInvitation } from '../use-cases/members.js';
import { common, id } from './shared/members.js';

export const revokeInvitationRoute = route({
  ...common,
  operationId: 'revokeInvitation',
  recent: false,
  role: 'admin',
  method: 'delete',
  path: '/v2/account/invitations/:id',
  summary: 'Revoke an invitation',
  description: 'The invitation can no longer be accepted.',
  params: id,
  response: z.strictObject({ id: z.string(), revoked: z.literal(true) }).meta({ id: 'RevokedInvitation' }),
  errors: ['not_found'],
  async handle(ctx: MembersContext, { caller, params }) {
    await revokeInvitation(ctx, caller.accountId, params.id);
    return { id: params.id, revoked: true as const };
  },
});
