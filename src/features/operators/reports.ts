/**
 * What operators of the service see: ids, slugs, hosts, times and counts, and whom to write to about an account: its address and those of
 * its owners. No identity that was looked up.
 */
import type { AccountSummary } from '../accounts/accounts.js';
import type { ControlOutcome } from '../../engine/controls/control.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import type { LookupKind, LookupState } from '../lookups/lookup.js';
import type { Mode } from '../../engine/flow/request-class.js';
import type { ErasedExecution, ErasureState } from '../privacy/erasure.js';
import type { Attempt, DeliveryKey } from '../webhooks/delivery.js';

/** How many wait, and since when the oldest does; null: none. */
export interface Waiting {
  readonly count: number;
  readonly oldestAt: Date | null;
}

/** Work that stands in Postgres until somebody takes it. */
export const BACKLOGS = ['batchLookups', 'otherLookups', 'deliveries', 'emails', 'erasures'] as const;
export type BacklogKind = (typeof BACKLOGS)[number];

export interface UnfinishedCount extends Waiting {
  readonly state: LookupState;
  readonly mode: Mode;
}

export interface UnfinishedLookup {
  readonly id: string;
  readonly accountId: string;
  readonly kind: LookupKind;
  readonly mode: Mode;
  readonly state: LookupState;
  readonly acceptedAt: Date;
}

/** A delivery that is not over; `run` grows with each resend. */
export interface UnfinishedDelivery extends DeliveryKey {
  readonly accountId: string;
  readonly attempts: number;
  /** The latest ones, in their order: how each ended, without what was sent or answered. */
  readonly latestAttempts: readonly (Pick<Attempt, 'number' | 'status' | 'failure' | 'durationMs'> & { readonly at: string })[];
  readonly createdAt: Date;
  /** Null until it is claimed. */
  readonly nextAttemptAt: Date | null;
}

/** An execution in Temporal, by what it carries out: `ref` is the id of a row; of a delivery `event/endpoint`. */
export interface Execution {
  readonly kind: ErasedExecution['kind'] | 'erasure';
  readonly ref: string;
}

/** A host whose requests are refused, because several in a row failed. */
export interface OpenCircuit {
  readonly egressPool: string;
  readonly egress: string;
  readonly host: string;
  /** When a worker last reported it. */
  readonly since: Date;
  /** In the past: a trial request is due. */
  readonly until: Date;
  /** How often it opened without a success in between. */
  readonly trips: number;
}

/** A platform that asked for a pause. */
export interface PlatformBackoff {
  readonly egressPool: string;
  readonly platform: string;
  readonly until: Date;
}

export interface RunningErasure {
  readonly id: string;
  /** Null for every account. */
  readonly accountId: string | null;
  readonly isDryRun: boolean;
  readonly state: ErasureState;
  readonly createdAt: Date;
}

/** A result that an account says is wrong: what it rests on, without the identity, the note and the lookup. */
export interface ReportedDispute {
  readonly platform: string;
  readonly queryType: QueryType;
  readonly registered: boolean;
  readonly egressPool: string | null;
  /** Digest of the rule; null: it is not known any more. */
  readonly rule: string | null;
  /** Revision of the catalogue; null: the files of the release. */
  readonly catalogue: number | null;
  /** Keyed digest of the evidence: the same where platforms answered alike. */
  readonly evidence: string | null;
  readonly accountId: string;
  readonly createdAt: Date;
  /** When a control ran after it; null: none did. */
  readonly controlledAt: Date | null;
}

/** An account, and what it used of its plan. */
export interface ListedAccount
  extends Pick<AccountSummary, 'accountId' | 'email' | 'name' | 'plan' | 'createdAt' | 'suspendedAt' | 'activeKeys'> {
  /** Addresses of its owners, the first ones. */
  readonly owners: readonly string[];
  /** In its present period, in the unit of the plan. */
  readonly used: number;
  /** Lookups a period; null: no limit, or a credit plan. */
  readonly allowance: number | null;
}

export interface AccountSearch {
  /** Beginning of its id, or part of its address or name; null: all accounts. */
  readonly search: string | null;
}

/** What an account has. */
export interface AccountCounts {
  readonly activeKeys: number;
  readonly members: number;
  readonly openInvitations: number;
  readonly endpoints: number;
  readonly disabledEndpoints: number;
  readonly lookups: number;
  readonly unfinishedLookups: number;
}

export const TASK_KINDS = ['workflow', 'activity'] as const;

export interface TaskQueueBacklog {
  readonly queue: string;
  readonly kind: (typeof TASK_KINDS)[number];
  /** Workers that ask it for tasks. */
  readonly pollers: number;
  /** Tasks that wait, approximately. */
  readonly count: number;
  /** Age of the oldest of them, in seconds. */
  readonly oldestSeconds: number;
}

/** How the last run of a Schedule ended; `running`: it has not, `unknown`: its execution has been deleted. */
export const RUN_OUTCOMES = ['running', 'completed', 'failed', 'cancelled', 'terminated', 'timed_out', 'unknown'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export interface ScheduleReport {
  readonly id: string;
  /** What it is for. */
  readonly purpose: string;
  /** `missing`: the workers create it within 20 seconds. */
  readonly state: 'active' | 'paused' | 'missing';
  readonly lastRun: { readonly startedAt: Date; readonly outcome: RunOutcome } | null;
  readonly nextAt: Date | null;
}

export const CALIBRATED_STATES = ['passed', 'failed', 'blocked', 'uncalibrated'] as const;

/** What the control of a platform showed for one query type. */
export interface CalibratedType {
  readonly queryType: QueryType;
  /** `uncalibrated`: no control can be made. */
  readonly state: ControlOutcome['state'] | 'uncalibrated';
  readonly mayConfirm: boolean;
  readonly mayDeny: boolean;
  readonly explanation: string;
}

/** What has a page in the engine's own interface. */
export type TemporalPage =
  | { readonly kind: 'lookup'; readonly id: string; readonly mode: Mode }
  | { readonly kind: 'delivery'; readonly key: DeliveryKey }
  | { readonly kind: 'erasure' | 'schedule' | 'queue'; readonly id: string };

/** The engine that runs workflows and activities. */
export interface TemporalOperations {
  queues(): Promise<readonly TaskQueueBacklog[]>;
  schedules(): Promise<readonly ScheduleReport[]>;
  /** Starts the controls of a platform, or joins those under way. @returns what they showed; null: they go on */
  calibrate(platform: string): Promise<readonly CalibratedType[] | null>;
  /** Its page in the engine's own interface; null: none is known. */
  urlOf(what: TemporalPage): string | null;
}
