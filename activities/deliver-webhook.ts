import { cancellationSignal } from '@temporalio/activity';
import type { AttemptOutcome, DeliveryKey, DeliveryTicket } from '../src/domain/webhooks/delivery.js';
import type { DeliveryStep } from '../src/domain/webhooks/delivery-step.js';
import type { DeliveryRecord, SavedAttempt, Turn, WebhookEngine } from '../src/domain/webhooks/ports.js';
import { nextAttempt } from '../src/domain/webhooks/retry-schedule.js';
import type { WebhookSender } from '../src/domain/webhooks/sending.js';

export interface DeliveryActivityPorts {
  readonly deliveries: DeliveryRecord;
  readonly sender: WebhookSender;
  readonly webhookEngine: WebhookEngine;
  readonly now: () => Date;
}

type Sending = Extract<Turn, { kind: 'send' }>;

export function createDeliveryActivities(ports: DeliveryActivityPorts) {
  return {
    /**
     * Makes one attempt when the endpoint has a place free, and logs it. What goes wrong at the receiver is part of the
     * log; only faults of ours are thrown, and then the attempt is made again.
     *
     * @param key.logged attempts that the workflow knows of: one that is in the log is not made again
     */
    async attemptDelivery(key: DeliveryKey & { logged: number }): Promise<DeliveryStep> {
      const turn = await ports.deliveries.takeTurn(key, key.logged, ports.now());
      if (turn.kind === 'over') return { next: 'end', state: turn.state, last: null };
      if (turn.kind === 'logged') return { next: 'wait', waitMs: turn.waitMs, logged: turn.logged, last: null };
      if (turn.kind === 'in_line') return { next: 'stand_in_line' };
      return attempt(ports, key, turn);
    },
  };
}

async function attempt(ports: DeliveryActivityPorts, key: DeliveryKey, turn: Sending): Promise<DeliveryStep> {
  const { trigger, url, position, body, secrets } = turn;
  const at = ports.now();
  const outcome = await ports.sender.send({ url, eventId: key.eventId, body, secrets, signal: cancellationSignal() });
  const { failure, durationMs, retryAfterMs } = outcome;
  // A test is one attempt: somebody waits for what it says. 410 asks for no more.
  const next = failure === null || failure === 'gone' || trigger === 'test' ? null : nextAttempt({ position, durationMs, retryAfterMs });
  const saved = await ports.deliveries.saveAttempt(key, { position, trigger, url, at, outcome, next });
  await tell(ports.webhookEngine, key.endpointId, saved);
  const last = inAWord(outcome);
  if (saved.state !== 'pending' || !next) return { next: 'end', state: saved.state, last };
  return { next: 'wait', waitMs: next.waitMs, logged: saved.logged, last };
}

/** Hints only: a delivery that is not woken asks again by itself, and the reconciler sees to clocks that nobody watches. */
async function tell(engine: WebhookEngine, endpointId: string, { granted, unwatched }: SavedAttempt): Promise<void> {
  const hints = granted.map((ticket: DeliveryTicket) => engine.wakeDelivery(ticket));
  if (unwatched) hints.push(engine.watchEndpoint(endpointId));
  await Promise.allSettled(hints);
}

/** The status or the kind of failure, for operators. */
function inAWord({ status, failure }: AttemptOutcome): string {
  return status === null ? (failure ?? 'unknown') : String(status);
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;
