import { z } from 'zod';
import { timeCursor } from '../../../kernel/http/cursor.js';
import { cursorText, idOf, onlyTrue, pageLimit, text, timestampText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { pageOf } from '../../../kernel/values/pages.js';
import { AUDIT_ACTOR_TYPES, type AuditCursor, type StoredAuditEntry } from '../audit-log.js';
import type { AuditLog } from '../store/audit-log.js';

const auditEntry = z
  .strictObject({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.strictObject({
      type: z.enum(AUDIT_ACTOR_TYPES),
      id: z
        .string()
        .nullable()
        .describe(
          'Id of the key or member. For an operator: the id of the person, or the name of the user who ran a command. Null if nobody ' +
            'was identified.',
        ),
    }),
    action: z.string().describe('Id of the operation, or a command of the operator.'),
    targets: z.array(z.string()).describe('Ids of what was read, created or changed, without the entries of lists.'),
    network: z.string().nullable().describe("The client's IPv4 address, or the /64 of its IPv6 address; null for commands."),
    outcome: z.string().describe('`ok` or an error code.'),
    purpose: z.string().nullable().describe('The purpose, for lookups that have one.'),
    means: z
      .string()
      .nullable()
      .describe(
        'How somebody signed in, or tried to: `code`, `passkey`, `link` (made by an operator), or `openid` with the address of ' +
          'the provider.',
      ),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, when and from where. It contains ids, never identities.' });

const auditPage = z
  .strictObject({
    entries: z.array(auditEntry),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .meta({ id: 'AuditPage' });

/** `GET /v2/account/audit`: the account's audit log. */
export const listAuditEntriesRoute = route({
  operationId: 'listAuditEntries',
  role: 'admin',
  method: 'get',
  path: '/v2/account/audit',
  scopes: ['account:read'],
  summary: 'Read the audit log',
  description:
    'Who looked up, read or changed what in this account, newest first. Entries cannot be changed, and are kept for two years. ' +
    'A change is in the log before its response is sent; reads and refusals appear within a second.',
  query: z.object({
    from: timestampText.optional().describe('Only entries at or after this time.'),
    to: timestampText.optional().describe('Only entries before this time.'),
    action: text(64, 'an operation')
      .regex(/^\w{1,64}$/, 'an operation')
      .optional()
      .describe('Only entries of this operation, by its `operationId`.'),
    changes: onlyTrue.describe('Only changes, without reads.'),
    actor: idOf('an id, or operator').optional().describe('Only entries of the key or member with this id, or of the `operator`.'),
    limit: pageLimit.describe('How many entries, 1 to 100; 20 by default.'),
    cursor: cursorText,
  }),
  response: auditPage,
  errors: ['invalid_parameter'],
  async handle(ctx: { readonly audit: AuditLog }, { caller: { accountId }, query: { from, to, limit, cursor, changes, ...named } }) {
    const after = timeCursor.decode(cursor);
    const filter = { ...named, changes: changes && (true as const) };
    const range = { from: from === undefined ? undefined : new Date(from), to: to === undefined ? undefined : new Date(to) };
    const { items, next } = await pageOf<StoredAuditEntry, AuditCursor>(limit, (rows) =>
      ctx.audit.page({ accountId, ...filter, ...range }, { limit: rows, after }),
    );
    return { entries: items.map(present), nextCursor: next && timeCursor.encode(next) };
  },
});

function present({ at, accountId: _, targets, actor, ...entry }: StoredAuditEntry): z.input<typeof auditEntry> {
  return { ...entry, actor: { ...actor }, targets: [...targets], at: at.toISOString() };
}
