import { z } from 'zod';
import { pageLimit } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { shown } from '../../../kernel/http/shown.js';
import { EMAIL_KINDS, EMAIL_STATES } from '../email.js';
import type { EmailOutbox } from '../store/email-outbox.js';

const mail = z
  .strictObject({
    id: z.string(),
    to: z.string(),
    kind: z.enum(EMAIL_KINDS),
    subject: z.string(),
    text: z.string().describe('The text without codes and tokens, which are not stored in readable form.'),
    state: z.enum(EMAIL_STATES).describe('`kept`: no mail server was configured when it was due, so it is never sent.'),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Email' });

/** `GET /v2/account/emails`: what was mailed about the account. */
export const listEmailsRoute = route({
  operationId: 'listEmails',
  role: 'admin',
  method: 'get',
  path: '/v2/account/emails',
  // Invitations are among them.
  scopes: ['account:read', 'account:people'],
  summary: 'List e-mails',
  description:
    'The newest e-mails about the account: messages about its webhook endpoints, and invitations. They are kept for 90 days. E-mails ' +
    'with sign-in codes are not listed.',
  query: z.object({ limit: pageLimit.describe('How many e-mails, 1 to 100; 20 by default.') }),
  response: z.strictObject({ emails: z.array(mail) }).meta({ id: 'EmailList' }),
  errors: ['invalid_parameter'],
  async handle(ctx: { readonly emailOutbox: Pick<EmailOutbox, 'list'> }, { caller: { accountId }, query: { limit } }) {
    return { emails: (await ctx.emailOutbox.list(accountId, limit)).map((each) => shown(mail, each)) };
  },
});
