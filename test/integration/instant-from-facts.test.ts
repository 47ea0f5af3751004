/** An instant lookup that no worker takes in time is answered with what is stored, billed once; refused, unbilled, where nothing is. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { expectRefusal } from '../support/http/answers.js';
import { addIdleWorker } from '../support/http/idle-worker.js';
import { billOf } from '../support/http/ledger.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';

const SITES = 10;
/** Lookups that wait for a worker at most while there is none, and places of an API that has just started. */
const ROOM = 24;
const PLACES = 32;
const FLOOD = 70;
const PATIENT = { timeout: 90_000, interval: 100 };

interface Told {
  readonly lookupId: string;
  readonly times: Readonly<Record<string, string>>;
  readonly pending: number;
  readonly fromCache: boolean;
}

describe('a known identity', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ worker: false, sites: SITES });
  });
  afterAll(() => service.close());

  const timesOf = (results: readonly { platform: string; checkedAt: string }[]) =>
    Object.fromEntries(results.map(({ platform, checkedAt }) => [platform, checkedAt]));
  const toldV1 = ({ lookupId, results, platformsPending, servedFromCache }: LookupBody): Told => ({
    ...{ lookupId, times: timesOf(results), pending: platformsPending ?? 0, fromCache: servedFromCache },
  });
  const toldV2 = ({ lookupId, results, planned, answered, omitted }: LookupBodyV2): Told => ({
    ...{ lookupId, times: timesOf(results), pending: (planned ?? 0) - answered - omitted, fromCache: true },
  });
  const doneOf = (text: string) => JSON.parse(/event: done\n(?:id: .*\n)?data: (.*)/.exec(text)?.[1] ?? expect.fail(text)) as never;

  type Asked = readonly [key: string, query: string, platforms?: readonly string[], headers?: Record<string, string>];
  /** Every way to ask for an instant answer, about platforms that are named, or a band. */
  const WAYS = {
    v1: async ([key, query, platforms, headers = {}]: Asked) =>
      service.call('POST', '/v1/lookup?instant=true', { key, headers, body: { query, platforms } }),
    v2: async ([key, query, platforms, headers = {}]: Asked) =>
      service.call('POST', '/v2/lookup', { key, headers, body: { identities: { usernames: [query] }, mode: 'instant', platforms } }),
    "v1's stream": async ([key, query, platforms = [], headers = {}]: Asked) =>
      service.call('GET', `/v1/lookup/stream?query=${query}&deep=false&platforms=${platforms.join(',')}&instant=true`, { key, headers }),
    "v2's stream": async ([key, query, platforms = [], headers = {}]: Asked) =>
      service.call('GET', `/v2/lookup/stream?username=${query}&platforms=${platforms.join(',')}&instant=true`, { key, headers }),
  };
  type Way = keyof typeof WAYS;
  const tell = async (way: Way, ...asked: Asked): Promise<Told> => {
    const { status, body, text } = await WAYS[way](asked);
    expect(status, text).toBe(200);
    const whole = way.endsWith('stream') ? doneOf(text) : body;
    return way.startsWith('v1') ? toldV1(whole) : toldV2(whole);
  };

  /** An account that has looked Ada up, by a worker that has ended since. */
  async function learn(query = ADA.username, platforms: readonly string[] = service.sites.slugs) {
    const account = await service.account();
    const worker = new Lifecycle();
    await service.startWorker(worker);
    const { status, body } = await service.call('POST', '/v1/lookup?wait=true', { key: account.key, body: { query, platforms } });
    expect(status).toBe(200);
    await worker.close();
    const { results } = body as LookupBody;
    expect(results).toHaveLength(platforms.length);
    return { ...account, times: timesOf(results) };
  }
  /** Runs a worker until everything has ended. */
  async function finishAll(): Promise<void> {
    const worker = new Lifecycle();
    await service.startWorker(worker);
    const open = async () => (await service.sql`SELECT id FROM lookups WHERE state <> 'finished'`).length;
    await vi.waitFor(async () => expect(await open()).toBe(0), PATIENT);
    await worker.close();
  }
  /** Lets nobody write results until it is called. */
  async function holdResults(): Promise<() => Promise<unknown>> {
    let [isHeld, release] = [(): void => undefined, (): void => undefined];
    const [locked, held] = [new Promise<void>((resolve) => (isHeld = resolve)), new Promise<void>((resolve) => (release = resolve))];
    const holding = service.sql.begin(async (tx) => {
      await tx`LOCK TABLE lookup_results IN SHARE MODE`;
      isHeld();
      await held;
    });
    await Promise.race([locked, holding]);
    return () => {
      release();
      return holding;
    };
  }
  const requests = () => service.sites.simulator.requests().log.length;

  // First: lookups that begin late, as others below, lower the limit.
  it('in a flood takes twice the places of others, and no more; who asks for something else is answered', async () => {
    const { key, accountId } = await learn();
    await addIdleWorker(service);
    // No lookup gets a plan, so none gives its place back.
    const planning = vi.spyOn(LookupWriter.prototype, 'savePlan').mockReturnValue(new Promise(() => undefined));
    onTestFinished(() => planning.mockRestore());
    const body = { identities: { usernames: [ADA.username] }, mode: 'instant', platforms: service.sites.slugs, deadlineMs: 10_000 };
    const flood = Array.from({ length: FLOOD }, () => service.call('POST', '/v2/lookup', { key, body }));
    const isRefused = (each: Promise<{ status: number }>) => each.then(({ status }) => status === 503);
    await vi.waitFor(async () => expect((await billOf(service, accountId)).ledger).toBe(1 + 2 * PLACES), PATIENT);
    expect((await service.call('GET', '/v2/account', { key: (await service.account()).key })).status).not.toBe(503);
    expect((await Promise.all(flood.map(isRefused))).filter(Boolean)).toHaveLength(FLOOD - 2 * PLACES);
    expect((await billOf(service, accountId)).ledger).toBe(1 + 2 * PLACES);
    planning.mockRestore();
    await addIdleWorker(service, false);
    await finishAll();
  });

  it('is answered without any worker, in every way, with the results and times of before, each billed once; nobody is asked', async () => {
    const { key, accountId, times } = await learn();
    const before = requests();
    const ways = Object.keys(WAYS) as Way[];
    for (const way of ways) {
      const named = await tell(way, key, ADA.username, service.sites.slugs);
      expect([way, named]).toEqual([way, { lookupId: expect.any(String) as string, times, pending: 0, fromCache: true }]);
      const ofBand = await tell(way, key, ADA.username);
      expect(times).toMatchObject(ofBand.times);
      expect(Object.keys(ofBand.times).length, way).toBeGreaterThan(0);
    }
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1 + 2 * ways.length, ledger: 1 + 2 * ways.length });
    expect(requests()).toBe(before);
  });

  it('is told what is known of it, and what is not is pending, until a worker completes it', async () => {
    const { slugs } = service.sites;
    const { key } = await learn(ADA.username, slugs.slice(0, 4));
    const { lookupId, times, pending } = await tell('v2', key, ADA.username, slugs);
    expect([Object.keys(times).sort(), pending]).toEqual([slugs.slice(0, 4).sort(), SITES - 4]);
    // No worker has begun it: where its start was lost, the next round of the reconciler starts it.
    const unstarted = () => service.record.reader.unfinished('accepted', 0, { limit: 100, after: null });
    expect((await unstarted()).map(({ id }) => id)).toContain(lookupId);
    await finishAll();
    const { body } = await service.call('GET', `/v2/lookup/${lookupId}`, { key });
    const whole = body as LookupBodyV2;
    expect(whole).toMatchObject({ status: 'finished', planned: SITES });
    expect(timesOf(whole.results)).toMatchObject(times);
    expect(whole.answered + whole.omitted).toBe(SITES);
  });

  it('and a worker that comes late bills, answers and tells nothing twice, nor asks again what was known', async () => {
    const { key, accountId, times } = await learn();
    await addEndpointTo(service.record, accountId);
    const before = requests();
    const sendOnce = () => WAYS.v1([key, ADA.username, service.sites.slugs, { 'idempotency-key': 'once' }]);
    const [first, again] = [(await sendOnce()).body as LookupBody, (await sendOnce()).body as LookupBody];
    expect([again.lookupId, timesOf(again.results)]).toEqual([first.lookupId, times]);
    const bill = await billOf(service, accountId);
    await finishAll();
    await finishAll();
    expect(await billOf(service, accountId)).toEqual(bill);
    expect(bill).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
    const read = (await service.call('GET', `/v1/lookup/${first.lookupId}`, { key })).body as LookupBody;
    expect(timesOf(read.results)).toEqual(times);
    expect((await sendOnce()).body).toMatchObject({ lookupId: first.lookupId, platformsPending: 0 });
    const events = await service.sql`SELECT 1 FROM webhook_events WHERE account_id = ${accountId} AND type = 'lookup.completed'`;
    expect(events).toHaveLength(1);
    expect(requests()).toBe(before);
  });

  it('is refused, unbilled, like one that nobody knows, where what is stored may not be used', async () => {
    const { key, accountId } = await learn();
    const { slugs } = service.sites;
    const { ledger } = await billOf(service, accountId);
    const refused = async (who: string, by = key, headers = {}) => {
      for (const way of Object.keys(WAYS) as Way[]) {
        const response = await WAYS[way]([by, who, slugs, headers]);
        expectRefusal(response, 'unavailable');
        expect(response.headers.get('retry-after')).toBe('1');
      }
    };
    await refused('somebody-else');
    await refused(ADA.username, (await service.account()).key); // another account's
    await refused(ADA.username, key, { 'cache-control': 'no-cache' });
    await service.sql`UPDATE platform_facts SET rule = 'of-another-release' WHERE account_id = ${accountId} AND platform <> ${slugs[0] ?? ''}`;
    expect(Object.keys((await tell('v1', key, ADA.username, slugs)).times)).toEqual([slugs[0]]);
    await service.sql`UPDATE platform_facts SET checked_at = now() - interval '8 days' WHERE account_id = ${accountId}`;
    await refused(ADA.username);
    expect((await billOf(service, accountId)).ledger).toBe(ledger + 1);
  });

  it('is answered at the deadline when a worker accepts work and does not begin in time, as when the machine is overloaded', async () => {
    const { key, accountId, times } = await learn();
    await addIdleWorker(service);
    for (const way of Object.keys(WAYS) as Way[]) {
      const told = await tell(way, key, ADA.username, service.sites.slugs);
      expect([way, told]).toEqual([way, { lookupId: expect.any(String) as string, times, pending: 0, fromCache: true }]);
    }
    expect((await billOf(service, accountId)).ledger).toBe(1 + Object.keys(WAYS).length);
    await addIdleWorker(service, false);
  });

  it('is answered at the deadline when what is known cannot be stored by then', async () => {
    const { key } = await learn();
    for (const way of Object.keys(WAYS) as Way[]) {
      const release = await holdResults();
      const { times, pending } = await tell(way, key, ADA.username, service.sites.slugs);
      const waiting = await service.sql`SELECT 1 FROM pg_locks WHERE relation = 'lookup_results'::regclass AND NOT granted`;
      await release();
      expect([way, times, pending, waiting.length > 0]).toEqual([way, {}, SITES, true]);
    }
    await finishAll();
  });

  it('waits for a worker as far as there is room; beyond, others are refused, unbilled, until a worker has been there', async () => {
    const { key, accountId } = await learn();
    const ask = async () => (await WAYS.v1([key, ADA.username, service.sites.slugs])).status;
    const answers: number[] = [];
    for (let n = 0; n < ROOM + 6; n += 1) answers.push(await ask());
    expect(answers).toEqual([...Array<number>(ROOM).fill(200), ...Array<number>(6).fill(503)]);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1 + ROOM, ledger: 1 + ROOM });
    await finishAll();
    await vi.waitFor(async () => expect(await ask()).toBe(200), PATIENT);
    await finishAll();
  });

  it('that is on the suppression list is refused as well, and so is one on platforms that are switched off', async () => {
    const suppressed = await learn();
    const identity = { kind: 'username', value: ADA.username } as const;
    const { accountId } = suppressed;
    await service.record.suppressions.add({ accountId, identity, proof: 'letter 1', addedBy: 'operator' });
    expectRefusal(await WAYS.v1([suppressed.key, ADA.username, service.sites.slugs]), 'unavailable');
    const [slug = expect.fail()] = service.sites.slugs;
    const other = await learn();
    await service.record.switches.switchOff({ platform: slug, by: null, reason: 'a test' });
    await vi.waitFor(async () => expectRefusal(await WAYS.v1([other.key, ADA.username, [slug]]), 'unavailable'), PATIENT);
  });
});
