const FULL = /^(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A date of the calendar as ISO 8601 (`2013-10-04`), of a date or of a timestamp, whose own day counts; null for months,
 * years, days that never were, and the beginnings of time that stand for "unknown".
 */
export function isoDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = FULL.exec(text.trim()) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) || Number(year) < 1971) return null;
  return `${year}-${month}-${day}`;
}

/** Whether a full date is what a source meant by less (`2013`, `2013-10`); with no hint nothing can be told. */
export function agreesWith(date: string, hint: string | null): boolean {
  return hint !== null && /^\d{4}(?:-\d{2})?$/.test(hint) && date.startsWith(hint);
}
