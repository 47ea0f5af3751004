/** Comparisons in words, apart from other labels, which the first page of the dashboard loads. */
import { COMPARED_PAIRS } from '../../../facts/risk/comparison-codes.js';
import type { LookupBodyV2 } from '../routes/shared/v2/body-schemas.js';

const OUTCOME_WORDS = { disagrees: 'disagrees', agrees: 'agrees', unknown: 'not known' } as const;

/** Comparisons in words: those that disagree first, then those that agree. */
export function comparisonsByWeight(comparisons: LookupBodyV2['consistency']) {
  const order = Object.keys(OUTCOME_WORDS);
  return comparisons
    .map((each) => ({ ...each, title: COMPARED_PAIRS[each.pair], word: OUTCOME_WORDS[each.outcome] }))
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}
