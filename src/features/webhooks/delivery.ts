/** A delivery: one event for one endpoint, and the attempts that are made. */
import type { EventType } from './event-types.js';
import { MINUTE_MS } from '../../kernel/values/durations.js';

/** `failed`: no attempt follows; it can be resent. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a delivery failed. `erased`: its body was not made yet when its lookup was deleted. */
export const DELIVERY_FAILURE_REASONS = ['attempts_used_up', 'endpoint_disabled', 'erased'] as const;
export type DeliveryFailureReason = (typeof DELIVERY_FAILURE_REASONS)[number];

/** What started a run of attempts. A resend or a recovery begins a new run of the same delivery. */
export const TRIGGERS = ['event', 'test', 'resend', 'recovery'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/**
 * Why an attempt was not acknowledged. `status`: a response that is none of the others; `gone` is 410, `payload_too_large` 413: the
 * receiver, or a proxy before it, takes no bodies of that size. `invalid_address`: the URL is not one that may be requested (its spelling
 * or port). `blocked_address`: it leads to an address that is not public.
 */
export const ATTEMPT_FAILURES = [
  'status',
  'redirect',
  'gone',
  'payload_too_large',
  'timeout',
  'dns',
  'connect',
  'tls',
  'reset',
  'protocol',
  'too_large',
  'blocked_address',
  'invalid_address',
] as const;
export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];

/** Maximum bytes of a response body that are stored with the attempt. */
export const MAX_RESPONSE_BYTES = 16_384;

/** Result of one request to a receiver. */
export interface AttemptOutcome {
  /** Null when it was acknowledged. */
  readonly failure: AttemptFailure | null;
  /** A code of the transport, e.g. `ECONNREFUSED`; null when there is none. */
  readonly detail: string | null;
  /** HTTP status, when there was one. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Address that was connected to. */
  readonly remoteAddress: string | null;
  /** The first bytes of the response's body, at most `MAX_RESPONSE_BYTES`. */
  readonly responseBody: Uint8Array;
  readonly retryAfterMs: number | null;
}

/** An attempt as it is logged. Numbers continue over all runs of a delivery. */
export interface Attempt extends Omit<AttemptOutcome, 'retryAfterMs'> {
  readonly number: number;
  readonly trigger: Trigger;
  readonly at: Date;
  readonly url: string;
  readonly nextAttemptAt: Date | null;
}

/** A delivery as the management shows it. */
export interface Delivery {
  readonly eventId: string;
  readonly endpointId: string;
  readonly eventType: EventType;
  readonly state: DeliveryState;
  readonly failureReason: DeliveryFailureReason | null;
  readonly trigger: Trigger;
  /** When the delivery was created: with the event, or by a recovery. */
  readonly createdAt: Date;
  readonly attempts: number;
  readonly lastAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastFailure: AttemptFailure | null;
  readonly nextAttemptAt: Date | null;
}

/** Identifies one run of a delivery; the id of its workflow. */
export interface DeliveryKey {
  readonly eventId: string;
  readonly endpointId: string;
  /** 0 for the event itself, one more with each resend. */
  readonly run: number;
}

/** What a delivery's workflow is started with: ids, enumerations and counts only. */
export interface DeliveryTicket extends DeliveryKey {
  readonly accountId: string;
  readonly eventType: EventType;
  /** Attempts in the log when the ticket was made. */
  readonly logged: number;
}

/**
 * Why a status is no acknowledgement; null when it is one. Any 2xx acknowledges, anything else is retried (docs/contract.md, 13.4);
 * redirects are not followed.
 */
export function statusFailure(status: number): AttemptFailure | null {
  if (status >= 200 && status <= 299) return null;
  if (status === 410) return 'gone';
  if (status === 413) return 'payload_too_large';
  return status >= 300 && status <= 399 && status !== 304 ? 'redirect' : 'status';
}

/** What a delivery's workflow does after one call of `attemptDelivery`. Enumerations and counts only. */
export type DeliveryStep =
  /** Try again after a while. */
  | { readonly next: 'wait'; readonly waitMs: number; readonly logged: number; readonly last: string | null }
  /**
   * Done. `pending`: the delivery waits as a row and is started again when it is due and has a slot; null: it no longer exists or another
   * run took over.
   */
  | { readonly next: 'end'; readonly state: DeliveryState | null; readonly last: string | null };

/** Deliveries of an endpoint whose workflows sleep until the next attempt, at most; the others wait as rows. */
export const MAX_HELD = 2;

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly eventType?: EventType | undefined;
  readonly state?: DeliveryState | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** A position in the log of deliveries. */
export type DeliveryPosition = Pick<Delivery, 'createdAt' | 'eventId' | 'endpointId'>;

/** A delivery with its body and attempts. */
export interface DeliveryDetails {
  readonly delivery: Delivery;
  /** The bytes that each attempt sends; null: not made yet, or not kept (docs/contract.md, 13.5). */
  readonly body: Uint8Array | null;
  /** In the order of their numbers. */
  readonly attempts: readonly Attempt[];
}

/** What a recovery would resend, or has resent. */
export interface Recovery {
  /** Deliveries that failed. */
  readonly failed: number;
  /** Events of the endpoint's types without a delivery to it: it was disabled, or did not exist. */
  readonly missed: number;
}

/** When a delivery is tried. Eight attempts over about two hours (docs/contract.md, 13.5). */

/** Times of the eight attempts, in milliseconds after the first one. They are earliest times. */
export const ATTEMPT_TIMES_MS: readonly number[] = [0, 1, 3, 7, 15, 31, 63, 127].map((minutes) => minutes * MINUTE_MS);

/** Timeout of one attempt, in milliseconds: name resolution, connection, TLS and the status line. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/**
 * Minimum distance of two attempts, in milliseconds. An attempt that `Retry-After` postponed to just before a scheduled one replaces it;
 * just before the last one it waits for it.
 */
const MIN_ATTEMPT_DISTANCE_MS = MINUTE_MS;

export interface FailedAttempt {
  /** Its planned time: milliseconds after the first attempt. */
  readonly scheduleOffsetMs: number;
  readonly durationMs: number;
  /** Pause that the receiver requested with `Retry-After`; null: none. */
  readonly retryAfterMs: number | null;
}

export interface NextAttempt {
  readonly scheduleOffsetMs: number;
  /** Milliseconds from the end of the failed attempt. */
  readonly waitMs: number;
}

/**
 * The attempt after a failed one, or null when that was the last.
 *
 * Distances count from the attempt before, so that time lost on our side (no worker ran) shifts the rest and costs no attempt.
 * `Retry-After` postpones, up to the last scheduled time; times that have passed by then are left out.
 */
export function nextAttempt({ scheduleOffsetMs, durationMs, retryAfterMs }: FailedAttempt): NextAttempt | null {
  const last = ATTEMPT_TIMES_MS.at(-1) ?? 0;
  if (scheduleOffsetMs >= last) return null;
  const following = ATTEMPT_TIMES_MS.find((time) => time >= scheduleOffsetMs + MIN_ATTEMPT_DISTANCE_MS) ?? last;
  const requested = retryAfterMs === null ? 0 : scheduleOffsetMs + durationMs + retryAfterMs;
  const postponed = Math.max(following, requested);
  const next = postponed > last - MIN_ATTEMPT_DISTANCE_MS ? last : Math.round(postponed);
  return { scheduleOffsetMs: next, waitMs: Math.max(0, next - scheduleOffsetMs - durationMs) };
}
