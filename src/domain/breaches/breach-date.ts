const FULL = /^(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A full date as ISO 8601 (`2013-10-04`), from a date or from a timestamp, of which the written day counts; null for months, years, days
 * that do not exist, and the early dates that stand for "unknown".
 */
export function isoDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = FULL.exec(text.trim()) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) || Number(year) < 1971) return null;
  return `${year}-${month}-${day}`;
}

/** Whether a full date agrees with a partial one (`2013`, `2013-10`); false without a hint. */
export function matchesPartialDate(date: string, hint: string | null): boolean {
  return hint !== null && /^\d{4}(?:-\d{2})?$/.test(hint) && date.startsWith(hint);
}
