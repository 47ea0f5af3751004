import { counted } from '../../client/format.js';
import { LEVEL_CONFIDENCE, LEVEL_FROM, LEVELS } from '../../../facts/risk/signals.js';
import type { Risk } from '../../../facts/risk/score-risk.js';
import { LEVEL_WORDS, MODULE_WORDS } from '../../../features/lookups/report/labels.js';

/** A reason with the part of the scale, 0 to 100, that it fills: each begins where the one before ended. */
export interface Step {
  readonly code: string;
  readonly message: string;
  readonly module: string;
  readonly impact: number;
  readonly from: number;
  readonly to: number;
}

export function stepsOf(reasons: Risk['reasons']): Step[] {
  let sum = 0;
  return reasons.map(({ code, message, module, impact }) => {
    const before = sum;
    sum += impact;
    return { code, message, module: MODULE_WORDS[module], impact, from: Math.min(before, sum), to: Math.max(before, sum) };
  });
}

const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0');

/** The score, and the reasons whose points add up to it. */
export function RiskPanel({ risk, isFinished }: { readonly risk: Risk | null; readonly isFinished: boolean }) {
  if (!risk || !isFinished) return <p className="muted">The risk is scored when the lookup has finished.</p>;
  if (risk.score === null) return <p className="muted">No check was answered, so there is no score.</p>;
  const steps = stepsOf(risk.reasons);
  const added = steps.filter(({ impact }) => impact !== 0);
  const outweighed = steps.filter(({ impact }) => impact === 0);
  return (
    <div className="stack">
      <p>
        <strong className="risk-score">{risk.score}</strong> of 100{' '}
        <span className="muted">
          {risk.level === 'insufficient'
            ? `– too little is known for a level (confidence ${risk.confidence}, needed ${LEVEL_CONFIDENCE})`
            : `– ${LEVEL_WORDS[risk.level]}, with a confidence of ${risk.confidence} of 100`}
        </span>
      </p>
      <ol className="risk-steps">
        {added.map(({ code, message, module, impact, from, to }) => (
          <li key={code} className="risk-step">
            <span>
              {message} <span className="small muted unbroken">{module}</span>
            </span>
            <span className="risk-points">{signed(impact)}</span>
            <span className="risk-track" aria-hidden="true">
              <span
                className={impact > 0 ? 'risk-part risk-raises' : 'risk-part risk-lowers'}
                style={{ left: `${from}%`, width: `${to - from}%` }}
              />
            </span>
          </li>
        ))}
        <li className="risk-step risk-total">
          <strong>Score</strong>
          <strong className="risk-points">{risk.score}</strong>
          <span className="risk-track" aria-hidden="true">
            <span className="risk-part risk-sum" style={{ left: 0, width: `${risk.score}%` }} />
            {LEVELS.slice(1).map((level) => (
              <span key={level} className="risk-level" style={{ left: `${LEVEL_FROM[level]}%` }} />
            ))}
          </span>
        </li>
      </ol>
      <p className="small muted">
        Levels: {LEVELS.map((level) => `${LEVEL_WORDS[level]} from ${LEVEL_FROM[level]}`).join(', ')}. Model {risk.modelVersion}: scores of
        different versions cannot be compared. Missing answers lower the confidence, never the score.
      </p>
      {outweighed.length > 0 && (
        <details>
          <summary>{counted(outweighed.length, 'more reason')}, outweighed by stronger ones of the same kind</summary>
          <ul className="outweighed">
            {outweighed.map(({ code, message, module }) => (
              <li key={code}>
                {message} <span className="small muted unbroken">{module}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
