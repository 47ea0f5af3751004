import { z } from 'zod';
import { type AccountSummary, type AccountUsage, type KeySummary, MAX_ACCOUNT_NAME, type UsageDay } from '../accounts.js';
import type { AccountStore } from '../store/account-store.js';
import {
  DEFAULT_SCOPES,
  MAX_KEY_NAME,
  MAX_KEY_OVERLAP_SECONDS,
  MAX_MONTHLY_LOOKUPS,
  MAX_NETWORKS,
  SCOPE_NAMES,
  SCOPES,
} from '../api-keys.js';
import { MODULES } from '../../../facts/checks.js';
import { PLAN, PLANS, renewalOf } from '../plans.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { isStorableTime } from '../../../kernel/values/json.js';
import { type ApiKeysContext, createApiKey, revokeApiKey, rollApiKey } from '../use-cases/api-keys.js';
import { renameAccount } from '../use-cases/create-account.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { canonicalNetwork, dateText, freeText, idText, text, timestampText } from '../../../kernel/http/request-fields.js';
import { shown } from '../../../kernel/http/shown.js';

const timestamp = z.iso.datetime();

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

const keyFields = {
  id: z.string(),
  name: z.string(),
  lastFour: z.string().describe('The last four characters of the key.'),
  test: z.boolean().describe('It is a test key: it looks up test identities alone, unbilled, and nothing is asked (docs/test-keys.md).'),
  scopes: z.array(z.enum(SCOPES)),
  ownLookupsOnly: z.boolean().describe('It reads, follows and deletes only lookups that it made, or a key that it replaced.'),
  networks: z.array(z.string()).nullable().describe('Networks that it can be used from, in CIDR notation; null: all.'),
  monthlyLookups: z.int().nullable().describe('Lookups that it can make in a calendar month (UTC); null: no limit of its own.'),
  createdAt: timestamp,
  expiresAt: timestamp.nullable().describe('null: it does not expire.'),
  lastUsedAt: timestamp.nullable().describe('Accurate to the minute; null: not used since this has been recorded.'),
  revokedAt: timestamp.nullable(),
};
const apiKey = z.strictObject(keyFields).meta({ id: 'ApiKey' });
const keyList = z.strictObject({ keys: z.array(apiKey) }).meta({ id: 'ApiKeyList' });
const createdKey = z.strictObject({ apiKey, key: z.string().describe('Shown only once.') }).meta({ id: 'CreatedApiKey' });
const network = text(50, 'a network in CIDR notation').transform((cidr, context) => {
  const canonical = canonicalNetwork(cidr);
  if (canonical !== null) return canonical;
  context.addIssue({ code: 'custom', message: 'a network in CIDR notation' });
  return z.NEVER;
});
const newKey = z
  .strictObject({
    name: freeText(MAX_KEY_NAME).trim().default(''),
    scopes: z
      .array(z.enum(SCOPE_NAMES))
      .min(1)
      .max(SCOPE_NAMES.length)
      .default([...DEFAULT_SCOPES])
      .describe(
        'Scopes of the new key. `lookups` stands for `lookups:create` and `lookups:read`, `account` for `account:read` and ' +
          '`account:write`. Whoever creates the key must have them; only owners have `account:data`.',
      ),
    test: z
      .boolean()
      .default(false)
      .describe(
        'A test key: it looks up test identities alone, unbilled, and nothing is asked (docs/test-keys.md). A test key creates no other.',
      ),
    expiresAt: timestampText
      .nullable()
      .default(null)
      .describe('A time in the future; null: the key does not expire. It ends with the key that creates it at the latest.'),
    ownLookupsOnly: z
      .boolean()
      .default(false)
      .describe('The key reads, follows and deletes only lookups that it made; others are unknown to it. Only with scopes for lookups.'),
    networks: z
      .array(network)
      .min(1)
      .max(MAX_NETWORKS)
      .nullable()
      .default(null)
      .describe('Networks that the key can be used from, in CIDR notation; null: all.'),
    monthlyLookups: z
      .int()
      .min(0)
      .max(MAX_MONTHLY_LOOKUPS)
      .nullable()
      .default(null)
      .describe('Lookups that the key can make in a calendar month (UTC), batch items and single checks included; null: no limit.'),
  })
  .meta({ id: 'NewApiKey' });
const roll = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(MAX_KEY_OVERLAP_SECONDS)
      .default(86_400)
      .describe('How long the old key keeps working alongside the new one: 0 ends it immediately; at most seven days; one day by default.'),
  })
  .meta({ id: 'ApiKeyRoll' });
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
          module: z.enum(MODULES).describe('The first module that the lookup ran.'),
          lookups: z.int(),
          amount: z.int().describe('In `unit`.'),
          unit: z.enum(['lookups', 'millicents']),
        })
        .meta({ id: 'UsageOfDay' }),
    ),
  })
  .meta({ id: 'AccountUsage' });
/** Days of usage that one request may read. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;
const keyId = z.object({ id: idText });

export interface AccountContext extends ApiKeysContext {
  readonly accounts: AccountStore;
  readonly accountReports: {
    /** The account with its usage in the period that holds `now`; null when there is none. */
    find(accountId: string, now: Date): Promise<(AccountSummary & { readonly usage: AccountUsage }) | null>;
    usageByDay(accountId: string, range: { from: string; to: string }): Promise<readonly UsageDay[]>;
  };
  /** The database's clock. */
  readonly now: () => Date;
}

const read = { scopes: ['account:read'] } as const;
const change = { scopes: ['account:write'], role: 'admin', recent: true } as const;

/** `/v2/account`: the caller's account, and its keys. Nothing here is billed. */
export function accountRoutes(ctx: AccountContext): Route[] {
  return [
    route({
      ...read,
      operationId: 'getAccount',
      method: 'get',
      path: '/v2/account',
      summary: 'Read the account',
      description:
        'The plan of the account that the key belongs to, and how much of its allowance is used in this period. Running lookups are ' +
        'included, because lookups are billed when they are accepted.',
      response: account,
      async handle({ caller: { accountId } }) {
        const found = await ctx.accountReports.find(accountId, ctx.now());
        if (!found) throw new ServiceError('unauthorized'); // the account went away while the request was under way
        return presentAccount(found);
      },
    }),
    route({
      ...change,
      recent: false,
      operationId: 'updateAccount',
      method: 'patch',
      path: '/v2/account',
      summary: 'Name the account',
      description: 'Sets the name that members see in place of the address of the account. `null` removes it.',
      body: z.strictObject({ name: freeText(MAX_ACCOUNT_NAME).nullable() }).meta({ id: 'AccountChanges' }),
      response: z.strictObject({ accountId: z.string(), name: z.string().nullable() }).meta({ id: 'NamedAccount' }),
      errors: ['invalid_parameter'],
      handle: ({ caller: { accountId }, body: { name } }) => renameAccount(ctx, { accountId, name }),
    }),
    route({
      ...read,
      operationId: 'getAccountUsage',
      method: 'get',
      path: '/v2/account/usage',
      summary: 'Read the usage by day',
      description:
        'What the account was billed, by day (UTC), key and module. Days without lookups are left out. Deleted lookups are ' +
        'included, because they stay billed.',
      query: z.object({
        from: dateText.optional().describe('First day; by default 29 days before the last day.'),
        to: dateText.optional().describe('Last day; today by default.'),
      }),
      response: usageList,
      errors: ['invalid_parameter'],
      async handle({ caller: { accountId }, query }) {
        const to = query.to ?? ctx.now().toISOString().slice(0, 10);
        const from = query.from ?? new Date(Date.parse(to) - 29 * DAY_MS).toISOString().slice(0, 10);
        const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
        if (days < 1 || days > MAX_DAYS || !isStorableTime(new Date(from)))
          throw new ServiceError('invalid_parameter', `from and to: 1 to ${MAX_DAYS} days, in their order.`);
        return { from, to, days: [...(await ctx.accountReports.usageByDay(accountId, { from, to }))] };
      },
    }),
    route({
      ...read,
      operationId: 'listApiKeys',
      role: 'admin',
      method: 'get',
      path: '/v2/account/keys',
      summary: 'List API keys',
      description:
        'Keys of the account, newest first, including revoked and expired ones. The secret of a key is shown only once, when it is ' +
        'created.',
      response: keyList,
      handle: async ({ caller }) => ({ keys: (await ctx.accounts.keys(caller.accountId)).map(presentKey) }),
    }),
    route({
      ...change,
      operationId: 'createApiKey',
      method: 'post',
      path: '/v2/account/keys',
      summary: 'Create an API key',
      description:
        'Creates a key, which is shown only once. A key cannot grant scopes that it does not have itself. A key that is limited to ' +
        'networks, to its own lookups or to a number of lookups cannot create keys, and can replace only itself.',
      body: newKey,
      response: createdKey,
      errors: ['insufficient_scope', 'key_limit_reached', 'invalid_parameter'],
      async handle({ caller, body }) {
        const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
        const { test: isTest, ...named } = body;
        return presentCreated(await createApiKey(ctx, { ...named, isTest, expiresAt, accountId: caller.accountId }, caller));
      },
    }),
    route({
      ...change,
      operationId: 'rollApiKey',
      method: 'post',
      path: '/v2/account/keys/:id/roll',
      summary: 'Replace an API key',
      description:
        'Creates a new key of the same kind, with the name, the scopes, the limits and the expiry of this one; it is shown only once. The old key keeps ' +
        'working during the overlap, so that clients can switch without a refused request. Both count as one key: what the old one ' +
        'used of a monthly limit stays used, and the new one sees the lookups of the old one.',
      params: keyId,
      body: roll,
      response: createdKey,
      errors: ['not_found', 'insufficient_scope', 'invalid_parameter'],
      async handle({ caller, params, body }) {
        const old = { accountId: caller.accountId, apiKeyId: params.id, overlapSeconds: body.overlapSeconds };
        return presentCreated(await rollApiKey(ctx, old, caller));
      },
    }),
    route({
      ...change,
      operationId: 'revokeApiKey',
      method: 'delete',
      path: '/v2/account/keys/:id',
      summary: 'Revoke an API key',
      description: 'Requests with the key are refused from now on, by every process. A key can revoke itself.',
      params: keyId,
      response: z.strictObject({ id: z.string(), revoked: z.literal(true) }).meta({ id: 'RevokedApiKey' }),
      errors: ['not_found'],
      async handle({ caller: { accountId }, params }) {
        await revokeApiKey(ctx, { accountId, apiKeyId: params.id });
        return { id: params.id, revoked: true as const };
      },
    }),
  ];
}

function presentAccount(found: AccountSummary & { readonly usage: AccountUsage }): z.input<typeof account> {
  const { usage } = found;
  const { unit } = PLAN[usage.plan];
  const renewsAt = renewalOf(PLAN[usage.plan], usage.periodStart);
  return shown(account, { ...found, ...usage, unit, allowance: unit === 'lookups' ? usage.allowance : null, renewsAt });
}

const presentKey = (key: KeySummary): z.input<typeof apiKey> => shown(apiKey, { ...key, id: key.apiKeyId, test: key.isTest });

const presentCreated = ({ key, ...summary }: KeySummary & { readonly key: string }) => ({ apiKey: presentKey(summary), key });
