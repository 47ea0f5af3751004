/** What a source of facts answers. One that cannot answer returns the reason; it never throws. */

/** Why a source gave no answer. */
export const SOURCE_FAILURES = [
  'not_configured',
  'not_applicable',
  'not_passive',
  'unknown',
  'timeout',
  'rate_limited',
  'unauthorized',
  'refused',
  'unreachable',
  'malformed',
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** How one source took part in a finding; kept as evidence and shown in v2. */
export interface SourceNote {
  /** Name of the source, as in `GET /v2/sources`. */
  readonly source: string;
  /** Null when it answered. */
  readonly failure: SourceFailure | null;
  readonly tookMs: number;
  /** Fields that this source decided. */
  readonly decidedFields: readonly string[];
  /** Short codes of what it observed, for the reasons in v2: `tor_exit`, `null_mx`, … Never personal. */
  readonly codes: readonly string[];
}

/** What a module found. `facts` is null when no source could answer: the module shows as "not checked". */
export interface Finding<Facts> {
  readonly facts: Facts | null;
  readonly notes: readonly SourceNote[];
}

/** Budget of one run of sources: what is missing at its end is null. */
export interface Budget {
  readonly signal: AbortSignal;
  readonly budgetMs: number;
  /** Whoever would notice is not asked: mail servers, verifiers that ask them, name servers of the domain, found pages. */
  readonly isPassive?: boolean;
}
