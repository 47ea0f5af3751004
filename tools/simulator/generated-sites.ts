/** Invented platforms for benches and tests: any number, on hosts under .example, of the kinds that real ones are. */
import type { QueryType } from '../../src/kernel/identity/identity.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, Probes, ProbeSamples } from '../../src/engine/catalogue/rules/probe-rule.js';
import { fraction } from './deterministic.js';
import { ALIKE_KINDS, FORM_KINDS, PAGE_KINDS, seedTag } from './generated-pages.js';
import { KEY_KINDS, PRELUDE_KINDS } from './generated-preludes.js';
import type { SiteKind } from './generated-parts.js';
import { ROOT_REDIRECT_KINDS, SITE_KINDS, STATUS_KINDS } from './generated-rules.js';
import { OWN_ACCOUNT_KINDS, SCOPE_KINDS } from './generated-scopes.js';

/** Further kinds that answer with samples: a status alone, redirects to the root, preludes, keys, scopes, control accounts. */
const SAMPLE_GROUPS = {
  'status-only': STATUS_KINDS,
  'root-redirects': ROOT_REDIRECT_KINDS,
  preludes: PRELUDE_KINDS,
  keys: KEY_KINDS,
  scopes: SCOPE_KINDS,
  'own-accounts': OWN_ACCOUNT_KINDS,
} as const;
/** Kinds with a site of their own: pages beside the accounts, pages that look like accounts, answers that depend on a name's form. */
const MODEL_GROUPS = { pages: PAGE_KINDS, alike: ALIKE_KINDS, 'name-forms': FORM_KINDS } as const;
const KIND_GROUPS = { ...SAMPLE_GROUPS, ...MODEL_GROUPS } as const;
export type KindGroup = keyof typeof KIND_GROUPS;
export const KIND_GROUP_NAMES = Object.keys(KIND_GROUPS) as KindGroup[];
export const SAMPLE_GROUP_NAMES = Object.keys(SAMPLE_GROUPS) as (keyof typeof SAMPLE_GROUPS)[];

export interface GeneratedOptions {
  /** Determines which sites are strong and which are instant, and how sites with pages of their own are built. */
  readonly seed?: string;
  /** Groups of kinds besides the usual five. */
  readonly kinds?: readonly KindGroup[];
  /** Whether the usual five are left out. */
  readonly withoutUsual?: boolean;
}

export interface GeneratedSites {
  readonly platforms: readonly Platform[];
  samples(slug: string, queryType: QueryType): ProbeSamples | undefined;
  readonly samplesBySlug: ReadonlyMap<string, Partial<Record<QueryType, ProbeSamples>>>;
}

/** The kinds, assigned in rotation. */
export function siteKinds({ kinds = [], withoutUsual = false }: GeneratedOptions): readonly SiteKind[] {
  return [...(withoutUsual ? [] : SITE_KINDS), ...kinds.flatMap((group) => KIND_GROUPS[group])];
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
      tags: ['generated', kind.name, ...(options.seed === undefined ? [] : [seedTag(options.seed)])],
      strength: fraction(`${seed}|strong|${slug}`) < 0.2 ? 'strong' : 'standard',
      instant: isFast ? (Object.keys(probes) as QueryType[]) : [],
      probes: probes satisfies Probes,
    };
  });
  return { platforms, samplesBySlug, samples: (slug, queryType) => samplesBySlug.get(slug)?.[queryType] };
}
