/** Fixture of one comparison: sites, which of them have the account, which are broken, how long each takes to answer. */
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { FAULTS, type FaultName } from '../../simulator/faults/index.js';
import { generateSites, type KindGroup } from '../../simulator/generated-sites.js';
import { createAccountRegistry } from '../../simulator/account-registry.js';
import { PEOPLE } from '../harness.js';
import { sampleLatencies, sampleShare } from './sampling.js';

/** The handle that is looked up; half of the sites have such an account. */
export const HANDLE = 'ada_example';
/** The longest response time of all, in milliseconds. */
export const MAX_LATENCY_MS = 3_700;

export interface Fixture {
  readonly name: string;
  readonly platforms: readonly Platform[];
  readonly truth: ReadonlyMap<string, boolean>;
  /** Broken sites only. */
  readonly faults: ReadonlyMap<string, FaultName>;
  /** By slug: the same for every tool and every request. */
  readonly latencyMs: ReadonlyMap<string, number>;
}

export interface FixtureOptions {
  readonly name: string;
  readonly sites: number;
  /** Share of the sites that have a fault, 0 to 1; faults take turns. */
  readonly broken: number;
  /** Faults left out. */
  readonly without?: readonly FaultName[];
  /** Groups of kinds besides the usual ones. */
  readonly kinds?: readonly KindGroup[];
}

/**
 * Sites as the simulator plays them. Which ones are broken and how slow each is depends on the number alone, so that
 * every tool gets the same.
 */
export function makeFixture(options: FixtureOptions): Fixture {
  const { platforms } = generateSites(options.sites, { kinds: options.kinds ?? [] });
  const registry = createAccountRegistry(platforms, { people: PEOPLE });
  const faults = FAULTS.map(({ name }) => name).filter((name) => !options.without?.includes(name));
  const slugs = platforms.map(({ slug }) => slug);
  const seed = `truth|${options.sites}`;
  const broken = sampleShare(slugs, { seed, share: options.broken });
  return {
    name: options.name,
    platforms,
    truth: new Map(slugs.map((slug) => [slug, registry.exists(slug, 'username', HANDLE)])),
    faults: new Map(broken.map((slug, index) => [slug, faults[index % faults.length] as FaultName])),
    latencyMs: sampleLatencies(slugs, { seed, longestMs: MAX_LATENCY_MS }),
  };
}
