import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { billOf, expectUnbilled } from '../../support/http/ledger.js';
import { fillWindow, withinOneMinute } from '../../support/http/rate-windows.js';
import { startSecondApi, type SecondApi } from '../../support/second-api.js';
import type { Service } from '../../support/service.js';

let service: Service;
let second: SecondApi;
beforeAll(async () => {
  service = await startBareApi();
  second = await startSecondApi(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

/** Sends requests at once, every other one to the second process. */
function flood(count: number, send: (api: Pick<Service, 'call'>) => ReturnType<Service['call']>) {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index % 2 === 0 ? service : second)));
}
const count = (responses: readonly { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length;

describe('the rate', () => {
  it.each([
    ['free_trial', 30],
    ['growth', 120],
    ['credit', 120],
  ] as const)('on %s exactly %i requests a minute pass, over two processes', async (plan, limit) => {
    const responses = await withinOneMinute(service, async () => {
      const { key } = await service.account(plan);
      return flood(limit + 50, (api) => api.call('GET', '/v1/platforms', { key }));
    });
    expect(count(responses, 200)).toBe(limit);
    expect(count(responses, 429)).toBe(50);
    const passed = responses.filter(({ status }) => status === 200).map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(passed.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, index) => index));
  });

  it('exactly twenty reads a minute pass, list and single reads together, on every plan', async () => {
    for (const plan of ['free_trial', 'higher_volume'] as const) {
      const responses = await withinOneMinute(service, async () => {
        const { key } = await service.account(plan);
        let sent = 0;
        return flood(40, (api) => api.call('GET', (sent += 1) % 3 === 0 ? '/v1/lookup/lkp_x' : '/v1/lookup', { key }));
      });
      expect(count(responses, 429)).toBe(20);
      expect(count(responses, 200) + count(responses, 404)).toBe(20);
    }
  });

  it('reads and requests do not touch each other', async () => {
    const { key, apiKeyId } = await service.account('growth');
    await fillWindow(service, apiKeyId, 'reads', 20);
    expectRefusal(await service.call('GET', '/v1/lookup', { key }), 'rate_limit_exceeded');
    expect((await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } })).status).toBe(200);
    await fillWindow(service, apiKeyId, 'reads', 0);
    await fillWindow(service, apiKeyId, 'requests', 120);
    expect((await service.call('GET', '/v1/lookup', { key })).status).toBe(200);
    expectRefusal(await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } }), 'rate_limit_exceeded');
  });

  it('reads of v2 pass ten times as often as requests of the plan, and the refusal of the twenty-first read of v1 says so', async () => {
    await withinOneMinute(service, async () => {
      const { key, apiKeyId } = await service.account('growth');
      await fillWindow(service, apiKeyId, 'reads', 20);
      const refused = await service.call('GET', '/v1/lookup', { key });
      expectRefusal(refused, 'rate_limit_exceeded');
      expect((refused.body as { error: { message: string } }).error.message).toMatch(/v1 allows 20\..+GET \/v2\/lookup\/\{id\}/);
      const responses = await flood(40, (api) => api.call('GET', '/v2/lookup', { key }));
      expect(count(responses, 200)).toBe(40);
      expect(new Set(responses.map(({ headers }) => headers.get('x-ratelimit-limit')))).toEqual(new Set(['1200']));
      await fillWindow(service, apiKeyId, 'readsV2', 1_200);
      const beyond = await service.call('GET', '/v2/lookup', { key });
      expectRefusal(beyond, 'rate_limit_exceeded');
      expect((beyond.body as { error: { message: string } }).error.message).not.toContain('v1');
    });
  });

  it("the window turns at the minute of the database's clock", async () => {
    const { key, apiKeyId } = await service.account('growth');
    await service.sql`
      INSERT INTO rate_windows (caller, rate_class, window_start, hits)
      VALUES (${apiKeyId}, 'requests', date_trunc('minute', clock_timestamp()) - interval '1 minute', 121)`;
    expect((await service.call('GET', '/v1/platforms', { key })).status).toBe(200);

    await fillWindow(service, apiKeyId, 'requests', 120);
    const { before, response, after } = await withinOneMinute(service, async () => ({
      before: await secondsLeft(),
      response: await service.call('GET', '/v1/platforms', { key }),
      after: await secondsLeft(),
    }));
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeLessThanOrEqual(before);
    expect(wait).toBeGreaterThanOrEqual(after);
  });

  async function secondsLeft(): Promise<number> {
    const [row] = await service.sql<{ left: number }[]>`
      SELECT greatest(1, ceil(60 - extract(second FROM clock_timestamp())))::int AS left`;
    return row?.left ?? 0;
  }

  it('a refused request is never billed, whatever refused it', async () => {
    const { key, accountId, apiKeyId } = await service.account('growth');
    await fillWindow(service, apiKeyId, 'requests', 120);
    const responses = await flood(30, (api) => api.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } }));
    expect(count(responses, 429)).toBe(30);
    await expectUnbilled(service, accountId);
  });

  it('a malformed request uses the rate: it cannot be sent without end', async () => {
    const { accountId, responses } = await withinOneMinute(service, async () => {
      const account = await service.account('free_trial');
      const sent = await flood(40, (api) => api.call('POST', '/v1/lookup', { key: account.key, body: { query: '' } }));
      return { ...account, responses: sent };
    });
    expect(count(responses, 422)).toBe(30);
    expect(count(responses, 429)).toBe(10);
    await expectUnbilled(service, accountId);
  });

  it('rate and quota are independent: neither uses the other', async () => {
    const { key, accountId, apiKeyId } = await service.account('growth', { quota: 1 });
    await fillWindow(service, apiKeyId, 'requests', 120);
    expectRefusal(await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } }), 'rate_limit_exceeded');
    await fillWindow(service, apiKeyId, 'requests', 0);
    expect((await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } })).status).toBe(200);
    expectRefusal(await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } }), 'quota_exceeded');
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('an address that keeps coming without a valid key is refused after sixty, and holders of keys there are not', async () => {
    const responses = await withinOneMinute(service, () => flood(200, (api) => api.call('GET', '/v1/platforms', { key: 'svc_wrong' })));
    expect(count(responses, 401)).toBeLessThanOrEqual(60);
    expect(count(responses, 401) + count(responses, 429)).toBe(200);
    const { key } = await service.account();
    expect((await service.call('GET', '/v1/platforms', { key })).status).toBe(200);
  });
});

describe('the rate behind a proxy', () => {
  let proxied: Service;
  beforeAll(async () => {
    proxied = await startBareApi({ env: { TRUST_PROXY: '127.0.0.0/8' } });
  });
  afterAll(() => proxied.close());

  /** Asks without a valid key, as a proxy passes it on: what the sender wrote stands before the sender's own address. */
  const post = (address: string, written: string) =>
    proxied.call('GET', '/v1/platforms', { key: 'svc_wrong', headers: { 'x-forwarded-for': `${written}, ${address}` } });

  it('an address that keeps coming without a valid key is refused after sixty, whatever addresses it makes up; another is not', async () => {
    let attempts = 0;
    const { forged, other } = await withinOneMinute(proxied, async () => {
      attempts += 1; // Another attempt comes from another address.
      return {
        forged: await Promise.all(Array.from({ length: 100 }, (_, made) => post(`192.0.2.${attempts}`, `198.51.100.${made}`))),
        other: await post(`203.0.113.${attempts}`, '198.51.100.1'),
      };
    });
    expect([count(forged, 401), count(forged, 429)]).toEqual([60, 40]);
    expect(other.status).toBe(401);
  });
});
