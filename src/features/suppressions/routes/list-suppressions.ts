import { z } from 'zod';
import { timeCursor } from '../../../kernel/http/cursor.js';
import { cursorText, pageLimit } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { pageSuppressions, type SuppressionsContext } from '../use-cases/suppressions.js';
import { common, present, suppression } from './shared/suppressions.js';

const suppressionPage = z
  .strictObject({
    suppressions: z.array(suppression),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .meta({ id: 'SuppressionPage' });

/** `GET /v2/account/suppressions`. */
export const listSuppressionsRoute = route({
  ...common,
  operationId: 'listSuppressions',
  scopes: ['account:read'],
  method: 'get',
  summary: 'List suppressions',
  description:
    "The account's suppression list: identities that are no longer looked up, newest first. The operator's entries, which apply to " +
    'all accounts, are not shown. To find the entry of an identity, add the identity again: the response contains the existing entry.',
  query: z.object({
    limit: pageLimit.describe('How many entries, 1 to 100; 20 by default.'),
    cursor: cursorText,
  }),
  response: suppressionPage,
  errors: ['invalid_parameter'],
  async handle(ctx: SuppressionsContext, { caller, query: { limit, cursor } }) {
    const position = timeCursor.decode(cursor);
    const after = position && { createdAt: position.at, id: position.id };
    const { items, next } = await pageSuppressions(ctx, caller.accountId, { limit, after });
    return { suppressions: items.map(present), nextCursor: next && timeCursor.encode({ at: next.createdAt, id: next.id }) };
  },
});
