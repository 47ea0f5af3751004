import { z } from 'zod';
import { text } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { shown } from '../../../kernel/http/shown.js';
import { INVITABLE_ROLES } from '../../accounts/roles.js';
import { actorOf } from '../people.js';
import { invite, type MembersContext } from '../use-cases/members.js';
import { common, invitation } from './shared/members.js';

const newInvitation = z.strictObject({ email: text(320), role: z.enum(INVITABLE_ROLES).default('member') }).meta({ id: 'NewInvitation' });

export const createInvitationRoute = route({
  ...common,
  operationId: 'createInvitation',
  sendsDataOut: true,
  role: 'admin',
  recent: true,
  method: 'post',
  path: '/v2/account/invitations',
  summary: 'Invite a person',
  description:
    'Sends an e-mail with a link. If a member sends the request, the response also contains the link; a key does not get it. The link ' +
    'is valid for seven days, can be used once, and works only for a person who signs in with the invited address. A new invitation ' +
    "replaces an open one to the same address. An account sends at most one e-mail to an address in 24 hours. A key's second " +
    "invitation in that time is refused (`email_limit_reached`); a member's is not e-mailed (`emailedAt` is null): the member passes on " +
    'the link. A key that has a limit or an expiry, or lacks a scope that the invited person would have, invites nobody ' +
    '(`insufficient_scope`).',
  body: newInvitation,
  response: z
    .strictObject({ invitation, link: z.string().nullable().describe('The link, shown only once and only to members; null for a key.') })
    .meta({ id: 'CreatedInvitation' }),
  errors: ['invalid_email', 'member_exists', 'member_limit_reached', 'invalid_parameter', 'email_limit_reached'],
  async handle(ctx: MembersContext, { caller, body }) {
    const key = caller.member ? undefined : caller;
    const made = await invite(ctx, { ...body, accountId: caller.accountId, actor: actorOf(caller), key });
    return { invitation: shown(invitation, made.invitation), link: caller.member ? made.link : null };
  },
});
