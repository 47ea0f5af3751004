import { z } from 'zod';
import { MAIL_KINDS, MAIL_STATES } from '../mail.js';
import type { MailOutbox } from '../store/email-outbox.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { shown } from '../../../kernel/http/shown.js';
import { pageLimit } from '../../../kernel/http/request-fields.js';

const mail = z
  .strictObject({
    id: z.string(),
    to: z.string(),
    kind: z.enum(MAIL_KINDS),
    subject: z.string(),
    text: z.string().describe('The text without codes and tokens, which are not stored in readable form.'),
    state: z.enum(MAIL_STATES).describe('`kept`: there was no mail server when it was due, so it is never sent.'),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Mail' });

/** `GET /v2/account/mails`: what was mailed about the account. */
export function mailRoutes(ctx: { readonly mailOutbox: Pick<MailOutbox, 'list'> }): Route[] {
  return [
    route({
      operationId: 'listMails',
      role: 'admin',
      method: 'get',
      path: '/v2/account/mails',
      // Invitations are among them.
      scopes: ['account:read', 'account:people'],
      summary: 'List e-mails',
      description:
        'The newest e-mails about the account: messages about its endpoints, and invitations. They are kept for 90 days. E-mails ' +
        'with sign-in codes are not listed.',
      query: z.object({ limit: pageLimit.describe('How many e-mails, 1 to 100; 20 by default.') }),
      response: z.strictObject({ mails: z.array(mail) }).meta({ id: 'MailList' }),
      errors: ['invalid_parameter'],
      async handle({ caller: { accountId }, query: { limit } }) {
        return { mails: (await ctx.mailOutbox.list(accountId, limit)).map((each) => shown(mail, each)) };
      },
    }),
  ];
}
