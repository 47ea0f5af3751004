import { type BandContext, inDefaultBand, instantBand, isUsable, mayBeInstant, NO_STATISTICS } from './bands.js';
import type { QueryType } from '../identity/identity.js';
import type { Band, ProbeTarget } from '../lookup/lookup.js';
import type { Platform } from './platform.js';
import { kindOf, personRefs, type PersonRef, type Subjects } from '../identity/subjects.js';

/**
 * Selects the platforms that a lookup probes, and the subjects for each. Platforms that support none of the subjects are skipped, not
 * refused (docs/contract.md, 2.4). A platform is probed for every subject that it supports or not at all: an answer for some of them
 * would be read as one for all.
 *
 * @param chosen slugs that override the band and its evidence; all exist in the catalogue
 * @param evidence what is known of the platforms' answers; without it the catalogue's own tiers decide
 */
export function selectTargets(
  platforms: readonly Platform[],
  subjects: Subjects,
  band: Band,
  chosen: readonly string[] | null,
  evidence: BandContext = NO_STATISTICS,
): ProbeTarget[] {
  const present = personRefs(subjects).map((ref): Present => ({ ref, type: kindOf(ref) }));
  const isIn = chosen === null ? membershipOf(band, platforms, evidence) : listed(chosen);
  const targets: ProbeTarget[] = [];
  for (const platform of platforms) {
    const asked = present.filter(({ type }) => platform.probes[type] !== undefined);
    if (asked.length > 0 && isIn(platform, asked)) targets.push({ platform: platform.slug, subjects: asked.map(({ ref }) => ref) });
  }
  return targets;
}

/** An identity of the lookup, and what kind it is. */
interface Present {
  readonly ref: PersonRef;
  readonly type: QueryType;
}

type Membership = (platform: Platform, asked: readonly Present[]) => boolean;

/** A list of platforms overrides the band; instant then keeps its ceiling only. */
function listed(chosen: readonly string[]): Membership {
  const wanted = new Set(chosen);
  return ({ slug }) => wanted.has(slug);
}

/**
 * A platform that is usable for some subjects is probed for all: without one of them, "not registered" for the others would pass for the
 * whole platform. On the instant path a late answer would do the same, so there all of them must be in time.
 */
function membershipOf(band: Band, platforms: readonly Platform[], evidence: BandContext): Membership {
  if (band === 'deep') return ({ slug }, asked) => asked.some(({ type }) => isUsable(slug, type, evidence));
  if (band === 'default') return (platform, asked) => asked.some(({ type }) => inDefaultBand(platform, type, evidence));
  const inTime = instantBand(platforms, evidence);
  return (platform, asked) => mayBeInstant(platform) && asked.every(({ type }) => inTime.has(`${platform.slug}:${type}`));
}
