/** What the project promises of answers under an intermittent fault: the bounds of ADR 7 and ADR 23, in one place. */
import type { FaultName } from '../../simulator/faults/index.js';
import { IN_OWN_WORDS } from './fault-cells.js';

/** A wrong answer, and what led to it. */
export interface WrongAnswer {
  readonly answer: 'registered' | 'not_registered';
  readonly fault: FaultName;
  /** Share of the requests that the fault strikes. */
  readonly share: number;
  /** Whether the rule's side for this answer rests on weak evidence. */
  readonly isWeak: boolean;
  /** Whether the site itself redirects absent accounts to its root. */
  readonly siteRedirects: boolean;
}

/**
 * The largest share of lookups that may be answered so until the first contradiction of the site's controls. Evidence of a rule's own
 * counts at once, so that a site which says it by mistake is believed; nothing else is evidence for such a rule.
 */
export function boundOf({ answer, fault, share, isWeak, siteRedirects }: WrongAnswer): number {
  const repeated = share * share * (1 - share);
  if (answer === 'registered') return isWeak ? repeated : IN_OWN_WORDS.has(fault) ? share : 0;
  // A redirect where absent accounts get a page of their own has to repeat itself twice; the site's own form of absence does not.
  if (fault === 'redirect_to_root' && !siteRedirects) return repeated;
  return isWeak || siteRedirects || IN_OWN_WORDS.has(fault) ? share : 0;
}

/** Wrong answers on a site within a day, and the share of site-days that may have more. */
export const DAY_LIMIT = { wrong: 5, share: 0.001 } as const;
