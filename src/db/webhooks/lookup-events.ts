import type { TransactionSql } from 'postgres';
import type { LookupChangeSet } from '../../domain/lookup/lookup-ports.js';
import type { LookupSnapshot } from '../../domain/v2/lookup-snapshot.js';
import type { EventBodies } from '../../domain/webhooks/event-bodies.js';
import type { WebhookLauncher } from '../../domain/webhooks/ports.js';
import { readDerived } from '../lookups/derived-store.js';
import type { FinishListener } from '../lookups/lookup-writer.js';
import { writeEvent } from './event-writer.js';
import { inSql } from './transaction.js';

type Known = LookupSnapshot['lookup'];
type LookupRow = Omit<Known, 'acceptedAt' | 'finishedAt'> & { acceptedAt: string; finishedAt: string; accountId: string; apiKeyId: string };

/** Writes `lookup.completed` in the transaction that finishes a lookup: once per request, batch item or single check. */
export class LookupEvents implements FinishListener {
  readonly #bodies: EventBodies;
  readonly #launcher: WebhookLauncher;

  constructor(options: { bodies: EventBodies; launcher: WebhookLauncher }) {
    this.#bodies = options.bodies;
    this.#launcher = options.launcher;
  }

  async finished(tx: TransactionSql, lookupId: string, news: () => Promise<LookupChangeSet>): Promise<() => void> {
    // Without an endpoint for this type the body, which may be large, is not built.
    const [row] = await tx<LookupRow[]>`
      SELECT id, account_id AS "accountId", api_key_id AS "apiKeyId", kind, state, query, query_type AS "queryType", subjects, sent, checks,
             plan, accepted_at AS "acceptedAt", finished_at AS "finishedAt"
      FROM lookups l WHERE id = ${lookupId} AND EXISTS (
        SELECT 1 FROM webhook_endpoints e WHERE e.account_id = l.account_id AND 'lookup.completed' = ANY (e.event_types))`;
    if (!row) return () => undefined;
    const { accountId, apiKeyId, ...rest } = row;
    const lookup: Known = { ...rest, acceptedAt: new Date(row.acceptedAt), finishedAt: new Date(row.finishedAt) };
    const { outcomes, modules } = await news();
    const derived = await readDerived(tx, lookupId);
    const response = this.#bodies.lookupResponse({ lookup, outcomes, modules, derived });
    const tickets = await writeEvent(
      inSql(tx),
      {
        type: 'lookup.completed',
        accountId,
        apiKeyId,
        cause: `lookup/${lookupId}`,
        at: new Date(row.finishedAt),
        data: { lookupId, response },
      },
      lookup.acceptedAt,
    );
    return () => this.#launcher.launch(tickets);
  }
}
