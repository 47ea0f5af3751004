/** Plans and what they allow. docs/contract.md, 9 and 10. */
export const PLANS = ['free_trial', 'growth', 'higher_volume', 'credit'] as const;
export type PlanName = (typeof PLANS)[number];

export interface Plan {
  /** Requests a minute and key, reads apart. */
  readonly requestsPerMinute: number;
  /** Lookups in one period; null: no limit of the plan's own. */
  readonly lookupsPerPeriod: number | null;
  /** Items of its batches that may wait at a time: on a paid plan at least one batch of the largest size. */
  readonly waitingItems: number;
  /** `ever`: one period that never ends; `month`: calendar months in UTC. */
  readonly period: 'ever' | 'month';
  /** `lookups` are counted against a quota; `millicents` are taken from a prepaid balance. */
  readonly unit: 'lookups' | 'millicents';
}

export const PLAN: Readonly<Record<PlanName, Plan>> = {
  free_trial: { requestsPerMinute: 30, lookupsPerPeriod: 15, waitingItems: 100, period: 'ever', unit: 'lookups' },
  growth: { requestsPerMinute: 120, lookupsPerPeriod: 1_000, waitingItems: 10_000, period: 'month', unit: 'lookups' },
  higher_volume: { requestsPerMinute: 600, lookupsPerPeriod: null, waitingItems: 100_000, period: 'month', unit: 'lookups' },
  credit: { requestsPerMinute: 120, lookupsPerPeriod: null, waitingItems: 10_000, period: 'month', unit: 'millicents' },
};

/** `GET /v1/lookup` and `GET /v1/lookup/{id}`, on every plan, counted apart. */
export const READS_PER_MINUTE = 20;

/** Reads of lookups in v2 a minute and key, counted apart: many times the plan's requests, since they cost little and bill nothing. */
export const readsOfV2PerMinute = (plan: PlanName): number => 10 * PLAN[plan].requestsPerMinute;

/** How many times what one key may request in a minute all keys of an account may together. docs/contract.md, 9.2. */
export const ACCOUNT_RATE_FACTOR = 5;

/** Percent of an allowance at which `usage.threshold_reached` is sent, once each in a period. */
export const ALERT_PERCENTS = [80, 100] as const;

/** Start of the period that holds `now`. A period that never ends starts at the epoch. */
export function periodStart(plan: Plan, now: Date): Date {
  if (plan.period === 'ever') return new Date(0);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** When the allowance of the period that began at `start` is renewed; null: never. */
export function renewalOf(plan: Plan, start: Date): Date | null {
  if (plan.period === 'ever' || plan.unit === 'millicents') return null; // a prepaid balance is topped up, not renewed
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}
