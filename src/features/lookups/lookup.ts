import type { Band, ProbeTarget } from '../../engine/catalogue/rules/bands.js';
import type { PlatformKind } from '../../engine/catalogue/rules/kinds.js';
import type { ResultMethod } from '../../engine/catalogue/rules/probe-rule.js';
import type { Noise } from '../../engine/eligibility.js';
import type { InconclusiveReason, LinkedAccount, VerdictEvidence } from '../../engine/evaluation/verdict.js';
import type { EgressPool } from '../../engine/flow/egress-pool.js';
import type { Profile } from '../../engine/catalogue/rules/profile.js';
import type { Mode } from '../../engine/flow/request-class.js';
import type { Checks, Module } from '../../facts/checks.js';
import { FACT_MODULES, type FactModule } from '../../facts/fact-modules.js';
import type { OwnWeights } from '../../facts/risk/model.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import type { PersonRef, RefOf, SubjectRef, Subjects } from '../../kernel/identity/subjects.js';

/** A lookup, or a single check by its module: stored and billed alike. */
export const LOOKUP_KINDS = ['lookup', 'email', 'phone', 'ip'] as const;
export type LookupKind = (typeof LOOKUP_KINDS)[number];

/** Temporal priority keys: 1 is taken first. Calibration has 5. */
export const TEMPORAL_PRIORITY: Readonly<Record<Mode, number>> = { instant: 1, check: 1, wait: 2, stream: 2, async: 3, batch: 4 };

/** accepted: stored and billed, not yet started. running: planned. finished: no result is ever added again. */
export const LOOKUP_STATES = ['accepted', 'running', 'finished'] as const;
export type LookupState = (typeof LOOKUP_STATES)[number];

/** Bounds of a caller's own deadline, in milliseconds: sooner no platform would answer, and who waits longer uses `wait`. */
export const DEADLINE_MS = { least: 300, most: 10_000 } as const;

/** What a caller asked for, after validation: everything that a worker needs to carry it out. */
export interface LookupRequest {
  readonly kind: LookupKind;
  readonly band: Band;
  readonly mode: Mode;
  /** As the caller sent it, trimmed; shown in responses. */
  readonly query: string;
  /** Type of `query`; null for an IP address alone. */
  readonly queryType: QueryType | null;
  readonly subjects: Subjects;
  /** Identities as they were sent, by the names of `subjects`; absent where `query` suffices (v1). */
  readonly rawIdentities?: Subjects | null;
  readonly checks: Checks;
  /** Overrides the band when given. */
  readonly platforms: readonly string[] | null;
  /** `Cache-Control: no-cache`: every platform is probed, no cached fact is used. */
  readonly bypassCache: boolean;
  /** One of the account's own list (v2); null or absent when none was named. */
  readonly purpose?: string | null;
  /** The name that the person gave (v2); null or absent when none was sent. */
  readonly claimedName?: string | null;
  /** The company and the country that the person named (v2), likewise. */
  readonly claimedCompany?: string | null;
  readonly claimedCountry?: string | null;
  /** When an instant lookup is answered (v2), in milliseconds after the request; null or absent: at the installation's ceiling. */
  readonly deadlineMs?: number | null;
  /** What may be asked (v2); null or absent: every platform and source. */
  readonly noise?: Noise | null;
  /** What its purpose leaves of it; null or absent: everything. */
  readonly scope?: PurposeScope | null;
}

/** What the purpose of a lookup leaves of it, as it was when the lookup was accepted. */
export interface PurposeScope {
  /** Kinds of platforms that may be asked. */
  readonly kinds: readonly PlatformKind[];
  /** Modules that would run and that it forbids: `checks` has them switched off. */
  readonly withheld: readonly Module[];
}

/** A username derived from an e-mail address, and the platforms that are probed for it. */
export interface DerivedTarget {
  readonly handle: string;
  /** The e-mail address that it comes from. */
  readonly subject: RefOf<'email'>;
  readonly platforms: readonly string[];
}

export interface LookupPlan {
  readonly targets: readonly ProbeTarget[];
  readonly derived?: readonly DerivedTarget[];
  readonly modules: readonly Module[];
  /** Revision of the catalogue that it was made with; absent: the files of the release. */
  readonly catalogue?: number;
  /** The lookup goes through the simulator; absent: it does not. */
  readonly simulated?: true;
  /** Of a lookup that may not ask everything (`sealed-plan.ts`). */
  readonly isSealed?: true;
}

/** What something was billed, or would be. */
export type Billed = {
  readonly amount: number;
  readonly unit: 'lookups' | 'millicents';
};

export interface Lookup extends LookupRequest {
  readonly id: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  /** Made with a test key. */
  readonly isTest: boolean;
  readonly state: LookupState;
  readonly plan: LookupPlan | null;
  /** Names of its identities that were on the suppression list when it was planned; null or absent: none. */
  readonly suppressed?: readonly SubjectRef[] | null;
  readonly acceptedAt: Date;
  readonly finishedAt: Date | null;
  /** Null or absent where it was not read. */
  readonly billed?: Billed | null;
  /** The spans of answers that were taken back and may concern it, as text; absent: none. */
  readonly withdrawals?: string;
  /** How many handles it derived or was told, of which an erasure may take some; absent: none, or it was not read. */
  readonly handles?: number;
  /** Weights of the account that were in force when it was accepted; absent: the shipped ones were, or it was not read. */
  readonly ownWeights?: OwnWeights;
}

/** What a result that came with the address is known of: its domain is the provider's, or the mailbox itself exists or does not. */
export type ResultBasis = 'domain' | 'mailbox';

/** What is known of one platform for one subject of a lookup. */
export interface CheckOutcome {
  readonly platform: string;
  /** Which identity of the lookup was probed. */
  readonly subject: PersonRef;
  readonly state: 'registered' | 'not_registered' | 'inconclusive';
  readonly reason: InconclusiveReason | null;
  readonly method: ResultMethod;
  readonly mailboxProvider: boolean;
  /** What a result that came with the address is known of; absent or null: another result. */
  readonly basis?: ResultBasis | null | undefined;
  readonly checkedAt: Date;
  readonly fromCache: boolean;
  /** The egress pool through which it was obtained; null when no platform was probed. */
  readonly egress: EgressPool | null;
  readonly evidence: VerdictEvidence | null;
  /** What the answer showed of the account itself; null or absent: nothing. */
  readonly profile?: Profile | null | undefined;
  /** Handles that the platform's answer revealed, while it is written or reused: a snapshot has them apart. */
  readonly linkedAccounts?: readonly LinkedAccount[] | undefined;
  /** Digest of the rule that read the answer (`ruleDigest`), likewise while it is written or reused; absent where none did. */
  readonly rule?: string | undefined;
  /** Likewise, of a username: whether the fact is one of every spelling. Absent of a reused one: its name has no capitals. */
  readonly isFolded?: boolean | undefined;
}

/** An outcome with its position in the lookup's feed: `seq` grows in commit order, several outcomes may share one. */
export interface RecordedOutcome extends CheckOutcome {
  readonly seq: number;
}

/** Platforms in one shard: one activity each, all scheduled at once (docs/adr, "sweep in shards"). */
export const SHARD_SIZE = 50;
/**
 * Maximum number of shards, reached by the largest sweeps, whose shards are larger: enough for as many workers, and each costs Temporal.
 */
export const MAX_SHARDS = 16;

/** @param targets number of targets in the plan */
export function shardCount(targets: number, size: number = SHARD_SIZE): number {
  return Math.min(MAX_SHARDS, Math.ceil(targets / size));
}

/**
 * Bounds of a shard among the plan's targets. Its targets are neighbours, so that the first shard, which is started first, has the
 * slowest platforms of all.
 *
 * @param targets number of targets
 * @returns index of the first target, and the index after the last one
 */
export function shardBounds(targets: number, shard: number, size: number = SHARD_SIZE): readonly [from: number, to: number] {
  const share = targets / Math.max(1, shardCount(targets, size));
  const boundary = (at: number): number => Math.min(targets, Math.round(at * share));
  return [boundary(shard), boundary(shard + 1)];
}

/**
 * Facts that cover a whole platform: a platform is reused when every subject it would be probed for is known, because its outcomes are
 * stored together.
 */
export function reusableOutcomes(plan: Pick<LookupPlan, 'targets'>, facts: readonly CheckOutcome[]): CheckOutcome[] {
  const known = new Map(facts.map((fact) => [`${fact.platform}:${fact.subject}`, fact]));
  return plan.targets.flatMap(({ platform, subjects }) => {
    const outcomes = subjects.flatMap((subject) => known.get(`${platform}:${subject}`) ?? []);
    return outcomes.length === subjects.length ? outcomes : [];
  });
}

/**
 * The source of a result: the platform itself, probed by the sweep; the address, because its mailbox is at the platform; or a breach of
 * the platform that lists the identity. In order of precedence.
 */
export const RESULT_SOURCES = ['sweep', 'mailbox', 'breach'] as const;
export type ResultSource = (typeof RESULT_SOURCES)[number];

/** The source of a result, by its method. */
export function resultSourceOf(method: ResultMethod): ResultSource {
  if (method === 'domain_derived') return 'mailbox';
  return method === 'breach_record' ? 'breach' : 'sweep';
}

/** A module by its name in the steps of a lookup: of a sealed plan, one that releases before it do not find (`sealed-plan.ts`). */
export type StepName = FactModule | `${FactModule}:sealed`;

/** @returns the module of a step */
export const moduleOfStep = (name: StepName): FactModule => name.replace(/:sealed$/, '') as FactModule;

/** @returns the steps of a plan's modules */
const stepNames = (modules: readonly FactModule[], { isSealed }: Pick<LookupPlan, 'isSealed'>): readonly StepName[] =>
  isSealed ? modules.map((module): StepName => `${module}:sealed`) : modules;

/** The steps that a lookup's workflow schedules. Names and counts only, because Temporal's history stores them. */
export interface LookupSteps {
  /** Shards of the sweep. */
  readonly shards: number;
  readonly modules: readonly StepName[];
  /** Whether usernames derived from e-mail addresses are tried. */
  readonly derived: boolean;
  /** Whether there are only modules, all of them short: they then run in the workflow's own worker, which saves a hop. */
  readonly brief: boolean;
}

/** Modules that take about a second at most. */
const SHORT: ReadonlySet<FactModule> = new Set<FactModule>(['email', 'phone', 'ip']);

/** The steps of a stored plan. */
export function stepsOf(plan: LookupPlan): LookupSteps {
  const modules = FACT_MODULES.filter((module) => plan.modules.includes(module));
  const shards = shardCount(plan.targets.length);
  const derived = (plan.derived ?? []).length > 0;
  // Temporal sends no other command of a workflow while one of its local activities runs: none may run beside a sweep.
  return {
    shards,
    modules: stepNames(modules, plan),
    derived,
    brief: shards === 0 && !derived && modules.every((module) => SHORT.has(module)),
  };
}

/**
 * How long the reconciler waits, in seconds, before it starts a lookup once more: after its second start, the third, the fourth, and each
 * later one. A lookup is started at most five times an hour, since each start may probe thousands of platforms.
 */
export const RESTART_DELAYS_SECONDS = [30, 60, 120, 3_600] as const;

/** Starts after which a lookup is reported: what it runs into will not pass by itself. */
export const SUSPICIOUS_STARTS = RESTART_DELAYS_SECONDS.length + 1;
