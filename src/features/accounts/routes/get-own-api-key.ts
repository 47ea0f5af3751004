import type { z } from 'zod';
import { route } from '../../route.js';
import type { Caller } from '../accounts.js';
import { apiKey } from './shared/account.js';

const ownKey = apiKey
  .pick({ id: true, test: true, scopes: true, ownLookupsOnly: true, monthlyLookups: true, expiresAt: true })
  .meta({ id: 'OwnApiKey' });

/** `GET /v2/account/key`: what the key of a request may do, for programs that refuse to run with one that may do too much. */
export const getOwnApiKeyRoute = route({
  operationId: 'getOwnApiKey',
  scopes: [],
  audiences: ['key'],
  method: 'get',
  path: '/v2/account/key',
  summary: 'Read what this API key may do',
  description:
    'The scopes, limits and expiry of the key that makes the request. Every key can read its own. A program that makes lookups ' +
    'unattended can use this to reject a key without a limit.',
  response: ownKey,
  handle: async (_ctx, { caller }) => ownKeyOf(caller),
});

/** What the key of a caller may do. */
export function ownKeyOf({ apiKeyId: id, isTest = false, scopes, onlyKey, monthly, expiresAt }: Caller): z.input<typeof ownKey> {
  const limits = { ownLookupsOnly: onlyKey !== null, monthlyLookups: monthly?.lookups ?? null };
  return { id, test: isTest, scopes: [...scopes], ...limits, expiresAt: expiresAt?.toISOString() ?? null };
}
