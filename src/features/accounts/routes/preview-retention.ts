import { z } from 'zod';
import { route } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { MAX_RETENTION_DAYS } from '../accounts.js';
import { common, type RetentionContext } from './shared/retention.js';

const preview = z
  .strictObject({
    retentionDays: z.int().nullable().describe('The current period; null if lookups are kept.'),
    days: z.int().nullable().describe('The period that was tested.'),
    lookups: z.int().describe('Finished lookups that this period would delete now.'),
    results: z.int().describe('Results of these lookups.'),
    oldest: z.iso.datetime().nullable().describe('When the oldest of them was accepted; null if there is none.'),
  })
  .meta({ id: 'RetentionPreview' });

/** `GET /v2/account/retention`. */
export const previewRetentionRoute = route({
  ...common,
  operationId: 'previewRetention',
  method: 'get',
  summary: 'Test a retention period',
  description: 'Counts the lookups that a retention period would delete now, without changing anything.',
  query: z.object({
    days: z.coerce.number().int().min(1).max(MAX_RETENTION_DAYS).optional().describe('The period to test; the current one by default.'),
  }),
  response: preview,
  async handle(ctx: RetentionContext, { caller: { accountId }, query }) {
    const find = async (days: number | null) => {
      const [found] = await ctx.accountRetention.preview(days, accountId);
      if (!found) throw new ServiceError('unauthorized'); // the account went away while the request was under way
      return found;
    };
    let days = query.days ?? null;
    if (days === null) ({ retentionDays: days } = await find(null));
    const { retentionDays, lookups, results, oldest } = await find(days);
    return { retentionDays, days, lookups, results, oldest: oldest?.toISOString() ?? null };
  },
});
