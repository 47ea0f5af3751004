/** Every fault on every type of rule, through the whole service: accounts that exist, accounts that do not, words that are pages. */
import type { QueryType } from '../../../src/kernel/identity/identity.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { FAULTS, type FaultName } from '../../simulator/faults/index.js';
import { generateSites, SAMPLE_GROUP_NAMES, siteKinds } from '../../simulator/generated-sites.js';
import { type Harness, withHarness } from '../harness.js';
import { table } from '../stats.js';
import { atMost, type Threshold } from './thresholds.js';
import { deletePlatformState, lookUpUntilFinished, operatorsEnv, setControlAccounts } from './ours.js';
import { simulatorRemote } from './simulator-remote.js';
import { addCounts, totalOf, type Confusion, confusion, omitted, right, type Answers, wrong } from './tally.js';

/** Healthy sites of each type of rule beside the broken ones. */
const HEALTHY_PER_KIND = 10;

const SITES = { kinds: [...SAMPLE_GROUP_NAMES, 'pages'] as const };
const KINDS = siteKinds(SITES);

/** A person who exists on every site, and one who exists on none. */
const IDENTITIES: readonly { type: QueryType; exists: boolean; body: Readonly<Record<string, string>> }[] = [
  { type: 'username', exists: true, body: { query: 'adaexample' } },
  { type: 'username', exists: false, body: { query: 'nobodyexample' } },
  { type: 'email', exists: true, body: { email: 'ada@example.com' } },
  { type: 'email', exists: false, body: { email: 'nobody@example.com' } },
  { type: 'phone', exists: true, body: { phone: '+12025550123' } },
  { type: 'phone', exists: false, body: { phone: '+12025550124' } },
];
const ADA = { identities: { username: ['adaexample'], email: ['ada@example.com'], phone: ['+12025550123'] }, share: 1 };
/** Words at which some of the sites have pages; nobody has them as a name. */
const WORDS = ['about', 'jobs', 'music', 'almanac', 'orchard', 'gazette'];
/** The operator's own account on the sites that need one. */
const OWN = { identities: { email: ['control@example.com'] }, share: 1 };
const NOTHING: Confusion = confusion(new Map(), new Map());

/** One site of each type of rule for each fault, then the healthy ones. */
function broken(platforms: readonly Platform[]): Map<string, FaultName> {
  return new Map(
    FAULTS.flatMap(({ name }, fault) => KINDS.map((_, kind) => [platforms[fault * KINDS.length + kind]?.slug ?? '', name] as const)),
  );
}

export async function benchFaults(): Promise<{ body: string; marks: Threshold[] }> {
  const sites = (FAULTS.length + HEALTHY_PER_KIND) * KINDS.length;
  const { platforms } = generateSites(sites, SITES);
  return withHarness({ sites, ...SITES, env: operatorsEnv(platforms) }, async (harness) => {
    const simulator = simulatorRemote(harness.control);
    const faults = broken(platforms);
    await simulator.setPeople([ADA, OWN]);
    await setControlAccounts(harness, platforms, 'control@example.com');
    await simulator.setFaults(faults);
    const { key } = await harness.account();
    const counts = new Map<FaultName | null, Confusion>();
    for (const { type, exists, body } of IDENTITIES) {
      await deletePlatformState(harness);
      const answers = await lookUpUntilFinished(harness, key, body);
      const reached = platforms.filter(({ probes }) => (exists ? probes[type] : probes[type]?.absent)).map(({ slug }) => slug);
      for (const fault of [null, ...FAULTS.map(({ name }) => name)])
        count(
          counts,
          fault,
          reached.filter((slug) => (faults.get(slug) ?? null) === fault),
          exists,
          answers,
        );
    }
    const words = await pageWords(harness, key, new Set(platforms.filter(({ slug }) => !faults.has(slug)).map(({ slug }) => slug)));
    return report(counts, words);
  });
}

/** How many healthy platforms say that there is an account of a word, and how many answer. */
async function pageWords(harness: Harness, key: string, slugs: ReadonlySet<string>): Promise<{ answered: number; wrong: number }> {
  const all = { answered: 0, wrong: 0 };
  for (const query of WORDS) {
    const answers = await lookUpUntilFinished(harness, key, { query });
    const here = [...answers].filter(([slug]) => slugs.has(slug));
    all.answered += here.length;
    all.wrong += here.filter(([, registered]) => registered).length;
  }
  return all;
}

function count(
  counts: Map<FaultName | null, Confusion>,
  fault: FaultName | null,
  slugs: readonly string[],
  exists: boolean,
  answers: Answers,
): void {
  const here = confusion(new Map(slugs.map((slug) => [slug, exists])), answers);
  counts.set(fault, addCounts(counts.get(fault) ?? NOTHING, here));
}

function report(
  counts: ReadonlyMap<FaultName | null, Confusion>,
  words: { answered: number; wrong: number },
): { body: string; marks: Threshold[] } {
  const healthy = counts.get(null) ?? NOTHING;
  const faulty = FAULTS.reduce((sum, { name }) => addCounts(sum, counts.get(name) ?? NOTHING), NOTHING);
  const share = right(healthy) / totalOf(healthy);
  return {
    body: [
      confusionTable('healthy platforms', healthy),
      confusionTable(`platforms with a fault (${FAULTS.length} faults × ${KINDS.length} types of rule)`, faulty),
      byFault(counts),
    ].join('\n\n'),
    marks: [
      atMost('fault matrix: wrong answers', wrong(healthy) + wrong(faulty), 0),
      atMost(`fault matrix: words, ${words.answered} answers of healthy platforms: "registered"`, words.wrong, 0),
      { what: 'fault matrix: healthy platforms answered, at least 99 %', measured: `${(share * 100).toFixed(1)} %`, met: share >= 0.99 },
    ],
  };
}

function confusionTable(title: string, { registered, absent }: Confusion): string {
  const row = (name: string, cells: Confusion['registered']) => [
    name,
    String(cells.registered),
    String(cells.absent),
    String(cells.omitted),
  ];
  return table(
    [title, 'said registered', 'said not registered', 'omitted'],
    [row('registered', registered), row('not registered', absent)],
  );
}

function byFault(counts: ReadonlyMap<FaultName | null, Confusion>): string {
  const rows = FAULTS.map(({ name, description }) => {
    const cells = counts.get(name) ?? NOTHING;
    return [name, description, String(totalOf(cells)), String(right(cells)), String(omitted(cells)), String(wrong(cells))];
  });
  return table(['fault', 'what it is', 'asked', 'right', 'omitted', 'wrong'], rows);
}
