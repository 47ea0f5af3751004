import type { TransactionSql } from 'postgres';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import type { Sql } from '../../../kernel/db/client.js';
import { eachApart } from '../../../kernel/db/each-apart.js';
import { type AfterCommit, transaction } from '../../../kernel/db/transaction.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { Caller, LookupOwner } from '../../accounts/accounts.js';
import { payerOf } from '../../accounts/store/payer.js';
import { ownedBy } from '../../lookups/store/lookup-rows.js';
import type { AcceptanceStore } from '../../lookups/store/acceptance-store.js';
import type { LookupRequest } from '../../lookups/lookup.js';
import type { OutboxLauncher } from '../../webhooks/ports.js';
import { batchKey } from '../../webhooks/event.js';
import { type CompletedBatch, writeBatchCompleted } from '../../webhooks/store/event-writer.js';
import type { BatchOptions, BatchState, PauseReason, WaitingRequest } from '../batch.js';
import { countItems } from './batch-reader.js';

/** Items that one transaction accepts: as few as a process may hold up that dies with them. */
const ITEMS_AT_ONCE = 8;
/** Batches looked at in one step. */
const BATCHES_AT_ONCE = 16;
/** Steps of a batch that fail in a row before it is paused and reported; after each it waits twice as long as before, in seconds. */
const MAX_FAULTS = 5;
const MAX_WAIT_SECONDS = 600;

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
  /** Where the last step ended: those behind it are next, so that many who cannot go on hold up nobody. */
  #after: Pick<OpenBatch, 'accountId' | 'band'> = FIRST;
  /** The first item of each open batch that has not ended: what has ended stays so, and is read once. */
  #unended = new Map<string, number>();

  constructor(
    private readonly options: {
      sql: Sql;
      acceptance: Pick<AcceptanceStore, 'acceptWithin'>;
      launcher?: OutboxLauncher | undefined;
      /** Called once when steps of a batch have failed several times in a row. */
      onFault?: ((batchId: string, error: unknown) => void) | undefined;
    },
  ) {}

  /**
   * Accepts the next items of open batches, of each account's bands the oldest batch, as long as fewer than `ahead` of its lookups wait for
   * their start. An item that the allowance does not cover pauses its batch. Of an account or a batch that is locked, or at fault, the
   * others hear nothing.
   *
   * @param bands of which lookups may be started
   * @returns how many lookups were accepted
   */
  async acceptNext(bands: readonly Band[], ahead: number): Promise<number> {
    const { sql } = this.options;
    const candidates = await sql<OpenBatch[]>`
      SELECT DISTINCT ON (b.account_id, b.band) b.id, b.account_id AS "accountId", b.api_key_id AS "apiKeyId", b.payer_id AS "payerId", b.band,
        b.checks, b.platforms, b.purpose, b.scope, b.bypass_cache AS "bypassCache", b.noise
      FROM batches b JOIN accounts a ON a.id = b.account_id
      WHERE b.state = 'open' AND b.band = ANY (${[...bands]}) AND a.suspended_at IS NULL AND a.closed_at IS NULL
        AND (b.account_id, b.band) > (${this.#after.accountId}, ${this.#after.band}) AND ${isDue(sql)}
        AND EXISTS (SELECT FROM batch_items i WHERE i.batch_id = b.id AND i.state = 'waiting')
        AND (SELECT count(*) FROM (
          SELECT FROM lookups l WHERE l.state = 'accepted' AND l.mode = 'batch' AND l.account_id = b.account_id AND l.band = b.band
          LIMIT ${ahead}) unstarted) < ${ahead}
      ORDER BY b.account_id, b.band, b.created_at, b.id LIMIT ${BATCHES_AT_ONCE}`;
    this.#after = (candidates.length === BATCHES_AT_ONCE && candidates.at(-1)) || FIRST;
    return eachApart(sql, candidates, {
      work: (tx, afterCommit, batch) => this.#accept(tx, afterCommit, batch),
      onFault: ({ id }, error) => this.#noteFault(id, error, { isStarting: true }),
    });
  }

  async #accept(tx: TransactionSql, afterCommit: AfterCommit, batch: OpenBatch): Promise<number> {
    const { id, accountId } = batch;
    // The account first, as every acceptance does; a batch that another process has in hand is left to it.
    const locked = await tx`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === 0) return 0;
    const [open] = await tx<{ payerId: string; isTest: boolean }[]>`
      SELECT payer_id AS "payerId", is_test AS "isTest" FROM batches WHERE id = ${id} AND state = 'open' FOR UPDATE SKIP LOCKED`;
    if (!open) return 0;
    const payer = await payerOf(tx, accountId, open.payerId);
    if (!payer || isOfTest(payer) !== open.isTest) return this.#pause(tx, id, 'key_ended');
    const items = await tx<(WaitingRequest & { position: number })[]>`
      SELECT position, query, query_type AS "queryType", subjects, raw_identities AS "rawIdentities", claimed_name AS "claimedName",
        claimed_company AS "claimedCompany", claimed_country AS "claimedCountry"
      FROM batch_items WHERE batch_id = ${id} AND state = 'waiting' ORDER BY position LIMIT ${ITEMS_AT_ONCE} FOR UPDATE`;
    if (items.length === 0) return 0;
    const requests = items.map(({ position, ...request }) => requestOf(batch, request));
    const acceptances = await this.options.acceptance.acceptWithin(tx, afterCommit, { caller: payer, requests, part: batchKey(id) });
    const accepted = items.flatMap(({ position }, index) => {
      const acceptance = acceptances[index];
      return acceptance && 'lookupId' in acceptance ? [{ position, lookup_id: acceptance.lookupId }] : [];
    });
    if (accepted.length > 0) {
      await tx`
        UPDATE batch_items i SET state = 'started', lookup_id = a.lookup_id, query = NULL, subjects = NULL, raw_identities = NULL,
          claimed_name = NULL, claimed_company = NULL, claimed_country = NULL
        FROM jsonb_to_recordset(${JSON.stringify(accepted)}::jsonb) AS a (position int, lookup_id text)
        WHERE i.batch_id = ${id} AND i.position = a.position`;
      await tx`UPDATE batches SET started_at = coalesce(started_at, now()), faults = 0, faulted_at = NULL WHERE id = ${id}`;
    }
    const refused = acceptances.find((each) => 'refused' in each);
    if (refused && 'refused' in refused) await this.#pause(tx, id, refused.refused);
    return accepted.length;
  }

  async #pause(tx: TransactionSql, batchId: string, reason: PauseReason): Promise<0> {
    await tx`UPDATE batches SET state = 'paused', paused_because = ${reason} WHERE id = ${batchId} AND state = 'open'`;
    return 0;
  }

  /** Counts a fault of a batch, unless somebody has it in hand, and reports it when there were several in a row. */
  async #noteFault(id: string, error: unknown, { isStarting }: { readonly isStarting: boolean }): Promise<void> {
    const { sql, onFault } = this.options;
    const reason: PauseReason = 'internal_error';
    const isLast = sql`${isStarting} AND state = 'open' AND faults + 1 >= ${MAX_FAULTS}`;
    const [noted] = await sql<{ faults: number }[]>`
      UPDATE batches SET faults = faults + 1, faulted_at = now(), state = CASE WHEN ${isLast} THEN 'paused' ELSE state END,
        paused_because = CASE WHEN ${isLast} THEN ${reason} ELSE paused_because END
      WHERE id = (SELECT id FROM batches WHERE id = ${id} FOR UPDATE SKIP LOCKED) RETURNING faults`;
    if (noted?.faults === MAX_FAULTS) onFault?.(id, error);
  }

  /** Ends batches of which no item waits or runs, each with its event. Costs what has ended since the last call. @returns how many */
  async finishDone(): Promise<number> {
    const { sql, launcher } = this.options;
    const known = JSON.stringify([...this.#unended].map(([id, position]) => ({ id, position })));
    // A scalar subquery is never computed for all lookups at once.
    const open = await sql<{ id: string; position: number | null }[]>`
      SELECT b.id, unended.position FROM batches b
        LEFT JOIN jsonb_to_recordset(${known}::jsonb) AS known (id text, position int) ON known.id = b.id
        LEFT JOIN LATERAL (
          SELECT i.position FROM batch_items i WHERE i.batch_id = b.id AND i.position >= coalesce(known.position, 0) AND (
            i.state = 'waiting' OR i.state = 'started' AND (SELECT l.state FROM lookups l WHERE l.id = i.lookup_id) <> 'finished')
          ORDER BY i.position LIMIT 1) unended ON true
      WHERE ${isEnding(sql)} AND ${isDue(sql)} ORDER BY b.created_at`;
    this.#unended = new Map(open.flatMap(({ id, position }) => (position === null ? [] : [[id, position]])));
    const done = open.filter(({ position }) => position === null).slice(0, BATCHES_AT_ONCE);
    return eachApart(sql, done, {
      onFault: ({ id }, error) => this.#noteFault(id, error, { isStarting: false }),
      work: async (tx, afterCommit, { id }) => {
        const [batch] = await tx<Omit<CompletedBatch, 'batchId' | 'finished' | 'refused'>[]>`
          SELECT account_id AS "accountId", api_key_id AS "apiKeyId", item_count AS items, purpose, is_test AS "isTest",
            created_at AS "createdAt", date_trunc('milliseconds', now()) AS "finishedAt" FROM batches b
          WHERE b.id = ${id} AND ${isDone(tx)} FOR UPDATE OF b SKIP LOCKED`;
        if (!batch) return 0;
        const { finishedAt } = batch;
        const counts = (await countItems(tx, [id]))(id);
        await tx`
          UPDATE batches SET state = 'finished', paused_because = NULL, finished_at = ${finishedAt.toISOString()}::timestamptz,
            counts = ${JSON.stringify(counts)}::jsonb WHERE id = ${id}`;
        const tickets = await writeBatchCompleted(tx, { ...batch, ...counts, batchId: id });
        afterCommit(() => launcher?.launch(tickets));
        return 1;
      },
    });
  }

  /**
   * Pauses, resumes or cancels a batch. What has started goes on.
   *
   * @returns false when the owner has no such batch, or it is in a state that does not allow it
   * @throws ServiceError batch_of_other_kind
   */
  async change(caller: Resumer & LookupOwner, batchId: string, change: 'pause' | 'resume' | 'cancel'): Promise<boolean> {
    return transaction(this.options.sql, async (tx) => {
      const from = { pause: ['open', 'paused'], resume: ['open', 'paused'], cancel: ['open', 'paused', 'cancelled'] }[change];
      const to = { pause: 'paused', resume: 'open', cancel: 'cancelled' }[change];
      const [row] = await tx<Resumed[]>`
        SELECT payer_id AS "payerId", account_id AS "accountId", is_test AS "isTest", state FROM batches b
        WHERE id = ${batchId} AND ${ownedBy(tx, caller, tx`b`)} AND state = ANY (${from}) AND NOT is_whole FOR UPDATE`;
      if (!row) return false;
      if (row.state === 'cancelled') return true;
      const payer = change === 'resume' ? await resumingPayer(tx, caller, row) : row.payerId;
      await tx`
        UPDATE batches SET state = ${to}, payer_id = ${payer}, paused_because = ${change === 'pause' ? 'requested' : null}, faults = 0, faulted_at = NULL
        WHERE id = ${batchId}`;
      if (change === 'cancel')
        // What never started goes, and stays counted.
        await tx`
          WITH gone AS (DELETE FROM batch_items WHERE batch_id = ${batchId} AND state IN ('waiting', 'invalid') RETURNING state)
          UPDATE batches SET counts = (
            SELECT jsonb_build_object('cancelled', count(*) FILTER (WHERE state = 'waiting'), 'invalid', count(*) FILTER (WHERE state = 'invalid'))
            FROM gone)
          WHERE id = ${batchId}`;
      return true;
    });
  }
}

/** Before every account and band. */
const FIRST = { accountId: '', band: '' as Band };

type Resumer = Pick<Caller, 'apiKeyId' | 'isTest' | 'monthly'>;
type Resumed = Pick<OpenBatch, 'payerId' | 'accountId'> & { readonly isTest: boolean; readonly state: BatchState };

const isOfTest = ({ isTest = false }: Pick<Caller, 'isTest'>): boolean => isTest;

/**
 * Who pays for a batch from its resumption on: whoever did, or the caller where that key has ended, and where the caller has a limit of its
 * own, which is the ceiling of what it can cost.
 *
 * @throws ServiceError batch_of_other_kind: nothing about people is a test, and no test is billed
 */
async function resumingPayer(tx: TransactionSql, caller: Resumer, { payerId, accountId, isTest, state }: Resumed): Promise<string> {
  if (isOfTest(caller) !== isTest) throw new ServiceError('batch_of_other_kind');
  if (state !== 'paused') return payerId;
  const payer = await payerOf(tx, accountId, payerId);
  const isOwn = !caller.monthly || payer?.monthly?.firstKey === caller.monthly.firstKey;
  return payer && isOwn ? payerId : caller.apiKeyId;
}

/** That the statement's batch `b` has not failed just now. */
const isDue = (sql: Sql) => sql`
  (b.faulted_at IS NULL OR b.faulted_at + make_interval(secs => least(power(2, b.faults), ${MAX_WAIT_SECONDS})) <= now())`;

/** That nothing of the batch `b` waits for its start. */
const isStarted = (sql: Sql | TransactionSql) =>
  sql`NOT EXISTS (SELECT FROM batch_items i WHERE i.batch_id = b.id AND i.state = 'waiting')`;

/** That the batch `b` may end: it is open, or paused where that holds up nothing. */
const isEnding = (sql: Sql | TransactionSql) => sql`(b.state = 'open' OR b.state = 'paused' AND ${isStarted(sql)})`;

/** That the batch `b` has nothing left to wait for. */
const isDone = (sql: Sql | TransactionSql) => sql`
  b.state IN ('open', 'paused') AND ${isStarted(sql)}
  AND NOT EXISTS (
    SELECT FROM batch_items i JOIN lookups l ON l.id = i.lookup_id WHERE i.batch_id = b.id AND i.state = 'started' AND l.state <> 'finished')`;

function requestOf(options: BatchOptions, request: WaitingRequest): LookupRequest {
  const { band, checks, platforms, purpose, scope = null, bypassCache, noise = null } = options;
  return { kind: 'lookup', mode: 'batch', band, checks, platforms, purpose, scope, bypassCache, noise, ...request };
}
