import { z } from 'zod';
import { route } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { MAX_RETENTION_DAYS } from '../accounts.js';
import { common, type RetentionContext } from './shared/retention.js';

const period = z.int().min(1).max(MAX_RETENTION_DAYS);

const newRetention = z
  .strictObject({ days: period.nullable().describe('Days from acceptance; null to keep lookups.') })
  .meta({ id: 'NewRetention' });

const retention = z.strictObject({ retentionDays: z.int().nullable() }).meta({ id: 'Retention' });

/** `PUT /v2/account/retention`. */
export const setRetentionRoute = route({
  ...common,
  operationId: 'setRetention',
  recent: true,
  method: 'put',
  summary: 'Set the retention period',
  description:
    'Sets how many days after acceptance a finished lookup is deleted, with all its results. Deletion runs every hour and cannot ' +
    'be undone. Billing records are kept.',
  body: newRetention,
  response: retention,
  async handle(ctx: RetentionContext, { caller: { accountId }, body: { days } }) {
    if ((await ctx.accountRetention.set(days, accountId)).length === 0) throw new ServiceError('unauthorized'); // as above
    return { retentionDays: days };
  },
});
