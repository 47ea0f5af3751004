import { DAY_MS, MINUTE_MS } from '../../kernel/values/durations.js';
import { isRecord } from '../../kernel/values/json.js';

/** Registration of a domain, as its registry publishes it. */
export type Registration =
  | { readonly state: 'registered'; readonly at: Date }
  /** It is registered; the registry publishes no date (many country registries). */
  | { readonly state: 'undated' }
  | { readonly state: 'not_registered' };

/** The first names under a top-level domain are of 1985; earlier dates are placeholders of registries. */
const EARLIEST = Date.parse('1985-01-01T00:00:00Z');
/** Clocks of registries may be ahead of ours. */
const SKEW_MS = MINUTE_MS;
/** RFC 3339, with seconds; RFC 9083, 4.5. */
const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Reads a domain object of RDAP (RFC 9083, 5.3). The newest of `registration` and `reregistration` counts: the one before was another
 * holder's.
 *
 * @param body parsed JSON
 * @param domain the queried name, lower-case ASCII
 * @returns null when it does not answer the query: another kind of object, another name, an impossible date
 */
export function readRegistration(body: unknown, domain: string, now: Date): Registration | null {
  if (!isRecord(body) || body.objectClassName !== 'domain') return null;
  const name = typeof body.ldhName === 'string' ? body.ldhName : body.unicodeName;
  if (typeof name !== 'string' || name.toLowerCase().replace(/\.$/, '') !== domain) return null;
  const events = Array.isArray(body.events) ? body.events.filter(isRecord) : [];
  const dates = events
    .filter(({ eventAction }) => eventAction === 'registration' || eventAction === 'reregistration')
    .map(({ eventDate }) => (typeof eventDate === 'string' && TIMESTAMP.test(eventDate) ? Date.parse(eventDate) : Number.NaN));
  if (dates.length === 0) return { state: 'undated' };
  const newest = Math.max(...dates);
  const plausible = dates.every((date) => date >= EARLIEST) && newest <= now.getTime() + SKEW_MS;
  return plausible ? { state: 'registered', at: new Date(newest) } : null;
}

/** Whole days since a registration; never negative. */
export function ageInDays(registeredAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - registeredAt.getTime()) / DAY_MS));
}

/**
 * Base URLs of a registry in a bootstrap file (RFC 9224, 4 and 5.1): the longest suffix that it names wins.
 *
 * @returns in the file's order; empty when it names none for this domain, or when it is no bootstrap file
 */
export function registryBases(bootstrap: unknown, domain: string): readonly string[] {
  if (!isRecord(bootstrap) || !Array.isArray(bootstrap.services)) return [];
  const labels = domain.split('.');
  const suffixes = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
  const services = bootstrap.services.filter(isService);
  for (const suffix of suffixes) {
    const service = services.find(([names]) => names.some((name) => name.toLowerCase() === suffix));
    if (service !== undefined) return service[1];
  }
  return [];
}

/** Whether a parsed file is a bootstrap file with at least one service. */
export function isBootstrap(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.services) && value.services.some(isService);
}

function isService(value: unknown): value is readonly [readonly string[], readonly string[]] {
  return Array.isArray(value) && value.length >= 2 && isTexts(value[0]) && isTexts(value[1]);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
