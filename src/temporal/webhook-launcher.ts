import type { DeliveryTicket } from '../domain/webhooks/delivery.js';
import type { WebhookWorkflows, WebhookLauncher } from '../domain/webhooks/ports.js';

/** Calls under way at once; beyond it the rows wait for the reconciler, so that a flood costs no memory. */
const MAX_IN_FLIGHT = 256;

/**
 * Starts deliveries without making the code that wrote them wait. The rows are committed before, so a failed or skipped start
 * delays a delivery until the reconciler finds it and loses nothing.
 */
export class BackgroundWebhookLauncher implements WebhookLauncher {
  readonly #engine: WebhookWorkflows;
  readonly #onFailure: (id: string, error: unknown) => void;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: { engine: WebhookWorkflows; onFailure: (id: string, error: unknown) => void }) {
    this.#engine = options.engine;
    this.#onFailure = options.onFailure;
  }

  launch(tickets: readonly DeliveryTicket[]): void {
    for (const ticket of tickets) this.#beside(ticket.eventId, () => this.#engine.startDelivery(ticket));
  }

  recheckEndpoint(endpointId: string): void {
    this.#beside(endpointId, () => this.#engine.recheckEndpoint(endpointId));
  }

  /** Resolves when every call under way has ended. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #beside(id: string, call: () => Promise<void>): void {
    if (this.#underWay.size >= MAX_IN_FLIGHT) {
      this.#onFailure(id, new Error('too many starts under way'));
      return;
    }
    const done = call()
      .catch((error: unknown) => this.#onFailure(id, error))
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }
}
