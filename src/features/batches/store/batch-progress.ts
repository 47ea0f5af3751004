import type { TransactionSql } from 'postgres';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import type { Sql } from '../../../kernel/db/client.js';
import { type AfterCommit, transaction } from '../../../kernel/db/transaction.js';
import type { Caller, LookupOwner } from '../../accounts/accounts.js';
import { payerOf } from '../../accounts/store/payer.js';
import { ownedBy } from '../../lookups/store/lookup-rows.js';
import type { AcceptanceStore } from '../../lookups/store/acceptance-store.js';
import type { LookupRequest } from '../../lookups/lookup.js';
import type { OutboxLauncher } from '../../webhooks/ports.js';
import { batchKey } from '../../webhooks/event.js';
import { writeBatchCompleted } from '../../webhooks/store/event-writer.js';
import type { BatchOptions, PauseReason, WaitingIdentities } from '../batch.js';
import { countItems } from './batch-reader.js';

/** Items that one transaction accepts: as few as a process may hold up that dies with them. */
const ITEMS_AT_ONCE = 8;
/** Batches looked at in one step. */
const BATCHES_AT_ONCE = 16;

interface OpenBatch extends BatchOptions {
  readonly id: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly payerId: string;
}

/**
 * What batches do as time passes: their items are accepted, and so billed, when they can start; the last one ends the batch. Every step is
 * a transaction that has locked the batch, and every process may take it.
 */
export class BatchProgress {
  constructor(
    private readonly options: { sql: Sql; acceptance: Pick<AcceptanceStore, 'acceptWithin'>; launcher?: OutboxLauncher | undefined },
  ) {}

  /**
   * Accepts the next items of open batches, of each account's bands the oldest batch, as long as fewer than `ahead` of its lookups wait for
   * their start. An item that the allowance does not cover pauses its batch.
   *
   * @param bands of which lookups may be started
   * @returns how many lookups were accepted
   */
  async startNext(bands: readonly Band[], ahead: number): Promise<number> {
    const candidates = await this.options.sql<OpenBatch[]>`
      SELECT DISTINCT ON (b.account_id, b.band) b.id, b.account_id AS "accountId", b.api_key_id AS "apiKeyId", b.payer_id AS "payerId", b.band,
        b.checks, b.platforms, b.purpose, b.bypass_cache AS "bypassCache"
      FROM batches b JOIN accounts a ON a.id = b.account_id
      WHERE b.state = 'open' AND b.band = ANY (${[...bands]}) AND a.suspended_at IS NULL AND a.closed_at IS NULL
        AND EXISTS (SELECT FROM batch_items i WHERE i.batch_id = b.id AND i.state = 'waiting')
        AND (SELECT count(*) FROM (
          SELECT FROM lookups l WHERE l.state = 'accepted' AND l.mode = 'batch' AND l.account_id = b.account_id AND l.band = b.band
          LIMIT ${ahead}) unstarted) < ${ahead}
      ORDER BY b.account_id, b.band, b.created_at, b.id LIMIT ${BATCHES_AT_ONCE}`;
    let started = 0;
    for (const batch of candidates)
      started += await transaction(this.options.sql, (tx, afterCommit) => this.#accept(tx, afterCommit, batch));
    return started;
  }

  async #accept(tx: TransactionSql, afterCommit: AfterCommit, batch: OpenBatch): Promise<number> {
    const { id, accountId } = batch;
    // The account first, as every acceptance does; a batch that another process has in hand is left to it.
    await tx`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
    const [open] = await tx<{ payerId: string }[]>`
      SELECT payer_id AS "payerId" FROM batches WHERE id = ${id} AND state = 'open' FOR UPDATE SKIP LOCKED`;
    if (!open) return 0;
    const payer = await payerOf(tx, accountId, open.payerId);
    if (!payer) return this.#pause(tx, id, 'key_ended');
    const items = await tx<(WaitingIdentities & { position: number })[]>`
      SELECT position, query, query_type AS "queryType", subjects, raw_identities AS "rawIdentities", claimed_name AS "claimedName"
      FROM batch_items WHERE batch_id = ${id} AND state = 'waiting' ORDER BY position LIMIT ${ITEMS_AT_ONCE} FOR UPDATE`;
    if (items.length === 0) return 0;
    const requests = items.map(({ position, ...identities }) => requestOf(batch, identities));
    const acceptances = await this.options.acceptance.acceptWithin(tx, afterCommit, { caller: payer, requests, part: batchKey(id) });
    const accepted = items.flatMap(({ position }, index) => {
      const acceptance = acceptances[index];
      return acceptance && 'lookupId' in acceptance ? [{ position, lookup_id: acceptance.lookupId }] : [];
    });
    if (accepted.length > 0) {
      await tx`
        UPDATE batch_items i SET state = 'started', lookup_id = a.lookup_id, query = NULL, subjects = NULL, raw_identities = NULL, claimed_name = NULL
        FROM jsonb_to_recordset(${JSON.stringify(accepted)}::jsonb) AS a (position int, lookup_id text)
        WHERE i.batch_id = ${id} AND i.position = a.position`;
      await tx`UPDATE batches SET started_at = coalesce(started_at, now()) WHERE id = ${id}`;
    }
    const refused = acceptances.find((each) => 'refused' in each);
    if (refused && 'refused' in refused) await this.#pause(tx, id, refused.refused);
    return accepted.length;
  }

  async #pause(tx: TransactionSql, batchId: string, reason: PauseReason): Promise<0> {
    await tx`UPDATE batches SET state = 'paused', paused_because = ${reason} WHERE id = ${batchId} AND state = 'open'`;
    return 0;
  }

  /** Ends batches of which no item waits or runs, each with its event. @returns how many */
  async finishDone(): Promise<number> {
    const done = await this.options.sql<{ id: string }[]>`
      SELECT b.id FROM batches b WHERE ${isDone(this.options.sql)} ORDER BY b.created_at LIMIT ${BATCHES_AT_ONCE}`;
    for (const { id } of done)
      await transaction(this.options.sql, async (tx, afterCommit) => {
        const [batch] = await tx<{ accountId: string; apiKeyId: string; items: number; createdAt: Date; finishedAt: Date }[]>`
          SELECT account_id AS "accountId", api_key_id AS "apiKeyId", item_count AS items, created_at AS "createdAt",
            date_trunc('milliseconds', now()) AS "finishedAt" FROM batches b
          WHERE b.id = ${id} AND ${isDone(tx)} FOR UPDATE OF b SKIP LOCKED`;
        if (!batch) return;
        const { finishedAt } = batch;
        const counts = await countItems(tx, id);
        await tx`
          UPDATE batches SET state = 'finished', finished_at = ${finishedAt.toISOString()}::timestamptz, counts = ${JSON.stringify(counts)}::jsonb WHERE id = ${id}`;
        const tickets = await writeBatchCompleted(tx, { ...batch, batchId: id, finished: counts.finished });
        afterCommit(() => this.options.launcher?.launch(tickets));
      });
    return done.length;
  }

  /**
   * Pauses, resumes or cancels a batch. What has started goes on.
   *
   * @returns false when the owner has no such batch, or it is in a state that does not allow it
   */
  async change(caller: Pick<Caller, 'apiKeyId'> & LookupOwner, batchId: string, change: 'pause' | 'resume' | 'cancel'): Promise<boolean> {
    return transaction(this.options.sql, async (tx) => {
      const from = { pause: ['open', 'paused'], resume: ['open', 'paused'], cancel: ['open', 'paused', 'cancelled'] }[change];
      const to = { pause: 'paused', resume: 'open', cancel: 'cancelled' }[change];
      const [row] = await tx<{ payerId: string; accountId: string }[]>`
        SELECT payer_id AS "payerId", account_id AS "accountId" FROM batches b
        WHERE id = ${batchId} AND ${ownedBy(tx, caller, tx`b`)} AND state = ANY (${from}) AND NOT is_whole FOR UPDATE`;
      if (!row) return false;
      // Whoever resumes what an ended key paid for pays from then on.
      const payer = change === 'resume' && !(await payerOf(tx, row.accountId, row.payerId)) ? caller.apiKeyId : row.payerId;
      await tx`
        UPDATE batches SET state = ${to}, payer_id = ${payer}, paused_because = ${change === 'pause' ? 'requested' : null} WHERE id = ${batchId}`;
      if (change === 'cancel')
        await tx`
          UPDATE batch_items SET state = 'cancelled', ref = NULL, query = NULL, subjects = NULL, raw_identities = NULL, claimed_name = NULL
          WHERE batch_id = ${batchId} AND state = 'waiting'`;
      return true;
    });
  }
}

/** That a batch, which the statement calls `b`, is open and has nothing left to wait for. */
const isDone = (sql: Sql | TransactionSql) => sql`
  b.state = 'open'
  AND NOT EXISTS (SELECT FROM batch_items i WHERE i.batch_id = b.id AND i.state = 'waiting')
  AND NOT EXISTS (
    SELECT FROM batch_items i JOIN lookups l ON l.id = i.lookup_id WHERE i.batch_id = b.id AND i.state = 'started' AND l.state <> 'finished')`;

function requestOf({ band, checks, platforms, purpose, bypassCache }: BatchOptions, identities: WaitingIdentities): LookupRequest {
  return { kind: 'lookup', mode: 'batch', band, checks, platforms, purpose, bypassCache, ...identities };
}
