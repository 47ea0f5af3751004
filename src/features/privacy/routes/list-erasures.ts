import { z } from 'zod';
import { ID, idText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import type { ErasuresContext } from '../use-cases/erasures.js';
import { common, erasure, present } from './shared/erasures.js';

const list = z.strictObject({ erasures: z.array(erasure), nextAfter: z.string().nullable() }).meta({ id: 'ErasureList' });

const MAX_ERASURES = 100;

export const listErasuresRoute = route({
  ...common,
  operationId: 'listErasures',
  role: 'admin',
  method: 'get',
  path: '/v2/account/erasures',
  summary: 'List erasures',
  description: 'Erasures and dry runs of the account, newest first. They do not contain the identity.',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(MAX_ERASURES).default(50),
    after: idText
      .refine((id) => ID.test(id), 'the id of an erasure')
      .optional()
      .describe('`nextAfter` of the previous page.'),
  }),
  response: list,
  errors: ['invalid_parameter'],
  async handle(ctx: ErasuresContext, { caller: { accountId }, query: { limit, after = null } }) {
    const found = await ctx.erasures.list(accountId, { limit, after });
    return { erasures: found.map(present), nextAfter: found.length === limit ? (found.at(-1)?.id ?? null) : null };
  },
});
