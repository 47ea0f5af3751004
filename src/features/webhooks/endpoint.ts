/**
 * An endpoint: a URL of an account holder's that events are sent to. When its holder is warned of failures, and when it is disabled:
 * docs/contract.md, 13.6.
 */
import type { Payload } from './event.js';
import type { SubscribableEventType } from './event-types.js';
import type { EventFilter } from './event-filter.js';
import { DAY_MS } from '../../kernel/values/durations.js';

export const ENDPOINT_STATES = ['enabled', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** `failing`: disabled after three days; `owner`: by its holder. */
export const DISABLED_REASONS = ['failing', 'owner'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface Endpoint extends EndpointSettings {
  readonly id: string;
  readonly accountId: string;
  readonly state: EndpointState;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  /** First failure since the last 2xx; null while all is well. */
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
  /** Expiry of the signing secrets, newest secret first; null: valid until it is replaced. */
  readonly secretsExpireAt: readonly (Date | null)[];
  readonly createdAt: Date;
}

/** What an account holder decides about an endpoint. */
export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly SubscribableEventType[];
  readonly payload: Payload;
  readonly filter: EventFilter;
}

export const MAX_ENDPOINTS = 20;
/** Maximum number of valid secrets per endpoint; a rotation beyond it ends the oldest. */
export const MAX_SECRETS = 5;
/** Longest time that an old secret is still used for signing after a rotation, in seconds: seven days. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;

/** Days of failure after which an endpoint is disabled; warnings are sent after each day before. */
export const DAYS_TO_DISABLE = 3;
/**
 * An endpoint that has done nothing but fail for this long, in milliseconds, gets one request at a time until it acknowledges one, and
 * waiting deliveries are tried at this interval only: many dead receivers cannot occupy the workers, and one that works again is noticed
 * within about a minute.
 */
export const FAILING_MS = 5 * 60_000;
export const FAILING_INTERVAL_MS = 30_000;

/** The failure window of an endpoint: it begins with the first failure and any 2xx ends it. */
export interface FailureWindow {
  readonly failingSince: Date;
  readonly lastFailedAt: Date;
  /** Warnings sent since it began. */
  readonly warningsSent: number;
}

export type HealthStep =
  | { readonly step: 'wait' }
  | { readonly step: 'warn'; readonly days: number }
  | { readonly step: 'switch_off'; readonly days: number };

/**
 * The step that is due now. An endpoint that did not fail in the last 24 hours gets none: one with little traffic must not be disabled
 * for one bad event; it is checked again every day.
 *
 * @returns the step, and when to check again
 */
export function evaluateHealth(clock: FailureWindow, now: Date): HealthStep & { readonly nextCheckAt: Date } {
  const since = clock.failingSince.getTime();
  const days = Math.max(0, Math.floor((now.getTime() - since) / DAY_MS));
  const nextCheckAt = new Date(since + (days + 1) * DAY_MS);
  const failedLately = now.getTime() - clock.lastFailedAt.getTime() <= DAY_MS;
  if (!failedLately) return { step: 'wait', nextCheckAt };
  if (days >= DAYS_TO_DISABLE) return { step: 'switch_off', days, nextCheckAt };
  return days > clock.warningsSent ? { step: 'warn', days, nextCheckAt } : { step: 'wait', nextCheckAt };
}
