import { Link, useBlocker } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { useAccount } from '../../client/account.js';
import { saveFile } from '../../client/save-file.js';
import { counted, formatNumber } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ErrorNote } from '../../components/error-note.js';
import { useOnChange } from '../../components/use-on-change.js';
import { Matches } from '../lookups/lookup-rows.js';
import { type BatchRun, countStates, type RunLine } from './batch-run.js';
import { batchCsv } from './results-csv.js';

const WARNING = 'Some lines have not been sent yet. Leave this page anyway?';

/** A batch on its way: how far it is, and each line with what became of it. */
export function Outcome(props: {
  readonly run: BatchRun;
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
  /** When lists and allowances may show something else than before. */
  readonly onChanged: () => void;
}) {
  const { run, heading, onChanged } = props;
  const announce = useAnnounce();
  const { lines, isSending, error } = useSyncExternalStore(run.subscribe, run.read);
  const counts = countStates(lines);
  const ended = counts.finished + counts.refused + counts.gone;
  const isDone = ended === lines.length;
  const withoutCredit = lines.filter(({ refusal }) => refusal?.code === 'insufficient_credits').length;
  useBlocker({ shouldBlockFn: () => !window.confirm(WARNING), enableBeforeUnload: true, disabled: counts.waiting === 0 });
  const text = isDone
    ? `Done: ${statusOf(counts)}.`
    : isSending
      ? `Sending: ${formatNumber(lines.length - counts.waiting)} of ${counted(lines.length, 'line')} sent.`
      : `${formatNumber(counts.finished)} of ${counted(lines.length, 'lookup')} finished.`;
  useEffect(() => announce(text), [announce, text]);
  useOnChange(`${isSending} ${isDone}`, onChanged);
  return (
    <>
      <section className="card" aria-labelledby="batch-progress">
        <h2 id="batch-progress" ref={heading} tabIndex={-1}>
          Progress
        </h2>
        <progress className="batch-progress" aria-label="Finished lines" max={lines.length} value={ended} />
        <p className="batch-status">{text}</p>
        {!isDone && !isSending && !error && (
          <p className="small muted">
            All lines are sent. You can leave this page: the lookups continue, and each is listed in the History. Only this page shows them
            as one list.
          </p>
        )}
        {error !== null && <ErrorNote error={error} />}
        {error !== null && counts.waiting > 0 && (
          <div className="batch-again">
            <Button kind="primary" onClick={() => run.start()}>
              Send the remaining {counted(counts.waiting, 'line')}
            </Button>
            <p className="small muted">Lines that were already sent are not sent or billed again.</p>
          </div>
        )}
        {isDone && withoutCredit > 0 && (
          <div className="batch-again">
            <Button onClick={() => run.sendRefused()}>Send {counted(withoutCredit, 'refused line')} again</Button>
            <p className="small muted">Send them when your allowance covers them.</p>
          </div>
        )}
      </section>
      <section className="stack" aria-labelledby="batch-lines">
        <header className="section-header">
          <h2 id="batch-lines">Lines</h2>
          <Button onClick={() => saveFile('footprint-batch.csv', batchCsv(lines), 'text/csv')}>CSV</Button>
        </header>
        <ul className="lookup-rows batch-lines" aria-labelledby="batch-lines">
          {lines.map((line) => (
            <Line key={line.line} line={line} />
          ))}
        </ul>
      </section>
    </>
  );
}

function statusOf({ finished, refused, gone }: ReturnType<typeof countStates>): string {
  return [
    `${formatNumber(finished)} finished`,
    ...(refused > 0 ? [`${formatNumber(refused)} refused and not billed`] : []),
    ...(gone > 0 ? [`${formatNumber(gone)} deleted`] : []),
  ].join(', ');
}

function Line({ line: { line, typed, state, lookupId, counts, refusal } }: { readonly line: RunLine }) {
  const account = useAccount();
  const text = typed.map(({ value }) => value).join(', ');
  return (
    <li className="lookup-row batch-line">
      <span className="batch-number muted small">{line}</span>
      <div className="lookup-row-main">
        {lookupId !== null && state !== 'gone' ? (
          <Link to="/dashboard/$account/lookups/$lookup" params={{ account: account.id, lookup: lookupId }} className="breakable">
            {text}
          </Link>
        ) : (
          <span className="breakable">{text}</span>
        )}
        <p className="small muted breakable">{typed.map(({ kind }) => KIND_WORDS[kind]).join(', ')}</p>
        {refusal && <p className="field-error breakable">{refusal.message}</p>}
      </div>
      <p className="lookup-row-state">{state === 'finished' && counts ? <Matches {...counts} /> : <StateBadge state={state} />}</p>
    </li>
  );
}

function StateBadge({ state }: Pick<RunLine, 'state'>) {
  if (state === 'refused') return <Badge tone="bad">Refused</Badge>;
  if (state === 'running') return <Badge tone="info">Under way</Badge>;
  if (state === 'gone') return <Badge tone="neutral">Deleted</Badge>;
  return <Badge tone="neutral">{state === 'waiting' ? 'Not sent yet' : 'Finished'}</Badge>;
}
