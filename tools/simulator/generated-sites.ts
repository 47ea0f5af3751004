/** Invented platforms for benches and tests: any number, on hosts under .example, of the kinds that real ones are. */
import type { QueryType } from '../../src/domain/identity/identity.js';
import type { Platform } from '../../src/domain/catalogue/platform.js';
import type { ProbeRule, Probes, ProbeSamples } from '../../src/domain/catalogue/probe-rule.js';
import { fraction } from './deterministic.js';
import { KEY_KINDS, PRELUDE_KINDS } from './generated-preludes.js';
import type { SiteKind } from './generated-parts.js';
import { ROOT_REDIRECT_KINDS, SITE_KINDS } from './generated-rules.js';
import { OWN_ACCOUNT_KINDS, SCOPE_KINDS } from './generated-scopes.js';

/** Further kinds, by group: redirects to the root for missing accounts, tokens of a prelude, keys, scopes, control accounts. */
const KIND_GROUPS = {
  'root-redirects': ROOT_REDIRECT_KINDS,
  preludes: PRELUDE_KINDS,
  keys: KEY_KINDS,
  scopes: SCOPE_KINDS,
  'own-accounts': OWN_ACCOUNT_KINDS,
} as const;
export type KindGroup = keyof typeof KIND_GROUPS;
export const KIND_GROUP_NAMES = Object.keys(KIND_GROUPS) as KindGroup[];

export interface GeneratedOptions {
  /** Determines which sites are strong and which are instant. */
  readonly seed?: string;
  /** Groups of kinds besides the five that there always are. */
  readonly kinds?: readonly KindGroup[];
}

export interface GeneratedSites {
  readonly platforms: readonly Platform[];
  samples(slug: string, queryType: QueryType): ProbeSamples | undefined;
  readonly samplesBySlug: ReadonlyMap<string, Partial<Record<QueryType, ProbeSamples>>>;
}

/** The kinds, assigned in rotation. */
export function siteKinds({ kinds = [] }: GeneratedOptions): readonly SiteKind[] {
  return [...SITE_KINDS, ...kinds.flatMap((group) => KIND_GROUPS[group])];
}

/**
 * Makes platforms `site-0001` to `site-<n>`. Kinds rotate: a typed JSON 404, an empty JSON list, pages for both
 * sides, a redirect for a miss, and a POST that checks whether a name is free. All support usernames; three of five support
 * e-mail addresses, one of five phone numbers.
 */
export function generateSites(n: number, options: GeneratedOptions = {}): GeneratedSites {
  const kinds = siteKinds(options);
  const seed = options.seed ?? 'footprint';
  const digits = Math.max(4, String(n).length);
  const samplesBySlug = new Map<string, Partial<Record<QueryType, ProbeSamples>>>();
  const platforms = Array.from({ length: n }, (_, i): Platform => {
    const slug = `site-${String(i + 1).padStart(digits, '0')}`;
    const host = `${slug}.example`;
    const kind = kinds[i % kinds.length] as SiteKind;
    const probes: Partial<Record<QueryType, ProbeRule>> = {};
    const samples: Partial<Record<QueryType, ProbeSamples>> = {};
    for (const { queryType, rule, samples: answers } of kind.probes(host)) {
      probes[queryType] = rule;
      samples[queryType] = answers;
    }
    samplesBySlug.set(slug, samples);
    const isFast = kind.typed && fraction(`${seed}|instant|${slug}`) < 0.25;
    return {
      slug,
      name: `Site ${i + 1}`,
      homepage: `https://${host}/`,
      icon: null,
      tags: ['generated', kind.name],
      strength: fraction(`${seed}|strong|${slug}`) < 0.2 ? 'strong' : 'standard',
      instant: isFast ? (Object.keys(probes) as QueryType[]) : [],
      probes: probes satisfies Probes,
    };
  });
  return { platforms, samplesBySlug, samples: (slug, queryType) => samplesBySlug.get(slug)?.[queryType] };
}
