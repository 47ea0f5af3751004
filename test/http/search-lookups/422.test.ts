import { type BadRequest, refusesValues } from '../../support/http/refuses-values.js';

const bad = (title: string, body: unknown, code: BadRequest['code'] = 'invalid_parameter', names = ''): BadRequest => ({
  title,
  path: '/v2/lookups/search',
  body,
  code,
  names,
});

refusesValues('searchLookups with conditions that cannot be met', 'POST', [
  {
    ...bad('an address that is none', { identities: { emails: ['not-an-address'] } }, 'invalid_email', 'identities.emails.0'),
    secret: 'not-an-address',
  },
  bad('a number that is none', { identities: { phones: ['12'] } }, 'invalid_phone', 'identities.phones.0'),
  bad('an IP address that is none', { identities: { ips: ['300.1.1.1'] } }, 'invalid_ip', 'identities.ips.0'),
  bad('a username that is none', { identities: { usernames: [' '] } }, 'invalid_parameter', 'identities.usernames.0'),
  bad('no identity', { identities: {} }, 'invalid_parameter', 'identities'),
  bad('six of a kind', { identities: { usernames: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] } }, 'invalid_parameter', 'identities.usernames'),
  bad('an unknown kind', { kind: 'palm' }, 'invalid_parameter', 'kind'),
  bad('an unknown status', { status: 'accepted' }, 'invalid_parameter', 'status'),
  bad('a key that cannot be', { apiKeyId: "key' OR 1=1" }, 'invalid_parameter', 'apiKeyId'),
  bad('a day that is none', { from: '2026-02-30' }, 'invalid_parameter', 'from'),
  bad('a time instead of a day', { to: '2026-02-03T00:00:00Z' }, 'invalid_parameter', 'to'),
  bad('the year 0', { to: '0000-01-01' }, 'invalid_parameter', 'to'),
  bad('days in the wrong order', { from: '2026-03-02', to: '2026-03-01' }, 'invalid_parameter', 'from must not be later than to'),
  ...[0, 101, 1.5, '10'].map((limit) => bad(`limit ${JSON.stringify(limit)}`, { limit }, 'invalid_parameter', 'limit')),
  ...['', 'x', Buffer.from('999999999999999.lkp_1').toString('base64url')].map((cursor) =>
    bad(`cursor ${JSON.stringify(cursor)}`, { cursor }, 'invalid_parameter', 'cursor'),
  ),
]);
