import { z } from 'zod';
import { idOf } from '../../../kernel/http/request-fields.js';
import { userRoute } from '../../route.js';
import { acceptInvitation } from '../use-cases/members.js';
import { membership, token, type UserContext } from './shared/user-routes.js';

export const acceptInvitationRoute = userRoute({
  operationId: 'acceptInvitation',
  recent: false,
  isUnaudited: true,
  method: 'post',
  path: '/dashboard/api/invitations/accept',
  response: membership,
  body: z.union([z.strictObject({ token }), z.strictObject({ invitationId: idOf('an id of an invitation') })]),
  handle: (ctx: UserContext, { person, body, browser: { network } }) => acceptInvitation(ctx, { ...person, network }, body),
});
