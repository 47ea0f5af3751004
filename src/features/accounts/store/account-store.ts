import { LRUCache } from 'lru-cache';
import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { NewId } from '../../../kernel/values/ids.js';
import type { Caller, KeySummary, NewAccount, NewKey } from '../accounts.js';
import { expandScopes, MAX_KEYS, ROLL_REPEAT_MINUTES } from '../api-keys.js';
import type { PlanName } from '../plans.js';
import type { Purposes } from '../purposes.js';
import { allowanceOf } from './locked-account.js';
import { jsonbText } from '../../../kernel/values/json.js';

/** Accounts and their keys in Postgres. */
export class AccountStore {
  /** Keys whose use this process recorded in the last minute. */
  readonly #used = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  constructor(private readonly options: { sql: Sql; newId: NewId }) {}

  /** @throws ServiceError account_exists when an account has that e-mail address, in whatever case */
  async create(account: NewAccount): Promise<{ accountId: string }> {
    const accountId = this.options.newId('account');
    const { email, name = null, plan, poolKey, quotaOverride, balanceMillicents } = account;
    await transaction(this.options.sql, async (tx) => {
      const poolId = await openPool(tx, this.options.newId('pool'), poolKey ?? `account:${accountId}`);
      const { count } = await tx`
        INSERT INTO accounts (id, email, email_key, name, plan, pool_id, quota_override, balance_millicents)
        VALUES (${accountId}, ${email}, lower(${email}::text), ${name}, ${plan}, ${poolId}, ${quotaOverride}, ${balanceMillicents})
        ON CONFLICT (email_key) DO NOTHING`;
      if (count === 0) throw new ServiceError('account_exists');
    });
    return { accountId };
  }

  /** @returns false when there is no such account */
  async rename(accountId: string, name: string | null): Promise<boolean> {
    const { count } = await this.options.sql`UPDATE accounts SET name = ${name} WHERE id = ${accountId}`;
    return count > 0;
  }

  async exists(accountId: string): Promise<boolean> {
    const { count } = await this.options.sql`SELECT FROM accounts WHERE id = ${accountId}`;
    return count > 0;
  }

  /** @returns null when the account has as many keys in use as it may have */
  async addKey(key: NewKey): Promise<KeySummary | null> {
    return transaction(this.options.sql, async (tx) => {
      await lockKeys(tx, key.accountId);
      const { count } = await tx`SELECT FROM api_keys WHERE account_id = ${key.accountId} AND ${isInUse(tx)}`;
      return count < MAX_KEYS ? insertKey(tx, { ...key, id: this.options.newId('apiKey') }) : null;
    });
  }

  /** The caller that a key belongs to; null when there is no such key, or it is revoked or has expired. Always queries the database. */
  async findCaller(digest: Uint8Array): Promise<Caller | null> {
    const { sql } = this.options;
    const [row] = await sql<CallerRow[]>`
      SELECT k.account_id AS "accountId", k.id AS "apiKeyId", k.scopes, k.expires_at AS "expiresAt", k.is_test AS "isTest",
        coalesce(k.first_key_id, k.id) AS "firstKey", k.own_lookups_only AS "ownLookupsOnly", k.networks,
        k.monthly_lookups AS "monthlyLookups", ${termColumns(sql)}
      FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.digest = ${Buffer.from(digest)} AND ${isInUse(sql)}`;
    if (!row) return null;
    this.#recordUse(row.apiKeyId);
    const { accountId, apiKeyId, expiresAt, networks, monthlyLookups, firstKey, isTest } = row;
    return {
      ...termsOf(row),
      accountId,
      apiKeyId,
      scopes: expandScopes(row.scopes),
      expiresAt,
      isTest,
      onlyKey: row.ownLookupsOnly ? firstKey : null,
      networks,
      monthly: monthlyLookups === null ? null : { lookups: monthlyLookups, firstKey },
    };
  }

  /** Keys of an account, those that are no longer in use included, newest first. */
  async keys(accountId: string): Promise<readonly KeySummary[]> {
    const { sql } = this.options;
    const rows = await sql<KeySummary[]>`
      SELECT ${keySummary(sql)} FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC`;
    return rows.map(toSummary);
  }

  /**
   * Adds a key with the name, the scopes, the limits and the expiry of another one, which expires after the overlap. One that was added so
   * just now and is unused gets another secret instead: nobody received the first.
   *
   * @param secretOf makes the secret of the new key, of the kind of the old one
   * @param mayRoll whether the caller may have a key like this one; otherwise nothing changes
   * @returns null when the account has no such key in use; `forbidden` when `mayRoll` says so
   */
  async rollKey(
    { accountId, apiKeyId, overlapSeconds }: { accountId: string; apiKeyId: string; overlapSeconds: number },
    secretOf: (old: KeySummary) => Pick<NewKey, 'digest' | 'lastFour'>,
    mayRoll: (old: KeySummary) => boolean,
  ): Promise<KeySummary | 'forbidden' | null> {
    return transaction(this.options.sql, async (tx) => {
      await lockKeys(tx, accountId);
      const thisKey = tx`id = ${apiKeyId} AND account_id = ${accountId} AND ${isInUse(tx)}`;
      const [row] = await tx<(KeySummary & { firstKeyId: string })[]>`
        SELECT ${keySummary(tx)}, coalesce(first_key_id, id) AS "firstKeyId" FROM api_keys WHERE ${thisKey}`;
      if (!row) return null;
      const [unused] = await tx<Pick<KeySummary, 'apiKeyId' | 'expiresAt'>[]>`
        SELECT id AS "apiKeyId", expires_at AS "expiresAt" FROM api_keys
        WHERE first_key_id = ${row.firstKeyId} AND created_at > (SELECT created_at FROM api_keys WHERE ${thisKey})
          AND created_at > now() - make_interval(mins => ${ROLL_REPEAT_MINUTES}) AND last_used_at IS NULL AND ${isInUse(tx)}
        ORDER BY created_at DESC LIMIT 1`;
      const old = toSummary({ ...row, expiresAt: (unused ?? row).expiresAt });
      if (!mayRoll(old)) return 'forbidden';
      await tx`UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds})) WHERE ${thisKey}`;
      const { digest, lastFour } = secretOf(old);
      if (unused) return replaceSecret(tx, unused.apiKeyId, { digest, lastFour });
      const { name, scopes, isTest, expiresAt, ownLookupsOnly, networks, monthlyLookups } = old;
      const same = { name, scopes, isTest, expiresAt, ownLookupsOnly, networks, monthlyLookups, firstKeyId: row.firstKeyId };
      return insertKey(tx, { ...same, id: this.options.newId('apiKey'), accountId, digest, lastFour });
    });
  }

  /** @returns whether an active key of that account was revoked */
  async revokeKey(accountId: string, apiKeyId: string): Promise<boolean> {
    const { count } = await this.options.sql`
      UPDATE api_keys SET revoked_at = ${new Date()} WHERE id = ${apiKeyId} AND account_id = ${accountId} AND revoked_at IS NULL`;
    return count > 0;
  }

  /** Nobody waits for it, and a failure costs a minute of a figure that is known to the minute. */
  #recordUse(apiKeyId: string): void {
    if (this.#used.has(apiKeyId)) return;
    this.#used.set(apiKeyId, true);
    this.options.sql`
      UPDATE api_keys SET last_used_at = now()
      WHERE id = ${apiKeyId} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`.catch(() =>
      this.#used.delete(apiKeyId),
    );
  }
}

/** Neither revoked nor expired, on the database's clock. */
export const isInUse = (sql: Sql | TransactionSql) => sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

const keySummary = (sql: Sql | TransactionSql) => sql`
  id AS "apiKeyId", name, last_four AS "lastFour", is_test AS "isTest", scopes, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", own_lookups_only AS "ownLookupsOnly", networks,
  monthly_lookups AS "monthlyLookups"`;

/** A scope that a later release gave stands for nothing here. */
const toSummary = (row: KeySummary): KeySummary => ({ ...row, scopes: expandScopes(row.scopes) });

type KeyRow = NewKey & { readonly id: string; readonly firstKeyId?: string };

async function insertKey(tx: TransactionSql, key: KeyRow): Promise<KeySummary | null> {
  const { isTest = false, ownLookupsOnly = false, networks = null, monthlyLookups = null, firstKeyId = null } = key;
  const [added] = await tx<KeySummary[]>`
    INSERT INTO api_keys (id, account_id, name, digest, last_four, scopes, expires_at, is_test, own_lookups_only, networks, monthly_lookups,
      first_key_id)
    VALUES (${key.id}, ${key.accountId}, ${key.name}, ${Buffer.from(key.digest)}, ${key.lastFour}, ${[...key.scopes]}, ${key.expiresAt},
      ${isTest}, ${ownLookupsOnly}, ${networks && [...networks]}, ${monthlyLookups}, ${firstKeyId})
    RETURNING ${keySummary(tx)}`;
  return added ? toSummary(added) : null;
}

async function replaceSecret(tx: TransactionSql, apiKeyId: string, { digest, lastFour }: Pick<NewKey, 'digest' | 'lastFour'>) {
  const [replaced] = await tx<KeySummary[]>`
    UPDATE api_keys SET digest = ${Buffer.from(digest)}, last_four = ${lastFour} WHERE id = ${apiKeyId} RETURNING ${keySummary(tx)}`;
  return replaced ? toSummary(replaced) : null;
}

/** Until the transaction ends, no other adds a key to the account: two at once cannot both add the last one. */
async function lockKeys(tx: TransactionSql, accountId: string): Promise<void> {
  await tx`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
}

/** The id of the pool with that key, which is made if there is none. */
export async function openPool(tx: TransactionSql, newId: string, key: string): Promise<string> {
  await tx`INSERT INTO quota_pools (id, key) VALUES (${newId}, ${key}) ON CONFLICT DO NOTHING`;
  const [pool] = await tx<{ id: string }[]>`SELECT id FROM quota_pools WHERE key = ${key}`;
  if (!pool) throw new Error('the quota pool vanished between insert and select');
  return pool.id;
}

/** Columns of an account that decide what its callers may do. */
export interface AccountTerms {
  readonly plan: PlanName;
  readonly poolId: string;
  readonly quotaOverride: number | null;
  readonly suspendedAt: Date | null;
  readonly closedAt: Date | null;
  readonly purposes: string[] | null;
  readonly purposeRequired: boolean;
  readonly purposeLimits: Purposes['limits'] | null;
  readonly v1Purpose: string | null;
}

/** Those columns of `accounts a`. */
export const termColumns = (sql: Sql | TransactionSql) => sql`
  a.plan, a.pool_id AS "poolId", a.quota_override AS "quotaOverride", a.suspended_at AS "suspendedAt", a.closed_at AS "closedAt", a.purposes,
  a.purpose_required AS "purposeRequired", a.purpose_limits AS "purposeLimits", a.v1_purpose AS "v1Purpose"`;

interface CallerRow extends AccountTerms, Pick<KeySummary, 'apiKeyId' | 'scopes' | 'expiresAt' | 'isTest' | 'ownLookupsOnly' | 'networks'> {
  readonly accountId: string;
  readonly firstKey: string;
  readonly monthlyLookups: number | null;
}

/** The same for a key and for a member. */
export function termsOf({ suspendedAt, closedAt, purposes, purposeRequired: required, ...account }: AccountTerms) {
  const { purposeLimits, v1Purpose } = account;
  return {
    plan: account.plan,
    poolId: account.poolId,
    allowance: allowanceOf(account),
    isSuspended: suspendedAt !== null,
    isClosed: closedAt !== null,
    purposes: { purposes: purposes ?? [], required, limits: purposeLimits ?? {}, v1Purpose },
  } satisfies Partial<Caller>;
}

/** An account's purposes in Postgres. */
export class PurposeStore {
  constructor(private readonly options: { sql: Sql }) {}

  /** @returns null when there is no such account */
  async read(accountId: string): Promise<Purposes | null> {
    const { sql } = this.options;
    const [row] = await sql<Purposes[]>`SELECT ${purposeColumns(sql)} FROM accounts WHERE id = ${accountId}`;
    return row ?? null;
  }

  /**
   * Replaces the list. Limits of purposes that are no longer on it go with them.
   *
   * @param list what is absent stays as it is
   * @returns what is in force; null, and nothing is changed, where the purpose of v1 would not be on the list
   */
  async replace(accountId: string, list: Purposes): Promise<Purposes | null> {
    const { sql } = this.options;
    const purposes = [...list.purposes];
    const v1Purpose = list.v1Purpose === undefined ? sql`v1_purpose` : sql`${list.v1Purpose}::text`;
    const limits = list.limits ? sql`${jsonbText(list.limits)}::jsonb` : sql`coalesce(purpose_limits, '{}')`;
    const [row] = await sql<Purposes[]>`
      UPDATE accounts SET purposes = ${purposes}, purpose_required = ${list.required}, v1_purpose = ${v1Purpose},
        purpose_limits = (SELECT jsonb_object_agg(key, value) FROM jsonb_each(${limits}) WHERE key = ANY (${purposes}))
      WHERE id = ${accountId} AND (${v1Purpose} IS NULL OR ${v1Purpose} = ANY (${purposes}))
      RETURNING ${purposeColumns(sql)}`;
    return row ?? null;
  }
}

const purposeColumns = (sql: Sql) => sql`
  coalesce(purposes, '{}') AS purposes, purpose_required AS required, coalesce(purpose_limits, '{}') AS limits, v1_purpose AS "v1Purpose"`;
