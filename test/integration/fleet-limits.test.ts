/** Several workers keep the limits of platforms together, follow a platform's capacity, and outlast a proxy that is down. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import type { RequestRecord } from '../../tools/simulator/counters.js';
import { call } from '../support/chaos-client.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { startLoad } from '../support/chaos-load.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';
import { startTcpGate, type TcpGate } from '../support/tcp-gate.js';

const SITES = 20;
const WORKERS = 3;
/** Three seconds' worth of what the rate permits at a platform. */
const LOOKUPS = 60;
const MAX_IN_FLIGHT = 8;
const PER_SECOND = 20;
/** Half of the sites are limited by the rate, half by what they have in flight. */
const LATENCY = { medianMs: 200, sigma: 0.3, spread: 3 } as const;

/** Most requests that arrived at one platform within any period of this length. */
function mostWithin(ms: number, log: readonly RequestRecord[]): number {
  const within = ({ slug, at }: RequestRecord) => log.filter((each) => each.slug === slug && each.at > at - ms && each.at <= at).length;
  return Math.max(...log.map(within));
}

describe('three workers', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let gate: TcpGate;
  let ledger: LedgerReader;
  let fleet: Fleet;
  let api: ApiProcess;
  let workers: ServiceProcess[];

  beforeAll(async () => {
    sites = await startGeneratedSites(SITES, { latency: LATENCY });
    gate = await startTcpGate({ host: '127.0.0.1', port: Number(new URL(sites.simulator.proxyUrl).port) });
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    ledger = openLedgerReader(databaseUrl);
    fleet = createFleet({
      ...sites.env,
      PROBE_PROXY_URL: `http://127.0.0.1:${gate.port}`,
      PROBE_EGRESS: 'gate',
      PROBE_HOST_CONCURRENCY: String(MAX_IN_FLIGHT),
      PROBE_HOST_RATE: String(PER_SECOND),
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
    });
    api = await fleet.api();
    workers = await Promise.all(Array.from({ length: WORKERS }, () => fleet.worker()));
    expect(await waitUntil(async () => (await members()).length === WORKERS, 90_000)).toBe(true);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), sites?.close(), gate?.close()]);
  });

  const members = () => ledger.sql<{ failed: number }[]>`
    SELECT coalesce(jsonb_array_length(status->'failedEgresses'), 0)::int AS failed FROM fleet_members WHERE expires_at > clock_timestamp()`;
  const openCircuits = () => ledger.sql<{ host: string }[]>`SELECT host FROM host_flow WHERE circuit_open_until IS NOT NULL`;
  const answers = async (accountId: string): Promise<number> => {
    const [row] = await ledger.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM lookup_results r JOIN lookups l ON l.id = r.lookup_id WHERE l.account_id = ${accountId} AND reason IS NULL`;
    return row?.count ?? 0;
  };
  /** How often each reason for an omission was stored. */
  const omissions = async (accountId: string): Promise<Record<string, number>> => {
    const rows = await ledger.sql<{ reason: string; count: number }[]>`
      SELECT reason, count(*)::int AS count FROM lookup_results r JOIN lookups l ON l.id = r.lookup_id
      WHERE l.account_id = ${accountId} AND reason IS NOT NULL GROUP BY reason`;
    return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
  };
  const keysOf = async (owner: Awaited<ReturnType<LedgerReader['account']>>, count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => owner.another()));

  it('never have more in flight, nor a higher rate, at a platform than the limits of the fleet, while one of them is killed', async () => {
    const owner = await ledger.account();
    sites.simulator.resetRequests();
    const accepted = await Promise.all(
      Array.from({ length: LOOKUPS }, (_, n) => call(api.url, 'POST', '/v1/lookup', { key: owner.key, body: { query: `limited_${n}` } })),
    );
    expect(accepted.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await waitUntil(async () => (await answers(owner.accountId)) > (LOOKUPS * SITES) / 3, 60_000)).toBe(true);
    await workers[0]?.kill();
    workers[0] = await fleet.worker(); // takes a share of its own again
    expect(await ledger.unfinished(owner.accountId, 90_000)).toEqual([]);

    expect(await omissions(owner.accountId)).toEqual({});
    expect(await answers(owner.accountId)).toBe(LOOKUPS * SITES);
    const { maxInFlightByHost, log } = sites.simulator.requests();
    expect(Math.max(...Object.values(maxInFlightByHost))).toBeLessThanOrEqual(MAX_IN_FLIGHT);
    // Workers keep the rate when they send; requests arrive later by what connecting takes, each by another time. Hence two seconds
    // rather than one, and one request more.
    expect(mostWithin(2_000, log)).toBeLessThanOrEqual(2 * PER_SECOND + 1);
    // The limits were used: several workers asked the same platforms at once.
    expect(Math.max(...Object.values(maxInFlightByHost))).toBeGreaterThan(2);
    expect(fleet.died()).toEqual([]);
  });

  it('follow a platform that halves its capacity, and use it again when it recovers', async () => {
    const owner = await ledger.account();
    const slug = sites.slugs[0] as string;
    const host = `${slug}.example`;
    sites.simulator.setLatency(slug, { medianMs: 600, sigma: 0.1 });
    /** Most requests in flight while so many arrived. */
    const inFlightDuring = async (requests: number): Promise<number> => {
      sites.simulator.resetRequests();
      expect(await waitUntil(() => (sites.simulator.requests().byPlatform[slug] ?? 0) >= requests, 60_000)).toBe(true);
      return sites.simulator.requests().maxInFlightByHost[host] ?? 0;
    };
    const load = startLoad({
      url: api.url,
      keys: await keysOf(owner, 4),
      subject: (n) => `capacity_${n}`,
      platforms: [slug],
      clients: 4,
      paceMs: 350,
      timeoutMs: 30_000,
    });
    await expect.poll(() => inFlightDuring(20), { timeout: 60_000 }).toBeGreaterThan(MAX_IN_FLIGHT / 2 + 1);

    sites.simulator.setCapacity(slug, MAX_IN_FLIGHT / 2);
    // One more at a time is how a worker learns whether there is room again.
    await expect.poll(() => inFlightDuring(15), { timeout: 90_000 }).toBeLessThanOrEqual(MAX_IN_FLIGHT / 2 + 1);
    const before = await answers(owner.accountId);
    expect(await waitUntil(async () => (await answers(owner.accountId)) > before + 20, 90_000)).toBe(true);

    sites.simulator.setCapacity(slug, null);
    await expect.poll(() => inFlightDuring(20), { timeout: 60_000 }).toBeGreaterThan(MAX_IN_FLIGHT / 2 + 1);
    await load.stop();
    sites.simulator.setLatency(slug, null);
    expect(await ledger.unfinished(owner.accountId, 60_000)).toEqual([]);
    // A request meets a platform that is full three times at most: hardly any goes unanswered.
    const { server_error: refused = 0, ...others } = await omissions(owner.accountId);
    expect(others).toEqual({});
    expect(refused).toBeLessThan(0.1 * (await answers(owner.accountId)));
  }, 240_000);

  it.each([
    ['refuses connections', 'refused', () => gate.refuse(), () => gate.accept()],
    ['swallows what is sent', 'lost', async () => gate.freeze(), async () => gate.resume()],
  ] as const)(
    'wait for a proxy that %s: no circuit opens, and every lookup ends with its answers',
    async (_, prefix, breakIt, mendIt) => {
      const owner = await ledger.account();
      const load = startLoad({
        url: api.url,
        keys: await keysOf(owner, 4),
        subject: (n) => `${prefix}_${n}`,
        clients: 1,
        paceMs: 300,
        timeoutMs: 30_000,
      });
      /** Answers a second over five seconds. */
      const rate = async (): Promise<number> => {
        const [from, began] = [await answers(owner.accountId), performance.now()];
        await waitUntil(() => performance.now() - began > 5_000, 6_000, 100);
        return ((await answers(owner.accountId)) - from) / ((performance.now() - began) / 1_000);
      };
      expect(await waitUntil(async () => (await answers(owner.accountId)) > 5 * SITES, 90_000)).toBe(true);
      const healthy = await rate();
      expect(healthy).toBeGreaterThan(0);

      await breakIt();
      try {
        const haveSeen = async () => (await members()).every(({ failed }) => failed > 0);
        expect(await waitUntil(haveSeen, 90_000), 'every worker sees that its egress has failed').toBe(true);
        await load.more(10, ({ status }) => status === 200);
        // It takes a worker some failures to see it; the circuits that they opened are closed again.
        await expect.poll(openCircuits).toEqual([]);
      } finally {
        await mendIt();
      }

      await expect.poll(rate, { timeout: 60_000, interval: 0 }).toBeGreaterThanOrEqual(0.95 * healthy);
      const sent = (await load.stop()).filter(({ status }) => status === 200).length;
      expect(await ledger.unfinished(owner.accountId, 90_000)).toEqual([]);
      // What fails in the first moments cannot be told from faults of the platforms yet; these are longer on a busy machine.
      expect(await answers(owner.accountId), JSON.stringify(await omissions(owner.accountId))).toBeGreaterThan(0.9 * sent * SITES);
      expect(await openCircuits()).toEqual([]);
      expect(fleet.died()).toEqual([]);
    },
    240_000,
  );
});
