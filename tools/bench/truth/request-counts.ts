/** Requests that answers cost on sites of weak evidence only, by what they were for. */
import { generateSites } from '../../simulator/generated-sites.js';
import { identityDigest } from '../../simulator/identity-variables.js';
import { createMemorySimulator, type MemorySimulator } from '../../simulator/memory-simulator.js';
import { table } from '../stats.js';
import { createEngine } from './engine.js';
import { drawNames, peopleOf } from './names.js';
import { atMost, type Threshold } from './thresholds.js';

/** Kinds whose rules have nothing but a status and the name for each side. */
const WEAK_KINDS = ['pages-root', 'pages-root-one-control', 'pages-root-slash', 'pages-label'];
const CONTROLS = ['north-wind_7.x', 'northwind', 'contoso'];
/** Forms of names that every platform takes. */
const FORMS = ['letters', 'letters', 'digits', 'hyphen', 'capital', 'long', 'number'];

/** Somebody who exists on this share of the sites, looked up this often. */
interface Load {
  readonly name: string;
  readonly share: number;
  readonly lookups: number;
  readonly gapMs: number;
  /** Requests a platform and lookup of the engine before pages were compared and answers repeated, and how many times that is allowed. */
  readonly before: number;
  readonly factor: number;
}

const HOUR = 3_600_000;
/** A fifth more where hardly anybody exists: a twentieth of it repeats the "no" of a rule's first days, which later cost nothing. */
const LOADS: readonly Load[] = [
  { name: 'one lookup in four hours, on 5 %', share: 0.05, lookups: 60, gapMs: 4 * HOUR, before: 2.52, factor: 1.2 },
  { name: 'one lookup in four hours, on half', share: 0.5, lookups: 60, gapMs: 4 * HOUR, before: 2.73, factor: 2.1 },
  { name: 'one lookup a minute, on 5 %', share: 0.05, lookups: 300, gapMs: 60_000, before: 1.115, factor: 1.2 },
  { name: 'one lookup a minute, on half', share: 0.5, lookups: 300, gapMs: 60_000, before: 1.405, factor: 2.1 },
];

interface Cost {
  readonly load: Load;
  /** Requests by what they were for. */
  readonly by: Readonly<Record<'identity' | 'positive' | 'negative' | 'page', number>>;
  /** Questions: lookups × platforms. */
  readonly queries: number;
  /** The most requests for pages of its own that one platform got on one day. */
  readonly pagesADay: number;
  /** Right answers. */
  readonly answered: number;
}

/** Measures every load on sites of this seed. */
export async function requestCounts(seed: string): Promise<{ body: string; marks: Threshold[] }> {
  const costs: Cost[] = [];
  for (const load of LOADS) costs.push(await costOf(seed, load));
  const each = ({ by, queries }: Cost): number => Object.values(by).reduce((sum, count) => sum + count, 0) / queries;
  const share = (count: number, { queries }: Cost): string => (count / queries).toFixed(3);
  const rows = costs.map((cost) => [
    cost.load.name,
    share(cost.by.identity, cost),
    share(cost.by.positive, cost),
    share(cost.by.negative, cost),
    share(cost.by.page, cost),
    each(cost).toFixed(3),
    cost.load.before.toFixed(3),
    String(cost.pagesADay),
    `${((cost.answered / cost.queries) * 100).toFixed(1)} %`,
  ]);
  const head = [
    'requests a platform and lookup',
    'identity',
    'positive controls',
    'negative controls',
    'pages',
    'all',
    'before',
    'most pages a site and day',
    'answered',
  ];
  return {
    body: table(head, rows),
    marks: [
      ...costs.map((cost) =>
        atMost(`requests, ${cost.load.name}: × ${cost.load.factor} of before`, each(cost), cost.load.before * cost.load.factor),
      ),
      // Its root, and two route words.
      atMost('requests for pages of a site, on one day', Math.max(...costs.map(({ pagesADay }) => pagesADay)), 3),
    ],
  };
}

async function costOf(seed: string, load: Load): Promise<Cost> {
  const generated = generateSites(36, { seed, kinds: ['pages'], withoutUsual: true });
  const platforms = generated.platforms.filter(({ tags }) => WEAK_KINDS.some((kind) => tags.includes(kind)));
  const names = drawNames(`${seed}|${load.name}`, load.lookups, FORMS).filter((name) => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(name));
  const simulation = createMemorySimulator({ ...generated, platforms, accounts: { seed, people: peopleOf(names, load.share) } });
  const probeEngine = createEngine(simulation, platforms);
  const by = { identity: 0, positive: 0, negative: 0, page: 0 };
  let [pagesADay, answered, day] = [0, 0, probeEngine.now().getUTCDate()];
  let pages = new Map<string, number>();
  for (const name of names) {
    probeEngine.pass(load.gapMs);
    if (probeEngine.now().getUTCDate() !== day) pages = new Map();
    day = probeEngine.now().getUTCDate();
    simulation.counters.reset();
    const answers = await Promise.all(platforms.map((platform) => probeEngine.probe(platform, name)));
    answered += answers.filter((answer) => answer.answer !== 'omitted').length;
    for (const [slug, kind, count] of addressesOf(simulation, name)) {
      by[kind] += count;
      if (kind === 'page') pages.set(slug, (pages.get(slug) ?? 0) + count);
    }
    pagesADay = Math.max(pagesADay, ...pages.values());
  }
  return { load, by, queries: names.length * platforms.length, pagesADay, answered };
}

/** Requests by platform and by what they were for. */
function addressesOf(simulation: MemorySimulator, name: string): [slug: string, kind: keyof Cost['by'], count: number][] {
  const digest = (value: string): string => `username/${identityDigest('username', value)}`;
  const controls = new Set(CONTROLS.map(digest));
  return Object.entries(simulation.counters.addresses()).flatMap(([slug, addresses]) => {
    const words = new Set([...(simulation.site(slug)?.plan.pages.keys() ?? [])].map(digest));
    const kindOf = (address: string): keyof Cost['by'] => {
      if (address === digest(name)) return 'identity';
      if (controls.has(address)) return 'positive';
      return address.startsWith('/') || words.has(address) ? 'page' : 'negative';
    };
    return Object.entries(addresses).map(([address, count]): [string, keyof Cost['by'], number] => [slug, kindOf(address), count]);
  });
}
