/** Accounts, their keys and limits, what they used, and what an operator changes on them. */
import type { KeyLimits, Scope } from './api-keys.js';
import { ServiceError, type ErrorCode } from '../../kernel/values/errors.js';
import type { Module } from '../../facts/checks.js';
import type { Role } from './roles.js';
import type { Plan, PlanName } from './plans.js';
import type { Purposes } from './purposes.js';

/**
 * How a request reached the service, for the entry that a transaction writes of what it did. `isRecorded` is set after its commit, so
 * that the request gets no second entry, and `began` to what it began that goes on without it, for its trace: the key of the event that
 * will end it (`lookupKey`, `batchKey`).
 */
export interface RequestOrigin {
  readonly action: string;
  readonly network: string;
  isRecorded: boolean;
  began?: string;
}

/** Who makes a request: a key, or a member who is signed in, and the account it is for. */
export interface Caller extends LookupOwner {
  /** Key or member: what is billed and recorded names it. */
  readonly apiKeyId: string;
  /** Absent for a key. */
  readonly member?: { readonly role: Role };
  readonly plan: PlanName;
  readonly poolId: string;
  /** Lookups a period; null: no limit. */
  readonly allowance: number | null;
  /** What a key may do; what a member may let a key do. */
  readonly scopes: readonly Scope[];
  /** Networks that the key may be used from, in CIDR notation; null or absent: all. */
  readonly networks?: readonly string[] | null;
  /** The key's own limit of lookups a month, and at which key it counts them; null or absent: it has none. */
  readonly monthly?: { readonly lookups: number; readonly firstKey: string } | null;
  /** When the key ends; null or absent: it does not. */
  readonly expiresAt?: Date | null;
  /** Whether it is a test key: its lookups are of test identities, and unbilled. Absent: it is not. */
  readonly isTest?: boolean;
  /** Whether an operator suspended the account: everything is refused. */
  readonly isSuspended: boolean;
  /** Whether the account is closed, because it is to be deleted: all is refused but what `Route.whileClosed` names. */
  readonly isClosed?: boolean;
  /** Purposes of its v2 lookups; absent when it has none and requires none. */
  readonly purposes?: Purposes;
  /** How the request came, for the audit log; absent outside of the API. */
  readonly origin?: RequestOrigin;
}

/** What an operator sets on an account when creating it, and sees in every listing. Each field is a column of the same name. */
export interface AccountDetails {
  readonly email: string;
  /** What its members call it; null or absent: its address stands for it. */
  readonly name?: string | null | undefined;
  readonly plan: PlanName;
}

/** Longest name of an account, in characters. */
export const MAX_ACCOUNT_NAME = 100;

export interface NewAccount extends AccountDetails {
  /** A key of `TrialPools`; null: a pool of its own. */
  readonly poolKey: string | null;
  readonly quotaOverride: number | null;
  readonly balanceMillicents: number;
}

/** Who shares the lookups of the free trial with whom. */
export interface TrialPools {
  /** Key of the pool of an address in normal form; null: of a disposable one, which gets no trial. */
  keyOf(email: string): string | null;
}

/** For operators: an account that they named and that does not exist. */
export const unknownAccount = (accountId: string): ServiceError =>
  new ServiceError('not_found', `There is no account ${accountId}; \`footprint account list\` shows them all.`);

/** An account as its operator sees it. */
export interface AccountSummary extends AccountDetails {
  readonly name: string | null;
  readonly accountId: string;
  readonly createdAt: Date;
  /** Null when it is not suspended. */
  readonly suspendedAt: Date | null;
  /** Days after which its lookups are deleted; null: they are kept. */
  readonly retentionDays: number | null;
  /** Keys that are neither revoked nor expired. */
  readonly activeKeys: number;
}

/** Without the limits that are absent. */
export interface NewKey extends Partial<KeyLimits> {
  readonly accountId: string;
  readonly name: string;
  /** SHA-256 of the whole key. */
  readonly digest: Uint8Array;
  readonly lastFour: string;
  readonly scopes: readonly Scope[];
  /** Null when it does not expire. */
  readonly expiresAt: Date | null;
  /** Absent: it is none for tests. */
  readonly isTest?: boolean;
}

/** An API key without the key itself, which only its owner has. */
export interface KeySummary extends KeyLimits {
  readonly apiKeyId: string;
  readonly name: string;
  readonly lastFour: string;
  /** Whether it is a test key. */
  readonly isTest: boolean;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** Null when it does not expire. */
  readonly expiresAt: Date | null;
  /** To the minute; null: never, as far as is known. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface AccountUsage {
  readonly plan: PlanName;
  readonly periodStart: Date;
  /** What the account was billed in the period: lookups, or millicents on a credit plan. */
  readonly billed: number;
  /** What was used of the allowance in the period, by all accounts that share it. */
  readonly used: number;
  /** Lookups a period; null: no limit. */
  readonly allowance: number | null;
  /** Credit plan: what is left of the prepaid balance; null on other plans. */
  readonly balanceMillicents: number | null;
  /** Accounts that share the allowance, this one included. */
  readonly sharedBy: number;
}

/** What was billed on one day (UTC), by one key, under one module. */
export interface UsageDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly apiKeyId: string;
  readonly module: Module;
  readonly lookups: number;
  /** In `unit`. */
  readonly amount: number;
  readonly unit: Plan['unit'];
}

export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds to the next window, on the database's clock. */
  readonly resetSeconds: number;
  readonly allowed: boolean;
}

export interface RetentionRun {
  /** Stops the run between two transactions; what is committed stays. */
  readonly signal?: AbortSignal;
  /** Called between two transactions. */
  readonly onProgress?: () => void;
}

/** What a retention period would delete of an account now. */
export interface RetentionPreview {
  readonly accountId: string;
  /** The period that is in force, in days; null: lookups are kept. */
  readonly retentionDays: number | null;
  readonly lookups: number;
  readonly results: number;
  /** When the oldest lookup that would be deleted was accepted; null when none would. */
  readonly oldest: Date | null;
}

/** A hundred years: the longest retention period, in days. */
export const MAX_RETENTION_DAYS = 36_500;

/** Identifies one billed request, so that a repetition replays the answer of the first. */
export interface IdempotencyToken {
  readonly key: string;
  /** Digest of operation, query parameters and body. */
  readonly fingerprint: string;
}

/** How much of an allowance is used, including everything that was granted. */
export type AllowanceState = {
  readonly unit: Plan['unit'];
  readonly used: number;
  /** On a credit plan: what was used in this period plus the remaining balance. */
  readonly limit: number;
  /** ISO 8601; null when the allowance is not renewed by time. */
  readonly renewsAt: string | null;
};

export interface RefusedAcceptance {
  readonly refused: Extract<ErrorCode, 'quota_exceeded' | 'insufficient_credits'>;
  readonly allowance: AllowanceState;
}
export type Acceptance = { readonly lookupId: string } | RefusedAcceptance;

/** The database did not confirm a commit: the lookups are accepted and billed, or they are not; only their rows show which. */
export class UnconfirmedAcceptance extends ServiceError {
  readonly acceptances: readonly Acceptance[];

  constructor(acceptances: readonly Acceptance[]) {
    const lookupIds = acceptances.flatMap((each) => ('lookupId' in each ? [each.lookupId] : []));
    super('unavailable', undefined, { retryAfterSeconds: COMMIT_TIMEOUT_SECONDS, lookupIds });
    this.acceptances = acceptances;
  }
}

/** How long the database keeps a transaction open whose client is silent, in seconds. */
const COMMIT_TIMEOUT_SECONDS = 10;

/** What is in force for an account. */
export interface AccountTerms {
  readonly accountId: string;
  readonly plan: PlanName;
  /** Lookups a period, when it differs from the plan's. */
  readonly quotaOverride: number | null;
  /** Prepaid balance; spent on a credit plan only, kept on every other. */
  readonly balanceMillicents: number;
  readonly suspendedAt: Date | null;
}

export interface PlanChange {
  readonly plan: PlanName;
  /** Pool of the new plan that the account shares; null: its own. Without effect when it has the plan already. */
  readonly sharedPoolKey: string | null;
  readonly quotaOverride: number | null;
}

export interface TopUp {
  /** Names the payment: another top-up of the account under the same reference is the same one. */
  readonly reference: string;
  readonly amountMillicents: number;
}

/** Whose lookups somebody may see: those of an account, or of one of its keys alone. */
export interface LookupOwner {
  readonly accountId: string;
  /** The first of the keys that replaced each other; null: the account's. */
  readonly onlyKey: string | null;
}
