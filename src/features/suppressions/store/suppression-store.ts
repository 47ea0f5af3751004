import type { NewId } from '../../../kernel/values/ids.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import { formsOf, formText, type NamedIdentity } from '../../../kernel/identity/forms.js';
import { numbersWithin } from '../../../kernel/identity/national-numbers.js';
import type { NewSuppression, Suppression, SuppressionCursor, SuppressionList } from '../suppressions.js';
import { type ErasureLedger, type LedgerEntry, linesOf, type SuppressedEntry } from '../../privacy/erasure.js';
import type { Sql } from '../../../kernel/db/client.js';

/** Its digest shows which key another digest was made with. */
const KEY_CHECK = 'key of the suppression list';

/** What entries from the ledger have in place of a proof, which is in the database alone: it may name somebody. */
const RESTORED_PROOF = 'restored from the ledger after its proof was lost with the database';

/**
 * The texts whose digests are on the list for an identity: of the form that it has in common with all that it may be, since too much
 * silence harms nobody; and of what was sent, which is found when what is known of its provider has changed.
 */
function suppressionTexts({ kind, value }: NamedIdentity) {
  return { form: formText(formsOf({ kind, value }).possible), sent: formText({ kind, value: value.toLowerCase() }) };
}

/** The texts of numbers that a username may be in some country: whoever asks about one may mean any of them. */
function nationalTexts(identity: NamedIdentity): string[] {
  const { kind, value } = formsOf(identity).possible;
  if (identity.kind !== 'username' || kind !== 'phone') return [];
  return numbersWithin(value.slice(1)).map((number) => formText(formsOf({ kind, value: number }).possible));
}

/** The suppression list in Postgres: keyed digests, so that reading it tells nobody who opted out. */
export class SuppressionStore implements SuppressionList {
  /** @param options.ledger where changes are written down before their commit; null: there is none */
  constructor(private readonly options: { sql: Sql; newId: NewId; digest: KeyedDigest; ledger: ErasureLedger | null }) {}

  async contains(accountId: string, identities: readonly NamedIdentity[]): Promise<readonly boolean[]> {
    const digests = identities.map((identity) => this.#digests(identity, nationalTexts(identity)));
    const rows = await this.options.sql<{ digest: string; sentDigest: string }[]>`
      SELECT digest, sent_digest AS "sentDigest" FROM suppressions
      WHERE ${this.#isAny(digests.flat())} AND (account_id IS NULL OR account_id = ${accountId})`;
    return digests.map((each) => rows.some(({ digest, sentDigest }) => each.includes(digest) || each.includes(sentDigest)));
  }

  /** Every digest by which the list may have an identity. */
  #digests(identity: NamedIdentity, more: readonly string[] = []): readonly string[] {
    const { form, sent } = suppressionTexts(identity);
    return [...new Set([form, sent, ...more])].flatMap((text) => this.options.digest.all(text));
  }

  #isAny(digests: readonly string[]) {
    return this.options.sql`(digest = ANY (${[...digests]}::text[]) OR sent_digest = ANY (${[...digests]}::text[]))`;
  }

  /** Adds an identity once. @returns the entry that there is */
  async add({ accountId, identity, proof, addedBy }: NewSuppression): Promise<Suppression> {
    const sql = this.options.sql;
    const { digest } = this.options;
    const { form, sent } = suppressionTexts(identity);
    const isSame = sql`${this.#isAny(this.#digests(identity))} AND account_id IS NOT DISTINCT FROM ${accountId}::text`;
    const found = () => sql<Suppression[]>`SELECT ${this.#columns()} FROM suppressions WHERE ${isSame} ORDER BY created_at, id LIMIT 1`;
    const [[present], [clock]] = await Promise.all([found(), sql<{ at: Date }[]>`SELECT now() AS at`]);
    if (present || !clock) return present ?? this.add({ accountId, identity, proof, addedBy });
    const entry = { kind: identity.kind, digest: digest.of(form), sentDigest: digest.of(sent), keyCheck: digest.of(KEY_CHECK), addedBy };
    const suppressionId = this.options.newId('suppression');
    // In the ledger first, and outside of any transaction: when only that happens, the next start makes good what somebody asked for.
    await this.options.ledger?.append(toEntry({ suppressionId, accountId, ...entry, at: clock.at }));
    const { count } = await sql`
      INSERT INTO suppressions (id, account_id, kind, digest, sent_digest, key_check, proof, added_by, created_at)
      SELECT ${suppressionId}, ${accountId}::text, ${entry.kind}, ${entry.digest}, ${entry.sentDigest}, ${entry.keyCheck}, ${proof}, ${addedBy},
        ${clock.at}::timestamptz
      WHERE NOT EXISTS (SELECT 1 FROM suppressions WHERE ${isSame})
      ON CONFLICT DO NOTHING`;
    // Somebody added it in between: that entry holds, and no start may bring back this one when that is removed.
    if (count === 0) await this.#writeRemoved(suppressionId);
    const [row] = await found();
    return row ?? this.add({ accountId, identity, proof, addedBy }); // it was removed in between
  }

  /** Latest first. @param accountId null: those for all accounts; undefined: all there are */
  async page(accountId: string | null | undefined, { limit, after }: KeysetPage<SuppressionCursor>): Promise<readonly Suppression[]> {
    const sql = this.options.sql;
    return sql<Suppression[]>`
      SELECT ${this.#columns()} FROM suppressions
      WHERE ${this.#of(accountId)}
        ${after ? sql`AND (created_at, id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})` : sql``}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  }

  /** Of any account, for operators. */
  async find(id: string): Promise<Suppression | null> {
    const [row] = await this.options.sql<Suppression[]>`SELECT ${this.#columns()} FROM suppressions WHERE id = ${id}`;
    return row ?? null;
  }

  /** @param accountId null: one for all accounts; undefined: any @returns whether there was one */
  async remove(accountId: string | null | undefined, id: string): Promise<boolean> {
    const sql = this.options.sql;
    const named = sql`id = ${id} AND ${this.#of(accountId)}`;
    const [present] = await sql`SELECT 1 FROM suppressions WHERE ${named}`;
    if (!present) return false;
    await this.#writeRemoved(id);
    return (await sql`DELETE FROM suppressions WHERE ${named}`).count > 0;
  }

  async #writeRemoved(suppressionId: string): Promise<void> {
    await this.options.ledger?.append({ type: 'unsuppressed', suppressionId, at: new Date().toISOString() });
  }

  /**
   * Adds and removes what the ledger has and the database, restored from an older backup, has not. What only the database has is written
   * to the ledger: entries from before there was one.
   *
   * @returns how many entries were added or removed
   */
  async restore(lines: readonly LedgerEntry[]): Promise<number> {
    const sql = this.options.sql;
    const removed = linesOf(lines, 'unsuppressed').map(({ suppressionId }) => suppressionId);
    const isRemoved = new Set(removed);
    const added = linesOf(lines, 'suppressed').filter(({ suppressionId }) => !isRemoved.has(suppressionId));
    const gone = await sql`DELETE FROM suppressions WHERE id = ANY (${removed}::text[])`;
    // An account that the backup lacks has no list.
    const back = await sql`
      INSERT INTO suppressions (id, account_id, kind, digest, sent_digest, key_check, proof, added_by, created_at)
      SELECT "suppressionId", "accountId", kind, digest, "sentDigest", "keyCheck", ${RESTORED_PROOF}::text, "addedBy", at
      FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb) AS e (
        "suppressionId" text, "accountId" text, kind text, digest text, "sentDigest" text, "keyCheck" text, "addedBy" text, at timestamptz)
      WHERE "accountId" IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE id = "accountId")
      ON CONFLICT DO NOTHING`;
    const known = linesOf(lines, 'suppressed').map(({ suppressionId }) => suppressionId);
    const older = await sql<LedgerRow[]>`SELECT ${this.#ledgerColumns()} FROM suppressions WHERE id <> ALL (${known}::text[]) ORDER BY id`;
    await this.options.ledger?.append(...older.map(toEntry));
    return gone.count + back.count;
  }

  /** Entries that were made with a key that is not among the settings: they cannot be recognised any more. */
  async unrecognised(): Promise<number> {
    const [row] = await this.options.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM suppressions WHERE key_check <> ALL (${[...this.options.digest.all(KEY_CHECK)]}::text[])`;
    return row?.count ?? 0;
  }

  #of(accountId: string | null | undefined) {
    return accountId === undefined ? this.options.sql`true` : this.options.sql`account_id IS NOT DISTINCT FROM ${accountId}::text`;
  }

  #ledgerColumns() {
    return this.options.sql`
      id AS "suppressionId", account_id AS "accountId", kind, digest, sent_digest AS "sentDigest", key_check AS "keyCheck", added_by AS "addedBy",
      created_at AS at`;
  }

  #columns() {
    return this.options.sql`id, account_id AS "accountId", kind, proof, added_by AS "addedBy", created_at AS "createdAt"`;
  }
}

type LedgerRow = Omit<SuppressedEntry, 'type' | 'at'> & { readonly at: Date };

const toEntry = (row: LedgerRow): SuppressedEntry => ({ ...row, type: 'suppressed', at: row.at.toISOString() });
