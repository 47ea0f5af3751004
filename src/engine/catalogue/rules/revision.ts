/**
 * Revisions of the catalogue: what it consists of from a moment on, beside the files of the release. A revision never changes, so that a
 * plan goes on with the one it began with (docs/adr/0044-catalogue-updates.md).
 */
import { fnv1a } from '../../../kernel/values/fnv1a.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Platform } from './platform.js';
import type { ProbeRule } from './probe-rule.js';
import type { Json } from '../../../kernel/values/json.js';

/** What began a revision: a bundle, the way back, an operator's own file for a slug, or changed rules that left the shadow. */
export const REVISION_CAUSES = ['update', 'rollback', 'replace', 'restore', 'release'] as const;
export type RevisionCause = (typeof REVISION_CAUSES)[number];

/** Rules that answer in place of changed ones, by `<slug>:<query type>`; null: nothing did before, so that nothing does yet. */
export type HeldRules = Readonly<Record<string, ProbeRule | null>>;

export interface CatalogueContent {
  /** Version of the bundle whose files take the place of the shipped ones; null: the shipped ones. */
  readonly bundle: number | null;
  /** The operator's own platform files, by the slug whose entry they replace. */
  readonly replacements: Readonly<Record<string, Json>>;
  readonly held: HeldRules;
}

export interface CatalogueRevision extends CatalogueContent {
  /** Grows; 0: the files of the release, before anything was changed. */
  readonly revision: number;
}

export const SHIPPED_REVISION: CatalogueRevision = { revision: 0, bundle: null, replacements: {}, held: {} };

/** What a bundle says of itself. */
export interface BundleInfo {
  readonly version: number;
  /** Names the key that signed it: the beginning of its digest. */
  readonly keyId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly platforms: number;
}

/** A bundle as it was accepted, with its signature: who loads it verifies it again. */
export interface StoredBundle extends BundleInfo {
  readonly content: Uint8Array;
}

export interface RevisionEntry extends Pick<CatalogueRevision, 'revision' | 'bundle'> {
  readonly cause: RevisionCause;
  readonly at: Date;
  readonly replaced: number;
  readonly held: number;
}

/** A rule that runs in shadow: asked by controls only. */
export interface ShadowRule {
  /** As it will be. */
  readonly platform: Platform;
  readonly queryType: QueryType;
  readonly digest: string;
}

/**
 * A platform with the rules that answer, and with new ones in shadow where none does: what can be asked there by controls.
 *
 * @param shadow rules in shadow, of all platforms
 */
export function withUpcomingRules(platform: Platform, shadow: readonly ShadowRule[] = []): Platform {
  const upcoming = shadow.find((rule) => rule.platform.slug === platform.slug)?.platform;
  return upcoming === undefined ? platform : { ...platform, probes: { ...upcoming.probes, ...platform.probes } };
}

/** Controls in a row that a changed rule has to pass before lookups use it. */
export const SHADOW_CONTROLS = 3;

/** JSON with the members of objects in one order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Fields of a rule that neither a request nor a verdict depends on. */
const REMARKS = [
  'safety',
  'suspect',
  'provenance',
  'hostReason',
  'echoExemption',
  'profile',
  'positiveControls',
] as const satisfies readonly (keyof ProbeRule)[];

const decisive = (rule: ProbeRule): string =>
  canonicalJson(Object.fromEntries(Object.entries(rule).filter(([name]) => !(REMARKS as readonly string[]).includes(name))));

const digests = new WeakMap<ProbeRule, string>();

/** Tells versions of one platform's rule apart: the same for rules that ask and read alike, '' without a rule. Not for secrets. */
export function ruleDigest(rule: ProbeRule | undefined): string {
  if (rule === undefined) return '';
  const known = digests.get(rule) ?? fnv1a(decisive(rule)).toString(36);
  digests.set(rule, known);
  return known;
}

/** Whether two rules ask and read alike. */
const isSameRule = (a: ProbeRule | undefined, b: ProbeRule | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a === b || decisive(a) === decisive(b);

/**
 * The rules that go on answering when a catalogue takes the place of another one: those whose successor asks or reads otherwise.
 *
 * @param now platforms as lookups use them now, with rules that are held
 * @param next platforms as the files of the next catalogue have them
 */
export function heldRules(now: readonly Platform[], next: readonly Platform[]): HeldRules {
  const before = new Map(now.map(({ slug, probes }) => [slug, probes]));
  return Object.fromEntries(
    next.flatMap(({ slug, probes }) =>
      (Object.entries(probes) as [QueryType, ProbeRule][])
        .filter(([type, rule]) => !isSameRule(before.get(slug)?.[type], rule))
        .map(([type]) => [`${slug}:${type}`, before.get(slug)?.[type] ?? null]),
    ),
  );
}

/** A catalogue with held rules in place of changed ones, and the changed ones, which run in shadow. */
export function withHeldRules(
  platforms: readonly Platform[],
  held: HeldRules,
): { readonly platforms: readonly Platform[]; readonly shadow: readonly ShadowRule[] } {
  const shadow: ShadowRule[] = [];
  const effective = platforms.map((platform) => {
    const probes: Partial<Record<QueryType, ProbeRule>> = { ...platform.probes };
    const changed = (Object.entries(platform.probes) as [QueryType, ProbeRule][]).filter(([type, rule]) => {
      const before = held[`${platform.slug}:${type}`];
      return before !== undefined && !isSameRule(before ?? undefined, rule);
    });
    for (const [queryType, rule] of changed) {
      shadow.push({ platform, queryType, digest: ruleDigest(rule) });
      const before = held[`${platform.slug}:${queryType}`];
      if (before) probes[queryType] = before;
      else delete probes[queryType];
    }
    const instant = platform.instant.filter((type) => probes[type] !== undefined);
    return changed.length === 0 ? platform : { ...platform, instant, probes };
  });
  return { platforms: effective, shadow };
}
