/** The days of which usage is shown, as they stand in the page's address. */
import { DAY_MS } from '../../../kernel/values/durations.js';

export const PERIODS = { week: 'Last 7 days', month: 'Last 30 days', quarter: 'Last 90 days', year: 'Last 365 days' } as const;
export type Period = keyof typeof PERIODS;

const DAYS: Readonly<Record<Period, number>> = { week: 7, month: 30, quarter: 90, year: 365 };

interface UsageFilter {
  readonly period?: Period;
}

/** What is no period is left out. */
export function usageFilterOf({ period }: Readonly<Record<string, unknown>>): UsageFilter {
  const known = (Object.keys(PERIODS) as Period[]).find((each) => each === period);
  return known ? { period: known } : {};
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** First and last day (UTC) of a period that ends today. */
export const rangeOf = (period: Period, now: number): { from: string; to: string } => ({
  from: dayOf(now - (DAYS[period] - 1) * DAY_MS),
  to: dayOf(now),
});

/** Every day of a range, also those on which nothing happened. */
export function daysOf({ from, to }: { readonly from: string; readonly to: string }): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}
