import type { KnownBreach } from './breach.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import { isStrong, type Platform } from '../../engine/catalogue/rules/platform.js';

/** A breach that lists the identity and happened at a platform of the catalogue. */
export interface BreachedPlatform {
  readonly platform: string;
  /** Name of the breach. */
  readonly breach: string;
}

type Candidate = Pick<Platform, 'slug' | 'homepage' | 'strength' | 'probes' | 'breachDomains' | 'sameAccountAs'>;

/** Finds the platforms of the catalogue at which breaches happened. */
export type BreachedPlatforms = (breaches: readonly KnownBreach[], type: QueryType) => BreachedPlatform[];

/**
 * Matches breaches to platforms of the catalogue by the breached service's domain. A platform matches only when its whole site is at that
 * domain, or the table of breached sites gives it that domain: a forum on a host or path of its own has accounts of its own.
 *
 * @returns a function that gives at most one platform per breach; of several entries for one site, the one that supports this query type,
 *   then the strongest, then the first by slug
 */
export function createBreachedPlatforms(platforms: readonly Candidate[]): BreachedPlatforms {
  const byHost = new Map<string, Candidate[]>();
  for (const platform of platforms) {
    for (const host of new Set([siteHost(platform.homepage), ...(platform.breachDomains ?? [])])) {
      if (host !== null) byHost.set(host, [...(byHost.get(host) ?? []), platform]);
    }
  }
  return (breaches, type) =>
    breaches.flatMap(({ name, domain }) => {
      const best = domain === null ? undefined : (byHost.get(bare(domain)) ?? []).reduce(better(type), undefined);
      return best === undefined ? [] : [{ platform: best.sameAccountAs ?? best.slug, breach: name }];
    });
}

function better(type: QueryType) {
  const rank = (each: Candidate) => (each.probes[type] === undefined ? 0 : 2) + (isStrong(each, type) ? 1 : 0);
  return (best: Candidate | undefined, next: Candidate): Candidate => {
    if (best === undefined || rank(next) > rank(best)) return next;
    return rank(next) === rank(best) && next.slug < best.slug ? next : best;
  };
}

function siteHost(homepage: string): string | null {
  const [, host = '', path = ''] = /^https?:\/\/([^/:?#]+)(?::\d+)?(\/?[^?#]*)/i.exec(homepage) ?? [];
  return host === '' || (path !== '' && path !== '/') ? null : bare(host.toLowerCase());
}

function bare(host: string): string {
  return host.replace(/^www\./, '');
}
