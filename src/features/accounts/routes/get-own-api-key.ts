import { z } from 'zod';
import { route } from '../../route.js';
import type { Caller } from '../accounts.js';
import { SCOPES } from '../api-keys.js';

const ownKey = z
  .strictObject({
    id: z.string(),
    test: z.boolean().describe('It is a test key: it looks up test identities alone, unbilled, and nothing is asked (docs/test-keys.md).'),
    scopes: z.array(z.enum(SCOPES)),
    ownLookupsOnly: z.boolean().describe('It reads, follows and deletes only lookups that it made, or a key that it replaced.'),
    monthlyLookups: z.int().nullable().describe('Lookups that it can make in a calendar month (UTC); null: no limit of its own.'),
    expiresAt: z.iso.datetime().nullable().describe('null: it does not expire.'),
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
    'The scopes, the limits and the end of the key that the request is made with. Every key may read them: a program that looks ' +
    'people up by itself can refuse to run with a key that has no limit of its own.',
  response: ownKey,
  handle: async (_ctx, { caller }) => ownKeyOf(caller),
});

/** What the key of a caller may do. */
export function ownKeyOf({ apiKeyId: id, isTest = false, scopes, onlyKey, monthly, expiresAt }: Caller): z.input<typeof ownKey> {
  const limits = { ownLookupsOnly: onlyKey !== null, monthlyLookups: monthly?.lookups ?? null };
  return { id, test: isTest, scopes: [...scopes], ...limits, expiresAt: expiresAt?.toISOString() ?? null };
}
