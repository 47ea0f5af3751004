import type { Identity, QueryType } from '../../../kernel/identity/identity.js';
import {
  recentStats,
  hasEnoughSamples,
  omissionRate,
  type PlatformStats,
  type PlatformStatus,
  type PlatformStatuses,
} from './platform-status.js';
import { isStrong, supports, type Platform } from './platform.js';
import type { RuleApplicability } from './ports.js';
import type { ProbeRule } from './probe-rule.js';
import { isProven } from './rule-proof.js';
import { inScope } from './rule-scope.js';
import { kindOf, personRefs, type PersonRef, type Subjects } from '../../../kernel/identity/subjects.js';

/** How deep the platform sweep goes. */
export const BANDS = ['instant', 'default', 'deep'] as const;
export type Band = (typeof BANDS)[number];

/** One platform and the subjects it is probed for. */
export interface ProbeTarget {
  readonly platform: string;
  readonly subjects: readonly PersonRef[];
}

/** What decides the bands, besides the catalogue's own tiers. */
export interface BandContext {
  readonly statuses: PlatformStatuses;
  /** Slugs of platforms that an operator switched off. */
  readonly disabled: ReadonlySet<string>;
  /** Ceiling of the instant path, or a lookup's own deadline, in milliseconds. */
  readonly instantCeilingMs: number;
  readonly now: Date;
}

/** No statistics: the catalogue's own tiers decide alone. */
export const NO_STATISTICS: BandContext = { statuses: new Map(), disabled: new Set(), instantCeilingMs: Infinity, now: new Date(0) };

/** Minimum time of an instant lookup that acceptance, planning, writing and presenting take, in milliseconds. */
const INSTANT_OVERHEAD_MS = 120;
/** Maximum number of platforms without statistics in the instant band, for each query type; the others wait until these have some. */
export const MAX_UNKNOWN = 50;
/** Shares of omitted checks above which a band leaves a platform out. */
export const MAX_OMISSION_RATE = { instant: 0.3, default: 0.5 } as const;
/** What the statistics of a platform that is not marked as instant must show: far below the ceiling, and nearly always answered. */
const PROMOTION_CRITERIA = { answers: 20, ofCeiling: 0.5, omitted: 0.1 } as const;
/**
 * What brings a strong platform of whatever interface in, where there is at least this time, in milliseconds: nine of ten checks end within
 * this part of it. The usual ceiling leaves less; a caller's longer deadline does not.
 */
const LONG_DEADLINE = { usableMs: 1_500, ofCeiling: 0.9 } as const;
/**
 * What the latest statistics of a platform that is not strong must show for the default band: enough answers, nearly always, and nine of
 * ten checks within a time that does not make a sweep longer.
 */
const DEFAULT_CRITERIA = { answers: 20, p90Ms: 3_000, omitted: 0.1 } as const;
/**
 * How long statistics keep such a platform in the default band after its last probe, in milliseconds. While it is in the band, lookups
 * renew them; after a day without any, the catalogue's own tier decides.
 */
const DEFAULT_MEMORY_MS = 24 * 3_600_000;
/** Expected latency of a platform without statistics, in milliseconds, for the order of requests. */
const DEFAULT_EXPECTED_MS = 2_000;

const NO_STATUS: PlatformStatus = { quarantinedUntil: null, controlLatencyMs: null, stats: null };
const statusOf = (slug: string, type: QueryType, { statuses }: BandContext): PlatformStatus => statuses.get(`${slug}:${type}`) ?? NO_STATUS;

/** Whether the platform's answers may count at all: it is neither switched off nor in quarantine after a failed control. */
export function isUsable(slug: string, type: QueryType, evidence: BandContext): boolean {
  const { quarantinedUntil } = statusOf(slug, type, evidence);
  return !evidence.disabled.has(slug) && (quarantinedUntil === null || quarantinedUntil <= evidence.now);
}

function omitsTooMuch(status: PlatformStatus, limit: number, now: Date): boolean {
  return (omissionRate(recentStats(status.stats, now)) ?? 0) > limit;
}

/**
 * Whether the platform is in the default band for this query type: usable, and strong and not omitted too often, or standard with
 * statistics that earn it a place. Other query types' statistics decide nothing: an interface may answer for usernames and be closed
 * for addresses.
 */
export function inDefaultBand(platform: Platform, type: QueryType, evidence: BandContext): boolean {
  const rule = platform.probes[type];
  if (rule === undefined || rule.suspect !== undefined || !isUsable(platform.slug, type, evidence)) return false;
  const status = statusOf(platform.slug, type, evidence);
  if (isStrong(platform, type)) return !omitsTooMuch(status, MAX_OMISSION_RATE.default, evidence.now);
  return earnsDefault(status.stats, evidence.now) && mayEarnDefault(platform, type, rule);
}

/**
 * Whether a platform may join by its statistics. The thousands of sites that share a rule or were imported may not: a lookup would query
 * hundreds that nobody chose. Nor may a rule on the word of other tools alone: statistics show that it answers, not that it reads rightly.
 */
function mayEarnDefault(platform: Platform, type: QueryType, { registered, absent }: ProbeRule): boolean {
  if (platform.ownFile !== true || registered?.weakEvidence === true || absent?.weakEvidence === true) return false;
  return isProven(platform, type);
}

function earnsDefault(stats: PlatformStats | null, now: Date): boolean {
  if (!hasEnoughSamples(stats) || stats.answered < DEFAULT_CRITERIA.answers || stats.p90LatencyMs === null) return false;
  if (now.getTime() - stats.probedAt.getTime() >= DEFAULT_MEMORY_MS) return false;
  return stats.p90LatencyMs <= DEFAULT_CRITERIA.p90Ms && (omissionRate(stats) ?? 1) <= DEFAULT_CRITERIA.omitted;
}

/**
 * The platforms of the instant band, as `<platform>:<query type>`: typed public APIs with fast statistics. Marked ones are in unless
 * their statistics or control are slow or show too many omissions; a strong one that is not marked is promoted by its statistics. It only
 * grows with the ceiling. docs/contract.md, 3.1.
 */
export function instantBand(platforms: readonly Platform[], evidence: BandContext): ReadonlySet<string> {
  const band = new Set<string>();
  const unknown = new Map<QueryType, Platform[]>();
  for (const platform of platforms) {
    if (!mayBeInstant(platform)) continue;
    for (const type of supports(platform)) {
      if (!isCandidate(platform, type)) continue;
      const eligibility = instantEligibility(platform, type, evidence);
      if (eligibility === 'in') band.add(`${platform.slug}:${type}`);
      if (eligibility === 'unknown') unknown.set(type, [...(unknown.get(type) ?? []), platform]);
    }
  }
  for (const [type, waiting] of unknown) {
    const strongFirst = [...waiting].sort((a, b) => Number(isStrong(b, type)) - Number(isStrong(a, type)));
    for (const { slug } of strongFirst.slice(0, MAX_UNKNOWN)) band.add(`${slug}:${type}`);
  }
  return band;
}

/** Cheap first filter: planning an instant lookup goes through all of the catalogue's thousands of platforms. */
export function mayBeInstant(platform: Platform): boolean {
  return platform.instant.length > 0 || isStrong(platform);
}

function isCandidate(platform: Platform, type: QueryType): boolean {
  const rule = platform.probes[type];
  return rule !== undefined && rule.suspect === undefined && (platform.instant.includes(type) || isStrong(platform, type));
}

/** Whether the rule uses a documented interface and reads every side from typed JSON. */
function isTyped(rule: ProbeRule): boolean {
  return rule.method === 'public_api' && [rule.registered, rule.absent].every((side) => side === undefined || side.json !== undefined);
}

function instantEligibility(platform: Platform, type: QueryType, evidence: BandContext): 'in' | 'out' | 'unknown' {
  const status = statusOf(platform.slug, type, evidence);
  const { stats, controlLatencyMs } = status;
  const usableMs = evidence.instantCeilingMs - INSTANT_OVERHEAD_MS;
  if (!isUsable(platform.slug, type, evidence)) return 'out';
  if (!platform.instant.includes(type)) return isPromoted(platform.probes[type], stats, usableMs) ? 'in' : 'out';
  if (!hasEnoughSamples(stats)) return controlLatencyMs === null ? 'unknown' : controlLatencyMs > usableMs ? 'out' : 'in';
  if (omitsTooMuch(status, MAX_OMISSION_RATE.instant, evidence.now)) return 'out';
  return (recentStats(stats, evidence.now)?.medianLatencyMs ?? 0) > usableMs ? 'out' : 'in';
}

/** Whether statistics bring a strong platform in that is not marked: a typed one far below the ceiling, any other within a long one. */
function isPromoted(rule: ProbeRule | undefined, stats: PlatformStats | null, usableMs: number): boolean {
  if (!rule || !hasEnoughSamples(stats) || stats.answered < PROMOTION_CRITERIA.answers) return false;
  if ((omissionRate(stats) ?? 1) > PROMOTION_CRITERIA.omitted) return false;
  const { medianLatencyMs, p90LatencyMs } = stats;
  if (isTyped(rule) && medianLatencyMs !== null && medianLatencyMs <= usableMs * PROMOTION_CRITERIA.ofCeiling) return true;
  return usableMs >= LONG_DEADLINE.usableMs && p90LatencyMs !== null && p90LatencyMs <= usableMs * LONG_DEADLINE.ofCeiling;
}

/** Expected latency of a platform for its subjects, in milliseconds. */
function expectedMs({ platform, subjects }: ProbeTarget, evidence: BandContext): number {
  const expected = subjects.map((subject) => {
    const { stats, controlLatencyMs } = statusOf(platform, kindOf(subject), evidence);
    return (hasEnoughSamples(stats) ? stats.p90LatencyMs : null) ?? controlLatencyMs ?? DEFAULT_EXPECTED_MS;
  });
  return Math.max(...expected);
}

/**
 * Orders targets for a sweep: the slowest first, so that the sweep takes hardly longer than its slowest answer. Equal ones keep their
 * order.
 *
 * @param hasFailed whether a platform's newest request failed: the next one may use its whole timeout
 */
export function slowestFirst(
  targets: readonly ProbeTarget[],
  evidence: BandContext,
  hasFailed: (target: ProbeTarget) => boolean = () => false,
): ProbeTarget[] {
  const expected = new Map(targets.map((target) => [target, hasFailed(target) ? Number.MAX_VALUE : expectedMs(target, evidence)]));
  return [...targets].sort((a, b) => (expected.get(b) ?? 0) - (expected.get(a) ?? 0));
}

/** The same targets, those with a suspect rule last: they may neither delay others nor take their slots. */
export function suspectsLast(targets: readonly ProbeTarget[], platformOf: (slug: string) => Platform | undefined): ProbeTarget[] {
  const isSuspect = ({ platform, subjects }: ProbeTarget): boolean =>
    subjects.some((subject) => platformOf(platform)?.probes[kindOf(subject)]?.suspect !== undefined);
  const suspects = new Set(targets.filter(isSuspect));
  return [...targets.filter((target) => !suspects.has(target)), ...suspects];
}

/** Nothing is known: no phone number has a country, so rules that are scoped to countries are not asked. */
export const NO_APPLICABILITY: RuleApplicability = { countryOf: () => null, hasNegativeControl: () => true };

/**
 * Selects the platforms that a lookup probes, and the subjects for each. Platforms that support none of the subjects are skipped, not
 * refused (docs/contract.md, 2.4); so are those whose scope none of them is in. A platform is probed for every subject that it supports or
 * not at all: an answer for some of them would be read as one for all. A band has no platform whose rules can have no control.
 *
 * @param chosen slugs that override the band and its evidence; all exist in the catalogue
 * @param evidence what is known of the platforms' answers; without it the catalogue's own tiers decide
 * @param applicability without it no number has a country
 */
export function selectTargets(
  platforms: readonly Platform[],
  subjects: Subjects,
  band: Band,
  chosen: readonly string[] | null,
  evidence: BandContext = NO_STATISTICS,
  applicability: RuleApplicability = NO_APPLICABILITY,
): ProbeTarget[] {
  const present = personRefs(subjects).map((ref): Present => ({ ref, type: kindOf(ref) }));
  const isIn = chosen === null ? membershipOf(band, platforms, evidence) : listed(chosen);
  const targets: ProbeTarget[] = [];
  for (const platform of platforms) {
    const probed = present.filter(({ type }) => platform.probes[type] !== undefined);
    if (probed.length === 0 || !isIn(platform, probed)) continue;
    if (probed.some(({ ref, type }) => isApplicable(platform, { type, value: subjects[ref] ?? '' }))) {
      targets.push({ platform: platform.slug, subjects: probed.map(({ ref }) => ref) });
    }
  }
  return targets;

  function isApplicable({ slug, probes }: Platform, identity: Identity): boolean {
    const rule = probes[identity.type];
    if (rule === undefined || !inScope(rule.scope, identity, applicability.countryOf)) return false;
    return chosen !== null || applicability.hasNegativeControl(rule, identity.type, slug);
  }
}

/** An identity of the lookup, and what kind it is. */
interface Present {
  readonly ref: PersonRef;
  readonly type: QueryType;
}

type Membership = (platform: Platform, probed: readonly Present[]) => boolean;

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
  if (band === 'deep') return ({ slug }, probed) => probed.some(({ type }) => isUsable(slug, type, evidence));
  if (band === 'default') {
    return (platform, probed) =>
      probed.some(({ type }) => inDefaultBand(platform, type, evidence)) &&
      probed.every(({ type }) => platform.probes[type]?.suspect === undefined);
  }
  const inTime = instantBand(platforms, evidence);
  return (platform, probed) => mayBeInstant(platform) && probed.every(({ type }) => inTime.has(`${platform.slug}:${type}`));
}
