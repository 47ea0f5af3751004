/** Questions to healthy sites with pages of their own: about words that are pages, about people of such names, about everybody else. */
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { randomStream } from '../../simulator/deterministic.js';
import { generateSites, type KindGroup } from '../../simulator/generated-sites.js';
import { createMemorySimulator, type MemorySimulator } from '../../simulator/memory-simulator.js';
import type { Person } from '../../simulator/account-registry.js';
import { shapeOf } from '../../simulator/sites/people.js';
import type { SiteModel } from '../../simulator/sites/site-model.js';
import { COMMON_WORDS, RARE_WORDS, sample } from '../../simulator/sites/word-lists.js';
import { createEngine } from './engine.js';
import { drawNames, mayHold, peopleOf } from './names.js';
import { countAnswer, type Tallies } from './site-tally.js';

/** A question, and the key under which its answer is counted. */
interface Query {
  readonly platform: Platform;
  readonly name: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;

interface SimulatedSites {
  readonly platforms: readonly Platform[];
  readonly simulation: MemorySimulator;
}

function simulatedSites(seed: string, kinds: readonly KindGroup[], count: number, people: readonly Person[]): SimulatedSites {
  const generated = generateSites(count, { seed, kinds, withoutUsual: true });
  return { platforms: generated.platforms, simulation: createMemorySimulator({ ...generated, accounts: { seed, people } }) };
}

/** Asks in a drawn order, over a day. @param releases whether every second site has a new release at noon */
async function probeAll(
  seed: string,
  { platforms, simulation }: SimulatedSites,
  queries: readonly Query[],
  releases = false,
): Promise<Tallies> {
  const probeEngine = createEngine(simulation, platforms);
  await Promise.all(platforms.map((platform) => probeEngine.renew(platform)));
  const tallies: Tallies = {};
  const ordered = sample(randomStream(`${seed}|order`), queries, queries.length).filter(({ platform, name }) => mayHold(platform, name));
  const noon = Math.floor(ordered.length / 2);
  for (const [at, { platform, name, key }] of ordered.entries()) {
    probeEngine.pass(DAY_MS / ordered.length);
    if (releases && at === noon) for (const { slug } of platforms.filter((_, index) => index % 2 === 0)) simulation.site(slug)?.release();
    countAnswer(tallies, key, simulation.hasAccount(platform.slug, name), await probeEngine.probe(platform, name));
  }
  return tallies;
}

const kindOf = ({ tags }: Platform): string => tags[1] ?? '';
const siteOf = ({ simulation }: SimulatedSites, { slug }: Platform): SiteModel => simulation.site(slug) as SiteModel;

/** Words of the site's pages, other sites' words, and the same in capitals: nobody has any of them. */
export async function pageWords(seed: string): Promise<Tallies> {
  const fixture = simulatedSites(seed, ['pages', 'alike'], 72, []);
  const random = randomStream(`${seed}|words`);
  const queries = fixture.platforms.flatMap((platform): Query[] => {
    const { pages } = siteOf(fixture, platform).plan;
    const own = sample(random, [...pages], 16).map(([name, { origin, form, template }]) => {
      const what = form !== 'page' ? form : template === 'twin' ? 'twin' : `${origin} word`;
      return {
        platform,
        name: random() < 0.06 ? name.replace(/^./, (first) => first.toUpperCase()) : name,
        key: `${groupOf(platform)}, ${what}`,
      };
    });
    const others = sample(
      random,
      [...COMMON_WORDS, ...RARE_WORDS].filter((word) => !pages.has(word)),
      4,
    );
    return [...own, ...others.map((name) => ({ platform, name, key: `${groupOf(platform)}, word without a page` }))];
  });
  return probeAll(seed, fixture, queries, true);
}

/** Sites whose pages no comparison of structure tells from accounts are counted apart. */
const groupOf = (platform: Platform): string => (kindOf(platform).startsWith('pages-') ? 'pages' : kindOf(platform));

/** People whose names are words that sites have pages at, and their absent twins: the same names where nobody has them. */
export async function namesakes(seed: string): Promise<Tallies> {
  const random = randomStream(`${seed}|namesakes`);
  const slugs = Array.from({ length: 5 }, (_, n) => `site-000${n + 1}`);
  const words = sample(
    random,
    COMMON_WORDS.filter((word) => word.length > 2),
    slugs.length * 4,
  );
  const people = words.map(
    (word, n): Person => ({ identities: { username: [word] }, share: 0, on: { [slugs[n % slugs.length] as string]: true } }),
  );
  const fixture = simulatedSites(seed, ['pages'], slugs.length, people);
  const queries = words.flatMap((name, n): Query[] => {
    const at = (site: number): Platform => fixture.platforms[site % slugs.length] as Platform;
    return [
      { platform: at(n), name, key: 'account at a word' },
      { platform: at(n + 1), name, key: 'absent twin' },
    ];
  });
  return probeAll(seed, fixture, queries);
}

/** Ordinary names on healthy sites, by what people have filled in; and apart on sites where structure does not tell all of them. */
export async function healthy(seed: string): Promise<Tallies> {
  const names = drawNames(`${seed}|healthy`, 90);
  const fixture = simulatedSites(seed, ['pages', 'root-redirects', 'alike'], 34, peopleOf(names.slice(0, 60), 1));
  const queries = fixture.platforms.flatMap((platform) =>
    names.map((name): Query => ({ platform, name, key: healthyKey(fixture, platform, name) })),
  );
  return probeAll(seed, fixture, queries);
}

function healthyKey(fixture: SimulatedSites, platform: Platform, name: string): string {
  const exists = fixture.simulation.hasAccount(platform.slug, name);
  if (kindOf(platform).startsWith('alike-')) return `${kindOf(platform)}, ${exists ? 'account' : 'nobody'}`;
  if (/[^A-Za-z0-9]/.test(name)) return `with a separator, ${exists ? 'account' : 'nobody'}`;
  if (exists) return shapeOf(name);
  if (platform.probes.username?.absent === undefined) return 'nobody, rule that only confirms';
  // It denies a known account in other capitals: whether a name is absent or spelt in another way cannot be told (ADR 7).
  return fixture.simulation.site(platform.slug)?.plan.form.capitals === 'strict' ? 'nobody, where capitals decide' : 'nobody';
}

/** Names of all forms on sites that depend on them. */
export async function nameForms(seed: string): Promise<Tallies> {
  const names = drawNames(`${seed}|forms`, 60);
  const fixture = simulatedSites(seed, ['name-forms'], 36, peopleOf(names.slice(0, 30), 0.6));
  const queries = fixture.platforms.flatMap((platform) => names.map((name): Query => ({ platform, name, key: kindOf(platform) })));
  return probeAll(seed, fixture, queries);
}

/** Providers whose addresses some sites refuse, and answer as taken; not the one of negative controls: nothing counts there. */
const PROVIDERS = ['mail.ru', 'bk.ru', 'zohomail.com', 'gmx.de', 'web.de', 'yahoo.com', 'proton.me', 'gmail.com'];

/** Addresses of people and of nobody, each at a provider: on every site three providers are refused. */
export async function mailDomains(seed: string): Promise<Tallies> {
  const addresses = drawNames(`${seed}|domains`, 48, ['letters', 'digits']).map((name, n) => `${name}@${PROVIDERS[n % PROVIDERS.length]}`);
  const people = addresses.slice(0, 24).map((address): Person => ({ identities: { email: [address] }, share: 0.5 }));
  const generated = generateSites(20, { seed });
  const platforms = generated.platforms.filter(({ probes }) => probes.email !== undefined);
  const simulation = createMemorySimulator({ ...generated, accounts: { seed, people } });
  const probeEngine = createEngine(simulation, platforms);
  const tallies: Tallies = {};
  for (const platform of platforms) {
    const refused = sample(randomStream(`${seed}|domains|${platform.slug}`), PROVIDERS, 3);
    simulation.accounts.setCatchAll(platform.slug, refused);
    for (const address of addresses) {
      probeEngine.pass(60_000);
      const isRefused = refused.some((domain) => address.endsWith(`@${domain}`));
      const exists = !isRefused && simulation.accounts.exists(platform.slug, 'email', address);
      const key = isRefused ? 'a provider that the site refuses' : 'another provider';
      countAnswer(tallies, key, exists, await probeEngine.probe(platform, address, 'email'));
    }
  }
  return tallies;
}
