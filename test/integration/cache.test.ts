import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

const NOBODY = 'nobody-example';

describe('what an account learnt', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10 });
  });
  afterAll(() => service.close());

  async function lookUp(
    key: string,
    query: string,
    headers: Record<string, string> = {},
  ): Promise<{ body: LookupBody; requested: number }> {
    const before = service.sites.simulator.requests().log.length;
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query }, headers });
    expect(response.status).toBe(200);
    const log = service.sites.simulator.requests().log.slice(before);
    // Controls ask about the platforms' known accounts; only questions about this identity count here.
    const known = log.filter(({ identity }) => identity === identityDigest('username', query));
    return { body: response.body, requested: known.length };
  }
  const times = (body: LookupBody) => Object.fromEntries(body.results.map(({ platform, checkedAt }) => [platform, checkedAt]));
  const age = (accountId: string, state: string, interval: string) =>
    service.sql`UPDATE platform_facts SET checked_at = now() - ${interval}::interval WHERE account_id = ${accountId} AND state = ${state}`;

  it('is told again with its original time and without asking', async () => {
    const { key } = await service.account();
    const first = await lookUp(key, ADA.username);
    expect(first.body.servedFromCache).toBe(false);
    expect(first.requested).toBe(10);
    const again = await lookUp(key, ADA.username);
    expect(again.body.servedFromCache).toBe(true);
    expect(again.requested).toBe(0);
    expect(times(again.body)).toEqual(times(first.body));
    expect(again.body.hits.toSorted()).toEqual(first.body.hits.toSorted());
    expect(again.body.lookupId).not.toBe(first.body.lookupId);
  });

  it.each(['no-cache', 'max-age=0, no-cache', 'No-Cache'])('Cache-Control: %s asks every platform afresh', async (value) => {
    const { key } = await service.account();
    const first = await lookUp(key, ADA.username);
    const again = await lookUp(key, ADA.username, { 'cache-control': value });
    expect(again.body.servedFromCache).toBe(false);
    expect(again.requested).toBe(10);
    for (const [platform, at] of Object.entries(times(first.body)))
      expect(Date.parse(times(again.body)[platform] as string)).toBeGreaterThan(Date.parse(at));
    const third = await lookUp(key, ADA.username);
    expect(times(third.body)).toEqual(times(again.body));
  });

  it('is asked for afresh by a batch and by a stream that say no-cache, and by these only', async () => {
    const { key } = await service.account();
    await lookUp(key, ADA.username);
    const before = service.sites.simulator.requests().log.length;
    const requested = () =>
      service.sites.simulator
        .requests()
        .log.slice(before)
        .filter(({ identity }) => identity === identityDigest('username', ADA.username)).length;
    const batch = (headers: Record<string, string>) =>
      service.call('POST', '/v1/lookup/batch', { key, body: { items: [{ query: ADA.username }] }, headers });
    const stream = async (headers: Record<string, string>) =>
      (
        await fetch(`${service.url}/v1/lookup/stream?query=${ADA.username}&deep=true&platforms=`, {
          headers: { authorization: `Bearer ${key}`, ...headers },
        })
      ).text();
    await stream({});
    expect(requested()).toBe(0);
    await stream({ 'cache-control': 'no-cache' });
    expect(requested()).toBe(10);
    expect((await batch({ 'cache-control': 'no-cache' })).status).toBe(200);
    await vi.waitFor(() => expect(requested()).toBe(20), { timeout: 90_000, interval: 50 });
  });

  it('is never told to another account', async () => {
    const [first, other] = await Promise.all([service.account(), service.account()]);
    await lookUp(first.key, ADA.username);
    const { body, requested } = await lookUp(other.key, ADA.username);
    expect(body.servedFromCache).toBe(false);
    expect(requested).toBe(10);
  });

  it('is told to every key of the account', async () => {
    const { key, accountId } = await service.account();
    await lookUp(key, ADA.username);
    expect((await lookUp((await service.keyOf(accountId)).key, ADA.username)).body.servedFromCache).toBe(true);
  });

  it('is of one identity only: names that differ by a letter or its case are other identities', async () => {
    const { key } = await service.account();
    await lookUp(key, ADA.username);
    expect((await lookUp(key, 'ada-exampl')).body.servedFromCache).toBe(false);
    expect((await lookUp(key, 'Ada-Example')).body.servedFromCache).toBe(false);
  });

  it.each([
    ['registered', ADA.username, '6 days 23 hours', true],
    ['registered', ADA.username, '7 days 1 minute', false],
    ['not_registered', NOBODY, '23 hours', true],
    ['not_registered', NOBODY, '24 hours 1 minute', false],
  ] as const)('%s (%s) after %s: told from memory %s', async (state, query, interval, received) => {
    const { key, accountId } = await service.account();
    await lookUp(key, query);
    await age(accountId, state, interval);
    const { body, requested } = await lookUp(key, query);
    expect(body.servedFromCache).toBe(received);
    expect(requested).toBe(received ? 0 : 10);
  });

  it('what was omitted is asked again, the rest is not', async () => {
    const { key } = await service.account();
    const [broken] = service.sites.slugs;
    service.sites.simulator.setFault(broken as string, 'captcha_200');
    const first = await lookUp(key, ADA.username);
    expect(first.body.results.map(({ platform }) => platform)).not.toContain(broken);
    service.sites.simulator.setFault(broken as string, null);
    const again = await lookUp(key, ADA.username);
    expect(again.requested).toBe(1);
    expect(again.body.hits).toContain(broken);
    expect(again.body.servedFromCache).toBe(true);
  });
});
