import { QUERY_TYPES } from './identity.js';
import type { Subjects } from './checks.js';
import type { Band, Target } from './lookup.js';
import type { Platform } from './platform.js';

/**
 * Which platforms a lookup asks, and about which subjects. Platforms that take none of the subjects are skipped, not
 * refused (seed rule 3). A platform is asked about every subject that it takes or not at all: an answer from some of them
 * would be read as one for all.
 *
 * @param chosen slugs that override the band; all are known to the catalogue
 */
export function selectTargets(
  platforms: readonly Platform[],
  subjects: Subjects,
  band: Band,
  chosen: readonly string[] | null,
): Target[] {
  const present = QUERY_TYPES.filter((type) => subjects[type] !== undefined);
  const wanted = chosen === null ? null : new Set(chosen);
  const targets: Target[] = [];
  for (const platform of platforms) {
    if (wanted ? !wanted.has(platform.slug) : band === 'default' && platform.strength !== 'strong') continue;
    const asked = present.filter((type) => platform.probes[type] !== undefined);
    // A list of platforms overrides the band; instant then keeps its ceiling only.
    const inTime = wanted !== null || band !== 'instant' || asked.every((type) => platform.instant.includes(type));
    if (asked.length > 0 && inTime) targets.push({ platform: platform.slug, subjects: asked });
  }
  return targets;
}
