import { z } from 'zod';
import { MAX_RETENTION_DAYS } from '../accounts.js';
import type { AccountRetentionStore } from '../store/account-retention.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { route, type Route } from '../../../kernel/http/route.js';

const period = z.int().min(1).max(MAX_RETENTION_DAYS);
const preview = z
  .strictObject({
    retentionDays: z.int().nullable().describe('The current period; null: lookups are kept.'),
    days: z.int().nullable().describe('The period that was tested.'),
    lookups: z.int().describe('Finished lookups that it would delete now.'),
    results: z.int().describe('Results of these lookups.'),
    oldest: z.iso.datetime().nullable().describe('When the oldest of them was accepted; null if it would delete none.'),
  })
  .meta({ id: 'RetentionPreview' });
const newRetention = z
  .strictObject({ days: period.nullable().describe('Days from acceptance; null: lookups are kept.') })
  .meta({ id: 'NewRetention' });
const retention = z.strictObject({ retentionDays: z.int().nullable() }).meta({ id: 'Retention' });

export interface RetentionContext {
  readonly accountRetention: AccountRetentionStore;
}

const common = { scopes: ['account:data'], path: '/v2/account/retention', role: 'admin' } as const;

/** `/v2/account/retention`: how long lookups are kept. */
export function retentionRoutes(ctx: RetentionContext): Route[] {
  return [
    route({
      ...common,
      operationId: 'previewRetention',
      method: 'get',
      summary: 'Test a retention period',
      description: 'Counts what a retention period would delete now, without changing anything.',
      query: z.object({
        days: z.coerce.number().int().min(1).max(MAX_RETENTION_DAYS).optional().describe('The period to test; the current one by default.'),
      }),
      response: preview,
      async handle({ caller: { accountId }, query }) {
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
    }),
    route({
      ...common,
      operationId: 'setRetention',
      recent: true,
      method: 'put',
      summary: 'Set the retention period',
      description:
        'Finished lookups are deleted with all their results this many days after they were accepted. Deletion runs every hour and ' +
        'cannot be undone. Bills stay.',
      body: newRetention,
      response: retention,
      async handle({ caller: { accountId }, body: { days } }) {
        if ((await ctx.accountRetention.set(days, accountId)).length === 0) throw new ServiceError('unauthorized'); // as above
        return { retentionDays: days };
      },
    }),
  ];
}
