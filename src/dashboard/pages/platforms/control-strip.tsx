import { type ControlState, countsOf, type History } from './words.js';

/** Marks of controls, the newest at the right. Each state has a shape of its own; the table has the same in words. */
export function ControlStrip({ controls }: { readonly controls: History['recent'] }) {
  const label = `Last ${controls.length} controls, the oldest first: ${countsOf(controls)}. The table has each of them.`;
  return (
    <div className="control-strip" role="img" aria-label={label}>
      {[...controls].reverse().map(({ at, state, shadow }, index) => (
        <ControlMark key={`${at} ${index}`} state={state} isShadow={shadow} />
      ))}
    </div>
  );
}

/** @param props.state absent: the line below a mark alone */
export function ControlMark({ state, isShadow = false }: { readonly state?: ControlState; readonly isShadow?: boolean }) {
  return (
    <svg className={`control-mark control-${state ?? 'none'}`} width="10" height="24" viewBox="0 0 10 24" aria-hidden="true">
      {state === 'passed' && <rect x="2" y="2" width="6" height="16" rx="1.5" />}
      {state === 'failed' && <path d="M1.5 6l7 8m0-8l-7 8" />}
      {state === 'blocked' && <circle cx="5" cy="10" r="3" />}
      {isShadow && <path className="control-shadow" d="M1 22h8" />}
    </svg>
  );
}
