import type { NewId } from '../../domain/ids.js';
import type { KeyedDigest } from '../../domain/identity/identity.js';
import type { KeysetPage } from '../../domain/lookup/pages.js';
import {
  type ListedIdentity,
  type NewSuppression,
  type Suppression,
  type SuppressionCursor,
  type SuppressionStore,
  suppressionText,
} from '../../domain/suppression/suppressions.js';
import type { Sql } from '../client.js';

/** Its digest shows which key another digest was made with. */
const KEY_CHECK = 'key of the suppression list';

type Row = Omit<Suppression, 'createdAt'> & { createdAt: string };

/** The suppression list in Postgres: keyed digests, so that reading it tells nobody who opted out. */
export class PostgresSuppressionStore implements SuppressionStore {
  readonly #sql: Sql;
  readonly #newId: NewId;
  readonly #digest: KeyedDigest;

  constructor(options: { sql: Sql; newId: NewId; digest: KeyedDigest }) {
    this.#sql = options.sql;
    this.#newId = options.newId;
    this.#digest = options.digest;
  }

  async contains(accountId: string, identities: readonly ListedIdentity[]): Promise<readonly boolean[]> {
    const digests = identities.map((identity) => this.#digest.all(suppressionText(identity)));
    const rows = await this.#sql<{ digest: string }[]>`
      SELECT digest FROM suppressions
      WHERE digest = ANY (${digests.flat()}::text[]) AND (account_id IS NULL OR account_id = ${accountId})`;
    const listed = new Set(rows.map(({ digest }) => digest));
    return digests.map((each) => each.some((digest) => listed.has(digest)));
  }

  async add({ accountId, identity, proof, addedBy }: NewSuppression): Promise<Suppression> {
    const sql = this.#sql;
    const text = suppressionText(identity);
    const isSame = sql`digest = ANY (${[...this.#digest.all(text)]}::text[]) AND account_id IS NOT DISTINCT FROM ${accountId}::text`;
    await sql`
      INSERT INTO suppressions (id, account_id, kind, digest, key_check, proof, added_by)
      SELECT ${this.#newId('suppression')}, ${accountId}::text, ${identity.kind}, ${this.#digest.of(text)}, ${this.#digest.of(KEY_CHECK)},
        ${proof}, ${addedBy}
      WHERE NOT EXISTS (SELECT 1 FROM suppressions WHERE ${isSame})
      ON CONFLICT DO NOTHING`;
    const [row] = await sql<Row[]>`SELECT ${this.#columns()} FROM suppressions WHERE ${isSame} ORDER BY created_at, id LIMIT 1`;
    if (!row) return this.add({ accountId, identity, proof, addedBy }); // it was removed in between
    return toSuppression(row);
  }

  async page(accountId: string | null | undefined, { limit, after }: KeysetPage<SuppressionCursor>): Promise<readonly Suppression[]> {
    const sql = this.#sql;
    const rows = await sql<Row[]>`
      SELECT ${this.#columns()} FROM suppressions
      WHERE ${this.#of(accountId)}
        ${after ? sql`AND (created_at, id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})` : sql``}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
    return rows.map(toSuppression);
  }

  async find(id: string): Promise<Suppression | null> {
    const [row] = await this.#sql<Row[]>`SELECT ${this.#columns()} FROM suppressions WHERE id = ${id}`;
    return row ? toSuppression(row) : null;
  }

  async remove(accountId: string | null | undefined, id: string): Promise<boolean> {
    const { count } = await this.#sql`DELETE FROM suppressions WHERE id = ${id} AND ${this.#of(accountId)}`;
    return count > 0;
  }

  async unrecognised(): Promise<number> {
    const [row] = await this.#sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM suppressions WHERE key_check <> ALL (${[...this.#digest.all(KEY_CHECK)]}::text[])`;
    return row?.count ?? 0;
  }

  #of(accountId: string | null | undefined) {
    return accountId === undefined ? this.#sql`true` : this.#sql`account_id IS NOT DISTINCT FROM ${accountId}::text`;
  }

  #columns() {
    return this.#sql`id, account_id AS "accountId", kind, proof, added_by AS "addedBy", created_at AS "createdAt"`;
  }
}

function toSuppression({ createdAt, ...row }: Row): Suppression {
  return { ...row, createdAt: new Date(createdAt) };
}
