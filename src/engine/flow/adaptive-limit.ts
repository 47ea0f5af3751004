/**
 * How many requests one host may have in flight through one egress. Additive increase while the limit is what holds requests back and
 * responses take no longer than from an idle host, multiplicative decrease when the host is overloaded: the rule of TCP congestion
 * control, with the latency signal of TCP Vegas. Pure: the caller passes the time and keeps the state.
 */

export interface AdaptiveLimit {
  /** Requests in flight for the whole fleet. */
  readonly concurrency: number;
  /** Until the first decrease the limit doubles with each round of responses, as in TCP's slow start. */
  readonly isSlowStart: boolean;
  /** Responses at a full limit since it last changed. */
  readonly credit: number;
  /** Mean logarithm of latencies in milliseconds, of responses while the host was idle; null before the first. */
  readonly unloaded: number | null;
  /** Number of these responses. */
  readonly idleResponses: number;
  /** The same mean of all recent responses. */
  readonly recent: number | null;
  /** Responses since the last decrease. */
  readonly samples: number;
  /** When it was last decreased, in milliseconds of the caller's clock. */
  readonly decreasedAt: number;
}

export interface LimitBounds {
  readonly start: number;
  readonly max: number;
}

export interface ResponseSample {
  readonly latencyMs: number;
  /** Whether all slots were taken, so that the limit was what held requests back. */
  readonly atLimit: boolean;
  /** Requests in flight at the host when this one was sent, including itself. */
  readonly inFlight: number;
}

/**
 * Minimum weight of one response in the mean of recent ones, and in that of an idle host, which changes slowly. The first responses weigh
 * the same: one of them alone may be off by a factor of ten, and a host is seldom idle again once its limit has grown.
 */
const RECENT_WEIGHT = 0.05;
const UNLOADED_WEIGHT = 0.02;
/** A host with at most this many requests in flight counts as idle. */
const IDLE_IN_FLIGHT = 2;
/** Latency up to this multiple of the idle one allows growth; above the second multiple it is a sign of overload. */
const LOG_GROWTH_RATIO = Math.log(1.6);
const LOG_OVERLOAD_RATIO = Math.log(3);
/** Minimum number of responses for a decision by latency: single ones vary by a factor of ten at a healthy host. */
const MIN_SAMPLES = 10;
/** Refusals within this time, in milliseconds, count as one overload. */
export const DECREASE_HOLD_MS = 1_000;

export function startLimit(bounds: LimitBounds): AdaptiveLimit {
  const concurrency = Math.min(bounds.start, bounds.max);
  return {
    concurrency,
    isSlowStart: true,
    credit: 0,
    unloaded: null,
    idleResponses: 0,
    recent: null,
    samples: 0,
    decreasedAt: Number.NEGATIVE_INFINITY,
  };
}

/** @param count responses in the mean, including this one */
function mean(before: number | null, value: number, count: number, leastWeight: number): number {
  return before === null ? value : before + Math.max(1 / count, leastWeight) * (value - before);
}

/** The limit after a response. */
export function afterResponse(
  limit: AdaptiveLimit,
  { latencyMs, atLimit, inFlight }: ResponseSample,
  bounds: LimitBounds,
  now: number,
): AdaptiveLimit {
  const logLatency = Math.log(Math.max(1, latencyMs));
  const isIdle = inFlight <= IDLE_IN_FLIGHT || limit.unloaded === null;
  const idleResponses = limit.idleResponses + (isIdle ? 1 : 0);
  const unloaded = isIdle ? mean(limit.unloaded, logLatency, idleResponses, UNLOADED_WEIGHT) : (limit.unloaded ?? logLatency);
  const samples = limit.samples + 1;
  const recent = mean(limit.recent, logLatency, samples, RECENT_WEIGHT);
  const measured: AdaptiveLimit = { ...limit, unloaded, idleResponses, recent, samples };
  const hasEnoughSamples = samples >= MIN_SAMPLES;
  if (hasEnoughSamples && recent - unloaded > LOG_OVERLOAD_RATIO && limit.concurrency > 1) return afterOverload(measured, now);
  if (!atLimit || limit.concurrency >= bounds.max || (hasEnoughSamples && recent - unloaded > LOG_GROWTH_RATIO)) return measured;
  const isIdleUnknown = !limit.isSlowStart && limit.concurrency <= IDLE_IN_FLIGHT && idleResponses < MIN_SAMPLES;
  if (isIdleUnknown) return measured; // the idle latency is measured while few requests are in flight
  const credit = limit.credit + 1;
  const needed = limit.isSlowStart ? 1 : limit.concurrency;
  return credit < needed ? { ...measured, credit } : { ...measured, credit: 0, concurrency: limit.concurrency + 1 };
}

/**
 * The limit after a refusal (429, 503), a timeout, or latency that has risen: half, once for each burst. Once the limit leaves the host
 * idle, its idle latency is measured anew: the host may have become slower, rather than overloaded.
 */
export function afterOverload(limit: AdaptiveLimit, now: number): AdaptiveLimit {
  if (now - limit.decreasedAt < DECREASE_HOLD_MS) return limit;
  const concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
  const idleResponses = concurrency <= IDLE_IN_FLIGHT ? 0 : limit.idleResponses;
  return {
    ...limit,
    concurrency,
    idleResponses,
    isSlowStart: false,
    credit: 0,
    samples: 0,
    recent: limit.unloaded,
    decreasedAt: now,
  };
}
