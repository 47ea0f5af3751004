/** Too long identities, of marks, which take the longest to normalise: the code of the field, nothing normalised, nothing billed. */
import { expect, it } from 'vitest';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import type { ErrorCode } from '../../../src/kernel/values/errors.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { watchNormalisation } from '../../support/normalise-spy.js';

const MARKS = '\u0315\u0300'.repeat(20_000);
const NAME = `ada${MARKS}`;
const EMAIL = `${NAME}@example.com`;
const PHONE = `+1${MARKS}`;
const query = (name: string, value: string) =>
  `${name}=${encodeURIComponent(value.slice(0, 1_500))}${value.endsWith('.com') ? '%40example.com' : ''}`;

const CASES: readonly [operation: string, path: string, body: object | undefined, code: ErrorCode][] = [
  ['createLookup', '/v1/lookup', { query: NAME }, 'invalid_parameter'],
  ['createLookup', '/v1/lookup', { query: EMAIL }, 'invalid_email'],
  ['createLookup', '/v1/lookup', { query: ` ${PHONE}` }, 'invalid_phone'],
  ['createLookup', '/v1/lookup', { email: EMAIL }, 'invalid_email'],
  ['createLookup', '/v1/lookup', { phone: PHONE }, 'invalid_phone'],
  ['createLookup', '/v1/lookup', { query: 'ada', ip: NAME }, 'invalid_ip'],
  ['createLookup', '/v1/lookup', { query: 'ada', platforms: [NAME] }, 'unknown_platform'],
  ['createLookupBatch', '/v1/lookup/batch', { items: [{ query: 'ada' }, { email: EMAIL }] }, 'invalid_batch'],
  ['streamLookup', `/v1/lookup/stream?deep=false&platforms=&${query('email', EMAIL)}`, undefined, 'invalid_email'],
  ['streamLookup', `/v1/lookup/stream?deep=false&platforms=&${query('query', PHONE)}`, undefined, 'invalid_phone'],
  ['checkEmail', '/v1/email', { email: EMAIL }, 'invalid_email'],
  ['checkPhone', '/v1/phone', { phone: PHONE }, 'invalid_phone'],
  ['checkIp', '/v1/ip', { ip: NAME }, 'invalid_ip'],
  ['createLookupV2', '/v2/lookup', { identities: { emails: ['ada@example.com', EMAIL] } }, 'invalid_email'],
  ['createLookupV2', '/v2/lookup', { identities: { usernames: [NAME] } }, 'invalid_parameter'],
  ['createLookupV2', '/v2/lookup', { identities: { ips: [NAME] } }, 'invalid_ip'],
  ['createBatch', '/v2/batches', { items: [{ identities: { phones: [PHONE] } }] }, 'invalid_batch'],
  ['streamLookupV2', `/v2/lookup/stream?${query('email', EMAIL)}`, undefined, 'invalid_email'],
  ['streamLookupV2', `/v2/lookup/stream?ip=192.0.2.1&${query('ip', NAME)}`, undefined, 'invalid_ip'],
  ['searchLookups', '/v2/lookups/search', { identities: { phones: [PHONE] } }, 'invalid_phone'],
  ['createErasure', '/v2/account/erasures', { identity: { email: EMAIL } }, 'invalid_email'],
  ['createSuppression', '/v2/account/suppressions', { type: 'email', value: EMAIL.slice(-999), proof: 'a letter' }, 'invalid_email'],
  ['createInvitation', '/v2/account/invitations', { email: EMAIL }, 'invalid_parameter'],
];

const service = sharedBareApi();
const look = watchNormalisation();

it.each(CASES)('%s: %.40s with too long an identity', async (_, path, body, code) => {
  const { accountId } = await service().account();
  const { key } = await service().keyOf(accountId, SCOPES);
  look(320);
  const response = await service().call(body ? 'POST' : 'GET', path, { key, ...(body ? { body } : {}) });
  expect(look(320)).toEqual({ calls: 0, bad: [] });
  expectRefusal(response, code);
  expect(response.text).not.toContain('\u0315');
  await expectUnbilled(service(), accountId);
});
