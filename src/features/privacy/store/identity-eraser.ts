import { formsOf } from '../../../kernel/identity/forms.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import type { ErasedCounts, DeletedAccountEntry, ErasedEntry, ErasedExecution, ErasureProgress, ErasureStep } from '../erasure.js';
import type { Sealer } from '../../../kernel/values/sealer.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { factTexts } from '../../lookups/store/subject-digests.js';
import type { ErasureScan } from './schema.js';
import {
  addCounts,
  addTo,
  countLookup,
  eraseHandles,
  eraseLookup,
  eraseNamed,
  lockCounts,
  type LookupRow,
  lookupRows,
  type NamingLookup,
  removeFacts,
} from './erase-lookup.js';
import { addressesOf, countIndexed, eraseIndexed, erasePeople, pagesOfAccounts } from './erase-everywhere.js';
import { countItemsNaming, eraseItemsNaming, laterLookups } from './erase-batches.js';
import { isStoring } from '../../batches/store/batch-erasure.js';
import { eraseTexts, type TextColumn } from './erase-texts.js';
import { openIdentity, openIndexed } from './erasure-store.js';
import { asEmail, ErasedRecogniser } from './naming-lookup.js';

/** Lookups read per page, pages per step, and lookups erased per step: a step ends within seconds. */
const BATCH_ROWS = 1_000;
const STEP_PAGES = 20;
const STEP_LOOKUPS = 100;
/** Longer than an acceptance may take (`within.ts`): what began before the erasure is committed or given up. */
const SETTLED_SECONDS = 15;
const UNSETTLED_WAIT_MS = 500;
export const AWAITED_WAIT_MS = 5_000;

interface EraserOptions extends Readonly<Record<'erased' | 'digest' | 'indexed', KeyedDigest>> {
  readonly sql: Sql;
  readonly sealer: Sealer;
  /** Columns in a client's own words. */
  readonly texts: readonly TextColumn[];
}

interface ErasureRow {
  readonly accountId: string | null;
  readonly digest: string;
  readonly forms: readonly string[];
  readonly sealed: Buffer | null;
  readonly indexed: Buffer | null;
  readonly isDryRun: boolean;
  readonly state: string;
  readonly scan: ErasureScan | null;
  readonly isInLedger: boolean;
  readonly createdAt: Date;
  readonly appliedAt: Date | null;
}

export const SEARCHED: ErasureProgress = { next: 'searched', waitMs: 0, isAwaiting: false };

/**
 * The steps of an erasure of an identity, as `AccountEraser` describes them. Lookups are searched by a keyed digest of each identity that
 * they name, so that an erasure can be repeated from the ledger alone, which holds no identity. Each lookup is deleted in a transaction
 * of its own, which also adds to the receipt.
 */
export class IdentityEraser {
  constructor(protected readonly options: EraserOptions) {}

  /** The line for the ledger; null for a dry run, or when there is nothing to write any more. */
  async ledgerEntry(erasureId: string): Promise<ErasedEntry | DeletedAccountEntry | null> {
    const row = await this.#read(erasureId);
    if (!row || row.isDryRun || row.isInLedger) return null;
    const { accountId, digest, forms, indexed, createdAt } = row;
    const keyed = { digest, forms, indexed: indexed?.toString('base64') ?? null };
    return { type: 'identity', erasureId, accountId, ...keyed, at: createdAt.toISOString() };
  }

  async markInLedger(erasureId: string): Promise<void> {
    await this.options.sql`UPDATE erasures SET is_in_ledger = true WHERE id = ${erasureId}`;
  }

  /** Searches the next lookups and erases those that name the identity. */
  async eraseNext({ erasureId, onProgress = () => undefined }: ErasureStep): Promise<ErasureProgress> {
    const erasure = await this.#read(erasureId);
    if (!erasure || erasure.appliedAt !== null) return SEARCHED;
    let scan = erasure.scan ?? { after: null, isSettled: await this.#isSettled(erasure), awaited: 0 };
    let stored = erasure.scan;
    const recogniser = this.#recogniser(erasureId, erasure);
    for (let pages = 0, erased = 0; pages < STEP_PAGES && erased < STEP_LOOKUPS; pages += 1) {
      const page = await this.#page(erasure, scan.after);
      const naming = page.flatMap((row) => recogniser.namingIn(row) ?? []);
      let counts: ErasedCounts = erasure.isDryRun ? recogniser.possibleIn(page) : {};
      let awaited = 0;
      for (const lookup of naming) {
        onProgress();
        if (erasure.isDryRun) counts = addCounts(counts, await transaction(this.options.sql, (tx) => countLookup(tx, lookup)));
        else if (!(await this.#erase(erasureId, lookup))) awaited += 1;
      }
      erased += naming.length;
      const last = page.at(-1);
      if (last && page.length === BATCH_ROWS) {
        const after = { id: last.id, acceptedAt: last.acceptedAt.toISOString() };
        const further = { ...scan, after, awaited: scan.awaited + awaited };
        if (!(await this.#advance(erasureId, stored, further, counts))) break;
        stored = scan = further;
        onProgress();
        continue;
      }
      if (erasure.isDryRun) counts = addCounts(counts, { batchItems: await countItemsNaming(this.options.sql, erasure, recogniser) });
      else awaited += await this.#eraseBatches(erasureId, erasure, recogniser, onProgress);
      const isOver = erasure.isDryRun || (scan.isSettled && scan.awaited + awaited === 0);
      if (isOver && erasure.isDryRun) counts = addCounts(counts, await this.#countEverywhere(erasureId, erasure, recogniser));
      const end = isOver ? { ...scan, awaited: 0 } : null;
      if (!(await this.#advance(erasureId, stored, end, counts, isOver && erasure.isDryRun))) break;
      if (isOver) return SEARCHED;
      return { next: 'again', waitMs: scan.isSettled ? AWAITED_WAIT_MS : UNSETTLED_WAIT_MS, isAwaiting: scan.isSettled };
    }
    return { next: 'again', waitMs: 0, isAwaiting: false };
  }

  /** What is found by the identity itself and not through a lookup. */
  async eraseRest({ erasureId, onProgress = () => undefined }: ErasureStep): Promise<void> {
    const erasure = await this.#read(erasureId);
    if (!erasure || erasure.appliedAt !== null) return;
    if (erasure.sealed) {
      const { kind, value } = openIdentity(this.options.sealer, erasureId, erasure.sealed);
      const spellings = [value, value.toLowerCase(), formsOf({ kind, value }).certain.value];
      const texts = kind === 'ip' ? [] : spellings.flatMap((text) => factTexts(kind, text));
      for await (const accounts of pagesOfAccounts(this.options.sql, erasure.accountId)) {
        onProgress();
        await transaction(this.options.sql, async (tx) => {
          await lockCounts(tx, erasureId);
          const facts = await removeFacts(tx, { digest: this.options.digest }, { accounts, texts });
          // Keys are texts of the caller's choice.
          const { count } = await tx`
            DELETE FROM idempotency_keys WHERE account_id = ANY (${accounts}) AND (
              position(lower(${value}) IN lower(key)) > 0 OR position(lower(${encodeURIComponent(value)}) IN lower(key)) > 0)`;
          await addTo(tx, erasureId, { facts, idempotencyKeys: count });
        });
      }
    }
    await eraseTexts({ ...this.options, erasureId }, erasure.accountId, this.#recogniser(erasureId, erasure), onProgress);
    if (erasure.accountId === null) await this.#eraseEverywhere(erasureId, erasure, onProgress);
    await this.options.sql`UPDATE erasures SET applied_at = now() WHERE id = ${erasureId} AND applied_at IS NULL`;
  }

  /** Executions of erased lookups that are still to be deleted. */
  async executions(erasureId: string, limit: number): Promise<readonly ErasedExecution[]> {
    return this.options.sql<ErasedExecution[]>`
      SELECT kind, ref FROM erasure_executions WHERE erasure_id = ${erasureId} AND removed_at IS NULL ORDER BY kind, ref LIMIT ${limit}`;
  }

  /** Whether the execution is of something that was erased within the last day, or is being erased. */
  async isErased({ kind, ref }: ErasedExecution): Promise<boolean> {
    return (await this.options.sql`SELECT 1 FROM erasure_executions WHERE kind = ${kind} AND ref = ${ref} LIMIT 1`).count > 0;
  }

  async executionsRemoved(erasureId: string, executions: readonly ErasedExecution[]): Promise<void> {
    await transaction(this.options.sql, async (tx) => {
      await lockCounts(tx, erasureId);
      const { count } = await tx`
        UPDATE erasure_executions SET removed_at = now() WHERE erasure_id = ${erasureId} AND removed_at IS NULL AND (kind, ref) IN (
          SELECT * FROM unnest(${executions.map(({ kind }) => kind as string)}::text[], ${executions.map(({ ref }) => ref)}::text[]))`;
      await addTo(tx, erasureId, { executions: count });
    });
  }

  /** Ends it; the sealed identity is deleted. */
  async finish(erasureId: string): Promise<{ isDryRun: boolean }> {
    const [row] = await this.options.sql<{ isDryRun: boolean }[]>`
      UPDATE erasures SET state = 'done', sealed = NULL, indexed = NULL, scan = NULL, finished_at = coalesce(finished_at, now())
      WHERE id = ${erasureId} RETURNING is_dry_run AS "isDryRun"`;
    return { isDryRun: row?.isDryRun ?? false };
  }

  /** Of these, those that are not carried out in the database: it was restored from an older backup. Their rows are created. */
  async restoreMissing(entries: readonly (ErasedEntry | DeletedAccountEntry)[]): Promise<readonly string[]> {
    const sql = this.options.sql;
    const rows = JSON.stringify(entries);
    await sql`
      INSERT INTO erasures (id, account_id, target, digest, forms, indexed, is_dry_run, is_in_ledger, created_at)
      SELECT "erasureId", "accountId", type, coalesce(digest, "accountId"), coalesce(forms, '{}'), decode(indexed, 'base64'), false, true, at
      FROM jsonb_to_recordset(${rows}::jsonb) AS e (
        "erasureId" text, "accountId" text, type text, digest text, forms text[], indexed text, at timestamptz)
      ON CONFLICT (id) DO NOTHING`;
    const missing = await sql<{ id: string }[]>`
      SELECT id FROM erasures WHERE id = ANY (${entries.map(({ erasureId }) => erasureId)}) AND applied_at IS NULL ORDER BY created_at, id`;
    return missing.map(({ id }) => id);
  }

  async #read(erasureId: string): Promise<ErasureRow | undefined> {
    const [row] = await this.options.sql<ErasureRow[]>`
      SELECT account_id AS "accountId", digest, forms, sealed, indexed, is_dry_run AS "isDryRun", state, scan, is_in_ledger AS "isInLedger",
        created_at AS "createdAt", applied_at AS "appliedAt"
      FROM erasures WHERE id = ${erasureId}`;
    return row;
  }

  /**
   * Whether every transaction that began before the erasure has ended, so that a page read now holds all that is to be erased. Locks are
   * shown of every role, and are held until a COMMIT that hangs is over; when a transaction began is shown of one's own role alone. After
   * the longest that an acceptance takes, only who has written anything can still commit something. A batch that is being sent is a
   * transaction too, as far as that goes.
   */
  async #isSettled({ createdAt, accountId }: ErasureRow): Promise<boolean> {
    const [row] = await this.options.sql<{ isSettled: boolean }[]>`
      SELECT NOT EXISTS (
        SELECT 1 FROM pg_stat_activity a JOIN pg_locks l USING (pid)
        WHERE a.datname = current_database() AND pid <> pg_backend_pid() AND l.granted AND l.mode = 'ExclusiveLock'
          AND coalesce(a.xact_start, '-infinity') <= ${createdAt}::timestamptz
          AND l.locktype = CASE WHEN now() > ${createdAt}::timestamptz + make_interval(secs => ${SETTLED_SECONDS})
            THEN 'transactionid' ELSE 'virtualxid' END
      ) AND NOT ${isStoring(this.options.sql, accountId, createdAt)} AS "isSettled"`;
    return row?.isSettled ?? false;
  }

  /** In an account newest first, as its index has them; everywhere by id. */
  async #page({ accountId, createdAt }: ErasureRow, after: ErasureScan['after']): Promise<LookupRow[]> {
    const sql = this.options.sql;
    const columns = sql`${lookupRows(sql)} WHERE accepted_at <= ${createdAt}::timestamptz`;
    if (accountId === null)
      return sql<LookupRow[]>`${columns} ${after ? sql`AND id > ${after.id}` : sql``} ORDER BY id LIMIT ${BATCH_ROWS}`;
    const behind = after ? sql`AND (accepted_at, id) < (${after.acceptedAt}::timestamptz, ${after.id})` : sql``;
    return sql<LookupRow[]>`
      ${columns} AND account_id = ${accountId} ${behind} ORDER BY accepted_at DESC, id DESC LIMIT ${BATCH_ROWS}`;
  }

  #recogniser(erasureId: string, erasure: ErasureRow): ErasedRecogniser {
    const identity = erasure.sealed && openIdentity(this.options.sealer, erasureId, erasure.sealed);
    return new ErasedRecogniser(this.options.erased, erasure, identity);
  }

  /** Items that wait, and then lookups of those that had started before they were found. @returns how many have to be awaited */
  async #eraseBatches(erasureId: string, erasure: ErasureRow, recogniser: ErasedRecogniser, onProgress: () => void): Promise<number> {
    const { sql } = this.options;
    await eraseItemsNaming(sql, { erasureId, ...erasure }, recogniser, onProgress);
    let awaited = 0;
    for await (const row of laterLookups(sql, erasure)) {
      const lookup = recogniser.namingIn(row);
      if (!lookup) continue;
      onProgress();
      if (!(await this.#erase(erasureId, lookup))) awaited += 1;
    }
    return awaited;
  }

  /** @returns false when the lookup is under way and has to be awaited: derived usernames could still be added */
  async #erase(erasureId: string, lookup: NamingLookup): Promise<boolean> {
    const mayAdd = lookup.refs.length === 0 && lookup.derived.length > 0 && !lookup.isFinished;
    if (mayAdd && lookup.linkedAccounts.length === 0) return false;
    const { sql, digest } = this.options;
    await eraseNamed(sql, { erasureId, digest }, lookup, lookup.refs.length > 0 ? eraseLookup : eraseHandles);
    return !mayAdd;
  }

  async #countEverywhere(erasureId: string, { accountId, indexed }: ErasureRow, recogniser: ErasedRecogniser): Promise<ErasedCounts> {
    if (accountId !== null) return {};
    const found = indexed ? await countIndexed(this.options.sql, openIndexed(this.options.sealer, erasureId, indexed)) : {};
    const isNamed = (address: string) => recogniser.isErased(asEmail(address)) || recogniser.isPossible(asEmail(address));
    const known = await addressesOf(this.options.sql, isNamed);
    const addresses = known.filter((address) => recogniser.isErased(asEmail(address)));
    const people = await transaction(this.options.sql, (tx) => erasePeople(tx, { erasureId, addresses, isDryRun: true }));
    return addCounts(found, { ...people, possibleEmail: known.length - addresses.length });
  }

  async #eraseEverywhere(erasureId: string, erasure: ErasureRow, onProgress: () => void): Promise<void> {
    const { indexed } = erasure;
    const recogniser = this.#recogniser(erasureId, erasure);
    const addresses = await addressesOf(this.options.sql, (address) => recogniser.isErased(asEmail(address)));
    onProgress();
    await transaction(this.options.sql, async (tx) => {
      await lockCounts(tx, erasureId);
      const found = indexed ? await eraseIndexed(tx, this.options.indexed, openIndexed(this.options.sealer, erasureId, indexed)) : {};
      await addTo(tx, erasureId, addCounts(found, await erasePeople(tx, { erasureId, addresses, isDryRun: false })));
    });
  }

  /** Notes how far the search got. @returns false when another process has advanced it meanwhile */
  async #advance(
    erasureId: string,
    from: ErasureScan | null,
    to: ErasureScan | null,
    counts: ErasedCounts,
    isApplied = false,
  ): Promise<boolean> {
    return transaction(this.options.sql, async (tx) => {
      const found = from === null ? null : JSON.stringify(from);
      const [row] = await tx`
        SELECT 1 FROM erasures WHERE id = ${erasureId} AND applied_at IS NULL AND scan IS NOT DISTINCT FROM ${found}::jsonb FOR UPDATE`;
      if (!row) return false;
      await tx`
        UPDATE erasures SET scan = ${to === null ? null : JSON.stringify(to)}::jsonb, state = 'running', applied_at = CASE WHEN ${isApplied} THEN now() END
        WHERE id = ${erasureId}`;
      await addTo(tx, erasureId, counts);
      return true;
    });
  }
}
