import { z } from 'zod';
import { userRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { ROLES } from '../../accounts/roles.js';
import { isStrong } from '../people.js';
import { membership, timestamp, type UserContext } from './shared/user-routes.js';

const me = z.strictObject({
  id: z.string(),
  email: z.string(),
  authenticatedAt: timestamp.nullable(),
  isRecent: z.boolean(),
  isOperator: z.boolean(),
  needsPasskey: z.boolean().describe('An operator who did not sign in with a passkey or a link of the command line.'),
  accounts: z.array(membership),
  invitations: z
    .array(
      z.strictObject({
        invitationId: z.string(),
        role: z.enum(ROLES),
        expiresAt: timestamp,
        accountEmail: z.string(),
        accountName: z.string().nullable(),
      }),
    )
    .describe('Open invitations to the address, newest first.'),
});

export const getPersonRoute = userRoute({
  operationId: 'getPerson',
  isUnaudited: true,
  method: 'get',
  path: '/dashboard/api/me',
  response: me,
  async handle(ctx: UserContext, { person }) {
    const { userId: id, email: address, authenticatedAt, isRecent } = person;
    const [accounts, invitations] = await Promise.all([ctx.sessions.memberships(id), ctx.members.invitationsTo(address)]);
    const isOperator = ctx.operators.has(address);
    return inJson({
      id,
      email: address,
      authenticatedAt,
      isRecent,
      isOperator,
      needsPasskey: isOperator && !isStrong(person),
      accounts,
      invitations,
    });
  },
});
