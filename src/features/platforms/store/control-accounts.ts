import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Control, ControlOutcome } from '../../../engine/controls/control.js';
import {
  type AddedControlAccount,
  type ControlAccounts,
  type ControlAccountSet,
  type StoredControlKind,
  EVERY_PLATFORM,
  invalidated,
  MAX_CONTROL_ACCOUNTS,
  NO_CONTROL_ACCOUNTS,
  type StoredControlAccount,
  typeOf,
} from '../../../engine/controls/control-accounts.js';
import type { Identity, KeyedDigest, QueryType } from '../../../kernel/identity/identity.js';
import { groupBy } from '../../../kernel/values/group-by.js';
import type { Sealer } from '../../../kernel/values/sealer.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';

/** How long the accounts that were read are used, in milliseconds; a removed one is used by no control that begins later. */
const MAX_AGE_MS = 10_000;

interface Row {
  readonly platform: string;
  readonly kind: StoredControlKind;
  readonly digest: string;
  readonly sealed: Buffer;
  readonly createdAt: Date;
}

type Transaction = Parameters<Parameters<Sql['begin']>[1]>[0];

/** Names the platform and kind that a sealed identity belongs to; part of the stored format. */
const ownerOf = (platform: string, kind: StoredControlKind): string => `control account: ${platform} ${kind}`;
const keyOf = (platform: string, kind: StoredControlKind): string => `${platform}:${kind}`;
/** The text that is digested; the platform is in it, so that digests do not show who has accounts on several. */
const digestedText = (platform: string, kind: StoredControlKind, value: string): string => `${platform} ${kind}:${value.toLowerCase()}`;

/**
 * Control accounts in Postgres, sealed. Rows that no key opens are left out: their set counts as unchanged, so that a process with the
 * wrong key does not make the controls of the others expire. A change invalidates the stored controls of its platform and query
 * type.
 */
export class ControlAccountStore implements ControlAccounts {
  readonly #onUnreadable: (platforms: readonly string[]) => void;
  readonly #cache = new LRUCache<'all', ReadonlyMap<string, ControlAccountSet>>({
    max: 1,
    ttl: MAX_AGE_MS,
    fetchMethod: () => this.#readSets(),
  });
  #hasWarned = false;

  /** @param options.onUnreadable called once, with the platforms whose accounts no key opens */
  constructor(
    private readonly options: {
      sql: Sql;
      sealer: Sealer;
      digest: KeyedDigest;
      onUnreadable?: ((platforms: readonly string[]) => void) | undefined;
    },
  ) {
    this.#onUnreadable = options.onUnreadable ?? (() => undefined);
  }

  async of(platform: string, type: QueryType): Promise<ControlAccountSet> {
    const sets = this.#cache.get('all') ?? (await this.#cache.forceFetch('all'));
    return sets.get(keyOf(platform, type)) ?? NO_CONTROL_ACCOUNTS;
  }

  async fresh(platform: string, type: QueryType): Promise<ControlAccountSet> {
    const sets = await this.#readSets();
    this.#cache.set('all', sets);
    return sets.get(keyOf(platform, type)) ?? NO_CONTROL_ACCOUNTS;
  }

  async list(): Promise<StoredControlAccount[]> {
    return (await this.#rows(this.options.sql)).map((row) => ({
      platform: row.platform,
      kind: row.kind,
      identity: this.#open(row),
      since: row.createdAt,
    }));
  }

  async add(platform: string, { type, value }: Identity, kind: StoredControlKind = type): Promise<AddedControlAccount> {
    const text = digestedText(platform, kind, value);
    return transaction(this.options.sql, async (tx, afterCommit): Promise<AddedControlAccount> => {
      afterCommit(() => this.#cache.clear());
      // Two commands at once must not both add the last one. Readers are not held up.
      await tx`LOCK TABLE control_accounts IN SHARE ROW EXCLUSIVE MODE`;
      const rows = (await this.#rows(tx)).filter((row) => row.platform === platform && row.kind === kind);
      if (rows.some(({ digest }) => this.options.digest.all(text).includes(digest))) return 'known';
      if (rows.some((row) => this.#open(row) === null)) return 'unreadable';
      if (rows.length >= MAX_CONTROL_ACCOUNTS) return 'full';
      const sealed = Buffer.from(this.options.sealer.seal(value, ownerOf(platform, kind)));
      await tx`
        INSERT INTO control_accounts (platform, query_type, digest, sealed) VALUES (${platform}, ${kind}, ${this.options.digest.of(text)}, ${sealed})`;
      await invalidateControls(tx, platform, type);
      return 'added';
    });
  }

  /** @param kinds those that may be removed @param value none: all of them @returns how many were removed */
  async remove(platform: string, kinds: readonly StoredControlKind[], value?: string): Promise<number> {
    const digests = value === undefined ? null : kinds.flatMap((kind) => this.options.digest.all(digestedText(platform, kind, value)));
    return transaction(this.options.sql, async (tx, afterCommit) => {
      afterCommit(() => this.#cache.clear());
      const rows = await tx<{ kind: StoredControlKind }[]>`
        DELETE FROM control_accounts
        WHERE platform = ${platform} AND query_type = ANY (${[...kinds]}::text[])
          AND (${digests}::text[] IS NULL OR digest = ANY (${digests}::text[]))
        RETURNING query_type AS "kind"`;
      for (const type of new Set(rows.map(({ kind }) => typeOf(kind)))) await invalidateControls(tx, platform, type);
      return rows.length;
    });
  }

  #rows(sql: Sql | Transaction): Promise<Row[]> {
    return sql<Row[]>`
      SELECT platform, query_type AS "kind", digest, sealed, created_at AS "createdAt"
      FROM control_accounts ORDER BY platform, query_type, created_at, digest`;
  }

  async #readSets(): Promise<ReadonlyMap<string, ControlAccountSet>> {
    const rows = await this.#rows(this.options.sql);
    const opened = rows.map((row) => ({ row, identity: this.#open(row) }));
    const unreadable = opened.filter(({ identity }) => identity === null).map(({ row }) => row.platform);
    if (unreadable.length > 0 && !this.#hasWarned) this.#onUnreadable([...new Set(unreadable)]);
    this.#hasWarned ||= unreadable.length > 0;
    const groups = groupBy(opened, ({ row }) => keyOf(row.platform, row.kind));
    return new Map(
      [...groups].map(([key, group]) => {
        const digests = group.map(({ row }) => row.digest).sort();
        const digest = createHash('sha256').update(digests.join(' ')).digest('base64url').slice(0, 16);
        return [key, { identities: group.flatMap(({ identity }) => identity ?? []), digest }];
      }),
    );
  }

  /** The cause is not passed on: nothing about a secret belongs into a message. */
  #open({ platform, kind, sealed }: Row): string | null {
    try {
      return this.options.sealer.open(sealed, ownerOf(platform, kind));
    } catch {
      return null;
    }
  }
}

/** Makes the stored controls of all egress pools expire. One under way still ends, with the digest of the set that it rested on. */
async function invalidateControls(tx: Transaction, platform: string, type: QueryType): Promise<void> {
  const isEvery = platform === EVERY_PLATFORM;
  const rows = await tx<{ egress: string; platform: string; outcome: ControlOutcome; checkedAt: Date; latencyMs: number | null }[]>`
    SELECT egress, platform, outcome, checked_at AS "checkedAt", latency_ms AS "latencyMs"
    FROM platform_controls WHERE (${isEvery} OR platform = ${platform}) AND query_type = ${type} FOR UPDATE`;
  for (const { egress, platform, outcome, checkedAt, latencyMs } of rows) {
    const control: Control = { platform, subject: type, outcome, checkedAt, latencyMs };
    await tx`
      UPDATE platform_controls SET outcome = ${JSON.stringify(invalidated(control).outcome)}::jsonb
      WHERE egress = ${egress} AND platform = ${platform} AND query_type = ${type}`;
  }
}
