import { ofRule } from '../../../engine/controls/of-rule.js';
import { type BandContext, instantBand, isUsable } from '../../../engine/catalogue/rules/bands.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import { type HealthRecord, healthOf, type QueryTypeHealth } from '../../../engine/controls/platform-health.js';
import type { Health } from '../../../engine/controls/health.js';
import type { PlatformStats } from '../../../engine/catalogue/rules/platform-status.js';
import type { HealthStore } from '../store/health-store.js';
import {
  answeringSlug,
  isStrong,
  supports,
  impliedBy,
  type Platform,
  type Strength,
  strengthOf,
} from '../../../engine/catalogue/rules/platform.js';
import {
  countRules,
  type Denial,
  denialOf,
  type HasNegativeControl,
  type RuleCounts,
} from '../../../engine/catalogue/rules/rule-counts.js';
import type { ProbeRule, RuleSide } from '../../../engine/catalogue/rules/probe-rule.js';
import { countProofs, type Proof, type ProofCounts, proofsOf } from '../../../engine/catalogue/rules/rule-proof.js';
import type { BackoffStore, DisabledPlatform, PlatformCatalogue } from '../../../engine/catalogue/rules/ports.js';
import type { ControlStore, TrafficStore } from '../../../engine/controls/ports.js';
import { calibrationOf } from '../../../engine/controls/traffic.js';
import type { Calibration } from '../../../engine/evaluation/verdict.js';
import type { PlatformSwitches } from '../store/platform-switches.js';
import type { PlatformStatusReader } from '../store/platform-stats.js';

export interface BandsContext {
  readonly catalogue: PlatformCatalogue;
  readonly statuses: Pick<PlatformStatusReader, 'current'>;
  readonly switches: Pick<PlatformSwitches, 'current'>;
  /** Ceiling of the instant path, in milliseconds. */
  readonly instantCeilingMs: number;
  /** The clock that controls were stored by: the database's. */
  readonly now: () => Date;
}

export interface PlatformsContext extends BandsContext {
  readonly controlStore: ControlStore;
  readonly backoffs: BackoffStore;
  readonly traffic: Pick<TrafficStore, 'calibrated'>;
  /** The same for the same rule. */
  readonly hasNegativeControl: HasNegativeControl;
}

export interface PlatformHealthContext extends PlatformsContext {
  readonly health: Pick<HealthStore, 'read' | 'disputes'>;
  readonly switches: Pick<PlatformSwitches, 'current' | 'list'>;
}

export interface PlatformSummary {
  readonly platform: string;
  readonly supports: readonly QueryType[];
  readonly instant: readonly QueryType[];
}

export interface PlatformOverview {
  readonly platform: Platform;
  /** Query types that answer on the instant path. */
  readonly instant: readonly QueryType[];
  readonly health: readonly QueryTypeOverview[];
}

/** A platform for one query type: its health, and what its rule can say at best. */
export interface QueryTypeOverview extends QueryTypeHealth {
  readonly stats: PlatformStats | null;
  readonly strength: Strength;
  readonly mayDeny: Denial;
  /** What shows at present that it does not deny every account. */
  readonly calibratedBy: Calibration | 'none';
  /** False: no negative control fits the rule, so that none of its answers count. */
  readonly calibratable: boolean;
  /** Day of the last check against the platform itself; null: shipped as it was read. */
  readonly liveChecked: string | null;
  /** How it is known that each side is right; null: the rule never answers so. */
  readonly proof: Readonly<Record<RuleSide, Proof | null>>;
  /** How many sources read the same request in the same way. */
  readonly sources: number;
}

async function bandEvidence({ statuses, switches, instantCeilingMs, now }: BandsContext): Promise<BandContext> {
  const [known, disabled] = await Promise.all([statuses.current(), switches.current()]);
  return { statuses: known, disabled, instantCeilingMs, now: now() };
}

/**
 * Every platform that a lookup may name, by slug, with the query types that reach it now (those in quarantine do not, so it
 * may have none; nor does one that is switched off), and those for which an instant lookup would probe it: lookups choose by the same
 * functions. A mailbox provider is reached by the address alone, a further slug of an account as its first one. docs/contract.md, 3.
 */
export async function listPlatforms(ctx: BandsContext): Promise<PlatformSummary[]> {
  const evidence = await bandEvidence(ctx);
  const inTime = instantBand(ctx.catalogue.platforms, evidence);
  return ctx.catalogue.platforms.map(({ slug }) => {
    const platform = ctx.catalogue.get(answeringSlug(ctx.catalogue, slug)) as Platform;
    const usable = supports(platform).filter((type) => isUsable(platform.slug, type, evidence));
    const implied = impliedBy(platform);
    return {
      platform: slug,
      supports: QUERY_TYPES.filter((type) => usable.includes(type) || implied.includes(type)),
      instant: QUERY_TYPES.filter((type) => (usable.includes(type) && inTime.has(`${platform.slug}:${type}`)) || implied.includes(type)),
    };
  });
}

/** Every platform with its health and recent statistics, for operators. */
export function listPlatformStatus(ctx: PlatformsContext): Promise<PlatformOverview[]> {
  return statusOf(ctx, ctx.catalogue.platforms);
}

export interface PlatformHealth {
  readonly overview: PlatformOverview;
  readonly history: readonly HealthRecord[];
  /** Results that accounts disputed lately. */
  readonly disputes: number;
  /** Null when it is enabled. */
  readonly disabled: DisabledPlatform | null;
}

/** One platform with its health now and over time. @throws ServiceError not_found */
export async function readPlatformHealth(ctx: PlatformHealthContext, slug: string): Promise<PlatformHealth> {
  const platform = ctx.catalogue.get(slug);
  if (!platform) throw new ServiceError('not_found', 'The catalogue has no platform with that slug.');
  const [[overview], history, disputes, off] = await Promise.all([
    statusOf(ctx, [platform]),
    ctx.health.read([slug]),
    ctx.health.disputes(slug),
    ctx.switches.list(),
  ]);
  return {
    overview: overview as PlatformOverview,
    history,
    disputes,
    disabled: off.find((each) => each.platform === slug) ?? null,
  };
}

async function statusOf(ctx: PlatformsContext, platforms: readonly Platform[]): Promise<PlatformOverview[]> {
  const [controls, backoffs, seen, evidence] = await Promise.all([
    ctx.controlStore.newest(platforms.map((platform) => platform.slug)),
    ctx.backoffs.backoffs(),
    ctx.traffic.calibrated(),
    bandEvidence(ctx),
  ]);
  const inTime = instantBand(ctx.catalogue.platforms, evidence);
  return platforms.map((platform) => ({
    platform,
    instant: supports(platform).filter((type) => inTime.has(`${platform.slug}:${type}`)),
    health: supports(platform).map((type) => {
      const key = `${platform.slug}:${type}`;
      const stats = evidence.statuses.get(key)?.stats ?? null;
      const isDisabled = evidence.disabled.has(platform.slug);
      const control = ofRule(controls.get(key), platform.probes[type]);
      const ability = abilityOf(platform, type, ctx);
      const known = { control, backoffUntil: backoffs.get(platform.slug), isDisabled, isCalibratable: ability.calibratable };
      const calibratedBy = calibrationOf(platform.probes[type] as ProbeRule, {
        hasAccounts: control?.outcome.accounts !== undefined,
        isSeen: seen.has(key),
      });
      return { ...healthOf(type, known, evidence.now), stats, strength: strengthOf(platform, type), calibratedBy, ...ability };
    }),
  }));
}

function abilityOf(platform: Platform, type: QueryType, { hasNegativeControl }: PlatformsContext) {
  const rule = platform.probes[type] as ProbeRule;
  const calibratable = hasNegativeControl(rule, type, platform.slug);
  const { liveChecked = null, agreeing: sources = 1 } = rule.provenance ?? {};
  const mayDeny = calibratable ? denialOf(rule) : ('no' as const);
  return { mayDeny, calibratable, liveChecked, proof: proofsOf(platform, type), sources };
}

/** Numbers of rules by query type. */
export function countByQueryType(
  platforms: readonly PlatformOverview[],
  hasNegativeControl: HasNegativeControl,
): Readonly<Record<QueryType, RuleCounts & { readonly proofs: ProofCounts }>> {
  const counted = platforms.map(({ platform }) => platform);
  const of = (type: QueryType) => ({ ...countRules(counted, type, hasNegativeControl), proofs: countProofs(counted, type) });
  return { email: of('email'), phone: of('phone'), username: of('username') };
}

/** Which platforms a caller wants to see: those that meet every given condition. */
export interface PlatformFilter {
  readonly tag?: string | undefined;
  /** Those of this strength, for `queryType` if that is given; without it `strong` means for any type. */
  readonly strength?: Strength | undefined;
  /** Those that can be probed with identities of this type. */
  readonly queryType?: QueryType | undefined;
  /** Those with this health, for `queryType` if that is given. */
  readonly status?: Health | undefined;
  /** Those that answer on the instant path, for `queryType` if that is given. */
  readonly instant?: true | undefined;
}

/**
 * One page of a list of platforms that is ordered by slug.
 *
 * @param input.limit platforms on the page; undefined: all that are left
 * @param input.after slug after which the page begins; null: the first page
 * @returns all platforms that meet the filter, the page, and the slug after which the next one begins; null on the last
 */
export function pagePlatforms(
  platforms: readonly PlatformOverview[],
  input: { filter: PlatformFilter; limit: number | undefined; after: string | null },
): { matching: readonly PlatformOverview[]; platforms: readonly PlatformOverview[]; next: string | null } {
  const { filter, limit, after } = input;
  const matching = platforms.filter((each) => matches(each, filter));
  const left = after === null ? matching : matching.filter(({ platform }) => platform.slug > after);
  const page = left.slice(0, limit);
  return { matching, platforms: page, next: left.length > page.length ? (page.at(-1)?.platform.slug ?? null) : null };
}

function matches({ platform, instant, health }: PlatformOverview, filter: PlatformFilter): boolean {
  const { tag, strength, queryType, status } = filter;
  const isWanted = (type: QueryType): boolean => queryType === undefined || queryType === type;
  if (tag !== undefined && !platform.tags.includes(tag)) return false;
  if (strength !== undefined && isStrong(platform, queryType) !== (strength === 'strong')) return false;
  if (filter.instant && !instant.some(isWanted)) return false;
  if (queryType === undefined && status === undefined) return true;
  return health.some((each) => isWanted(each.subject) && (status === undefined || each.status === status));
}
