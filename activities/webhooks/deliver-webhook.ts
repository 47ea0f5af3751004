import { cancellationSignal, log } from '@temporalio/activity';
import { type AttemptOutcome, type DeliveryKey, type DeliveryStep, nextAttempt } from '../../src/features/webhooks/delivery.js';
import type { AttemptClaim, WebhookWorkflows, WebhookSender } from '../../src/features/webhooks/ports.js';
import type { DeliveryQueue } from '../../src/features/webhooks/store/delivery-queue.js';
import type { DeliveryStore } from '../../src/features/webhooks/store/delivery-store.js';
import type { EventBodies } from '../../src/features/webhooks/store/event-bodies.js';
import { faultName } from '../../src/kernel/values/errors.js';
import { defer } from '../runtime/failures.js';

export interface DeliveryActivityPorts {
  readonly deliveries: DeliveryStore;
  readonly deliveryQueue: DeliveryQueue;
  readonly eventBodies: EventBodies;
  readonly sender: WebhookSender;
  readonly webhookWorkflows: WebhookWorkflows;
  readonly now: () => Date;
  /** Bytes of bodies that one worker sends at once; default `MAX_BYTES_IN_FLIGHT`. */
  readonly bytesInFlight?: number;
  /** How long an attempt waits for room for its body, in milliseconds; default `ADMISSION_MS`. */
  readonly admissionMs?: number;
}

/** A thousand attempts may be under way in a worker, and the body of a deep lookup is more than a megabyte. */
const MAX_BYTES_IN_FLIGHT = 64 * 1_024 * 1_024;
/** Together with the ten seconds of an attempt well within the activity's time-out. */
const ADMISSION_MS = 4_000;
/** Milliseconds until an attempt that found no room is retried. */
const RETRY_DELAY_MS = 2_000;

type SendClaim = Extract<AttemptClaim, { kind: 'send' }>;

export function createDeliveryActivities(ports: DeliveryActivityPorts) {
  const admission = new ByteSemaphore(ports.bytesInFlight ?? MAX_BYTES_IN_FLIGHT);
  const claimAndSend = async (key: DeliveryKey, logged: number): Promise<DeliveryStep> => {
    const claim = await ports.deliveries.claimAttempt(key, logged, ports.now());
    if (claim.kind === 'over') return { next: 'end', state: claim.state, last: null };
    if (claim.kind === 'waiting') return { next: 'end', state: 'pending', last: null };
    if (claim.kind === 'logged') return nextStep(claim, null);
    return attempt(ports, key, claim);
  };
  return {
    /**
     * Makes one attempt when the worker has room for its body and the endpoint has a free slot, logs it, and starts the next delivery that
     * waits for the slot. Failures of the
     * receiver are part of the log; only faults of the service are thrown, and then the attempt is made again.
     *
     * @param key.logged attempts that the workflow knows of: one that is in the log is not made again
     */
    async attemptDelivery(key: DeliveryKey & { logged: number }): Promise<DeliveryStep> {
      // Before the claim, which reads the body.
      const release = await admission.acquire(await ports.eventBodies.prepare(key), ports.admissionMs ?? ADMISSION_MS);
      if (!release) return defer('too many bytes of webhooks are in flight', RETRY_DELAY_MS);
      const step = await claimAndSend(key, key.logged).finally(release);
      await startNext(ports, key.endpointId);
      return step;
    },
  };
}

async function attempt(ports: DeliveryActivityPorts, key: DeliveryKey, claim: SendClaim): Promise<DeliveryStep> {
  const { trigger, url, scheduleOffsetMs, body, isDeferred, secrets } = claim;
  const at = ports.now();
  const outcome = await ports.sender.send({ url, eventId: key.eventId, body, secrets, signal: cancellationSignal() });
  const { failure, durationMs, retryAfterMs } = outcome;
  // A test is one attempt: a caller waits for its result.
  const next = failure === null || trigger === 'test' ? null : nextAttempt({ scheduleOffsetMs, durationMs, retryAfterMs });
  const saved = await ports.deliveries.saveAttempt(key, { scheduleOffsetMs, trigger, url, at, outcome, next });
  if (saved.needsMonitoring) await ports.webhookWorkflows.recheckEndpoint(key.endpointId).catch(() => undefined);
  if (isDeferred && saved.state !== 'pending') await ports.eventBodies.release(key.eventId);
  const last = outcomeCode(outcome);
  if (saved.state !== 'pending' || !next) return { next: 'end', state: saved.state, last };
  return nextStep({ ...saved, waitMs: next.waitMs }, last);
}

/** A delivery that is not over: its workflow sleeps until the next attempt, or ends, and the delivery waits as a row. */
function nextStep(
  { isHeld, waitMs, logged }: { readonly isHeld: boolean; readonly waitMs: number; readonly logged: number },
  last: string | null,
): DeliveryStep {
  return isHeld ? { next: 'wait', waitMs, logged, last } : { next: 'end', state: 'pending', last };
}

/** What cannot be started now is left to the reconciler. */
async function startNext({ deliveryQueue, webhookWorkflows }: DeliveryActivityPorts, endpointId: string): Promise<void> {
  await deliveryQueue
    .grantSlots(endpointId)
    .then((tickets) => webhookWorkflows.startDeliveries(tickets))
    .catch((error: unknown) => log.warn('the next deliveries could not be started', { endpointId, fault: faultName(error) }));
}

/** The status or the kind of failure, for operators. */
function outcomeCode({ status, failure }: AttemptOutcome): string {
  return status === null ? (failure ?? 'unknown') : String(status);
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

interface Waiter {
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Admits work by the bytes that it holds in memory, in order of arrival, so that small bodies cannot starve a large one.
 * Work that is larger than the whole capacity is admitted when nothing else is in flight.
 */
export class ByteSemaphore {
  readonly #queue: Waiter[] = [];
  #used = 0;

  constructor(private readonly capacity: number) {}

  /** @returns a function that releases the bytes; null when there was no room within `waitMs` */
  async acquire(bytes: number, waitMs: number): Promise<(() => void) | null> {
    const size = Math.min(bytes, this.capacity);
    const admitted = await new Promise<boolean>((resolve) => {
      const waiter: Waiter = {
        bytes: size,
        admit: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        resolve(false);
        this.#admitNext(); // a smaller one may have waited behind it
      }, waitMs);
      this.#queue.push(waiter);
      this.#admitNext();
    });
    return admitted ? () => this.#release(size) : null;
  }

  #release(bytes: number): void {
    this.#used -= bytes;
    this.#admitNext();
  }

  #admitNext(): void {
    for (let first = this.#queue[0]; first && this.#used + first.bytes <= this.capacity; first = this.#queue[0]) {
      this.#queue.shift();
      this.#used += first.bytes;
      first.admit();
    }
  }
}
