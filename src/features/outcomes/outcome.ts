/** How a lookup turned out. `wrong_result` is about a result, and says nothing about the person. */
export const OUTCOMES = ['legitimate', 'fraud', 'chargeback', 'account_takeover', 'wrong_result'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Most lines of a file. */
export const MAX_LINES = 1_000;
/** Changes of its model that are kept of an account: the latest. */
export const MAX_MODELS = 1_000;
/** Lookups that a dry run scores again. */
export const MAX_RESCORED = 1_000;

/** The outcome of a lookup; null: nobody reported one. */
export interface LookupOutcome {
  readonly outcome: Outcome | null;
  /** When it was reported: a repetition leaves it. */
  readonly recordedAt: Date | null;
}
