import type { LookupBodyV2 } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import { formatNumber } from '../../client/format.js';
import type { LookupView } from './lookup-store.js';
import { SECOND_MS } from '../../../kernel/values/durations.js';

export interface Shares {
  readonly registered: number;
  readonly absent: number;
  readonly omitted: number;
  readonly planned: number | null;
}

export const sharesOf = (head: LookupBodyV2, view: LookupView): Shares => ({
  registered: view.registered.length,
  absent: view.absent.length,
  omitted: view.omitted,
  planned: (view.body ?? head).planned,
});

/** How far a lookup is, in one line. */
export function statusText(head: LookupBodyV2, view: LookupView): string {
  const { registered, absent, omitted, planned } = sharesOf(head, view);
  const ended = registered + absent + omitted;
  if (view.body) return finishedText(view.body);
  if (view.connection === 'gone') return 'This lookup was deleted.';
  const far = planned === null ? 'The lookup is being planned.' : `${formatNumber(ended)} of ${formatNumber(planned)} checks.`;
  if (view.connection === 'offline') return `Offline. Reconnecting; no results are lost. ${far}`;
  return far;
}

function finishedText({ createdAt, finishedAt, planned, answered }: LookupBodyV2): string {
  const seconds = finishedAt === null ? 0 : Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(createdAt)) / SECOND_MS));
  const took = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return planned === 0 || planned === null
    ? `Finished in ${took}.`
    : `Finished in ${took}: ${formatNumber(answered)} of ${formatNumber(planned)} checks have a confident answer.`;
}

/** The checks by what came of them. The numbers are in the tabs below it. */
export function ProgressBar({ head, view }: { readonly head: LookupBodyV2; readonly view: LookupView }) {
  const { registered, absent, omitted, planned } = sharesOf(head, view);
  const ended = registered + absent + omitted;
  const all = Math.max(planned ?? 0, ended, 1);
  const text = statusText(head, view);
  const parts = [
    ['registered', registered],
    ['absent', absent],
    ['omitted', omitted],
  ] as const;
  return (
    <div className="lookup-progress">
      <div
        className="share-bar"
        role="progressbar"
        aria-label="Finished checks"
        aria-valuemin={0}
        aria-valuemax={all}
        {...(planned === null && !view.body ? {} : { 'aria-valuenow': ended })}
        aria-valuetext={text}
      >
        {parts.map(([name, count]) => (
          <div
            key={name}
            className={`share share-${name}`}
            style={{ transform: `translateX(${offsetOf(name)}%) scaleX(${count / all})` }}
          />
        ))}
      </div>
      <p className={view.connection === 'offline' ? 'lookup-status lookup-status-offline' : 'lookup-status muted'}>{text}</p>
    </div>
  );

  /** Where a part begins: moved and scaled rather than laid out, so that nothing counts as a shift. */
  function offsetOf(name: 'registered' | 'absent' | 'omitted'): number {
    const before = name === 'registered' ? 0 : name === 'absent' ? registered : registered + absent;
    return (before / all) * 100;
  }
}
