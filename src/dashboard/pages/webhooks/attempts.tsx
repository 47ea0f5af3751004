import { Badge, CodeBlock, Facts, Time } from '../../components/facts.js';
import { type Attempt, failureOf, milliseconds, outcomeOf, TRIGGER_WORD } from './labels.js';

/** Every attempt, newest first; the newest is open. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const newest = attempts.length;
  return (
    <section className="stack" aria-labelledby="attempts-title">
      <h2 id="attempts-title">Attempts</h2>
      {attempts.length === 0 ? (
        <p className="muted">No attempts yet.</p>
      ) : (
        <ol className="attempts" reversed>
          {[...attempts].reverse().map((attempt) => (
            <li key={attempt.number}>
              <details open={attempt.number === newest}>
                <summary>
                  <Badge tone={attempt.failure === null ? 'good' : 'bad'}>{outcomeOf(attempt.status, attempt.failure)}</Badge>
                  <span>Attempt {attempt.number}</span>
                  <span className="muted small">
                    <Time at={attempt.at} />, {milliseconds(attempt.durationMs)}
                  </span>
                </summary>
                <Details attempt={attempt} />
              </details>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface AttemptLinesProps {
  readonly attempts: readonly (Pick<Attempt, 'number' | 'at' | 'status' | 'failure' | 'durationMs'> & {
    readonly detail?: string | null;
  })[];
}

/** Attempts in a line each, newest first: the outcome, when, how long it took, and why it was not acknowledged. */
export function AttemptLines({ attempts }: AttemptLinesProps) {
  return (
    <ol className="attempt-lines small" reversed>
      {[...attempts].reverse().map(({ detail = null, ...attempt }) => (
        <li key={attempt.number}>
          {outcomeOf(attempt.status, attempt.failure)} · <Time at={attempt.at} />, {milliseconds(attempt.durationMs)}
          <br />
          <span className="muted">{failureOf({ ...attempt, detail }) ?? 'Acknowledged.'}</span>
        </li>
      ))}
    </ol>
  );
}

function Details({ attempt }: { readonly attempt: Attempt }) {
  const failure = failureOf(attempt);
  return (
    <div className="attempt">
      {failure && <p>{failure}</p>}
      <h3>Request</h3>
      <Facts
        of={{
          'Sent to': `POST ${attempt.url}`,
          Address: attempt.remoteAddress ?? 'no connection',
          'Started by': TRIGGER_WORD[attempt.trigger],
        }}
      />
      <h3>Response</h3>
      <Facts
        of={{
          Status: attempt.status ?? 'none',
          Time: milliseconds(attempt.durationMs),
          'Next attempt': attempt.nextAttemptAt && <Time at={attempt.nextAttemptAt} />,
        }}
      />
      {!attempt.responseBody ? (
        attempt.status !== null && <p className="small muted">The response had no body.</p>
      ) : (
        <CodeBlock label={`Body of the response to attempt ${attempt.number}`} text={attempt.responseBody} copy="Copy the response" />
      )}
    </div>
  );
}
