import type { AcceptedLookup, LookupLauncher, LookupStarter } from '../../features/lookups/lookup-ports.js';
import type { Erasure, ErasureStarter } from '../../features/privacy/erasure.js';
import type { DeliveryTicket } from '../../features/webhooks/delivery.js';
import type { OutboxLauncher, WebhookWorkflows } from '../../features/webhooks/ports.js';
import { AccountShares, FairLimiter } from '../../kernel/values/fair-shares.js';

/** Limits of starts of one kind, shared by owners: how many are under way at once, and how many are with those that wait for it. */
const startLimit = (atOnce: number, maxWaiting: number) => ({
  limiter: new FairLimiter(atOnce),
  queued: new AccountShares(),
  most: atOnce + maxWaiting,
});

export interface BackgroundLauncherOptions {
  readonly lookups: LookupStarter;
  readonly workflows: WebhookWorkflows;
  readonly erasures: ErasureStarter;
  /** Grants the free slots of an endpoint. @returns the deliveries to start */
  readonly grantSlots: (endpointId: string) => Promise<readonly DeliveryTicket[]>;
  readonly onFailure: (id: string, error: unknown) => void;
}

/**
 * Starts what a transaction has committed, without making the code that wrote it wait: lookups, deliveries, emails, erasures. The row is
 * committed before, so a failed or skipped start delays it until the reconciler finds it and loses nothing. What callers wait for has a
 * limit of its own; within a limit accounts, or endpoints, take turns, and one above its share is left to the reconciler first. Lookups of
 * a batch are started by the workers, as they have room (`BatchDispatcher`).
 */
export class BackgroundLauncher implements LookupLauncher, OutboxLauncher {
  readonly #awaited = startLimit(256, 0);
  readonly #async = startLimit(16, 1_000);
  readonly #outbox = startLimit(256, 0);
  readonly #underWay = new Set<Promise<unknown>>();
  /** Endpoints whose slots are being granted, and whether something was added meanwhile: one connection an endpoint at most. */
  readonly #granting = new Map<string, boolean>();

  constructor(private readonly options: BackgroundLauncherOptions) {}

  startLookup(lookup: AcceptedLookup): void {
    if (lookup.mode === 'batch') return;
    const { id, accountId } = lookup;
    this.#beside(lookup.mode === 'async' ? this.#async : this.#awaited, accountId, id, () => this.options.lookups.start(lookup));
  }

  startErasure(erasure: Pick<Erasure, 'id' | 'accountId'>): void {
    const { id, accountId } = erasure;
    this.#beside(this.#awaited, accountId ?? id, id, () => this.options.erasures.start(erasure));
  }

  launch(tickets: readonly Pick<DeliveryTicket, 'endpointId'>[]): void {
    for (const { endpointId } of tickets) {
      const isGranting = this.#granting.has(endpointId);
      this.#granting.set(endpointId, isGranting);
      if (isGranting || this.#beside(this.#outbox, endpointId, endpointId, () => this.#startDue(endpointId))) continue;
      this.#granting.delete(endpointId);
    }
  }

  start(ticket: DeliveryTicket): void {
    this.#beside(this.#outbox, ticket.endpointId, ticket.eventId, () => this.options.workflows.startDelivery(ticket));
  }

  recheckEndpoint(endpointId: string): void {
    this.#beside(this.#outbox, endpointId, endpointId, () => this.options.workflows.recheckEndpoint(endpointId));
  }

  startEmail(emailId: string): void {
    this.#beside(this.#outbox, 'emails', emailId, () => this.options.workflows.startEmail(emailId));
  }

  /** Resolves when the starts under way have ended; those that still wait are left to the reconciler. */
  async drain(): Promise<void> {
    for (const { limiter } of [this.#awaited, this.#async, this.#outbox]) limiter.clear();
    await Promise.all(this.#underWay);
  }

  async #startDue(endpointId: string): Promise<void> {
    const { workflows, grantSlots } = this.options;
    try {
      do {
        this.#granting.set(endpointId, false);
        await workflows.startDeliveries(await grantSlots(endpointId));
      } while (this.#granting.get(endpointId));
    } finally {
      this.#granting.delete(endpointId);
    }
  }

  /** @returns false where it is left to the reconciler */
  #beside({ limiter, queued, most }: ReturnType<typeof startLimit>, owner: string, id: string, begin: () => Promise<unknown>): boolean {
    if (!queued.admits(owner, most)) {
      this.options.onFailure(id, new Error('too many starts under way'));
      return false;
    }
    queued.take(owner);
    const start: Promise<unknown> = limiter
      .run(owner, begin)
      .catch((error: unknown) => this.options.onFailure(id, error))
      .finally(() => {
        queued.give(owner);
        this.#underWay.delete(start);
      });
    this.#underWay.add(start);
    return true;
  }
}
