import { DataTable } from '../../components/data-table.js';
import { Time } from '../../components/time.js';
import { ControlMark, ControlStrip } from './control-strip.js';
import { CONTROL_STATES, CONTROL_WORD, type History, percent, QUERY_TYPE_WORD } from './words.js';

/** What the last controls through one way out of the service showed, and how lookups were answered. */
export function OverTime({ history }: { readonly history: History }) {
  const { queryType, egressPool, recent, lookups, alert, failingSince, absenceUnrecognisedSince } = history;
  const title = `${QUERY_TYPE_WORD[queryType]}, through ${egressPool}`;
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
      <dl className="figures">
        <Figure name="Controls passed" value={`${history.passed} of ${history.controls}`} />
        <Figure name="Requests answered" value={shareOf(history.answerRate)} />
        <Figure name="“Registered” in controls" value={shareOf(history.registeredShare)} />
        <Figure name="Median time" value={history.medianLatencyMs === null ? '–' : `${Math.round(history.medianLatencyMs)} ms`} />
        <Figure name="Answers to lookups" value={lookups ? lookups.answered.toLocaleString() : '–'} />
        <Figure name="“Registered” in lookups" value={shareOf(lookups?.registeredShare ?? null)} />
      </dl>
      {recent.length > 0 && (
        <details>
          <summary>Every control</summary>
          <DataTable
            label={`Controls: ${title}`}
            head={['When', 'Result', 'Time', 'Rule']}
            rows={recent.map(({ at, state, latencyMs, shadow }, index) => ({
              key: `${at} ${index}`,
              cells: [
                <Time key="at" at={at} />,
                CONTROL_WORD[state].word,
                latencyMs === null ? '–' : `${Math.round(latencyMs)} ms`,
                shadow ? 'in shadow' : 'in use',
              ],
            }))}
          />
        </details>
      )}
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
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
      <li>
        <ControlMark isShadow /> Underlined: a rule in shadow
      </li>
    </ul>
  );
}
