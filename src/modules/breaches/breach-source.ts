import type { KnownDates, BreachSourceResult } from '../../domain/breaches/source-results.js';
import type { SourceFailure } from '../../domain/lookup/enrichment-ports.js';
import type { Identity } from '../../domain/identity/identity.js';
import type { SourceFailed, Source } from '../query-sources.js';

/** One source of breaches. */
export interface BreachSource extends Source<Identity, BreachSourceResult> {
  /** Full dates for breaches of these names (`breachKey`), for records of other sources that have none. */
  dates?(keys: readonly string[]): Promise<KnownDates>;
}

export type BreachReply = BreachSourceResult | SourceFailed;

export const failed = (silence: SourceFailure): SourceFailed => ({ silence });
