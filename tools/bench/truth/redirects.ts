/** What a "no" by a redirect to the site's root costs: time and requests, alone and at one lookup a second. */
import type { Person } from '../../simulator/account-registry.js';
import { generateSites, type KindGroup } from '../../simulator/generated-sites.js';
import { type Harness, startHarness } from '../harness.js';
import { openLoop, summary, table } from '../stats.js';
import { calibrate, deletePlatformState, lookUp } from './ours.js';
import { sampleLatencies } from './sampling.js';
import { type SimulatorRemote, simulatorRemote } from './simulator-remote.js';
import { atMost, type Threshold } from './thresholds.js';

const SITES = 500;
/** With the five usual kinds, three of nine redirect. */
const KINDS: readonly KindGroup[] = ['status-only', 'root-redirects'];
const ALONE = 120;
/** Lookups at one a second. */
const LOOKUPS = 30;
const SECOND_RATE = 60;
/** The share of sites that somebody is on: as most people, and, for the price of confirming on weak evidence as well, on half of them. */
const USUAL_SHARE = 0.05;
const LARGE_SHARE = 0.5;
const peopleOn = (share: number): readonly Person[] =>
  Array.from({ length: LOOKUPS + 1 }, (_, n) => ({ identities: { username: [`ada_${n}`] }, share }));

interface Fixture {
  readonly name: string;
  readonly slugs: readonly string[];
  /** The longest response time. */
  readonly longestMs: number;
  readonly share: number;
}

interface Run {
  readonly fixture: Fixture;
  readonly seconds: number;
  readonly requests: number;
  /** At one lookup a second. */
  readonly secondsP50: number;
  readonly secondsMax: number;
  readonly requestsAtRate: number;
  readonly answered: number;
}

export async function benchRedirects(): Promise<{ body: string; marks: Threshold[] }> {
  const { platforms } = generateSites(SITES, { kinds: KINDS });
  const slugs = platforms.map(({ slug }) => slug);
  const redirecting = platforms.filter(({ tags }) => tags.some((tag) => tag.startsWith('root-redirect'))).map(({ slug }) => slug);
  const fixtures: readonly Fixture[] = [
    { name: `${SITES} sites, ${redirecting.length} of them redirect`, slugs, longestMs: 3_700, share: USUAL_SHARE },
    { name: `${ALONE} sites that redirect`, slugs: redirecting.slice(0, ALONE), longestMs: 2_100, share: USUAL_SHARE },
    { name: `the ${SITES}, asked about people on half of them`, slugs, longestMs: 3_700, share: LARGE_SHARE },
  ];
  const harness = await startHarness({ sites: SITES, kinds: KINDS, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const simulator = simulatorRemote(harness.control);
    const { key } = await harness.account();
    const runs: Run[] = [];
    for (const fixture of fixtures) runs.push(await run(harness, simulator, key, fixture));
    return report(runs);
  } finally {
    await harness.stop();
  }
}

async function run(harness: Harness, simulator: SimulatorRemote, key: string, fixture: Fixture): Promise<Run> {
  const { slugs, longestMs, share } = fixture;
  await simulator.setPeople(peopleOn(share));
  await simulator.setLatencies(sampleLatencies(slugs, { seed: `redirects|${slugs.length}`, longestMs }));
  await deletePlatformState(harness);
  await calibrate(harness, key, slugs);
  await simulator.untilNobodyIsConnected();
  await simulator.resetRequests();
  const request = (n: number) => lookUp(harness, key, { query: `ada_${n}`, platforms: slugs });
  const alone = await request(0);
  const requests = (await simulator.requests()).total / slugs.length;
  await simulator.resetRequests();
  const atRate = await openLoop(LOOKUPS, SECOND_RATE, (n) => request(n + 1));
  await harness.settled();
  const { p50, max } = summary(atRate.map(({ seconds }) => seconds));
  return {
    fixture,
    seconds: alone.seconds,
    requests,
    secondsP50: p50,
    secondsMax: max,
    requestsAtRate: (await simulator.requests()).total / slugs.length / LOOKUPS,
    answered: Math.min(alone.answers.size, ...atRate.map(({ answers }) => answers.size)),
  };
}

function report(runs: readonly Run[]): { body: string; marks: Threshold[] } {
  const rows = runs.map(({ fixture, seconds, requests, secondsP50, secondsMax, requestsAtRate, answered }) => [
    fixture.name,
    `${(fixture.longestMs / 1_000).toFixed(1)} s`,
    `${seconds.toFixed(2)} s`,
    requests.toFixed(2),
    `${secondsP50.toFixed(2)} s`,
    `${secondsMax.toFixed(2)} s`,
    requestsAtRate.toFixed(2),
    `${answered} of ${fixture.slugs.length}`,
  ]);
  const head = [
    'deep lookups, all sites healthy',
    'longest answer',
    'alone',
    'requests a platform',
    'at one a second, p50',
    'max',
    'requests a platform and lookup',
    'answered, at least',
  ];
  return {
    body: table(head, rows),
    marks: runs.flatMap(marksOf),
  };
}

/** A share of sites that redirect has goals; such sites alone, and many people on weak evidence, are measured beside them. */
function marksOf({ fixture, seconds, requests, requestsAtRate, answered }: Run): Threshold[] {
  const { name, slugs, longestMs, share } = fixture;
  const inTime = atMost(`${name}, alone: 1.25 × the longest answer`, seconds, (longestMs / 1_000) * 1.25, ' s');
  const all = { what: `${name}: every site answered`, measured: `${answered} of ${slugs.length}`, met: answered === slugs.length };
  if (share !== USUAL_SHARE) return [all];
  if (slugs.length !== SITES) return [inTime, all];
  return [
    inTime,
    atMost(`${name}, alone: requests a platform`, requests, 1.5),
    atMost(`${name}, at one lookup a second: requests a platform and lookup`, requestsAtRate, 1.2),
    all,
  ];
}
