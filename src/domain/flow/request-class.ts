import type { Delivery } from '../lookup.js';

/**
 * Who is served first where requests wait for a slot: callers with a ceiling, controls that an answer already waits for,
 * callers who hold a connection open, asynchronous lookups, batches, and the renewal of controls ahead of time.
 */
export const REQUEST_CLASSES = ['instant', 'control', 'wait', 'async', 'batch', 'calibration'] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

/** Classes for which somebody waits now. They may use capacity that the others have to leave free. */
const URGENT: ReadonlySet<RequestClass> = new Set<RequestClass>(['instant', 'control', 'wait']);

export function isUrgent(requestClass: RequestClass): boolean {
  return URGENT.has(requestClass);
}

const CLASS_OF: Readonly<Record<Delivery, RequestClass>> = {
  instant: 'instant', check: 'wait', wait: 'wait', stream: 'wait', async: 'async', batch: 'batch',
};

/** The class of a lookup's requests, by how its caller waits. */
export function requestClassOf(delivery: Delivery): RequestClass {
  return CLASS_OF[delivery];
}

/** How a request waits for a slot at its host. */
export interface QueueTicket {
  readonly requestClass: RequestClass;
  /** Slots go round over these within a class: the account. */
  readonly fairnessKey: string;
  /** Longest wait, in milliseconds; then the request is refused as busy. */
  readonly maxWaitMs: number;
  /** Asked when that has passed: whether to wait once more as long. */
  readonly keepWaiting?: (() => boolean) | undefined;
  /** The host is known to take long: begun last, the request would end a sweep alone, so it is begun before others. */
  readonly isSlow?: boolean | undefined;
}
