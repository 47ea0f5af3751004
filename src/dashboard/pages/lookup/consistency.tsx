import type { LookupBodyV2 } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import { comparisonsByWeight } from '../../../features/lookups/report/comparisons.js';
import { Badge } from '../../components/facts.js';

const TONES = { agrees: 'good', disagrees: 'warn', unknown: 'neutral' } as const;

/** Which of the facts fit each other, what does not first. */
export function Consistency({ comparisons }: { readonly comparisons: LookupBodyV2['consistency'] }) {
  if (comparisons.length === 0) return null;
  return (
    <section className="stack">
      <h2>Consistency</h2>
      <ul className="rows">
        {comparisonsByWeight(comparisons).map(({ pair, title, word, outcome, message }) => (
          <li key={pair} className="comparison">
            <Badge tone={TONES[outcome]}>{word}</Badge>
            <div>
              {title} <div className="small muted">{message}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
