import { z } from 'zod';
import { route } from '../../route.js';
import { shown } from '../../../kernel/http/shown.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { AccountSummary, AccountUsage } from '../accounts.js';
import { PLAN, PLANS, renewalOf } from '../plans.js';
import { type AccountContext, read, timestamp } from './shared/account.js';

const account = z
  .strictObject({
    accountId: z.string(),
    email: z.string(),
    name: z.string().nullable().describe('The name that members see; null if it has none.'),
    createdAt: timestamp,
    suspendedAt: timestamp
      .nullable()
      .describe('When the account was suspended; null if it is active. Keys of a suspended account are refused.'),
    retentionDays: z.int().nullable().describe('Days after which lookups are deleted with all their results; null if they are kept.'),
    plan: z.enum(PLANS),
    unit: z
      .enum(['lookups', 'millicents'])
      .describe('What `allowance` and `used` count: lookups, or thousandths of a cent on a credit plan.'),
    allowance: z.int().nullable().describe('Lookups per period; null if there is no limit, and on a credit plan.'),
    used: z.int().describe('How much all accounts that share the allowance have used in this period.'),
    sharedBy: z.int().describe('Number of accounts that share the allowance, including this one.'),
    balanceMillicents: z.int().nullable().describe('The remaining prepaid balance on a credit plan; null on other plans.'),
    periodStart: timestamp.describe('Start of this period; in 1970 if the plan has a single, endless period.'),
    renewsAt: timestamp.nullable().describe('When the allowance is renewed; null if it is not renewed at a fixed time.'),
  })
  .meta({ id: 'Account' });

export const getAccountRoute = route({
  ...read,
  operationId: 'getAccount',
  method: 'get',
  path: '/v2/account',
  summary: 'Read the account',
  description:
    "The account's plan, and how much of the allowance is used in this period. Running lookups are included: they are billed when " +
    'they are accepted.',
  response: account,
  async handle(ctx: AccountContext, { caller: { accountId } }) {
    const found = await ctx.accountReports.find(accountId, ctx.now());
    if (!found) throw new ServiceError('unauthorized'); // the account went away while the request was under way
    return presentAccount(found);
  },
});

function presentAccount(found: AccountSummary & { readonly usage: AccountUsage }): z.input<typeof account> {
  const { usage } = found;
  const { unit } = PLAN[usage.plan];
  const renewsAt = renewalOf(PLAN[usage.plan], usage.periodStart);
  return shown(account, { ...found, ...usage, unit, allowance: unit === 'lookups' ? usage.allowance : null, renewsAt });
}
