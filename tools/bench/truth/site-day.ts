/** Days of simulated sites: lookups in the order of a day, each of all the sites, compared with the truth. */
import { restsOnWeakEvidence } from '../../../src/engine/controls/weak-evidence.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { FaultSetting } from '../../simulator/faults/occurrence.js';
import { generateSites, type GeneratedOptions } from '../../simulator/generated-sites.js';
import { createMemorySimulator, type MemorySimulator } from '../../simulator/memory-simulator.js';
import { createEngine, type Engine } from './engine.js';
import { drawNames, mayHold, peopleOf } from './names.js';

const DAY_MS = 86_400_000;

/** One site of a day, and what is wrong with it. */
export interface DaySite {
  readonly platform: Platform;
  readonly setting: FaultSetting | null;
}

/** One direction of a site's answers until its first contradiction, that of the contradicting lookup included. */
export interface Direction {
  trials: number;
  wrong: number;
}

/** A site after a day. */
export interface SiteDay extends DaySite {
  readonly kind: string;
  readonly siteRedirects: boolean;
  readonly isWeak: Readonly<Record<'registered' | 'not_registered', boolean>>;
  /** Lookups of nobody, which a "registered" would be wrong about. */
  readonly ofNobody: Direction;
  /** Lookups of people who are there. */
  readonly ofPeople: Direction;
  probed: number;
  right: number;
  wrong: number;
  omitted: number;
  readonly requests: number;
}

export interface DayOptions {
  readonly seed: string;
  readonly sites: Omit<GeneratedOptions, 'seed'> & { readonly count: number };
  /** What is wrong with a site, by its number. */
  readonly settingOf: (index: number) => FaultSetting | null;
  readonly lookups: number;
  /** Share of the lookups that are of people; they exist on half of the sites. */
  readonly ofPeople?: number;
}

/** Runs one day of all the sites. */
export async function runDay({ seed, sites, settingOf, lookups, ofPeople = 0.6 }: DayOptions): Promise<SiteDay[]> {
  const generated = generateSites(sites.count, { seed, ...sites });
  const names = drawNames(seed, lookups);
  const people = names.filter((_, n) => (n % 10) / 10 < ofPeople);
  const simulation = createMemorySimulator({ ...generated, accounts: { seed, people: peopleOf(people, 0.5) } });
  const probeEngine = createEngine(simulation, generated.platforms);
  const days = generated.platforms.map((platform, index) => newDay(platform, settingOf(index), simulation));
  for (const { platform, setting } of days) simulation.faults.set(platform.slug, setting === null ? null : { seed, ...setting });
  for (const name of names) {
    probeEngine.pass(DAY_MS / lookups);
    await Promise.all(days.map((day) => probeSite(probeEngine, simulation, day, name)));
  }
  const requests = simulation.counters.report().byPlatform;
  return days.map((day) => ({ ...day, requests: requests[day.platform.slug] ?? 0 }));
}

function newDay(platform: Platform, setting: FaultSetting | null, simulation: MemorySimulator): SiteDay {
  const rule = platform.probes.username;
  const weak = (state: 'registered' | 'not_registered'): boolean => rule !== undefined && restsOnWeakEvidence(rule, state);
  return {
    platform,
    setting,
    kind: platform.tags[1] ?? '',
    siteRedirects:
      simulation.site(platform.slug)?.plan.traits.absent === 'to_root' || platform.tags.some((tag) => tag.startsWith('root-redirect')),
    isWeak: { registered: weak('registered'), not_registered: weak('not_registered') },
    ofNobody: { trials: 0, wrong: 0 },
    ofPeople: { trials: 0, wrong: 0 },
    probed: 0,
    right: 0,
    wrong: 0,
    omitted: 0,
    requests: 0,
  };
}

async function probeSite(probeEngine: Engine, simulation: MemorySimulator, day: SiteDay, name: string): Promise<void> {
  const { platform } = day;
  if (!mayHold(platform, name)) return;
  const exists = simulation.hasAccount(platform.slug, name);
  const isSteady = !probeEngine.hasContradicted(platform.slug);
  const { answer } = await probeEngine.probe(platform, name);
  const isWrong = answer !== 'omitted' && (answer === 'registered') !== exists;
  day.probed += 1;
  if (answer === 'omitted') day.omitted += 1;
  else if (isWrong) day.wrong += 1;
  else day.right += 1;
  if (!isSteady) return;
  const direction = exists ? day.ofPeople : day.ofNobody;
  direction.trials += 1;
  if (isWrong) direction.wrong += 1;
}
