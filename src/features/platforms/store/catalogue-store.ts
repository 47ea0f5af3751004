import {
  type BundleInfo,
  type CatalogueRevision,
  type RevisionCause,
  type RevisionEntry,
  type StoredBundle,
  SHIPPED_REVISION,
} from '../../../engine/catalogue/rules/revision.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';

/** Revisions that are kept at least, and for how long: operators see what was in use. */
const KEPT = { revisions: 50, days: 7, bundles: 10 } as const;

type BundleRow = Omit<BundleInfo, 'version'> & { version: string | number };

/** What a revision consists of, and the bundle that it brings. */
export interface RevisionContent extends Pick<CatalogueRevision, 'bundle'> {
  readonly stored?: StoredBundle;
}

const toInfo = <T extends BundleRow>(row: T) => ({ ...row, version: Number(row.version) });
const toRevision = <T extends { readonly bundle: string | number | null }>({ bundle, ...row }: T) => ({
  ...row,
  bundle: bundle === null ? null : Number(bundle),
});

/** Bundles and revisions of the catalogue in Postgres. */
export class CatalogueStore {
  constructor(private readonly options: { sql: Sql }) {}

  /** Number of the newest revision; 0 without any. */
  async newest(): Promise<number> {
    const [row] = await this.options.sql<{ newest: number }[]>`SELECT coalesce(max(revision), 0) AS newest FROM catalogue_revisions`;
    return row?.newest ?? 0;
  }

  /** @returns null when the revision is no longer kept */
  async read(revision: number): Promise<CatalogueRevision | null> {
    if (revision === 0) return SHIPPED_REVISION;
    const [row] = await this.options.sql<CatalogueRevision[]>`
      SELECT ${this.#columns} FROM catalogue_revisions WHERE revision = ${revision}`;
    return row ? toRevision(row) : null;
  }

  async bundle(version: number): Promise<StoredBundle | null> {
    const [row] = await this.options.sql<(BundleRow & { content: Buffer })[]>`
      SELECT ${this.#about}, content FROM catalogue_bundles WHERE version = ${version}`;
    return row ? toInfo(row) : null;
  }

  /** Stored bundles, the newest first. */
  async bundles(): Promise<readonly BundleInfo[]> {
    return (await this.options.sql<BundleRow[]>`SELECT ${this.#about} FROM catalogue_bundles ORDER BY version DESC`).map(toInfo);
  }

  /** The newest first. */
  async revisions(limit: number): Promise<readonly RevisionEntry[]> {
    const rows = await this.options.sql<RevisionEntry[]>`
      SELECT ${this.#columns}, cause, created_at AS at FROM catalogue_revisions ORDER BY revision DESC LIMIT ${limit}`;
    return rows.map(toRevision);
  }

  /** Whether a revision with this bundle is kept. */
  async wasInUse(bundle: number): Promise<boolean> {
    const rows = await this.options.sql`SELECT 1 FROM catalogue_revisions WHERE bundle = ${bundle} LIMIT 1`;
    return rows.length > 0;
  }

  /**
   * Begins the next revision, and stores the bundle that it brings.
   *
   * @param after the revision that it was made from
   * @returns its number; null when another one began meanwhile, or the bundle is not newer than all that were stored
   */
  async begin(cause: RevisionCause, after: number, { bundle, stored }: RevisionContent): Promise<number | null> {
    return transaction(this.options.sql, async (tx) => {
      // Two changes at once must not be made from the same revision. Readers are not held up.
      await tx`LOCK TABLE catalogue_revisions IN SHARE ROW EXCLUSIVE MODE`;
      const [row] = await tx<{ newest: number; version: string | null }[]>`
        SELECT (SELECT coalesce(max(revision), 0) FROM catalogue_revisions) AS newest, (SELECT max(version) FROM catalogue_bundles) AS version`;
      if (row?.newest !== after || (stored && stored.version <= Number(row.version))) return null;
      if (stored) {
        const { version, keyId, createdAt, expiresAt, platforms, content } = stored;
        await tx`
          INSERT INTO catalogue_bundles (version, key_id, created_at, expires_at, platforms, content)
          VALUES (${version}, ${keyId}, ${createdAt.toISOString()}, ${expiresAt.toISOString()}, ${platforms}, ${Buffer.from(content)})`;
      }
      await tx`
        INSERT INTO catalogue_revisions (revision, cause, bundle, replacements, held)
        VALUES (${after + 1}, ${cause}, ${bundle}, '{}', '{}')`;
      await tx`
        DELETE FROM catalogue_revisions
        WHERE revision <= ${after + 1 - KEPT.revisions} AND created_at < now() - make_interval(days => ${KEPT.days})`;
      await tx`
        DELETE FROM catalogue_bundles b
        WHERE version NOT IN (SELECT version FROM catalogue_bundles ORDER BY version DESC LIMIT ${KEPT.bundles})
          AND NOT EXISTS (SELECT 1 FROM catalogue_revisions r WHERE r.bundle = b.version)`;
      return after + 1;
    });
  }

  get #columns() {
    return this.options.sql`revision, bundle, ARRAY(SELECT jsonb_object_keys(replacements) ORDER BY 1) AS replaced`;
  }

  get #about() {
    return this.options.sql`version, key_id AS "keyId", created_at AS "createdAt", expires_at AS "expiresAt", platforms`;
  }
}
