import type { KindGroup } from '../../simulator/generated-sites.js';
import { startHarness } from '../harness.js';
import { answerThresholds, atMost, type Threshold, peerNamed, truthThresholds } from './thresholds.js';
import { MAX_LATENCY_MS, makeFixture, type Fixture } from './fixture.js';
import { type Comparison, compare, comparisonTable } from './side-by-side.js';

const PROBE_DEADLINE_SECONDS = 10;
/** Some tools wait for ever for a body that comes a byte a second; the fault matrix has this one for us. */
const ENDLESS = ['drip'] as const;
const NO_LATENCY = { medianMs: 0, sigma: 0, capMs: 0 };

const HOW = `Each tool gets a rule for every site in its own format, of the best kind that the format has, and is run as its package
ships it, with ${PROBE_DEADLINE_SECONDS} s for a site. All go over TLS through the simulator's proxy. The others are measured from their start to
their end; ours from the HTTP request to the answer, when the lookup is finished in the database, in API and worker processes
that run already, were calibrated by lookups of somebody else, and have no connection open; they
resume TLS sessions of those lookups, as a service does that runs on. Half of the sites have the account.
Answering times are the same for every tool: the median is 0.2 s, the longest ${MAX_LATENCY_MS / 1_000} s.`;

/** Ours and three others on 500 sites, 500 with faults, 400 of which three in eight redirect to their root, and 2,000. */
export async function benchPeers(): Promise<{ body: string; marks: Threshold[] }> {
  const few = makeFixture({ name: '500 sites, all healthy', sites: 500, broken: 0 });
  const broken = makeFixture({ name: '500 sites, 30 % broken', sites: 500, broken: 0.3, without: ENDLESS });
  const redirecting = makeFixture({
    name: '400 sites, 150 of which redirect to their root, 30 % broken',
    sites: 400,
    broken: 0.3,
    without: ENDLESS,
    kinds: ['root-redirects'],
  });
  const many = makeFixture({ name: '2,000 sites, all healthy', sites: 2_000, broken: 0 });
  const [onFew, onBroken] = await inHarness(500, [few, broken]);
  const [onRedirecting] = await inHarness(400, [redirecting], ['root-redirects']);
  const [onMany] = await inHarness(2_000, [many]);
  if (!onFew || !onBroken || !onRedirecting || !onMany) throw new Error('a comparison is missing');
  return {
    body: [HOW, ...[onBroken, onFew, onRedirecting, onMany].map(comparisonTable)].join('\n\n'),
    marks: [
      ...[onBroken, onFew, onMany].flatMap(truthThresholds),
      ...answerThresholds(onRedirecting), // without CPU: the others believe every redirect
      atMost('500 sites, 30 % broken: probe deadline + 25 %', onBroken.ours.seconds, PROBE_DEADLINE_SECONDS * 1.25, ' s'),
      atMost('500 sites: 1.25 × the longest answer', onFew.ours.seconds, (MAX_LATENCY_MS / 1_000) * 1.25, ' s'),
      atMost('2,000 sites: a quarter of sherlock’s time', onMany.ours.seconds, peerNamed(onMany.peers, 'sherlock').seconds / 4, ' s'),
      atMost('2,000 sites: maigret’s time', onMany.ours.seconds, peerNamed(onMany.peers, 'maigret').seconds, ' s'),
    ],
  };
}

async function inHarness(sites: number, fixtures: readonly Fixture[], kinds: readonly KindGroup[] = []): Promise<Comparison[]> {
  const harness = await startHarness({ sites, kinds, latency: NO_LATENCY });
  try {
    const done: Comparison[] = [];
    for (const fixture of fixtures) {
      const comparison = await compare(harness, fixture);
      process.stdout.write(`${comparisonTable(comparison)}\n`);
      done.push(comparison);
    }
    return done;
  } finally {
    await harness.stop();
  }
}
