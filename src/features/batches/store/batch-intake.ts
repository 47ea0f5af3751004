import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { ERRORS, ServiceError } from '../../../kernel/values/errors.js';
import type { NewId } from '../../../kernel/values/ids.js';
import { jsonbText } from '../../../kernel/values/json.js';
import type { Acceptance, Caller, IdempotencyToken } from '../../accounts/accounts.js';
import type { LookupRequest } from '../../lookups/lookup.js';
import type { AcceptanceStore } from '../../lookups/store/acceptance-store.js';
import { batchKey } from '../../webhooks/event.js';
import { PLAN } from '../../accounts/plans.js';
import { lockAccount } from '../../accounts/store/locked-account.js';
import { type BatchOptions, MAX_OPEN, MAX_STORING_SECONDS, type NewItem, waitingLimitReached } from '../batch.js';

/**
 * Stores batches in parts, while their requests are read. A batch of which not all is stored is none: it starts nothing, nobody sees it,
 * and what a killed process left of one is deleted (`Retention`).
 */
export class BatchIntake {
  constructor(private readonly options: { sql: Sql; newId: NewId; acceptance: Pick<AcceptanceStore, 'claim'> }) {}

  /** @returns the batch's id @throws ServiceError batch_limit_reached when the account is storing as many as may be unfinished */
  async begin({ accountId, apiKeyId, isTest = false }: Caller, options: BatchOptions): Promise<string> {
    const { sql, newId } = this.options;
    const { band, checks, platforms, purpose, scope = null, bypassCache, noise = null } = options;
    const id = newId('batch');
    const { count } = await sql`
      INSERT INTO batches (id, account_id, api_key_id, payer_id, is_test, band, checks, platforms, purpose, scope, bypass_cache, noise, state)
      SELECT ${id}, ${accountId}, ${apiKeyId}, ${apiKeyId}, ${isTest}::boolean, ${band}, ${jsonbText(checks)}::jsonb,
        ${platforms && [...platforms]}::text[], ${purpose}, ${scope && jsonbText(scope)}::jsonb, ${bypassCache}, ${noise}, 'storing'
      WHERE (SELECT count(*) FROM batches WHERE account_id = ${accountId} AND state = 'storing') < ${MAX_OPEN}`;
    if (count === 0) throw new ServiceError('batch_limit_reached');
    return id;
  }

  /** Adds items to a batch that is being stored. */
  async add(batchId: string, accountId: string, items: readonly NewItem[]): Promise<void> {
    await insertItems(this.options.sql, { batchId, accountId }, items.map(rowOf));
  }

  /**
   * Ends the storing: from now on its items are started.
   *
   * @returns its id; that of the earlier batch when the request is a repetition, and then this one is gone
   * @throws ServiceError idempotency_conflict; batch_limit_reached when the account would have more unfinished batches than it may, or more
   *   waiting items than its plan lets; unavailable when it took longer than an erasure waits for
   */
  async complete(
    batchId: string,
    caller: Caller,
    { itemCount, token }: { itemCount: number; token: IdempotencyToken | null },
  ): Promise<string> {
    return transaction(this.options.sql, async (tx) => {
      const earlier = token && (await this.options.acceptance.claim(tx, caller, token, batchId));
      if (earlier) await tx`DELETE FROM batches WHERE id = ${batchId}`;
      else {
        await assertRoom(tx, caller.accountId, batchId);
        const { count } = await tx`
          UPDATE batches SET state = 'open', item_count = ${itemCount}
          WHERE id = ${batchId} AND created_at > now() - make_interval(secs => ${MAX_STORING_SECONDS})`;
        if (count === 0) throw new ServiceError('unavailable');
      }
      if (!earlier && caller.origin) caller.origin.began = batchKey(batchId);
      return earlier ?? batchId;
    });
  }

  /** Deletes a batch that will not be completed. */
  async discard(batchId: string): Promise<void> {
    await this.options.sql`DELETE FROM batches WHERE id = ${batchId} AND state = 'storing'`;
  }

  /**
   * Records the items of a batch of v1, all of which its request accepted, or could not pay for: as a batch that was started whole.
   *
   * @param tx accepts the lookups. A repetition that accepts what was refused before changes the batch of the first; any other changes none
   */
  async recordWhole(
    tx: TransactionSql,
    { accountId, apiKeyId, isTest = false, origin }: Caller,
    requests: readonly LookupRequest[],
    acceptances: readonly Acceptance[],
  ): Promise<void> {
    const lookupIds = acceptances.flatMap((each) => ('lookupId' in each ? [each.lookupId] : []));
    const [first] = requests;
    if (!first || lookupIds.length === 0) return;
    const rows = acceptances.map((each, position) =>
      'lookupId' in each
        ? { position, state: 'started', lookup_id: each.lookupId }
        : { position, state: 'refused', fault: { code: each.refused, message: ERRORS[each.refused].message } },
    );
    const listed = await tx<{ batchId: string | null }[]>`
      SELECT i.batch_id AS "batchId" FROM lookups l LEFT JOIN batch_items i ON i.lookup_id = l.id WHERE l.id = ANY (${lookupIds})`;
    const known = listed.find((each) => each.batchId !== null)?.batchId;
    const batchId = known ?? this.options.newId('batch');
    if (origin) origin.began = batchKey(batchId, requests.length - lookupIds.length);
    if (listed.every((each) => each.batchId !== null)) return;
    if (known) {
      await tx`DELETE FROM batch_items WHERE batch_id = ${batchId}`;
      await tx`UPDATE batches SET state = 'open', counts = NULL, finished_at = NULL WHERE id = ${batchId}`;
    } else
      await tx`
        INSERT INTO batches (id, account_id, api_key_id, payer_id, is_test, band, state, is_whole, item_count, started_at)
        VALUES (${batchId}, ${accountId}, ${apiKeyId}, ${apiKeyId}, ${isTest}, ${first.band}, 'open', true, ${requests.length}, now())`;
    await insertItems(tx, { batchId, accountId }, rows);
  }
}

/**
 * Under the account's lock, so that of two batches for which there is room for one, one is refused. A repetition needs no room: so nothing
 * but the storing is refused before it is known to be none.
 */
async function assertRoom(tx: TransactionSql, accountId: string, batchId: string): Promise<void> {
  const account = await lockAccount(tx, accountId);
  const [row] = await tx<{ items: number; waiting: number; unfinished: number }[]>`
    SELECT count(*) FILTER (WHERE b.id = ${batchId})::int AS items, count(*) FILTER (WHERE b.id <> ${batchId})::int AS waiting,
      (SELECT count(*)::int FROM batches WHERE account_id = ${accountId} AND state IN ('open', 'paused')) AS unfinished
    FROM batches b JOIN batch_items i ON i.batch_id = b.id AND i.state = 'waiting'
    WHERE b.account_id = ${accountId} AND (b.state IN ('open', 'paused') OR b.id = ${batchId})`;
  const { items, waiting, unfinished } = row ?? { items: 0, waiting: 0, unfinished: 0 };
  const limit = PLAN[account?.plan ?? 'free_trial'].waitingItems;
  if (unfinished >= MAX_OPEN) throw new ServiceError('batch_limit_reached', undefined, { details: { items, waiting, limit } });
  if (waiting + items > limit) throw waitingLimitReached({ items, waiting, limit });
}

function rowOf({ position, ref, content }: NewItem) {
  // Whom it names is not stored, so that no erasure would find the client's name of it: its position does.
  if ('code' in content) return { position, state: 'invalid', fault: { code: content.code, message: content.message } };
  const { query, queryType, subjects, rawIdentities, claimedName, claimedCompany, claimedCountry } = content;
  const identities = { query, query_type: queryType, subjects, raw_identities: rawIdentities };
  const claimed = { claimed_name: claimedName, claimed_company: claimedCompany, claimed_country: claimedCountry };
  return { position, ref, state: 'waiting', ...identities, ...claimed };
}

async function insertItems(
  sql: Sql | TransactionSql,
  { batchId, accountId }: { batchId: string; accountId: string },
  rows: readonly object[],
) {
  await sql`
    INSERT INTO batch_items
      (batch_id, account_id, position, ref, state, lookup_id, fault, query, query_type, subjects, raw_identities, claimed_name,
        claimed_company, claimed_country)
    SELECT ${batchId}, ${accountId}, i.* FROM jsonb_to_recordset(${jsonbText(rows)}::jsonb) AS i (
      position int, ref text, state text, lookup_id text, fault jsonb, query text, query_type text, subjects jsonb, raw_identities jsonb,
      claimed_name text, claimed_company text, claimed_country text)`;
}
