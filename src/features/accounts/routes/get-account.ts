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
    name: z.string().nullable().describe('What its members call it; null: it has no name.'),
    createdAt: timestamp,
    suspendedAt: timestamp
      .nullable()
      .describe('When the account was suspended; null if it is not. Keys of a suspended account are refused.'),
    retentionDays: z.int().nullable().describe('Days after which lookups are deleted with all their results; null: they are kept.'),
    plan: z.enum(PLANS),
    unit: z
      .enum(['lookups', 'millicents'])
      .describe('What `allowance` and `used` count: lookups, or thousandths of a cent on a credit plan.'),
    allowance: z.int().nullable().describe('Lookups per period; null: no limit, or a credit plan.'),
    used: z.int().describe('What all accounts that share the allowance used in this period.'),
    sharedBy: z.int().describe('Accounts that share the allowance, this one included.'),
    balanceMillicents: z.int().nullable().describe('The remaining prepaid balance; null except on a credit plan.'),
    periodStart: timestamp.describe('Start of this period; 1970 if the plan has a single period without end.'),
    renewsAt: timestamp.nullable().describe('When the allowance is renewed; null: it is not renewed at a fixed time.'),
  })
  .meta({ id: 'Account' });

export const getAccountRoute = route({
  ...read,
  operationId: 'getAccount',
  method: 'get',
  path: '/v2/account',
  summary: 'Read the account',
  description:
    'The plan of the account that the key belongs to, and how much of its allowance is used in this period. Running lookups are ' +
    'included, because lookups are billed when they are accepted.',
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
