import type { TransactionSql } from 'postgres';
import { refsOf, SUBJECT_KINDS, type Subjects } from '../../../kernel/identity/subjects.js';
import type { LookupState } from '../../lookups/lookup.js';
import type { Mode } from '../../../engine/flow/request-class.js';
import type { DeletedAccountEntry, ErasedCounts, ErasedEntry, ErasedExecution, ErasureProgress, ErasureStep } from '../erasure.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { deletePeople } from '../../people/store/departed-people.js';
import { addTo, eraseNamed, lockCounts, noteDeliveries } from './erase-lookup.js';
import { AWAITED_WAIT_MS, IdentityEraser, SEARCHED } from './identity-eraser.js';

/** Lookups read per page, and transactions per step: a step ends within seconds. */
const BATCH_ROWS = 50;
const STEP_CHUNKS = 40;

interface DeletionRow {
  readonly accountId: string;
  readonly state: string;
  readonly isApplied: boolean;
  readonly isInLedger: boolean;
  readonly createdAt: Date;
}

interface LookupRow {
  readonly id: string;
  readonly mode: Mode;
  readonly state: LookupState;
  readonly subjects: Subjects;
}

/** Deletes up to a chunk of rows of an account. @returns what it deleted; nothing: there is no more */
type Chunk = (tx: TransactionSql, accountId: string, erasureId: string) => Promise<ErasedCounts>;

/**
 * The steps of an erasure: of an account here, and of an identity in `IdentityEraser`. Each is idempotent, may be interrupted anywhere and
 * run by several processes at once: each chunk is a transaction that also adds to the receipt, so that kill -9 at any point delays the
 * deletion and counts nothing twice. Bills are never changed.
 */
export class AccountEraser extends IdentityEraser {
  override async ledgerEntry(erasureId: string): Promise<ErasedEntry | DeletedAccountEntry | null> {
    const row = await this.#begin(erasureId);
    if (!row) return super.ledgerEntry(erasureId);
    if (row.state !== 'running' || row.isInLedger) return null;
    return { type: 'account', erasureId, accountId: row.accountId, at: row.createdAt.toISOString() };
  }

  override async eraseNext(step: ErasureStep): Promise<ErasureProgress> {
    const { erasureId, onProgress = () => undefined } = step;
    const row = await this.#begin(erasureId);
    if (!row) return super.eraseNext(step);
    if (row.state !== 'running' || row.isApplied) return SEARCHED;
    const { accountId } = row;
    await this.#close(accountId);
    for (let chunks = 0; chunks < STEP_CHUNKS; ) {
      onProgress();
      const deleted = (await this.#eraseLookups(erasureId, accountId, onProgress)) + (await this.#eraseRows(erasureId, accountId));
      if (deleted === 0) return this.#afterErasures(accountId);
      chunks += deleted;
    }
    return { next: 'again', waitMs: 0, isAwaiting: false };
  }

  override async eraseRest(step: ErasureStep): Promise<void> {
    const row = await this.#begin(step.erasureId);
    if (!row) return super.eraseRest(step);
    if (row.state !== 'running' || row.isApplied) return;
    const { accountId } = row;
    await transaction(this.options.sql, async (tx) => {
      await lockCounts(tx, step.erasureId);
      // Bills refer to the account's row: it stays, without anything that names somebody.
      await tx`
        UPDATE accounts SET email = '', email_key = NULL, name = NULL, purposes = NULL, purpose_required = false, purpose_limits = NULL, v1_purpose = NULL,
          deleted_at = coalesce(deleted_at, now())
        WHERE id = ${accountId}`;
      await tx`DELETE FROM event_feeds WHERE account_id = ${accountId}`;
      await tx`DELETE FROM risk_models WHERE account_id = ${accountId}`;
      await tx`DELETE FROM webhook_stored_bytes WHERE account_id = ${accountId}`;
      await tx`DELETE FROM rate_windows WHERE caller = ${accountId}`;
      await tx`
        DELETE FROM erasure_sent_events WHERE erasure_id IN (SELECT id FROM erasures WHERE account_id = ${accountId})`;
      await tx`UPDATE erasures SET sealed = NULL WHERE account_id = ${accountId} AND applied_at IS NOT NULL`;
      await tx`UPDATE erasures SET applied_at = now() WHERE id = ${step.erasureId}`;
    });
  }

  override async finish(erasureId: string): Promise<{ isDryRun: boolean }> {
    const row = await this.#begin(erasureId);
    return row && !row.isApplied ? { isDryRun: false } : super.finish(erasureId);
  }

  /** Marks a deletion that is due as running: from then on it cannot be taken back. @returns undefined: it is no account's deletion */
  async #begin(erasureId: string): Promise<DeletionRow | undefined> {
    await this.options.sql`
      UPDATE erasures SET state = 'running'
      WHERE id = ${erasureId} AND target = 'account' AND state = 'accepted' AND coalesce(due_at <= now(), true)`;
    const [row] = await this.options.sql<DeletionRow[]>`
      SELECT account_id AS "accountId", state, applied_at IS NOT NULL AS "isApplied", is_in_ledger AS "isInLedger", created_at AS "createdAt"
      FROM erasures WHERE id = ${erasureId} AND target = 'account'`;
    return row;
  }

  /** Again, as a restored backup may have it open; its endpoints get nothing more. */
  async #close(accountId: string): Promise<void> {
    await this.options.sql`UPDATE accounts SET closed_at = now() WHERE id = ${accountId} AND closed_at IS NULL`;
    await this.options.sql`
      UPDATE webhook_endpoints SET state = 'disabled', disabled_at = now(), next_check_at = NULL
      WHERE account_id = ${accountId} AND state <> 'disabled'`;
  }

  /** A lookup under way ends: whatever writes to it finds no row. @returns transactions */
  async #eraseLookups(erasureId: string, accountId: string, onProgress: () => void): Promise<number> {
    const { sql, digest } = this.options;
    const page = await sql<LookupRow[]>`
      SELECT id, mode, state, subjects FROM lookups WHERE account_id = ${accountId} ORDER BY accepted_at DESC, id DESC LIMIT ${BATCH_ROWS}`;
    for (const { id, mode, state, subjects } of page) {
      onProgress();
      const named = { refs: refsOf(subjects, SUBJECT_KINDS), subjects, derived: [], linkedAccounts: [] };
      await eraseNamed(sql, { erasureId, digest }, { id, accountId, mode, isFinished: state === 'finished', ...named });
    }
    return page.length;
  }

  /** The next chunk of what is not part of a lookup. @returns transactions that deleted something */
  async #eraseRows(erasureId: string, accountId: string): Promise<number> {
    for (const chunk of CHUNKS) {
      const isDeleted = await transaction(this.options.sql, async (tx) => {
        await lockCounts(tx, erasureId);
        const counts = await chunk(tx, accountId, erasureId);
        await addTo(tx, erasureId, counts);
        return Object.values(counts).some((count) => count > 0);
      });
      if (isDeleted) return 1;
    }
    return 0;
  }

  /** Erasures of identities in the account find nothing any more, but have to end themselves: their rows hold the identity, sealed. */
  async #afterErasures(accountId: string): Promise<ErasureProgress> {
    const open = await this.options.sql`
      SELECT 1 FROM erasures WHERE account_id = ${accountId} AND target = 'identity' AND applied_at IS NULL AND state <> 'done' LIMIT 1`;
    return open.length === 0 ? SEARCHED : { next: 'again', waitMs: AWAITED_WAIT_MS, isAwaiting: true };
  }
}

/** Rows of a table that names the account in `account_id`. */
function rowsOf(table: string, kind: keyof ErasedCounts, atOnce: number): Chunk {
  return async (tx, accountId) => {
    const { count } = await tx`
      DELETE FROM ${tx(table)} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${tx(table)} WHERE account_id = ${accountId} LIMIT ${atOnce}))`;
    return { [kind]: count };
  };
}

/** Events with their deliveries and attempts; workflows of the deliveries are noted first. */
const deleteEvents: Chunk = async (tx, accountId, erasureId) => {
  const page = await tx<{ id: string }[]>`SELECT id FROM webhook_events WHERE account_id = ${accountId} LIMIT 100 FOR UPDATE`;
  const ids = page.map(({ id }) => id);
  if (ids.length === 0) return {};
  await tx`SELECT 1 FROM webhook_deliveries WHERE event_id = ANY (${ids}) FOR UPDATE`;
  const [counts] = await tx<{ deliveries: number; attempts: number }[]>`
    SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE event_id = ANY (${ids})) AS deliveries,
      (SELECT count(*)::int FROM webhook_attempts WHERE event_id = ANY (${ids})) AS attempts`;
  await noteDeliveries(tx, erasureId, tx`FROM (SELECT * FROM webhook_deliveries WHERE event_id = ANY (${ids})) d`);
  const { count } = await tx`DELETE FROM webhook_events WHERE id = ANY (${ids})`;
  return { ...counts, events: count };
};

/** Rows whose workflows are named by their ids. */
function executedRowsOf(table: string, kind: 'endpoints' | 'emails', execution: ErasedExecution['kind']): Chunk {
  return async (tx, accountId, erasureId) => {
    const page = await tx<{ id: string }[]>`SELECT id FROM ${tx(table)} WHERE account_id = ${accountId} LIMIT 200 FOR UPDATE`;
    return deleteExecuted(tx, { erasureId, table, kind, execution, ids: page.map(({ id }) => id) });
  };
}

async function deleteExecuted(
  tx: TransactionSql,
  {
    erasureId,
    table,
    kind,
    execution,
    ids,
  }: { erasureId: string; table: string; kind: 'endpoints' | 'emails'; execution: string; ids: string[] },
): Promise<ErasedCounts> {
  await tx`
    INSERT INTO erasure_executions (erasure_id, kind, ref) SELECT ${erasureId}, ${execution}, unnest(${ids}::text[]) ON CONFLICT DO NOTHING`;
  const { count } = await tx`DELETE FROM ${tx(table)} WHERE id = ANY (${ids})`;
  return { [kind]: count };
}

/** Memberships, and people who are members of no other account: with their sessions, passkeys, codes and emails. */
const deleteMembers: Chunk = async (tx, accountId, erasureId) => {
  const left = await tx<{ userId: string }[]>`
    DELETE FROM members WHERE ctid = ANY (ARRAY (SELECT ctid FROM members WHERE account_id = ${accountId} LIMIT 50)) RETURNING user_id AS "userId"`;
  const candidates = left.map(({ userId }) => userId).sort();
  // Whoever makes one of them a member elsewhere waits, and then finds nobody.
  await tx`SELECT 1 FROM users WHERE id = ANY (${candidates}) ORDER BY id FOR UPDATE`;
  const people = await tx<{ id: string; email: string }[]>`
    SELECT id, email FROM users u WHERE id = ANY (${candidates}) AND NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id)`;
  const ids = people.map(({ id }) => id);
  const addresses = people.map(({ email }) => email);
  await tx`DELETE FROM sign_in_codes WHERE email = ANY (${addresses})`;
  const written = await tx<{ id: string }[]>`
    SELECT id FROM emails WHERE account_id IS NULL AND recipient = ANY (${addresses}) FOR UPDATE`;
  const emails = await deleteExecuted(tx, {
    erasureId,
    table: 'emails',
    kind: 'emails',
    execution: 'email',
    ids: written.map(({ id }) => id),
  });
  await deletePeople(tx, ids);
  return { ...emails, members: left.length, users: ids.length };
};

/** In this order: what is sent ends before what it is sent to, and members last, so that those who were kept waiting see why. */
const CHUNKS: readonly Chunk[] = [
  rowsOf('batch_items', 'batchItems', 5_000),
  rowsOf('batches', 'batches', 5_000),
  rowsOf('idempotency_keys', 'idempotencyKeys', 5_000),
  rowsOf('platform_facts', 'facts', 5_000),
  deleteEvents,
  executedRowsOf('webhook_endpoints', 'endpoints', 'endpoint'),
  executedRowsOf('emails', 'emails', 'email'),
  rowsOf('suppressions', 'suppressions', 5_000),
  rowsOf('api_keys', 'keys', 5_000),
  rowsOf('invitations', 'invitations', 5_000),
  deleteMembers,
];
