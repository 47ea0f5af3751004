/** Promise 2 across kill -9 of the worker: nothing is lost, nothing is doubled, and hardly anything is asked twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { chaosSeeds, seeded } from '../support/chaos.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

/** Three shards, so that a kill finds some further than others. */
const SITES = 130;
const subjectOf = (seed: number): string => `chaos_subject_${seed}`;

interface Answer {
  readonly platformsChecked: number;
  readonly results: { readonly platform: string; readonly registered: boolean }[];
}

describe('kill -9 of the worker in the middle of a sweep', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let temporal: TemporalView;
  let fleet: Fleet;
  let api: ApiProcess;
  let worker: ServiceProcess;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;

  beforeAll(async () => {
    const people = chaosSeeds().map((seed) => ({ identities: { username: [subjectOf(seed)] }, share: 0.4 }));
    sites = await startGeneratedSites(SITES, { accounts: { people }, latency: { medianMs: 250, sigma: 0.8, capMs: 2_500 } });
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    fleet = createFleet({ ...sites.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    ledger = openLedgerReader(databaseUrl);
    temporal = openTemporalView(temporalAddress, namespace);
    owner = await ledger.account();
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), temporal?.close(), sites?.close()]);
  });

  /** Platforms that were asked about the subject so far, each as often as it was asked. */
  function requested(subject: string): string[] {
    const identity = identityDigest('username', subject);
    return sites.simulator.requests().log.flatMap((request) => (request.identity === identity ? [request.slug] : []));
  }

  it.each(chaosSeeds())('seed %i: the lookup finishes, billed once; only what was in flight is asked again', async (seed) => {
    const subject = subjectOf(seed);
    const accepted = await call(api.url, 'POST', '/v1/lookup', { key: owner.key, body: { query: subject } });
    expect(accepted.status).toBe(200);
    const lookupId = lookupIdOf(accepted.body) ?? '';
    const blowAt = seeded(seed, 'results stored at the kill', 1, Math.floor(SITES * 0.8));
    expect(await waitUntil(async () => (await ledger.recorded(lookupId)).size >= blowAt, 90_000, 5)).toBe(true);

    await worker.kill();
    await ledger.isGone('footprint-worker');
    const stored = await ledger.recorded(lookupId);
    const before = requested(subject);
    expect(stored.size).toBeLessThan(SITES);
    worker = await fleet.worker();
    expect(await ledger.unfinished(owner.accountId, 120_000)).toEqual([]);

    const after = requested(subject);
    const counts = new Map(sites.slugs.map((slug) => [slug, after.filter((each) => each === slug).length]));
    // What the first worker itself repeated, of a site that was late on a busy machine, came before the kill.
    expect(
      after.slice(before.length).filter((slug) => stored.has(slug)),
      'asked again although stored',
    ).toEqual([]);
    // Once in each attempt: two, and one more where a heartbeat of the second worker is late on a busy machine.
    const attempts = await temporal.attemptsOf(lookupId);
    expect(attempts).toBeGreaterThan(1);
    expect(
      [...counts].filter(([, count]) => count < 1 || count > attempts),
      `asked never, or more often than its part was begun (${attempts})`,
    ).toEqual([]);

    const [row] = (await ledger.lookups(owner.accountId)).filter(({ id }) => id === lookupId);
    expect(row).toMatchObject({ planned: SITES, results: SITES, billed: 1 });
    const answer = (await call(api.url, 'GET', `/v1/lookup/${lookupId}`, { key: await owner.another() })).body as Answer;
    const wrong = answer.results.filter(
      ({ platform, registered }) => registered !== sites.simulator.accounts.exists(platform, 'username', subject),
    );
    expect(wrong).toEqual([]);
    expect(answer.platformsChecked).toBe(SITES);
    expect(new Set(answer.results.map(({ platform }) => platform)).size).toBe(answer.results.length);
    // Healthy sites under the time-out: what the first worker had not stored is not omitted either.
    expect(answer.results.length).toBe(SITES);
  });

  it('bills each lookup once, in the ledger and in the allowance', async () => {
    const lookups = await ledger.lookups(owner.accountId);
    expect(lookups.every(({ billed }) => billed === 1)).toBe(true);
    expect(await ledger.used(owner.accountId)).toBe(lookups.length);
    expect(fleet.died()).toEqual([]);
  });
});
