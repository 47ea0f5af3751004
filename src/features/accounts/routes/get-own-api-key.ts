import { z } from 'zod';
import { route } from '../../route.js';
import type { Caller } from '../accounts.js';
import { SCOPES } from '../api-keys.js';

const ownKey = z
  .strictObject({
    id: z.string(),
    test: z.boolean().describe('A test key only looks up test identities, is never billed, and contacts no platform (docs/test-keys.md).'),
    scopes: z.array(z.enum(SCOPES)),
    ownLookupsOnly: z
      .boolean()
      .describe('The key can read, follow and delete only lookups that were made with it, or with a key that it replaced.'),
    monthlyLookups: z
      .int()
      .nullable()
      .describe('Lookups that the key can make in a calendar month (UTC); null if it has no limit of its own.'),
    expiresAt: z.iso.datetime().nullable().describe('When the key expires; null if it does not.'),
  })
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
    'The scopes, limits and expiry of the key that makes the request. Every key may read them. A program that looks people up by ' +
    'itself can thus refuse to run with a key that has no limit.',
  response: ownKey,
  handle: async (_ctx, { caller }) => ownKeyOf(caller),
});

/** What the key of a caller may do. */
export function ownKeyOf({ apiKeyId: id, isTest = false, scopes, onlyKey, monthly, expiresAt }: Caller): z.input<typeof ownKey> {
  const limits = { ownLookupsOnly: onlyKey !== null, monthlyLookups: monthly?.lookups ?? null };
  return { id, test: isTest, scopes: [...scopes], ...limits, expiresAt: expiresAt?.toISOString() ?? null };
}
