import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import type { DeliveryTicket, Recovery } from '../delivery.js';
import type { OutboxLauncher } from '../ports.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { ofEndpoint, ticketColumns } from './delivery-queue.js';
import { isWanted } from './event-filter.js';
import { writeEventFor } from './event-writer.js';

interface OwnedEndpoint {
  state: 'enabled' | 'disabled';
}

/** Deliveries, and events without one, that one recovery begins: what three days have left is more than a request can change. */
const MAX_RECOVERED = 10_000;

/** Sends events again: one, or all that an endpoint missed. Bytes and ids of events never change. */
export class Redelivery {
  /** @param options.launcher starts deliveries after their commit; without it the reconciler does */
  constructor(private readonly options: { sql: Sql; newId: NewId; launcher?: Pick<OutboxLauncher, 'launch' | 'start'> | undefined }) {}

  /** Makes a test event for this endpoint only. Null: no such endpoint. */
  async test(
    accountId: string,
    endpointId: string,
    apiKeyId: string | null,
    at: Date,
  ): Promise<DeliveryTicket | 'endpoint_disabled' | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const endpoint = await owned(tx, accountId, endpointId);
      if (endpoint?.state !== 'enabled') return endpoint ? 'endpoint_disabled' : null;
      const [ticket = null] = await writeEventFor(tx, endpointId, 'test', {
        type: 'endpoint.test',
        accountId,
        apiKeyId,
        // Each test is an event of its own.
        dedupKey: `endpoint.test/${this.options.newId('event')}`,
        at,
        data: { endpointId },
      });
      if (ticket) afterCommit(() => this.options.launcher?.start(ticket));
      return ticket;
    });
  }

  /** Begins a new run of a delivery. Null: no such delivery. */
  async resend(accountId: string, endpointId: string, eventId: string): Promise<DeliveryTicket | 'endpoint_disabled' | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const endpoint = await owned(tx, accountId, endpointId);
      if (!endpoint) return null;
      const [known] = await tx`SELECT 1 FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND event_id = ${eventId}`;
      if (!known) return null;
      if (endpoint.state === 'disabled') return 'endpoint_disabled';
      const [ticket = null] = await tx<DeliveryTicket[]>`
        UPDATE webhook_deliveries SET ${newRun(tx, 'resend')} WHERE endpoint_id = ${endpointId} AND event_id = ${eventId}
        RETURNING ${ticketColumns(tx)}`;
      if (ticket) afterCommit(() => this.options.launcher?.start(ticket));
      return ticket;
    });
  }

  /** Counts what a recovery of everything since a time would resend. */
  async recoverable(accountId: string, endpointId: string, since: Date): Promise<Recovery> {
    const sql = this.options.sql;
    const [row] = await sql<Recovery[]>`
      SELECT (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${failedSince(sql, since)}) AS failed,
             (SELECT count(*)::int FROM webhook_events v WHERE ${missedSince(sql, since)}) AS missed
      FROM webhook_endpoints e WHERE e.id = ${endpointId} AND e.account_id = ${accountId}`;
    return row ?? { failed: 0, missed: 0 };
  }

  /** Resends it, the oldest first, and no more than a limit of each at once. @returns what it resends: less than the limit is all */
  async recover(accountId: string, endpointId: string, since: Date): Promise<Recovery> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const endpoint = await owned(tx, accountId, endpointId);
      if (endpoint?.state !== 'enabled') return { failed: 0, missed: 0 };
      const failed = await inSteps(async (limit) => {
        const { count } = await tx`
          UPDATE webhook_deliveries SET ${newRun(tx, 'recovery')} WHERE ${ofEndpoint(tx, endpointId)} AND event_id = ANY (ARRAY (
            SELECT d.event_id FROM webhook_deliveries d WHERE d.endpoint_id = ${endpointId} AND ${failedSince(tx, since)}
            ORDER BY d.event_id LIMIT ${limit}))`;
        return count;
      });
      const missed = await inSteps(async (limit) => {
        const { count } = await tx`
          INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, payload, trigger, next_attempt_at)
          SELECT v.id, e.id, e.account_id, v.type, e.payload, 'recovery', now()
          FROM webhook_endpoints e JOIN webhook_events v ON ${missedSince(tx, since)}
          WHERE e.id = ${endpointId} ORDER BY v.created_at, v.id LIMIT ${limit}`;
        return count;
      });
      afterCommit(() => this.options.launcher?.launch([{ endpointId }]));
      return { failed, missed };
    });
  }
}

/** Rows that one statement of a recovery changes: on a busy server, too, it ends long before a statement's time is over. */
const RECOVERED_AT_ONCE = 2_000;

/** Changes rows until there are no more, or `MAX_RECOVERED` are. @param change changes up to a limit, each row once, and counts them */
async function inSteps(change: (limit: number) => Promise<number>): Promise<number> {
  for (let changed = 0; ; ) {
    const limit = Math.min(RECOVERED_AT_ONCE, MAX_RECOVERED - changed);
    const count = await change(limit);
    changed += count;
    if (count < limit || changed === MAX_RECOVERED) return changed;
  }
}

async function owned(tx: TransactionSql, accountId: string, endpointId: string): Promise<OwnedEndpoint | undefined> {
  const [row] = await tx<OwnedEndpoint[]>`
    SELECT state FROM webhook_endpoints WHERE id = ${endpointId} AND account_id = ${accountId} FOR NO KEY UPDATE`;
  return row;
}

/** A new run from the start of the schedule; a run that is under way ends at its next step. */
const newRun = (tx: TransactionSql, trigger: 'resend' | 'recovery') => tx`
  state = 'pending', failure_reason = NULL, run = run + 1, trigger = ${trigger}, schedule_offset_ms = 0, lease_until = NULL, is_held = false,
  next_attempt_at = now()`;

/**
 * Failed tests are not recovered, nor what was erased. `d` is the delivery; what counts is when its event happened. The event is looked
 * up by its key: a list of the account's events would be read anew for each delivery.
 */
const failedSince = (sql: Sql | TransactionSql, since: Date) => sql`
  d.state = 'failed' AND d.event_type <> 'endpoint.test' AND d.failure_reason IS DISTINCT FROM 'erased'
  AND EXISTS (
    SELECT FROM webhook_events f WHERE f.id = d.event_id AND f.created_at >= ${since.toISOString()}::timestamptz)`;

/** `v` is the event, `e` the endpoint. Its delivery is looked up by its key, as by `ofEndpoint`. */
const missedSince = (sql: Sql | TransactionSql, since: Date) => sql`
  v.account_id = e.account_id AND ${isWanted(sql)} AND v.created_at >= ${since.toISOString()}::timestamptz
  AND NOT EXISTS (SELECT 1 FROM webhook_deliveries m WHERE m.event_id = v.id AND m.endpoint_id IS NOT DISTINCT FROM e.id)`;
