import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStream, type StreamedEvent } from '../../support/http/event-client.js';
import { billOf } from '../../support/http/ledger.js';
import { expectLookupBody, type LookupBody, type ResultBody } from '../../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

/** The body of the last event. */
function doneOf(events: readonly StreamedEvent[]): LookupBody {
  const last = events.at(-1);
  expect(last?.event).toBe('done');
  return last?.data as LookupBody;
}

describe('streamLookup', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService();
  });
  afterAll(() => service.close());

  const open = (key: string, parameters: Record<string, string>, lastEventId?: string) =>
    openStream(
      `${service.url}/v1/lookup/stream?${new URLSearchParams({ deep: 'true', platforms: '', ...parameters }).toString()}`,
      key,
      lastEventId,
    );

  it('tells each result once as platform_result, then done once and last, equal to what GET returns', async () => {
    const { key, accountId } = await service.account();
    const stream = await open(key, { query: ADA.username });
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['cache-control']).toContain('no-cache');
    expect(stream.headers['x-ratelimit-limit']).toBe('600');
    const events = await stream.whole();
    expect(events.map(({ event }) => event)).toEqual([...events.slice(1).map(() => 'platform_result'), 'done']);
    const done = events.at(-1)?.data as LookupBody;
    expectLookupBody(done);
    const received = events.slice(0, -1).map(({ data }) => data as ResultBody);
    const byPlatform = (a: ResultBody, b: ResultBody) => a.platform.localeCompare(b.platform);
    expect([...received].sort(byPlatform)).toEqual([...done.results].sort(byPlatform));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect((await service.call('GET', `/v1/lookup/${done.lookupId}`, { key })).body).toEqual(done);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('tells a result while other platforms still think', async () => {
    const { key } = await service.account();
    const [slow] = service.sites.slugs;
    service.sites.simulator.setFault(slow as string, 'hang');
    try {
      const stream = await open(key, { query: 'asked-by-nobody-else' });
      const events = await stream.until(1);
      expect(events[0]?.event).toBe('platform_result');
      const [row] = await service.sql<{ state: string }[]>`SELECT state FROM lookups ORDER BY accepted_at DESC LIMIT 1`;
      expect(row?.state).toBe('running');
      stream.cut();
    } finally {
      service.sites.simulator.setFault(slow as string, null);
    }
  });

  it('deep is the whole set with true and the default band with anything else', async () => {
    const { key } = await service.account();
    const checked = async (deep: string) => doneOf(await (await open(key, { query: ADA.username, deep })).whole()).platformsChecked;
    const strong = service.sites.catalogue.platforms.filter(({ strength }) => strength === 'strong').length;
    expect(await checked('true')).toBe(service.sites.catalogue.platforms.length);
    expect(await checked('false')).toBe(strong);
    expect(await checked('')).toBe(strong);
    expect(await checked('TRUE')).toBe(strong);
  });

  it('platforms, separated by commas, override the band', async () => {
    const { key } = await service.account();
    const slugs = service.sites.slugs.slice(3, 6);
    const events = await (await open(key, { query: ADA.username, platforms: slugs.join(' , ') })).whole();
    expect(
      doneOf(events)
        .results.map(({ platform }) => platform)
        .sort(),
    ).toEqual(slugs);
  });

  it('progress is told of what has ended, answered or omitted; done counts what answered', async () => {
    const slugs = service.sites.slugs.slice(6, 9);
    service.sites.simulator.setFault(slugs[0] as string, 'challenge_403');
    try {
      const { key } = await service.account();
      const stream = await open(key, { query: 'nobody-at-all', platforms: slugs.join() });
      expect(doneOf(await stream.whole()).platformsChecked).toBe(2);
      expect([...stream.text().matchAll(/^: (progress .*)$/gm)].at(-1)?.[1]).toBe('progress 3 of 3');
    } finally {
      service.sites.simulator.setFault(slugs[0] as string, null);
    }
  });

  it('instant: done carries instant, deadlineMs and platformsPending', async () => {
    const { key } = await service.account();
    const events = await (await open(key, { query: ADA.username, instant: 'true' })).whole();
    const done = events.at(-1)?.data as LookupBody & { instant: boolean; deadlineMs: number; platformsPending: number };
    expectLookupBody(done, ['deadlineMs', 'instant', 'platformsPending']);
    expect(done).toMatchObject({ instant: true, deadlineMs: service.config.INSTANT_CEILING_MS });
    const planned = service.sites.catalogue.platforms.filter(({ instant }) => instant.includes('username')).length;
    expect(done.platformsChecked + done.platformsPending).toBe(planned);
  });

  it('instant, resumed: what came after, and done with the same fields from the record', async () => {
    const { key } = await service.account();
    const parameters = { query: ADA.username, instant: 'true' };
    const whole = await (await open(key, parameters)).whole();
    const { lookupId } = doneOf(whole);
    await vi.waitFor(async () => expect((await service.call('GET', `/v1/lookup/${lookupId}`, { key })).body).not.toHaveProperty('status'), {
      timeout: 90_000,
      interval: 1_000,
    });
    const rest = await (await open(key, parameters, whole[0]?.id)).whole();
    const full = (await service.call('GET', `/v1/lookup/${lookupId}`, { key })).body as LookupBody;
    expect(doneOf(rest)).toEqual({ ...full, instant: true, deadlineMs: service.config.INSTANT_CEILING_MS, platformsPending: 0 });
    expect(rest.slice(0, -1).map(({ data }) => data)).toEqual(full.results.slice(1));
  });

  it('an address alone is streamed to its end', async () => {
    const { key } = await service.account();
    const events = await (await open(key, { ip: '192.0.2.17' })).whole();
    expect(events.map(({ event }) => event)).toEqual(['done']);
    expect(events[0]?.data).toMatchObject({ query: '192.0.2.17', platformsChecked: 0, results: [] });
  });
});
