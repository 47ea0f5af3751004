import type { TransactionSql } from 'postgres';
import type { LookupChange } from '../../domain/lookup/lookup-snapshot.js';
import type { EventBodies } from '../../domain/webhooks/event-bodies.js';
import type { WebhookLauncher } from '../../domain/webhooks/ports.js';
import type { FinishListener } from '../lookups/lookup-writer.js';
import { writeEvent } from './event-writer.js';
import { inSql } from './transaction.js';

/** Writes `lookup.completed` in the transaction that finishes a lookup: once per request, batch item or single check. */
export class LookupEvents implements FinishListener {
  readonly #bodies: EventBodies;
  readonly #launcher: WebhookLauncher;

  constructor(options: { bodies: EventBodies; launcher: WebhookLauncher }) {
    this.#bodies = options.bodies;
    this.#launcher = options.launcher;
  }

  async finished(tx: TransactionSql, lookupId: string, snapshot: () => Promise<LookupChange>): Promise<() => void> {
    // Without an endpoint for this type the body, which may be large, is not built.
    const [subscribed] = await tx`
      SELECT 1 FROM lookups l JOIN webhook_endpoints e ON e.account_id = l.account_id
      WHERE l.id = ${lookupId} AND 'lookup.completed' = ANY (e.event_types) LIMIT 1`;
    if (!subscribed) return () => undefined;
    const known = await snapshot();
    const { accountId, apiKeyId, acceptedAt, finishedAt } = known.lookup;
    const tickets = await writeEvent(
      inSql(tx),
      {
        type: 'lookup.completed',
        accountId,
        apiKeyId,
        cause: `lookup/${lookupId}`,
        at: finishedAt ?? new Date(),
        data: { lookupId, response: this.#bodies.lookupResponse(known) },
      },
      acceptedAt,
    );
    return () => this.#launcher.launch(tickets);
  }
}
