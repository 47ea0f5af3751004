import { QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import type { Probes, SampleOrigins } from './probe-rule.js';

/** Keys that a rule can use. */
export interface KeyUse {
  readonly queryType: QueryType;
  readonly keys: readonly string[];
  /** Whether the rule is skipped without them. */
  readonly required: boolean;
  /** Whether all of them are configured. */
  readonly configured: boolean;
}

/** How much a platform's answers are trusted: strong ones form the default band. */
export const STRENGTHS = ['strong', 'standard'] as const;
export type Strength = (typeof STRENGTHS)[number];
/** One strength for all query types, or one for each; a type without one is `standard`. */
export type StrengthByType = Strength | Readonly<Partial<Record<QueryType, Strength>>>;

/** One platform of the catalogue, as loaded: site software is already expanded into its sites. */
export interface Platform {
  readonly slug: string;
  readonly name: string;
  readonly homepage: string;
  readonly icon: string | null;
  readonly tags: readonly string[];
  /** Address of the page that shows a username, with `{username}`; absent: none is known, or the page that its rule reads. */
  readonly profilePage?: string;
  /** Read with `isStrong`. */
  readonly strength: StrengthByType;
  /** Query types for which the platform answers on the instant path. */
  readonly instant: readonly QueryType[];
  readonly probes: Probes;
  /** Where the shapes that its rules read were seen. */
  readonly sampleOrigins?: SampleOrigins;
  /** Why rules of its file are left out of `probes`, by query type. */
  readonly onHold?: Readonly<Partial<Record<QueryType, string>>>;
  /** Why nothing probes it any more. Its slug stays accepted. */
  readonly retired?: string;
  /** Slug of the platform whose account it is too. That one is probed and answers, whichever slug a caller names. */
  readonly sameAccountAs?: string;
  /** Described by a file of its own, not as one of many sites: good statistics may bring it into the default band. */
  readonly ownFile?: true;
  /** The platform gives out addresses: an account follows from the address itself, without a probe. */
  readonly mailbox?: true;
  /** Domains at which a breach is one of this platform, besides that of its homepage. */
  readonly breachDomains?: readonly string[];
  /** Keys of official interfaces that its rules can use; set where the operator's keys are known. */
  readonly keys?: readonly KeyUse[];
}

/** Query types that the platform can be probed for. */
export function supports(platform: Platform): QueryType[] {
  return QUERY_TYPES.filter((type) => platform.probes[type] !== undefined);
}

/** Whether another file may bring a rule for this query type: there is none, none is on hold, and nothing says that there is to be none. */
export function lacksRule({ probes, onHold, retired, sameAccountAs }: Platform, type: QueryType): boolean {
  return probes[type] === undefined && onHold?.[type] === undefined && retired === undefined && sameAccountAs === undefined;
}

/** The slug under which a platform is probed and answers: its own, or that of the platform with the same account. */
export function answeringSlug(catalogue: { get(slug: string): Platform | undefined }, slug: string): string {
  return catalogue.get(slug)?.sameAccountAs ?? slug;
}

/** How much the platform's answers are trusted for this query type. */
export function strengthOf({ strength }: Pick<Platform, 'strength'>, type: QueryType): Strength {
  return typeof strength === 'string' ? strength : (strength[type] ?? 'standard');
}

/** Whether the platform is strong for this query type; without a type, for any that it supports. */
export function isStrong({ strength, probes }: Pick<Platform, 'strength' | 'probes'>, type?: QueryType): boolean {
  if (type !== undefined) return strengthOf({ strength }, type) === 'strong';
  return typeof strength === 'string'
    ? strength === 'strong'
    : QUERY_TYPES.some((each) => strength[each] === 'strong' && probes[each] !== undefined);
}

/** Query types from which an account on the platform follows without a probe. */
export function impliedBy(platform: Platform): QueryType[] {
  return platform.mailbox ? ['email'] : [];
}
