import { expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';

const service = sharedBareApi();

interface UsageBody {
  readonly from: string;
  readonly to: string;
  readonly days: readonly {
    readonly day: string;
    readonly apiKeyId: string | null;
    readonly module: string | null;
    readonly lookups: number;
  }[];
}

it('usage is told by day, key and module, and stays when the lookup is deleted', async () => {
  const first = await service().account('higher_volume', { scopes: ['lookups', 'lookups:delete'] });
  const reader = await service().keyOf(first.accountId, ['lookups', 'account']);
  const read = async (range = '') => (await service().call('GET', `/v2/account/usage${range}`, { key: reader.key })).body as UsageBody;
  const { body } = await service().call('POST', '/v1/lookup', { key: first.key, body: { query: 'ada-example' } });
  await service().call('POST', '/v1/lookup', { key: first.key, body: { query: 'bob-example' } });
  await service().call('POST', '/v1/ip', { key: reader.key, body: { ip: '192.0.2.1' } });
  await service().call('DELETE', `/v2/lookup/${(body as { lookupId: string }).lookupId}`, { key: first.key });
  const { from, to, days } = await read();
  const rows = [
    { day: to, apiKeyId: first.apiKeyId, module: 'footprint', lookups: 2, amount: 2, unit: 'lookups' },
    { day: to, apiKeyId: reader.apiKeyId, module: 'ip', lookups: 1, amount: 1, unit: 'lookups' },
  ];
  expect(days).toEqual(rows.sort((a, b) => (a.apiKeyId < b.apiKeyId ? -1 : 1)));
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29);
  // A bill belongs to its day in UTC, to the millisecond.
  await service().sql`UPDATE usage_ledger SET created_at = '2026-03-01T00:00:00Z' WHERE api_key_id = ${reader.apiKeyId}`;
  expect((await read('?from=2026-03-01&to=2026-03-01')).days).toMatchObject([{ day: '2026-03-01', module: 'ip' }]);
  expect((await read('?from=2026-02-01&to=2026-02-28')).days).toEqual([]);
});

it.each([
  '?from=2026-03-02&to=2026-03-01',
  '?from=2020-01-01&to=2026-01-01',
  '?from=yesterday',
  '?to=2026-02-30',
  '?from=0000-01-01&to=0000-01-01',
])('refuses %s with a sentence', async (range) => {
  const { accountId } = await service().account();
  const { key } = await service().keyOf(accountId, ['account']);
  expect(await service().call('GET', `/v2/account/usage${range}`, { key })).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_parameter' } },
  });
});

it('another account’s usage is not in it', async () => {
  const [mine, theirs] = [await service().account(), await service().account()];
  await service().call('POST', '/v1/lookup', { key: theirs.key, body: { query: 'ada-example' } });
  const { key } = await service().keyOf(mine.accountId, ['account']);
  expect(((await service().call('GET', '/v2/account/usage', { key })).body as UsageBody).days).toEqual([]);
});
