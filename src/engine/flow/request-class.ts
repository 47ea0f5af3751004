/** How the caller waits, which decides the order in which workers take lookups. */
export const MODES = ['instant', 'check', 'wait', 'stream', 'async', 'batch'] as const;
export type Mode = (typeof MODES)[number];

/**
 * The order in which waiting requests get slots: callers with a ceiling, controls that a verdict already waits for, callers who hold a
 * connection open, asynchronous lookups, batches, and the renewal of controls ahead of time.
 */
export const REQUEST_CLASSES = ['instant', 'control', 'wait', 'async', 'batch', 'calibration'] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

/** High-priority classes, for which a caller waits. They may use capacity that the others must leave free. */
const HIGH_PRIORITY: ReadonlySet<RequestClass> = new Set<RequestClass>(['instant', 'control', 'wait']);

export function isHighPriority(requestClass: RequestClass): boolean {
  return HIGH_PRIORITY.has(requestClass);
}

const CLASS_OF: Readonly<Record<Mode, RequestClass>> = {
  instant: 'instant',
  check: 'wait',
  wait: 'wait',
  stream: 'wait',
  async: 'async',
  batch: 'batch',
};

/** The class of a lookup's requests, by how its caller waits. */
export function requestClassOf(mode: Mode): RequestClass {
  return CLASS_OF[mode];
}

/** How a request waits for a slot at its host. */
export interface QueueTicket {
  readonly requestClass: RequestClass;
  /** Key over which slots are shared in turn within a class: the account. */
  readonly fairnessKey: string;
  /** It is of a deep lookup: those and the others of an account take turns. */
  readonly isDeep?: boolean | undefined;
  /** Longest wait, in milliseconds; then the request is refused as busy. */
  readonly maxWaitMs: number;
  /** Called after that time: whether to wait for the same time again. */
  readonly keepWaiting?: (() => boolean) | undefined;
  /** The host is known to be slow: its request is started before others, because started last it alone would delay the end of a sweep. */
  readonly isSlow?: boolean | undefined;
}

/** Within which limits requests to a platform are sent. */
export interface CallLimits {
  /** Ends them; the reason is then `interrupted`. */
  readonly signal: AbortSignal;
  /** The timeout, in milliseconds from the moment a slot is free; the reason is then `timeout`. */
  readonly deadlineMs: number;
  /** How a slot at the platform is waited for; default: after all high-priority requests, without a time limit. */
  readonly queue?: QueueTicket | undefined;
  /** Passes an open circuit breaker: the result decides whether the platform is probed again. */
  readonly isTrial?: boolean | undefined;
  /** Called when the first slot was acquired: sending has begun. */
  readonly onStart?: (() => void) | undefined;
}
