/** Batches: many lookups under one id, each of which is accepted and billed when it starts. docs/contract.md, 4. */
import type { Band } from '../../engine/catalogue/rules/bands.js';
import type { Noise } from '../../engine/eligibility.js';
import { type ErrorCode, type ItemFault, ServiceError } from '../../kernel/values/errors.js';
import type { Checks } from '../../facts/checks.js';
import type { Risk } from '../../facts/risk/score-risk.js';
import type { Subjects } from '../../kernel/identity/subjects.js';
import type { LookupRequest, PurposeScope } from '../lookups/lookup.js';

/** Most items of a batch, and of one whose lookups check every platform. */
export const MAX_ITEMS: Readonly<Record<Band, number>> = { instant: 10_000, default: 10_000, deep: 500 };
/** Most items of a batch of a test key. */
export const MAX_TEST_ITEMS = 200;
/** Batches of an account that are not over. */
export const MAX_OPEN = 100;
/** How long a request may store a batch, in seconds: longer than a request may take to arrive, and erasures wait for it. */
export const MAX_STORING_SECONDS = 120;
/** Longest name that a client gives an item, in characters. */
export const MAX_REF = 100;

/** storing: the request is still being read. open: items are started as there is room. */
export const BATCH_STATES = ['storing', 'open', 'paused', 'cancelled', 'finished'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** What clients see of an open batch is whether anything has started. */
export const BATCH_STATUSES = ['queued', 'running', 'paused', 'cancelled', 'finished'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/**
 * Why a batch is paused: somebody asked for it; an item was not covered by the allowance; the key that pays was revoked, has expired, or is
 * that of nobody; its items could not be started.
 */
export const PAUSE_REASONS = ['requested', 'quota_exceeded', 'insufficient_credits', 'key_ended', 'internal_error'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/**
 * refused: of a batch of v1, an item that the allowance did not cover. deleted: its lookup was. erased: whom it named. Of a cancelled batch
 * those that never started are gone, and counted.
 */
export const ITEM_STATES = ['waiting', 'started', 'refused', 'invalid', 'deleted', 'erased'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** What clients see of an item: a started one is running or finished. */
export const ITEM_STATUSES = ['waiting', 'running', 'finished', 'refused', 'invalid', 'cancelled', 'deleted', 'erased'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** How many items have each status. */
export type BatchCounts = Readonly<Record<ItemStatus, number>>;

/** What all items of a batch have in common. */
export interface BatchOptions {
  readonly band: Band;
  readonly checks: Checks;
  readonly platforms: readonly string[] | null;
  readonly purpose: string | null;
  readonly scope?: PurposeScope | null;
  readonly bypassCache: boolean;
  readonly noise?: Noise | null | undefined;
}

export interface Batch {
  readonly id: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly band: Band;
  readonly state: Exclude<BatchState, 'storing'>;
  readonly pausedBecause: PauseReason | null;
  /** Its items were all accepted and billed by its request (v1). */
  readonly isWhole: boolean;
  readonly purpose: string | null;
  readonly noise: Noise | null;
  readonly items: number;
  readonly counts: BatchCounts;
  readonly createdAt: Date;
  /** When the first item started. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** What is asked of an item that waits: gone from its row once its lookup holds it. */
export type WaitingRequest = Pick<
  LookupRequest,
  'query' | 'queryType' | 'subjects' | 'rawIdentities' | 'claimedName' | 'claimedCompany' | 'claimedCountry'
>;

/** An item as it is stored, by its position among those sent, from 0. */
export interface NewItem {
  readonly position: number;
  /** How the client calls it; null: it has no name. */
  readonly ref: string | null;
  /** What will be looked up, or why that cannot be. */
  readonly content: WaitingRequest | ItemFault;
}

/** The counts of a finished lookup, as its row has them. */
export interface ItemFindings {
  readonly platformsChecked: number;
  readonly omitted: number;
  readonly matches: number;
  readonly socialMatches: number;
  /** The first ones. */
  readonly hits: string[];
  readonly risk: Pick<Risk, 'score' | 'level'>;
}

/** An item with what became of it. */
export interface BatchItem {
  readonly position: number;
  readonly ref: string | null;
  readonly status: ItemStatus;
  readonly lookupId: string | null;
  /** Why it was refused, or is invalid. */
  readonly fault: { readonly code: ErrorCode; readonly message: string } | null;
  /** What its lookup found; null: it has none, or that is not finished. */
  readonly found: ItemFindings | null;
  /** Whom it names, as it was sent; null: it is invalid, or that was deleted. */
  readonly named: (Pick<LookupRequest, 'query' | 'queryType' | 'subjects'> & { readonly rawIdentities: Subjects | null }) | null;
}

export function statusOf({ state, startedAt }: Pick<Batch, 'state' | 'startedAt'>): BatchStatus {
  if (state === 'open') return startedAt ? 'running' : 'queued';
  return state;
}

/** @param counts of the batch, of the account's other batches, and of its plan */
export const waitingLimitReached = (counts: { readonly items: number; readonly waiting: number; readonly limit: number }): ServiceError =>
  new ServiceError(
    'batch_limit_reached',
    `At most ${counts.limit.toLocaleString('en')} items of this account may wait. There are ${counts.waiting} already, and ` +
      `this batch has ${counts.items}.`,
    { details: counts },
  );

/** Items that have ended, whatever came of them. */
export const endedOf = ({ waiting, running, ...ended }: BatchCounts): number => Object.values(ended).reduce((sum, each) => sum + each, 0);
