import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGatedService } from '../support/gated-service.js';
import { expectRefusal } from '../support/http/answers.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { addIdleWorker } from '../support/http/idle-worker.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

/** Long enough for a busy machine, far below the ten seconds that one platform may take. */
const CEILING_MS = 2_500;
const CEILING = { INSTANT_CEILING_MS: String(CEILING_MS), WAIT_CEILING_MS: '1000' };

const VERSIONS = ['v1', 'v2'] as const;
type Version = (typeof VERSIONS)[number];
/** What each version answers of five platforms while nothing is known. */
const NOTHING_YET = {
  v1: { platformsChecked: 0, platformsPending: 5, matches: 0, hits: [], results: [], servedFromCache: false },
  v2: {
    status: 'processing',
    platformsChecked: 0,
    platformsPending: 5,
    planned: 5,
    answered: 0,
    omitted: 0,
    hits: [],
    results: [],
    omissions: { total: 0, byReason: {} },
    risk: { score: null, level: 'insufficient' },
  },
} as const;

const stateOf = async (service: Pick<WorkingService, 'sql'>, lookupId: string) =>
  (await service.sql<{ state: string }[]>`SELECT state FROM lookups WHERE id = ${lookupId}`)[0]?.state;

describe('instant with a platform that hangs', () => {
  let service: WorkingService;
  let platforms: string[];
  let hanging: string;
  beforeAll(async () => {
    // Ten lookups at once are a quarter of what a host allows in a second.
    service = await startWorkingService({ sites: 10, env: { ...CEILING, PROBE_HOST_RATE: '40' } });
    platforms = service.sites.slugs.slice(0, 5);
    hanging = platforms[0] as string;
    service.sites.simulator.setFault(hanging, 'hang');
  });
  afterAll(() => service.close());

  /** Five platforms, of which one hangs that nobody has been kept waiting by: the circuit breaker knows the first one by then. */
  const withFreshHanging = (index: number): string[] => {
    service.sites.simulator.setFault(service.sites.slugs[index] as string, 'hang');
    return [...platforms.slice(1), service.sites.slugs[index] as string];
  };

  it('answers at the ceiling with what is there, while the platform is still asked; later reads show the rest', async () => {
    const { key, accountId } = await service.account();
    const response = await service.call('POST', '/v1/lookup?instant=true', { key, body: { query: ADA.username, platforms } });
    const body = response.body as LookupBody;
    // The lookup cannot be over before the hanging platform's own deadline, so the answer left before it.
    expect(await stateOf(service, body.lookupId)).toBe('running');
    expectLookupBody(body, ['platformsPending']);
    expect(body.platformsPending).toBeGreaterThanOrEqual(1);
    expect(body.platformsChecked + (body.platformsPending ?? 0)).toBe(platforms.length);
    expect(body.results.map(({ platform }) => platform)).not.toContain(hanging);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });

    await vi.waitFor(async () => expect(await stateOf(service, body.lookupId)).toBe('finished'), { timeout: 90_000, interval: 100 });
    const full = (await service.call('GET', `/v1/lookup/${body.lookupId}`, { key })).body as LookupBody;
    expectLookupBody(full);
    // The hanging platform gave no answer: it is omitted, and not counted.
    expect(full.platformsChecked).toBe(platforms.length - 1);
    expect(full.results).toEqual(expect.arrayContaining([...body.results]));
    expect(full.results.map(({ platform }) => platform)).not.toContain(hanging);
  });

  it('many at once wait for their turn at it no longer than one would be asked; each lookup is over soon after its ceiling', async () => {
    const { key, accountId } = await service.account();
    const crowd = Array.from({ length: 10 }, () =>
      service.call('POST', '/v1/lookup?instant=true', { key, body: { query: ADA.username, platforms } }),
    );
    expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    // Two at a time, one after the other, would take fifty seconds.
    const unfinished = () => service.sql`SELECT id FROM lookups WHERE account_id = ${accountId} AND state <> 'finished'`;
    await vi.waitFor(async () => expect(await unfinished()).toHaveLength(0), { timeout: 90_000, interval: 100 });
  });

  it('the stream closes at the ceiling, and what done lists was told', async () => {
    const { key } = await service.account();
    const query = new URLSearchParams({ query: ADA.username, deep: 'false', platforms: withFreshHanging(5).join(), instant: 'true' });
    const events = await (await openStream(`${service.url}/v1/lookup/stream?${query.toString()}`, key)).whole();
    const done = events.at(-1)?.data as LookupBody & { deadlineMs: number; platformsPending: number };
    expect(await stateOf(service, done.lookupId)).toBe('running');
    expect(done).toMatchObject({ instant: true, deadlineMs: CEILING_MS });
    expect(done.platformsPending).toBeGreaterThanOrEqual(1);
    expect(done.platformsChecked + done.platformsPending).toBe(platforms.length);
    const received = events.filter(({ event }) => event === 'platform_result').map(({ data }) => (data as { platform: string }).platform);
    expect([...received].sort()).toEqual(done.results.map(({ platform }) => platform).sort());
  });

  it('wait is answered with a pending lookup when it takes too long', async () => {
    const { key, accountId } = await service.account();
    const response = await service.call('POST', '/v1/lookup?wait=true', {
      key,
      body: { query: ADA.username, platforms: withFreshHanging(6) },
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ lookupId: expect.stringMatching(/^lkp_/) as string, status: 'processing' });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });
});

describe('instant with a worker that does nothing', () => {
  let service: Awaited<ReturnType<typeof startGatedService>>;
  beforeAll(async () => {
    service = await startGatedService({ env: CEILING });
    await addIdleWorker(service);
  });
  afterAll(() => service.close());

  const PLATFORMS = 5;
  const request = (key: string, version: Version = 'v1') => {
    const platforms = service.sites.slugs.slice(0, PLATFORMS);
    return version === 'v1'
      ? service.call('POST', '/v1/lookup?instant=true', { key, body: { query: ADA.username, platforms } })
      : service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [ADA.username] }, platforms, mode: 'instant' } });
  };

  /** Resolves when the account's lookup is stored: from then on the request waits for results only. */
  const stored = (accountId: string) =>
    vi.waitFor(async () => expect(await billOf({ sql: service.direct }, accountId)).toMatchObject({ lookups: 1 }), {
      timeout: 90_000,
      interval: 10,
    });

  it.each(VERSIONS)('%s answers at the ceiling: everything is pending, nothing is scored', async (version) => {
    const { key, accountId } = await service.account();
    const response = await request(key, version);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject(NOTHING_YET[version]);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it.each(VERSIONS)('with a database that stalls after acceptance, %s answers at the ceiling', async (version) => {
    const { key, accountId } = await service.account();
    const answer = request(key, version);
    await stored(accountId);
    service.gate.freeze();
    try {
      const response = await answer;
      // Either the acceptance was confirmed before the stall, or nobody could know.
      if (response.status === 200) expect(response.body).toMatchObject(NOTHING_YET[version]);
      else expectRefusal(response, 'unavailable');
    } finally {
      service.gate.resume();
    }
    expect(await billOf({ sql: service.direct }, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('with a database that is cut off after acceptance, it answers at the ceiling', async () => {
    const { key, accountId } = await service.account();
    const answer = request(key);
    await stored(accountId);
    await service.gate.refuse();
    try {
      const response = await answer;
      if (response.status === 200) expect(response.body).toMatchObject(NOTHING_YET.v1);
      else expectRefusal(response, 'unavailable');
    } finally {
      await service.gate.accept();
    }
    await vi.waitFor(async () => expect((await service.call('GET', '/readyz')).status).toBe(200), { timeout: 90_000, interval: 100 });
  });

  it('with its row locked by somebody else, it answers at the ceiling', async () => {
    const { key, accountId } = await service.account();
    const answer = request(key);
    await stored(accountId);
    let response: Awaited<typeof answer> | undefined;
    await service.direct.begin(async (lock) => {
      await lock`SELECT 1 FROM lookups WHERE account_id = ${accountId} FOR UPDATE`;
      response = await answer;
    });
    expect(response?.status).toBe(200);
    expect(response?.body).toMatchObject(NOTHING_YET.v1);
  });

  it('with a database that is slow to know the key, the ceiling still counts from the request', async () => {
    const HELD_MS = CEILING_MS - 500;
    const { key } = await service.account();
    const blocked = service.direct.begin(async (lock) => {
      await lock`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
      const sent = performance.now();
      const answer = request(key).then((response) => ({ response, ms: performance.now() - sent }));
      await lock`SELECT pg_sleep(${HELD_MS / 1_000})`;
      return { answer };
    });
    const { response, ms } = await (await blocked).answer;
    expect(response.body).toMatchObject(NOTHING_YET.v1);
    // Counted from the moment the key was known, it would have taken that much more.
    expect(ms).toBeLessThan(CEILING_MS + HELD_MS);
  });

  it('the stream of v2 ends with done at the ceiling with what is pending', async () => {
    const { key } = await service.account();
    const query = `username=${ADA.username}&module=footprint&instant=true&platforms=${service.sites.slugs.slice(0, PLATFORMS).join(',')}`;
    const events = await (await openStream(`${service.url}/v2/lookup/stream?${query}`, key)).whole();
    expect(events.map(({ event }) => event)).toEqual(['done']);
    expect(events[0]?.data).toMatchObject(NOTHING_YET.v2);
  });

  it.each([
    ['v1', { query: ADA.username, deep: 'false', platforms: '', instant: 'true' }],
    ['v2', { username: ADA.username, instant: 'true' }],
  ])('the stream of %s ends with done at the ceiling when the database stalls', async (version, parameters) => {
    const { key, accountId } = await service.account();
    const stream = await openStream(`${service.url}/${version}/lookup/stream?${new URLSearchParams(parameters).toString()}`, key);
    await stored(accountId);
    service.gate.freeze();
    try {
      const events = await stream.whole();
      expect(events.map(({ event }) => event)).toEqual(['done']);
      expect(events[0]?.data).toMatchObject({ results: [] });
    } finally {
      service.gate.resume();
    }
  });
});
