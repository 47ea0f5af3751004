import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { NewId } from '../../../kernel/values/ids.js';
import type { AccountDetails, Caller, KeySummary, NewAccount, NewKey } from '../accounts.js';
import { expandScopes, MAX_KEYS } from '../api-keys.js';
import type { PlanName } from '../plans.js';
import type { Purposes } from '../purposes.js';
import { allowanceOf } from './locked-account.js';
import { accountDetails, accounts, apiKeys, quotaPools } from './schema.js';

/** Accounts and their keys in Postgres. */
export class AccountStore {
  readonly #db: Database;
  readonly #newId: NewId;
  /** Keys whose use this process recorded in the last minute. */
  readonly #used = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  constructor(options: { db: Database; newId: NewId }) {
    this.#db = options.db;
    this.#newId = options.newId;
  }

  /** @throws ServiceError account_exists when an account has that e-mail address, in whatever case */
  async create(account: NewAccount): Promise<{ accountId: string }> {
    const accountId = this.#newId('account');
    const key = account.poolKey ?? `account:${accountId}`;
    await transaction(this.#db, async (tx) => {
      await tx
        .insert(quotaPools)
        .values({ id: this.#newId('pool'), key })
        .onConflictDoNothing();
      const [pool] = await tx.select({ id: quotaPools.id }).from(quotaPools).where(eq(quotaPools.key, key));
      if (!pool) throw new Error('the quota pool vanished between insert and select');
      const made = await tx
        .insert(accounts)
        .values({
          ...detailsOf(account),
          id: accountId,
          emailKey: sql`lower(${account.email}::text)`,
          poolId: pool.id,
          quotaOverride: account.quotaOverride,
          balanceMillicents: account.balanceMillicents,
        })
        .onConflictDoNothing({ target: accounts.emailKey })
        .returning({ id: accounts.id });
      if (made.length === 0) throw new ServiceError('account_exists');
    });
    return { accountId };
  }

  /** @returns false when there is no such account */
  async rename(accountId: string, name: string | null): Promise<boolean> {
    const changed = await this.#db.update(accounts).set({ name }).where(eq(accounts.id, accountId)).returning({ id: accounts.id });
    return changed.length > 0;
  }

  async exists(accountId: string): Promise<boolean> {
    const rows = await this.#db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
    return rows.length > 0;
  }

  /** @returns null when the account has as many keys in use as it may have */
  async addKey(key: NewKey): Promise<KeySummary | null> {
    return transaction(this.#db, async (tx) => {
      await lockKeys(tx, key.accountId);
      if ((await tx.$count(apiKeys, and(eq(apiKeys.accountId, key.accountId), isInUse))) >= MAX_KEYS) return null;
      return insertKey(tx, { ...key, id: this.#newId('apiKey') });
    });
  }

  /** The caller that a key belongs to; null when there is no such key, or it is revoked or has expired. Always queries the database. */
  async findCaller(digest: Uint8Array): Promise<Caller | null> {
    const [row] = await this.#db
      .select({
        accountId: accounts.id,
        apiKeyId: apiKeys.id,
        plan: accounts.plan,
        poolId: accounts.poolId,
        quotaOverride: accounts.quotaOverride,
        scopes: apiKeys.scopes,
        expiresAt: apiKeys.expiresAt,
        ownLookupsOnly: apiKeys.ownLookupsOnly,
        networks: apiKeys.networks,
        monthlyLookups: apiKeys.monthlyLookups,
        firstKeyId: apiKeys.firstKeyId,
        isTest: apiKeys.isTest,
        suspendedAt: accounts.suspendedAt,
        closedAt: accounts.closedAt,
        purposes: accounts.purposes,
        purposeRequired: accounts.purposeRequired,
      })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .where(and(eq(apiKeys.digest, Buffer.from(digest)), isInUse));
    if (!row) return null;
    this.#recordUse(row.apiKeyId);
    const { accountId, apiKeyId, expiresAt, networks, monthlyLookups, firstKeyId, isTest } = row;
    const firstKey = firstKeyId ?? apiKeyId;
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
    const rows = await this.#db
      .select(keySummary)
      .from(apiKeys)
      .where(eq(apiKeys.accountId, accountId))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
    return rows.map(toSummary);
  }

  /**
   * Adds a key with the name, the scopes, the limits and the expiry of another one, which expires after the overlap.
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
    return transaction(this.#db, async (tx) => {
      await lockKeys(tx, accountId);
      const thisKey = and(eq(apiKeys.id, apiKeyId), eq(apiKeys.accountId, accountId), isInUse);
      const [row] = await tx
        .select({ ...keySummary, firstKeyId: apiKeys.firstKeyId })
        .from(apiKeys)
        .where(thisKey);
      if (!row) return null;
      const old = toSummary(row);
      if (!mayRoll(old)) return 'forbidden';
      const until = sql<Date>`least(${apiKeys.expiresAt}, now() + make_interval(secs => ${overlapSeconds}))`;
      await tx.update(apiKeys).set({ expiresAt: until }).where(thisKey);
      const { name, scopes, isTest, expiresAt, ownLookupsOnly, networks, monthlyLookups } = old;
      const firstKey = { firstKeyId: row.firstKeyId ?? apiKeyId };
      const same = { name, scopes, isTest, expiresAt, ownLookupsOnly, networks, monthlyLookups, ...firstKey };
      const { digest, lastFour } = secretOf(old);
      return insertKey(tx, { ...same, id: this.#newId('apiKey'), accountId, digest, lastFour });
    });
  }

  /** @returns whether an active key of that account was revoked */
  async revokeKey(accountId: string, apiKeyId: string): Promise<boolean> {
    const rows = await this.#db
      .update(apiKeys)
      .set({ revokedAt: new Date() })
      .where(and(eq(apiKeys.id, apiKeyId), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    return rows.length > 0;
  }

  /** Nobody waits for it, and a failure costs a minute of a figure that is known to the minute. */
  #recordUse(apiKeyId: string): void {
    if (this.#used.has(apiKeyId)) return;
    this.#used.set(apiKeyId, true);
    const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`));
    this.#db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.id, apiKeyId), isOld))
      .catch(() => this.#used.delete(apiKeyId));
  }
}

/** Neither revoked nor expired, on the database's clock. */
export const isInUse = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));

const { id, name, lastFour, isTest, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, ownLookupsOnly, networks, monthlyLookups } =
  apiKeys;
const limits = { ownLookupsOnly, networks, monthlyLookups };
/** Columns of a `KeySummary`. */
const keySummary = { apiKeyId: id, name, lastFour, isTest, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, ...limits };

/** A scope that a later release gave stands for nothing here. */
const toSummary = (row: Omit<KeySummary, 'scopes'> & { readonly scopes: readonly string[] }): KeySummary => ({
  ...row,
  scopes: expandScopes(row.scopes),
});

type KeyRow = NewKey & { readonly id: string; readonly firstKeyId?: string };

async function insertKey(tx: Pick<Database, 'insert'>, key: KeyRow): Promise<KeySummary | null> {
  const lists = { scopes: [...key.scopes], networks: key.networks && [...key.networks] };
  const row = { ...key, ...lists, digest: Buffer.from(key.digest) };
  const [added] = await tx.insert(apiKeys).values(row).returning(keySummary);
  return added ? toSummary(added) : null;
}

/** Until the transaction ends, no other adds a key to the account: two at once cannot both add the last one. */
async function lockKeys(tx: Pick<Database, 'select'>, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
}

/** The details of an account and no other property, so that an object with more of them cannot set other columns. */
function detailsOf(account: AccountDetails): AccountDetails {
  const names = Object.keys(accountDetails) as (keyof AccountDetails)[];
  return Object.fromEntries(names.map((name) => [name, account[name]])) as unknown as AccountDetails;
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
}

/** The same for a key and for a member. */
export function termsOf({ suspendedAt, closedAt, purposes, purposeRequired: required, ...account }: AccountTerms) {
  return {
    plan: account.plan,
    poolId: account.poolId,
    allowance: allowanceOf(account),
    isSuspended: suspendedAt !== null,
    isClosed: closedAt !== null,
    purposes: { purposes: purposes ?? [], required },
  } satisfies Partial<Caller>;
}

/** An account's purposes in Postgres. */
export class PurposeStore {
  constructor(private readonly options: { db: Database }) {}

  /** @returns null when there is no such account */
  async read(accountId: string): Promise<Purposes | null> {
    const { purposes, purposeRequired: required } = accounts;
    const [row] = await this.options.db.select({ purposes, required }).from(accounts).where(eq(accounts.id, accountId));
    return row ? { purposes: row.purposes ?? [], required: row.required } : null;
  }

  async replace(accountId: string, { purposes, required }: Purposes): Promise<void> {
    await this.options.db
      .update(accounts)
      .set({ purposes: [...purposes], purposeRequired: required })
      .where(eq(accounts.id, accountId));
  }
}
