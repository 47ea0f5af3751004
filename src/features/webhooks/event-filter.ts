/** What endpoints filter events by. docs/contract.md, 13.9. */
import type { Risk } from '../../facts/risk/score-risk.js';

/** By their names, since the pages would be sent the model with its table. */
export const RISK_LEVELS = ['insufficient', 'low', 'medium', 'high', 'critical'] as const satisfies readonly Risk['level'][];
export type RiskLevel = (typeof RISK_LEVELS)[number];

/**
 * What endpoints can filter events by. A fact that is absent is none of the event's type, and passes every filter; null: there is none.
 * docs/contract.md, 13.9.
 */
export interface EventFacts {
  readonly riskLevel?: RiskLevel | null;
  readonly purpose?: string | null;
  /** Whether test keys caused it. */
  readonly test?: boolean;
}

/** Which events of its types an endpoint is sent, by their facts; what is absent is not filtered by. */
export interface EventFilter {
  readonly riskLevel?: readonly RiskLevel[] | undefined;
  readonly purpose?: readonly string[] | undefined;
  readonly test?: boolean | undefined;
}
