/** How deliveries went over time, by endpoint. */
import { DAY_MS, HOUR_MS } from '../../kernel/values/durations.js';

export const STATS_PERIODS = ['day', 'week', 'month'] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

/** Intervals of a period. They begin at whole multiples of their length (UTC), so that the same events are always counted together. */
const INTERVALS: Readonly<Record<StatsPeriod, { readonly lengthMs: number; readonly count: number }>> = {
  day: { lengthMs: HOUR_MS, count: 24 },
  week: { lengthMs: 6 * HOUR_MS, count: 28 },
  month: { lengthMs: DAY_MS, count: 30 },
};

export interface StatsWindow {
  readonly from: Date;
  /** End of the last interval, which has not ended yet. */
  readonly until: Date;
  readonly intervalMs: number;
}

/** The last intervals of a period; `now` is in the last one. */
export function statsWindow(period: StatsPeriod, now: Date): StatsWindow {
  const { lengthMs, count } = INTERVALS[period];
  const until = (Math.floor(now.getTime() / lengthMs) + 1) * lengthMs;
  return { from: new Date(until - count * lengthMs), until: new Date(until), intervalMs: lengthMs };
}

/** Deliveries that were created in a time, and the attempts at them, whenever those were made. */
export interface DeliveryStats {
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
  readonly attempts: number;
  readonly failedAttempts: number;
  /** Median of the attempts that got a response, in milliseconds; null without any. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

export interface StatsInterval extends DeliveryStats {
  readonly from: Date;
}

export interface EndpointStats {
  readonly endpointId: string;
  readonly total: DeliveryStats;
  /** Every interval of the window, oldest first. */
  readonly intervals: readonly StatsInterval[];
}

/** What is stored about the deliveries of a window: intervals without any are absent. */
export interface StoredStats {
  readonly endpoints: readonly EndpointStats[];
  /** Deliveries created before this moment were too many to be read; null: all are counted. */
  readonly incompleteBefore: Date | null;
}

const NONE: DeliveryStats = { delivered: 0, failed: 0, pending: 0, attempts: 0, failedAttempts: 0, medianMs: null, p95Ms: null };

/** The same with every interval of the window, and with each of the endpoints. */
export function completeStats(
  endpointIds: readonly string[],
  { from, until, intervalMs }: StatsWindow,
  stored: StoredStats,
): EndpointStats[] {
  const starts = Array.from({ length: (until.getTime() - from.getTime()) / intervalMs }, (_, n) => from.getTime() + n * intervalMs);
  return endpointIds.map((endpointId) => {
    const known = stored.endpoints.find((each) => each.endpointId === endpointId);
    const byStart = new Map(known?.intervals.map((each) => [each.from.getTime(), each]));
    return {
      endpointId,
      total: known?.total ?? NONE,
      intervals: starts.map((start) => byStart.get(start) ?? { ...NONE, from: new Date(start) }),
    };
  });
}
