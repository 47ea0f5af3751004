/**
 * The chain over the audit log. An entry belongs to the day, in UTC, on which its row was written (`written_at`, the default of the
 * column, on the database's clock), and a day is chained when nobody can add to it any more. Each account has a link for each finished day
 * with entries: a SHA-256 over its entries in their order and the digest of its link before. Entries of no single account are those of
 * `SERVICE`, whose chain has a link for every finished day and holds the digests of all other links of that day, so that its newest
 * digest stands for the whole log. docs/contract.md, 17.
 */
import { createHash, type Hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import type { ChainReport } from '../audit-log.js';
import type { RetentionRun } from '../../accounts/accounts.js';
import { compareText } from '../../../kernel/values/compare-text.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';

/** Entries read per page. */
const PAGE_ROWS = 5_000;
/** How often to look whether transactions have ended. */
const POLL_MS = 100;
/** `account_id` of links over entries of no single account. */
const SERVICE = '';

interface Link {
  readonly accountId: string;
  readonly entries: number;
  /** In hexadecimal digits. */
  readonly digest: string;
}
interface Contents {
  entries: number;
  readonly hash: Hash;
}
/** An entry as it is hashed. */
type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly accountId: string | null; readonly writtenAt: Date };

export class AuditChain {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * Chains the days that are over. Safe to run twice, and by several processes at once: a finished day has one set of links.
   *
   * @returns links added
   * @throws the signal's reason; what is committed stays
   */
  async chainFinished(run: RetentionRun = {}): Promise<number> {
    const sql = this.options.sql;
    // An hour after midnight, so that a clock that is set back, or of another server, stamps no entry with a day that is chained.
    const days = await sql<{ day: string }[]>`
      SELECT to_char(day, 'YYYY-MM-DD') AS day FROM generate_series(
        coalesce((SELECT max(day) + 1 FROM audit_chain WHERE account_id = ${SERVICE}),
          (SELECT (min(written_at) AT TIME ZONE 'UTC')::date FROM audit_log))::timestamp,
        ((clock_timestamp() - interval '1 hour') AT TIME ZONE 'UTC')::date - interval '1 day', interval '1 day') AS day`;
    if (days.length > 0) await this.#awaitWriters(run);
    let added = 0;
    for (const { day } of days) {
      const contents = await readDay(sql, day, null, run);
      const links = linksOf(day, contents, await digestsBefore(sql, day, [...contents.keys()]));
      const { count } = await sql`
        INSERT INTO audit_chain (account_id, day, entries, digest)
        SELECT "accountId", ${day}::date, entries, decode(digest, 'hex')
        FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS link ("accountId" text, entries int, digest text)
        ON CONFLICT DO NOTHING`;
      added += count;
    }
    return added;
  }

  /**
   * Computes the chain again, of one account or of all. Days that retention may be deleting are left out: their newest link is the
   * beginning of what is left.
   *
   * @returns the first day that does not match, and in it the first account, if there is one
   */
  async verify(accountId: string | null, run: RetentionRun = {}): Promise<ChainReport> {
    return transaction(this.options.sql, async (tx): Promise<ChainReport> => {
      // One snapshot: retention and the writer go on meanwhile.
      await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
      const [bounds] = await tx<{ first: string | null; days: string[] }[]>`
        WITH chained AS (SELECT min(day) AS first, max(day) AS last FROM audit_chain WHERE account_id = ${SERVICE})
        SELECT to_char(first, 'YYYY-MM-DD') AS first, ARRAY(SELECT to_char(day, 'YYYY-MM-DD') FROM generate_series(
          greatest((now() AT TIME ZONE 'UTC' - interval '2 years')::date + 1,
            least(first, (SELECT (min(written_at) AT TIME ZONE 'UTC')::date FROM audit_log)))::timestamp,
          last::timestamp, interval '1 day') AS day) AS days
        FROM chained`;
      const { first, days } = { first: bounds?.first ?? '', days: bounds?.days ?? [] };
      const before = await digestsBefore(tx, days[0] ?? null, accountId === null ? null : [accountId]);
      let entries = 0;
      for (const day of days) {
        const contents = await readDay(tx, day, accountId, run);
        if (day < first && contents.size === 0) continue;
        const stored = await storedLinks(tx, day, accountId);
        const links = linksOf(day, contents, before).filter((link) => accountId === null || link.accountId === accountId);
        const mismatch = firstMismatch(stored, links);
        if (mismatch) return { days: days.length, entries, digest: null, mismatch: { ...mismatch, day } };
        for (const link of links) {
          before.set(link.accountId, link.digest);
          entries += link.entries;
        }
      }
      return { days: days.length, entries, digest: before.get(accountId ?? SERVICE) ?? null, mismatch: null };
    });
  }

  /**
   * Waits until every transaction that is adding entries has ended. It took the table's lock before its entries got their times, and
   * keeps it to its end; whatever begins later gets a later time.
   */
  async #awaitWriters({ signal, onProgress }: RetentionRun): Promise<void> {
    const sql = this.options.sql;
    const writers = async (among: readonly string[] | null): Promise<string[]> => {
      const rows = await sql<{ id: string }[]>`
        SELECT virtualtransaction AS id FROM pg_locks
        WHERE relation = 'audit_log'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND mode = 'RowExclusiveLock' AND granted ${among ? sql`AND virtualtransaction = ANY (${among as string[]})` : sql``}`;
      return rows.map(({ id }) => id);
    };
    for (let left = await writers(null); left.length > 0; left = await writers(left)) {
      signal?.throwIfAborted();
      onProgress?.();
      await sleep(POLL_MS);
    }
  }
}

/** Hashes the entries of a day, by account. */
async function readDay(
  sql: Sql | TransactionSql,
  day: string,
  accountId: string | null,
  { signal, onProgress }: RetentionRun,
): Promise<Map<string, Contents>> {
  const contents = new Map<string, Contents>();
  let after: Entry | undefined;
  for (;;) {
    signal?.throwIfAborted();
    onProgress?.();
    const page: Entry[] = await sql<Entry[]>`
      SELECT id, at, account_id AS "accountId", actor_type AS "actorType", actor_id AS "actorId", action, targets, network, outcome,
        purpose, means, written_at AS "writtenAt"
      FROM audit_log
      WHERE written_at >= ${day}::timestamp AT TIME ZONE 'UTC' AND written_at < (${day}::timestamp + interval '1 day') AT TIME ZONE 'UTC'
        ${accountId === null ? sql`` : sql`AND coalesce(account_id, ${SERVICE}) = ${accountId}`}
        ${after ? sql`AND (written_at, id COLLATE "C") > (${after.writtenAt}::timestamptz, ${after.id})` : sql``}
      ORDER BY written_at, id COLLATE "C" LIMIT ${PAGE_ROWS}`;
    for (const entry of page) {
      const account = entry.accountId ?? SERVICE;
      const of = contents.get(account) ?? { entries: 0, hash: createHash('sha256') };
      of.entries += 1;
      of.hash.update(`${canonical(entry)}\n`);
      contents.set(account, of);
    }
    after = page.at(-1);
    if (page.length < PAGE_ROWS) return contents;
  }
}

/** JSON as RFC 8785 writes it. What is null is left out, so that a new column changes no digest of the past. */
function canonical(value: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(value).filter(([, each]) => each !== null);
  return JSON.stringify(Object.fromEntries(present.sort(([a], [b]) => compareText(a, b))));
}

/** The links of a day: those of accounts in their order, then that of the service, which holds the others. */
function linksOf(day: string, contents: ReadonlyMap<string, Contents>, before: ReadonlyMap<string, string>): Link[] {
  const link = (accountId: string, { entries, hash }: Contents): Link => {
    const linked = canonical({ accountId, day, entries, content: hash.digest('hex'), previous: before.get(accountId) ?? null });
    return { accountId, entries, digest: createHash('sha256').update(linked).digest('hex') };
  };
  const accounts = [...contents].filter(([account]) => account !== SERVICE).sort(([a], [b]) => compareText(a, b));
  const links = accounts.map(([account, of]) => link(account, of));
  const service = contents.get(SERVICE) ?? { entries: 0, hash: createHash('sha256') };
  for (const { accountId, digest } of links) service.hash.update(`${accountId} ${digest}\n`);
  return [...links, link(SERVICE, service)];
}

/** @returns the account of which links are missing, too many or different, with the numbers of entries */
function firstMismatch(stored: readonly Link[], links: readonly Link[]): Omit<NonNullable<ChainReport['mismatch']>, 'day'> | null {
  const of = (list: readonly Link[]) => new Map(list.map((each) => [each.accountId, each]));
  const [then, now] = [of(stored), of(links)];
  const accounts = [...new Set([...then.keys(), ...now.keys()])].sort(compareText);
  // The service holds the others, so what is wrong with one of them is wrong with it too.
  const wrong = [...accounts.filter((each) => each !== SERVICE), SERVICE].find((each) => then.get(each)?.digest !== now.get(each)?.digest);
  if (wrong === undefined) return null;
  return { accountId: wrong === SERVICE ? null : wrong, chained: then.get(wrong)?.entries ?? null, found: now.get(wrong)?.entries ?? 0 };
}

const storedLinks = (sql: TransactionSql, day: string, accountId: string | null) => sql<Link[]>`
  SELECT account_id AS "accountId", entries, encode(digest, 'hex') AS digest FROM audit_chain
  WHERE day = ${day}::date ${accountId === null ? sql`` : sql`AND account_id = ${accountId}`}`;

/** The newest digests before a day. @param accounts null: all */
async function digestsBefore(
  sql: Sql | TransactionSql,
  day: string | null,
  accounts: readonly string[] | null,
): Promise<Map<string, string>> {
  const rows = await sql<{ accountId: string; digest: string }[]>`
    SELECT DISTINCT ON (account_id) account_id AS "accountId", encode(digest, 'hex') AS digest FROM audit_chain
    WHERE day < ${day}::date ${accounts === null ? sql`` : sql`AND account_id = ANY (${[SERVICE, ...accounts]})`}
    ORDER BY account_id, day DESC`;
  return new Map(rows.map(({ accountId, digest }) => [accountId, digest]));
}
