import { QUERY_TYPES, type QueryType } from './identity.js';
import type { Subjects } from './checks.js';
import type { Band, Target } from './lookup.js';
import type { Platform } from './platform.js';

function reaches(platform: Platform, type: QueryType, band: Band): boolean {
  if (platform.probes[type] === undefined) return false;
  return band !== 'instant' || platform.instant.includes(type);
}

/**
 * Which platforms a lookup asks, and about which subjects. Platforms that take none of the subjects are skipped, not
 * refused (seed rule 3).
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
    // A list of platforms overrides the band; instant then keeps its ceiling only.
    const asked = present.filter((type) => reaches(platform, type, wanted ? 'deep' : band));
    if (asked.length > 0) targets.push({ platform: platform.slug, subjects: asked });
  }
  return targets;
}
