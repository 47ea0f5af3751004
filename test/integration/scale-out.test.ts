/** Two APIs and two workers on one database and one engine: they share the work, and one of each may die. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { chaosSeeds, seeded } from '../support/chaos.js';
import { call, lookupIdOf, type Reply } from '../support/chaos-client.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { openStream, type StreamedEvent } from '../support/http/event-client.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

/** Two shards. */
const SITES = 80;
/** Lookups at once in a blow. */
const WAITERS = 6;

interface Answer {
  readonly results: readonly { readonly platform: string; readonly registered: boolean }[];
}

describe('two APIs and two workers', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let temporalView: TemporalView;
  let fleet: Fleet;
  let apis: [ApiProcess, ApiProcess];
  let workers: [ServiceProcess, ServiceProcess];
  const subjectOf = (seed: number, n: number | string): string => `shared_${seed}_${n}`;

  beforeAll(async () => {
    const people = chaosSeeds().flatMap((seed) =>
      [...Array(WAITERS).keys(), 'stream'].map((n) => ({ identities: { username: [subjectOf(seed, n)] }, share: 0.4 })),
    );
    sites = await startGeneratedSites(SITES, { accounts: { people }, latency: { medianMs: 200, sigma: 0.8, capMs: 2_000 } });
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    temporalView = openTemporalView(temporalAddress, namespace);
    ledger = openLedgerReader(databaseUrl);
    fleet = createFleet({ ...sites.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    apis = [await fleet.api(), await fleet.api()];
    workers = [await fleet.worker(), await fleet.worker()];
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), temporalView?.close(), sites?.close()]);
  });

  const wait = (url: string, key: string, subject: string, token: string): Promise<Reply> =>
    call(url, 'POST', '/v1/lookup?wait=true&deep=true', {
      key,
      body: { query: subject },
      headers: { 'idempotency-key': token },
      timeoutMs: 60_000,
    });
  const streamUrl = (url: string, subject: string): string => `${url}/v1/lookup/stream?query=${subject}&deep=true&platforms=`;

  function expectTruth(answer: Answer, subject: string): void {
    expect(answer.results.length).toBe(SITES);
    const wrong = answer.results.filter(
      ({ platform, registered }) => registered !== sites.simulator.accounts.exists(platform, 'username', subject),
    );
    expect(wrong).toEqual([]);
  }

  /** Each platform once, `done` once and last. @returns what `done` says */
  function expectWholeStream(events: readonly StreamedEvent[]): Answer {
    const received = events.filter(({ event }) => event === 'platform_result').map(({ data }) => (data as { platform: string }).platform);
    expect(received.length).toBe(SITES);
    expect(new Set(received).size).toBe(SITES);
    expect(events.filter(({ event }) => event === 'done').length).toBe(1);
    expect(events.at(-1)?.event).toBe('done');
    return events.at(-1)?.data as Answer;
  }

  it('both workers take shards', async () => {
    const owner = await ledger.account();
    const seen = new Set<number>();
    for (let n = 0; n < 10 && seen.size < 2; n += 1) {
      const reply = await wait(apis[n % 2 === 0 ? 0 : 1].url, owner.key, `shared_work_${n}`, randomUUID());
      expect(reply.status).toBe(200);
      for (const pid of await temporalView.workersOf(lookupIdOf(reply.body) ?? '')) seen.add(pid);
    }
    expect([...seen].sort()).toEqual(workers.map(({ pid }) => pid).sort());
  });

  it('a waiter and a reader of the stream on one API hear of a lookup that the other accepted', async () => {
    const owner = await ledger.account();
    const token = randomUUID();
    const subject = subjectOf(chaosSeeds()[0] ?? 1, 'stream');
    const stream = await openStream(streamUrl(apis[0].url, subject), owner.key);
    const [first] = await stream.until(1);
    stream.cut();
    const [here, there, resumed] = await Promise.all([
      wait(apis[0].url, owner.key, 'heard_everywhere', token),
      wait(apis[1].url, owner.key, 'heard_everywhere', token),
      openStream(streamUrl(apis[1].url, subject), owner.key, first?.id).then((open) => open.whole()),
    ]);
    expect([here.status, there.status]).toEqual([200, 200]);
    expect(there.body).toEqual(here.body);
    expectTruth(expectWholeStream([first as StreamedEvent, ...resumed]), subject);
    expect(await ledger.used(owner.accountId)).toBe(2);
  });

  it.each(chaosSeeds())('seed %i: one of each is killed; every lookup is finished, told truly and billed once', async (seed) => {
    const owner = await ledger.account();
    const victim = { api: seeded(seed, 'api', 0, 1) as 0 | 1, worker: seeded(seed, 'worker', 0, 1) as 0 | 1 };
    const survivor = apis[victim.api === 0 ? 1 : 0];
    const orders = Array.from({ length: WAITERS }, (_, n) => ({ subject: subjectOf(seed, n), token: randomUUID() }));

    const waits = Promise.all(orders.map(({ subject, token }, n) => wait(apis[n % 2 === 0 ? 0 : 1].url, owner.key, subject, token)));
    const streamed = subjectOf(seed, 'stream');
    const stream = await openStream(streamUrl(apis[victim.api].url, streamed), owner.key);
    const blowAt = seeded(seed, 'results stored', 1, SITES * (WAITERS + 1) * 0.7);
    const stored = async () => (await ledger.lookups(owner.accountId)).reduce((sum, { results }) => sum + results, 0);
    expect(await waitUntil(async () => stream.events().length > 0 && (await stored()) >= blowAt, 60_000, 5)).toBe(true);
    await Promise.all([apis[victim.api].kill(), workers[victim.worker].kill()]);

    const before = await stream.whole();
    const last = before.at(-1);
    const rest =
      last?.event === 'done' ? [] : await openStream(streamUrl(survivor.url, streamed), owner.key, last?.id).then((open) => open.whole());
    const answered = await Promise.all(
      (await waits).map(async (reply, n) => {
        // Without an answer, the client asks the other API again under the same key.
        const { subject, token } = orders[n] as (typeof orders)[number];
        return reply.status === 0 ? wait(survivor.url, owner.key, subject, token) : reply;
      }),
    );
    expect(answered.map(({ status }) => status)).toEqual(orders.map(() => 200));
    answered.forEach(({ body }, n) => expectTruth(body as Answer, orders[n]?.subject ?? ''));
    expectTruth(expectWholeStream([...before, ...rest]), streamed);

    const lookups = await ledger.lookups(owner.accountId);
    expect(lookups.length).toBe(WAITERS + 1);
    for (const lookup of lookups) expect(lookup).toMatchObject({ state: 'finished', planned: SITES, results: SITES, billed: 1 });
    expect(await ledger.used(owner.accountId)).toBe(WAITERS + 1);
    expect(fleet.died()).toEqual([]);
    [apis[victim.api], workers[victim.worker]] = await Promise.all([fleet.api(), fleet.worker()]);
  });
});
