import { z } from 'zod';
import { canonicalNetwork, freeText, text, timestampText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { DEFAULT_SCOPES, MAX_KEY_NAME, MAX_MONTHLY_LOOKUPS, MAX_NETWORKS, SCOPE_NAMES } from '../api-keys.js';
import { createApiKey } from '../use-cases/api-keys.js';
import { type AccountContext, change, createdKey, presentCreated } from './shared/account.js';

const NOT_A_NETWORK = 'must be a network in CIDR notation, such as 192.0.2.0/24';
const network = text(50, NOT_A_NETWORK).transform((cidr, context) => {
  const canonical = canonicalNetwork(cidr);
  if (canonical !== null) return canonical;
  context.addIssue({ code: 'custom', message: NOT_A_NETWORK });
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
        'Scopes of the new key. `lookups` means `lookups:create` and `lookups:read`; `account` means `account:read` and ' +
          '`account:write`. You can only give scopes that you have yourself; only owners have `account:data`.',
      ),
    test: z
      .boolean()
      .default(false)
      .describe(
        'Create a test key: it only looks up test identities, is never billed, and contacts no platform (docs/test-keys.md). ' +
          'Test keys can only create test keys.',
      ),
    expiresAt: timestampText
      .nullable()
      .default(null)
      .describe('A time in the future; null if the key does not expire. It cannot be later than the expiry of the key that creates it.'),
    ownLookupsOnly: z
      .boolean()
      .default(false)
      .describe('The key can read, follow and delete only the lookups that it made itself. Possible only with scopes for lookups.'),
    networks: z
      .array(network)
      .min(1)
      .max(MAX_NETWORKS)
      .nullable()
      .default(null)
      .describe('Networks that the key can be used from, in CIDR notation; null means all.'),
    monthlyLookups: z
      .int()
      .min(0)
      .max(MAX_MONTHLY_LOOKUPS)
      .nullable()
      .default(null)
      .describe('Lookups that the key can make in a calendar month (UTC), including batch items and single checks; null means no limit.'),
  })
  .meta({ id: 'NewApiKey' });

export const createApiKeyRoute = route({
  ...change,
  operationId: 'createApiKey',
  method: 'post',
  path: '/v2/account/keys',
  summary: 'Create an API key',
  description:
    'Creates an API key. The key itself is shown only in this response. You can grant only scopes that you have yourself. A key with a ' +
    'limit (`networks`, `ownLookupsOnly` or `monthlyLookups`) cannot create other keys; it can only replace itself with `rollApiKey`.',
  body: newKey,
  response: createdKey,
  errors: ['insufficient_scope', 'key_limit_reached', 'invalid_parameter'],
  async handle(ctx: AccountContext, { caller, body }) {
    const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
    const { test: isTest, ...named } = body;
    return presentCreated(await createApiKey(ctx, { ...named, isTest, expiresAt, accountId: caller.accountId }, caller));
  },
});
