import { DataTable } from '../../components/list.js';
import { Figures, Time } from '../../components/facts.js';
import {
  CONTROL_STATES,
  CONTROL_WORD,
  type ControlState,
  countsOf,
  type History,
  milliseconds,
  percent,
  QUERY_TYPE_WORD,
} from './labels.js';

/** What the last controls through one way out of the service showed, and how lookups were answered. */
export function OverTime({ history }: { readonly history: History }) {
  const { queryType, egressPool, recent, lookups, alert, failingSince, absenceUnrecognisedSince } = history;
  const title = `${QUERY_TYPE_WORD[queryType]}, ${egressPool === 'direct' ? 'without a proxy' : `through ${egressPool}`}`;
  return (
    <section className="card" aria-label={title}>
      <h3 className="breakable">{title}</h3>
      {failingSince && (
        <p className="note note-error small">
          <span>
            No control has passed since <Time at={failingSince} />. After a week without one the platform is disabled.
          </span>
        </p>
      )}
      {absenceUnrecognisedSince && (
        <p className="note note-warn small">
          <span>
            The platform changed its page for absent accounts: since <Time at={absenceUnrecognisedSince} /> its rule can only confirm
            accounts.
          </span>
        </p>
      )}
      {alert && (
        <p className="note note-warn small">
          <span>
            “Registered” jumped from {percent(alert.before)} to {percent(alert.now)} of answers to lookups, on <Time at={alert.at} />. Its
            control was run at once.
          </span>
        </p>
      )}
      {recent.length > 0 && <ControlStrip controls={recent} />}
      <Figures
        of={{
          'Controls passed': `${history.passed} of ${history.controls}`,
          'Requests answered': shareOf(history.answerRate),
          '“Registered” in controls': shareOf(history.registeredShare),
          'Median time': milliseconds(history.medianLatencyMs),
          'Answers to lookups': lookups ? lookups.answered.toLocaleString() : '–',
          '“Registered” in lookups': shareOf(lookups?.registeredShare ?? null),
        }}
      />
      {recent.length > 0 && (
        <details>
          <summary>Every control</summary>
          <DataTable
            label={`Controls: ${title}`}
            rows={recent}
            keyOf={({ at }, index) => `${at} ${index}`}
            columns={{
              When: ({ at }) => <Time at={at} />,
              Result: ({ state }) => CONTROL_WORD[state].word,
              Time: ({ latencyMs }) => milliseconds(latencyMs),
            }}
          />
        </details>
      )}
    </section>
  );
}

const shareOf = (share: number | null): string => (share === null ? '–' : percent(share));

/** What the marks of the strips mean. */
export function Legend() {
  return (
    <ul className="legend">
      {CONTROL_STATES.map((state) => (
        <li key={state}>
          <ControlMark state={state} /> {CONTROL_WORD[state].word}: {CONTROL_WORD[state].meaning}
        </li>
      ))}
    </ul>
  );
}

/** Marks of controls, the newest at the right. Each state has a shape of its own; the table has the same in words. */
function ControlStrip({ controls }: { readonly controls: History['recent'] }) {
  const label = `Last ${controls.length} controls, oldest first: ${countsOf(controls)}. The table has each of them.`;
  return (
    <div className="control-strip" role="img" aria-label={label}>
      {[...controls].reverse().map(({ at, state }, index) => (
        <ControlMark key={`${at} ${index}`} state={state} />
      ))}
    </div>
  );
}

function ControlMark({ state }: { readonly state: ControlState }) {
  return (
    <svg className={`control-mark control-${state}`} width="10" height="24" viewBox="0 0 10 24" aria-hidden="true">
      {state === 'passed' && <rect x="2" y="2" width="6" height="16" rx="1.5" />}
      {state === 'failed' && <path d="M1.5 6l7 8m0-8l-7 8" />}
      {state === 'blocked' && <circle cx="5" cy="10" r="3" />}
    </svg>
  );
}
