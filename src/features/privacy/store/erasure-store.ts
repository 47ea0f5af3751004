import { createHash } from 'node:crypto';
import { indexKey } from '../../../facts/breaches/breach-index.js';
import { formsOf, type NamedIdentity } from '../../../kernel/identity/forms.js';
import { type KeyedDigest, QUERY_TYPES } from '../../../kernel/identity/identity.js';
import type { NewId } from '../../../kernel/values/ids.js';
import type { Erasure, NewErasure, SentEvent } from '../erasure.js';
import type { Sealer } from '../../../kernel/values/sealer.js';
import type { Sql } from '../../../kernel/db/client.js';
import { erasedForms } from './naming-lookup.js';

/** Names what a sealed identity belongs to; part of the stored format. */
const ownerOf = (erasureId: string): string => `erasure: ${erasureId}`;

export function openIdentity(sealer: Sealer, erasureId: string, sealed: Uint8Array): NamedIdentity {
  return JSON.parse(sealer.open(sealed, ownerOf(erasureId))) as NamedIdentity;
}

/** Names what sealed digests belong to; part of the stored format, also of the ledger's. */
const indexOwnerOf = (erasureId: string): string => `erasure index: ${erasureId}`;

/** The digests by which the breach index may have an identity, of every query type, since an address may be in it as a username. */
function sealIndexed(sealer: Sealer, erasureId: string, identity: NamedIdentity): Buffer {
  const spellings = new Set([identity.value, formsOf(identity).certain.value]);
  const keys = [...spellings].flatMap((value) => QUERY_TYPES.map((type) => indexKey(type, value)));
  const digests = keys.map((key) => createHash('sha256').update(key).digest('hex'));
  return Buffer.from(sealer.seal(digests.join(' '), indexOwnerOf(erasureId)));
}

export function openIndexed(sealer: Sealer, erasureId: string, sealed: Uint8Array): readonly Uint8Array[] {
  return sealer
    .open(sealed, indexOwnerOf(erasureId))
    .split(' ')
    .map((hex) => Buffer.from(hex, 'hex'));
}

/** Erasures in Postgres, and their receipts. */
export class ErasureStore {
  constructor(private readonly options: { sql: Sql; newId: NewId; digest: KeyedDigest; sealer: Sealer }) {}

  async create({ accountId, apiKeyId, identity, includePossible = [], isDryRun }: NewErasure): Promise<Erasure> {
    const id = this.options.newId('erasure');
    const sealed = Buffer.from(this.options.sealer.seal(JSON.stringify(identity), ownerOf(id)));
    const indexed = accountId === null && identity.kind !== 'ip' ? sealIndexed(this.options.sealer, id, identity) : null;
    const { digest, forms } = erasedForms(this.options.digest, identity, includePossible);
    const [row] = await this.options.sql<Erasure[]>`
      INSERT INTO erasures (id, account_id, api_key_id, digest, forms, sealed, indexed, is_dry_run)
      VALUES (${id}, ${accountId}, ${apiKeyId}, ${digest}, ${[...forms]}, ${sealed}, ${indexed}, ${isDryRun})
      RETURNING ${this.#columns()}`;
    if (!row) throw new Error('an erasure was not stored');
    return row;
  }

  /** @param accountId null: of any account, for operators */
  async find(id: string, accountId: string | null): Promise<Erasure | null> {
    const [row] = await this.options.sql<Erasure[]>`
      SELECT ${this.#columns()} FROM erasures WHERE id = ${id} ${this.#ofAccount(accountId)}`;
    return row ?? null;
  }

  /** Newest first. @param accountId null: of all accounts and those of everywhere, for operators */
  async list(accountId: string | null, { limit, after }: { limit: number; after: string | null }): Promise<readonly Erasure[]> {
    const sql = this.options.sql;
    // Ids are sortable by time.
    return sql<Erasure[]>`
      SELECT ${this.#columns()} FROM erasures
      WHERE true ${this.#ofAccount(accountId)} ${after === null ? sql`` : sql`AND id < ${after}`}
      ORDER BY id DESC LIMIT ${limit}`;
  }

  /** What had been sent already, oldest first. */
  async sent(id: string): Promise<readonly SentEvent[]> {
    return this.options.sql<SentEvent[]>`
      SELECT event_id AS "eventId", endpoint_id AS "endpointId", outcome, at FROM erasure_sent_events
      WHERE erasure_id = ${id} ORDER BY at, event_id, endpoint_id`;
  }

  /** Unfinished ones that may begin, for the reconciler. */
  async unfinished(olderThanSeconds: number): Promise<readonly Pick<Erasure, 'id' | 'accountId'>[]> {
    return this.options.sql<Pick<Erasure, 'id' | 'accountId'>[]>`
      SELECT id, account_id AS "accountId" FROM erasures
      WHERE state <> 'done' AND created_at <= now() - make_interval(secs => ${olderThanSeconds}) AND coalesce(due_at <= now(), true) ORDER BY created_at, id LIMIT 1000`;
  }

  /** What an account itself asked to be erased. @param accountId null: everything */
  #ofAccount(accountId: string | null) {
    return accountId === null ? this.options.sql`` : this.options.sql`AND account_id = ${accountId} AND target = 'identity'`;
  }

  #columns() {
    return this.options.sql`
      id, account_id AS "accountId", api_key_id AS "apiKeyId", target, is_dry_run AS "isDryRun", state, counts, kept, is_in_ledger AS "isInLedger",
      created_at AS "createdAt", finished_at AS "finishedAt"`;
  }
}
