import { z } from 'zod';
import { MODULES } from '../../../facts/checks.js';
import { dateText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { isStorableTime } from '../../../kernel/values/json.js';
import { type AccountContext, read } from './shared/account.js';
import { DAY_MS } from '../../../kernel/values/durations.js';

const day = z.iso.date();

const usageList = z
  .strictObject({
    from: day,
    to: day,
    days: z.array(
      z
        .strictObject({
          day,
          apiKeyId: z.string(),
          module: z.enum(MODULES).describe('The first module that the lookups ran.'),
          lookups: z.int(),
          amount: z.int().describe('The amount billed, in `unit`.'),
          unit: z.enum(['lookups', 'millicents']),
        })
        .meta({ id: 'UsageOfDay' }),
    ),
  })
  .meta({ id: 'AccountUsage' });

/** Days of usage that one request may read. */
const MAX_DAYS = 366;

export const getAccountUsageRoute = route({
  ...read,
  operationId: 'getAccountUsage',
  method: 'get',
  path: '/v2/account/usage',
  summary: 'Read the usage by day',
  description:
    'What was billed to the account, by day (UTC), key and module. Days without lookups are left out. Deleted lookups are ' +
    'included, because they stay billed.',
  query: z.object({
    from: dateText.optional().describe('First day; the default is 29 days before the last day.'),
    to: dateText.optional().describe('Last day; the default is today.'),
  }),
  response: usageList,
  errors: ['invalid_parameter'],
  async handle(ctx: AccountContext, { caller: { accountId }, query }) {
    const to = query.to ?? ctx.now().toISOString().slice(0, 10);
    const from = query.from ?? new Date(Date.parse(to) - 29 * DAY_MS).toISOString().slice(0, 10);
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1 || days > MAX_DAYS || !isStorableTime(new Date(from)))
      throw new ServiceError('invalid_parameter', `from and to must span 1 to ${MAX_DAYS} days, and from must come first.`);
    return { from, to, days: [...(await ctx.accountReports.usageByDay(accountId, { from, to }))] };
  },
});
