/** Sweeps of every platform that is shipped, with the simulator in the place of all of them. */
import { shippedCatalogue } from '../../../src/main/wiring/platforms.js';
import { loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.js';
import type { FaultName } from '../../simulator/faults/index.js';
import { cpuMs, type Harness, peakMb, startHarness } from '../harness.js';
import { type Summary, summary, table } from '../stats.js';
import { sampleLatencies, sampleShare } from './sampling.js';
import { atMost, type Threshold } from './thresholds.js';
import { calibrate } from './ours.js';
import { HANDLE } from './fixture.js';
import { type SimulatorRemote, simulatorRemote } from './simulator-remote.js';

const DEADLINE_MS = 10_000;
/** The longest response time for which the probe deadline leaves room, connection included. */
const MAX_LATENCY_MS = 9_000;
const CONCURRENT_SWEEPS = 10;
/** Sweeps one after the other, of which the median counts. */
const REPEATED = 3;
const MAX_MB = 600;
const SEED = 'every platform';

interface Sweep {
  readonly name: string;
  /** Seconds. */
  readonly wall: Summary;
  readonly answered: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

export async function benchEveryPlatform(): Promise<{ body: string; marks: Threshold[] }> {
  const { catalogue } = await loadCatalogue({ root: shippedCatalogue() });
  const slugs = catalogue.platforms.filter(({ probes }) => probes.username).map(({ slug }) => slug);
  const harness = await startHarness({ sites: 'shipped', latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  const simulator = simulatorRemote(harness.control);
  try {
    const { key } = await harness.account();
    const measured = (name: string, count: number, times: number) => sweeps({ harness, simulator, key, name, count, times });
    await simulator.setLatencies(sampleLatencies(slugs, { seed: SEED, longestMs: MAX_LATENCY_MS }));
    await calibrate(harness, key, slugs);
    const quiet = await measured('nothing hangs', 1, REPEATED);

    const hanging = sampleShare(slugs, { seed: 'hangs', share: 0.05 });
    await applyFaults(harness, simulator, new Map(hanging.map((slug) => [slug, 'hang'])));
    await calibrate(harness, key, hanging);
    const some = await measured('5 % hang', 1, REPEATED);

    const heavy = sampleShare(slugs, { seed: 'heavy', share: 0.05 });
    await applyFaults(harness, simulator, new Map(heavy.map((slug, index) => [slug, index % 2 === 0 ? 'huge_body' : 'gzip_bomb'])));
    const crowd = await measured(`${CONCURRENT_SWEEPS} at once, 2.5 % send 50 MB, 2.5 % a gzip bomb`, CONCURRENT_SWEEPS, 1);
    return report(
      slugs.length,
      [quiet, some, crowd],
      [
        atMost(
          `every platform, nothing hangs: 1.3 × the longest answer (${MAX_LATENCY_MS / 1_000} s)`,
          quiet.wall.p50,
          (MAX_LATENCY_MS / 1_000) * 1.3,
          ' s',
        ),
        atMost('every platform, 5 % hang: probe deadline + 10 %', some.wall.p50, (DEADLINE_MS / 1_000) * 1.1, ' s'),
        atMost(`every platform, ${CONCURRENT_SWEEPS} sweeps at once: worker memory`, Math.round(crowd.peakMb), MAX_MB, ' MB'),
      ],
    );
  } finally {
    await harness.stop();
  }
}

/** Sets these faults and deletes the controls of the affected platforms. */
async function applyFaults(harness: Harness, simulator: SimulatorRemote, faults: ReadonlyMap<string, FaultName>): Promise<void> {
  await simulator.setFaults(faults);
  await harness.sql`DELETE FROM platform_controls WHERE platform = ANY(${[...faults.keys()]})`;
}

interface Wanted {
  readonly harness: Harness;
  readonly simulator: SimulatorRemote;
  readonly key: string;
  readonly name: string;
  /** Lookups at once. */
  readonly count: number;
  readonly times: number;
}

async function sweeps(wanted: Wanted): Promise<Sweep> {
  const { harness, name, times } = wanted;
  const cpuBefore = cpuMs(harness.pids.worker);
  const walls: number[] = [];
  const answered: number[] = [];
  for (let i = 0; i < times; i++) {
    const done = await sweep(wanted);
    walls.push(done.seconds);
    answered.push(done.answered);
  }
  return {
    name,
    wall: summary(walls),
    answered: Math.min(...answered),
    cpuSeconds: (cpuMs(harness.pids.worker) - cpuBefore) / 1_000 / times,
    peakMb: peakMb(harness.pids.worker),
  };
}

/** Lookups of different people, all at once, from the first request until all are finished in the database. */
async function sweep({ harness, simulator, key, count }: Wanted): Promise<{ seconds: number; answered: number }> {
  await simulator.untilNobodyIsConnected();
  const started = performance.now();
  const handles = Array.from({ length: count }, (_, index) => (index === 0 ? HANDLE : `${HANDLE}_${index}`));
  const accepted = await Promise.all(handles.map((query) => harness.post('/v1/lookup', key, { query })));
  await harness.settled();
  const seconds = (performance.now() - started) / 1_000;
  const counts = await harness.sql<{ answered: number }[]>`
    SELECT count(*) FILTER (WHERE state <> 'inconclusive')::int AS answered FROM lookup_results
    WHERE lookup_id = ANY(${accepted.map(({ body }) => String(body['lookupId']))}) GROUP BY lookup_id`;
  return { seconds, answered: Math.min(...counts.map(({ answered }) => answered)) };
}

function report(platforms: number, all: readonly Sweep[], marks: Threshold[]): { body: string; marks: Threshold[] } {
  const rows = all.map(({ name, wall, answered, cpuSeconds, peakMb: peak }) => [
    name,
    String(wall.n),
    wall.p50.toFixed(1),
    wall.max.toFixed(1),
    `${answered} of ${platforms}`,
    cpuSeconds.toFixed(1),
    `${Math.round(peak)} MB`,
  ]);
  const title = `deep lookups of a username over all ${platforms} shipped platforms that take one`;
  return { body: table([title, 'N', 'wall s p50', 'max', 'answered', 'worker CPU s each', 'worker peak so far'], rows), marks };
}
