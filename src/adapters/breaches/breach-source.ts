import type { KnownDates } from '../../domain/breaches/merge-breaches.js';
import type { SourceAnswer } from '../../domain/breaches/source-answer.js';
import type { Silence } from '../../domain/enrichment-ports.js';
import type { Identity } from '../../domain/identity.js';
import type { Silent, Source } from '../ask-source.js';

/** One source of breaches. */
export interface BreachSource extends Source<Identity, SourceAnswer> {
  /** Full dates for breaches of these names (`breachKey`), for records of other sources that have none. */
  dates?(keys: readonly string[]): Promise<KnownDates>;
}

export type BreachReply = SourceAnswer | Silent;

export const silent = (silence: Silence): Silent => ({ silence });
