import type { QueryType } from './identity.js';
import type { Target } from './lookup.js';
import { grudge, isTelling, omissionRate, type Standing, type Standings } from './platform-record.js';
import { supports, type Platform } from './platform.js';
import type { ProbeRule } from './probe-rule.js';
import { kindOf } from './subjects.js';

/** What bands are chosen by, besides the catalogue's own tiers. */
export interface BandEvidence {
  readonly standings: Standings;
  /** Ceiling of the instant path, in milliseconds. */
  readonly instantCeilingMs: number;
  readonly now: Date;
}

/** Nothing known of anybody, for the catalogue's own tiers alone. */
export const NO_EVIDENCE: BandEvidence = { standings: new Map(), instantCeilingMs: 900, now: new Date(0) };

/** Share of an instant answer's time that acceptance, plan, writing and shaping take, at least, in milliseconds. */
const PATH_MS = 120;
/** Platforms of the instant band that nothing is known of yet, at most, for each query type; the others wait their turn. */
export const MOST_UNKNOWN = 50;
/** Shares of omitted checks from which on a platform is no use to a band. */
const OMITS_TOO_MUCH = { instant: 0.3, default: 0.5 } as const;
/** What a platform that nobody marked as instant has to show: far below the ceiling, and nearly always answered. */
const EARNED = { answers: 20, ofCeiling: 0.5, omitted: 0.1 } as const;
/** Where a platform stands in the order of asking while nothing is known of it, in milliseconds. */
const UNKNOWN_MS = 2_000;

const NOTHING: Standing = { quarantinedUntil: null, controlLatencyMs: null, record: null };
const standingOf = (slug: string, type: QueryType, { standings }: BandEvidence): Standing => standings.get(`${slug}:${type}`) ?? NOTHING;

/** Whether the platform's answers may count at all: no failed control stands against it. */
export function isUsable(slug: string, type: QueryType, evidence: BandEvidence): boolean {
  const { quarantinedUntil } = standingOf(slug, type, evidence);
  return quarantinedUntil === null || quarantinedUntil <= evidence.now;
}

function omitsTooMuch(standing: Standing, limit: number, now: Date): boolean {
  return (omissionRate(grudge(standing.record, now)) ?? 0) > limit;
}

/** Whether the default band has the platform for this query type: strong, usable, and not one that rarely answers. */
export function inDefaultBand(platform: Platform, type: QueryType, evidence: BandEvidence): boolean {
  if (platform.strength !== 'strong' || platform.probes[type] === undefined || !isUsable(platform.slug, type, evidence)) return false;
  return !omitsTooMuch(standingOf(platform.slug, type, evidence), OMITS_TOO_MUCH.default, evidence.now);
}

/**
 * The platforms that answer on the instant path, as `<platform>:<query type>`: typed public APIs whose record is fast. Marked
 * ones are in until their record or control is slow or full of gaps; a strong one that is not marked earns its place.
 * docs/contract.md, 3.1.
 */
export function instantBand(platforms: readonly Platform[], evidence: BandEvidence): ReadonlySet<string> {
  const band = new Set<string>();
  const unknown = new Map<QueryType, Platform[]>();
  for (const platform of platforms) {
    if (!mayBeInstant(platform)) continue;
    for (const type of supports(platform)) {
      if (!isCandidate(platform, type)) continue;
      const place = placeOf(platform, type, evidence);
      if (place === 'in') band.add(`${platform.slug}:${type}`);
      if (place === 'unknown') unknown.set(type, [...(unknown.get(type) ?? []), platform]);
    }
  }
  for (const [type, waiting] of unknown) {
    const strongFirst = [...waiting].sort((a, b) => Number(b.strength === 'strong') - Number(a.strength === 'strong'));
    for (const { slug } of strongFirst.slice(0, MOST_UNKNOWN)) band.add(`${slug}:${type}`);
  }
  return band;
}

/** Rules out the thousands at a glance: a plan on the instant path looks at all of them. */
export function mayBeInstant({ instant, strength }: Platform): boolean {
  return instant.length > 0 || strength === 'strong';
}

function isCandidate(platform: Platform, type: QueryType): boolean {
  const rule = platform.probes[type];
  return rule !== undefined && (platform.instant.includes(type) || (platform.strength === 'strong' && isTyped(rule)));
}

/** A documented interface whose every side is read from typed JSON. */
function isTyped(rule: ProbeRule): boolean {
  return rule.method === 'public_api' && [rule.registered, rule.absent].every((side) => side === undefined || side.json !== undefined);
}

function placeOf(platform: Platform, type: QueryType, evidence: BandEvidence): 'in' | 'out' | 'unknown' {
  const standing = standingOf(platform.slug, type, evidence);
  const { record, controlLatencyMs } = standing;
  const usableMs = evidence.instantCeilingMs - PATH_MS;
  if (!isUsable(platform.slug, type, evidence)) return 'out';
  if (!platform.instant.includes(type)) {
    if (!isTelling(record) || record.answered < EARNED.answers || record.medianLatencyMs === null) return 'out';
    return record.medianLatencyMs <= usableMs * EARNED.ofCeiling && (omissionRate(record) ?? 1) <= EARNED.omitted ? 'in' : 'out';
  }
  if (!isTelling(record)) return controlLatencyMs === null ? 'unknown' : controlLatencyMs > usableMs ? 'out' : 'in';
  if (omitsTooMuch(standing, OMITS_TOO_MUCH.instant, evidence.now)) return 'out';
  return (grudge(record, evidence.now)?.medianLatencyMs ?? 0) > usableMs ? 'out' : 'in';
}

/** How long a platform is expected to take for what it is asked, in milliseconds. */
function expectedMs({ platform, subjects }: Target, evidence: BandEvidence): number {
  const expected = subjects.map((subject) => {
    const { record, controlLatencyMs } = standingOf(platform, kindOf(subject), evidence);
    return (isTelling(record) ? record.slowLatencyMs : null) ?? controlLatencyMs ?? UNKNOWN_MS;
  });
  return Math.max(...expected);
}

/**
 * Targets in the order in which they are best asked: the slowest first, so that a sweep takes hardly longer than its longest
 * answer. Equal ones keep their order.
 *
 * @param hasFailed whether a platform's newest request failed: the next one may take its whole time
 */
export function slowestFirst(targets: readonly Target[], evidence: BandEvidence, hasFailed: (target: Target) => boolean = () => false): Target[] {
  const expected = new Map(targets.map((target) => [target, hasFailed(target) ? Number.MAX_VALUE : expectedMs(target, evidence)]));
  return [...targets].sort((a, b) => (expected.get(b) ?? 0) - (expected.get(a) ?? 0));
}
