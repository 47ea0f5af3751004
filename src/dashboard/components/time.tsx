const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A time in the reader's zone; the exact one in its title. */
export function Time({ at, dateOnly = false }: { readonly at: string; readonly dateOnly?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {(dateOnly ? DATE : SHORT).format(date)}
    </time>
  );
}

/** What happened, and when. */
export function dated(label: string, at: string, { dateOnly = false } = {}) {
  return (
    <>
      {label} <Time at={at} dateOnly={dateOnly} />
    </>
  );
}
