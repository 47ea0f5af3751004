import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { type AfterCommit, transaction } from '../../../kernel/db/transaction.js';
import { orUnavailable, TIMEOUT_MS } from '../../../kernel/db/within.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import { type ErrorCode, ServiceError } from '../../../kernel/values/errors.js';
import type { NewId } from '../../../kernel/values/ids.js';
import { jsonbText } from '../../../kernel/values/json.js';
import { type Acceptance, type Caller, type IdempotencyToken, UnconfirmedAcceptance } from '../../accounts/accounts.js';
import { PLAN } from '../../accounts/plans.js';
import { readKeyAllowance } from '../../accounts/store/key-limit.js';
import { allowanceOf, type LockedAccount, lockAccount } from '../../accounts/store/locked-account.js';
import { readTestAllowance } from '../../accounts/store/test-limit.js';
import { auditActorOf } from '../../audit/audit-log.js';
import { insertAuditRows, type NewAuditRow } from '../../audit/store/audit-log.js';
import { lookupKey } from '../../webhooks/event.js';
import { requireTestIdentities } from '../../test-keys/test-identities.js';
import type { OutboxLauncher } from '../../webhooks/ports.js';
import type { LookupRequest } from '../lookup.js';
import type { AcceptedLookups } from '../lookup-ports.js';
import { countedModule, lookupsOf } from '../prices.js';
import { type Bill, debit, testBill } from './allowance.js';

interface AcceptanceStoreOptions {
  readonly sql: Sql;
  readonly newId: NewId;
  /** Digests requests, which name identities, for storage under idempotency keys. */
  readonly digest: KeyedDigest;
  /** Starts deliveries of thresholds that are reached; without it the reconciler does. */
  readonly launcher?: OutboxLauncher | undefined;
  /** Called after the commit of lookups that were not accepted before. */
  readonly onAccepted?: ((accepted: AcceptedLookups) => void) | undefined;
  /** How long a caller waits; a transaction that reaches its end later is rolled back. */
  readonly timeoutMs?: number;
}

/** The transaction that accepts lookups: what it commits is stored, billed once and will be carried out. */
export class AcceptanceStore {
  constructor(private readonly options: AcceptanceStoreOptions) {}

  /**
   * Stores and bills lookups in one transaction: allowance, ledger, lookup rows, usage alerts, idempotency row. Each is billed by itself:
   * one without allowance is refused, the others are accepted.
   *
   * @returns one acceptance per request, in order; those of the first call when the idempotency key was used before
   * @throws ServiceError idempotency_conflict when the key was used with another request; unavailable when it took too long, and then
   *   nothing was billed and never will be
   * @param record writes, in the same transaction, what the lookups belong to
   * @throws UnconfirmedAcceptance when the commit was not confirmed
   */
  async accept(
    caller: Caller,
    requests: readonly LookupRequest[],
    named: IdempotencyToken | null,
    record?: RecordAcceptances,
  ): Promise<readonly Acceptance[]> {
    const token = named && ownToken(caller, named);
    let isGivenUp = false;
    /** Set just before COMMIT is sent: from then on only the rows show whether it succeeded. */
    let committing: readonly Acceptance[] | undefined;
    const accepting = transaction(this.options.sql, async (tx, afterCommit) => {
      assertNotTimedOut(isGivenUp);
      const accepted = await this.acceptWithin(tx, afterCommit, { caller, requests, token });
      await record?.(tx, accepted);
      const { origin } = caller;
      if (origin && accepted.some((each) => 'lookupId' in each)) afterCommit(() => (origin.isRecorded = true));
      assertNotTimedOut(isGivenUp);
      committing = accepted;
      return accepted;
    });
    try {
      return await orUnavailable(accepting, this.options.timeoutMs ?? TIMEOUT_MS, () => (isGivenUp = true));
    } catch (error) {
      throw committing ? new UnconfirmedAcceptance(committing) : error;
    }
  }

  /**
   * Stores and bills lookups as `accept` does, as a part of a transaction that has more to write.
   *
   * @throws ServiceError account_closed, account_suspended, unknown_test_identity, idempotency_conflict
   */
  async acceptWithin(
    tx: TransactionSql,
    afterCommit: AfterCommit,
    { caller, requests, token = null, part }: Accepting,
  ): Promise<readonly Acceptance[]> {
    const startedAt = Date.now();
    const { newId, digest, launcher, onAccepted } = this.options;
    if (caller.isTest) requireTestIdentities(requests);
    const earlier = token && (await claimKey(tx, caller, token, digest));
    // What was refused under the key is tried again: an allowance may have been added since.
    const positions = [...requests.keys()].filter((position) => !earlier?.[position] || 'refused' in earlier[position]);
    if (positions.length === 0) {
      const replayed = auditRows(caller, requests, earlier ?? [], newId);
      if (replayed.length > 0) await insertAuditRows(tx, replayed);
      return earlier ?? [];
    }
    // The plan may have changed since the key was read: what is billed is decided by the row that is locked here.
    const account = (await lockAccount(tx, caller.accountId)) ?? refuse('unauthorized');
    if (account.isClosed) refuse('account_closed');
    if (account.isSuspended) refuse('account_suspended');
    const payer: Caller = { ...caller, plan: account.plan, poolId: account.poolId, allowance: allowanceOf(account) };
    const granting = await grant(
      tx,
      payer,
      account,
      positions.flatMap((position) => requests[position] ?? []),
      newId,
    );
    const acceptances = requests.flatMap((_, position) => granting.acceptances[positions.indexOf(position)] ?? earlier?.[position] ?? []);
    await store(tx, payer, granting, auditRows(caller, requests, acceptances, newId));
    if (token) await storeOutcome(tx, caller, token, acceptances);
    const lookupIds = granting.acceptances.flatMap((each) => ('lookupId' in each ? [each.lookupId] : []));
    afterCommit(() => {
      launcher?.launch(granting.bill.tickets);
      const { accountId, origin } = caller;
      const [first] = lookupIds;
      if (first === undefined) return;
      if (origin) origin.began ??= lookupKey(first);
      onAccepted?.({ accountId, lookupIds, startedAt, began: origin?.began ?? part });
    });
    return acceptances;
  }

  /**
   * Names what a request made, in the transaction that makes it, so that a repetition gets the same.
   *
   * @param made an id
   * @returns what an earlier request under the key made; null: this is the first
   * @throws ServiceError idempotency_conflict
   */
  async claim(tx: TransactionSql, caller: Caller, named: IdempotencyToken, made: string): Promise<string | null> {
    const token = ownToken(caller, named);
    const earlier = await claimKey<{ readonly made: string }>(tx, caller, token, this.options.digest);
    if (earlier) return earlier[0]?.made ?? refuse('idempotency_conflict');
    await tx`
      UPDATE idempotency_keys SET acceptances = ${jsonbText([{ made }])}::jsonb WHERE account_id = ${caller.accountId} AND key = ${token.key}`;
    return null;
  }
}

/** Writes what lookups belong to, in the transaction that accepts them. @param acceptances one for each request, in order */
export type RecordAcceptances = (tx: TransactionSql, acceptances: readonly Acceptance[]) => Promise<void>;

/** A key that sees its own lookups alone has names of its own for requests, and so have test keys: no client's name holds a space. */
const ownToken = ({ onlyKey, isTest }: Caller, named: IdempotencyToken): IdempotencyToken => ({
  ...named,
  key: [onlyKey, isTest && 'test', named.key].filter(Boolean).join(' '),
});

interface Accepting {
  readonly caller: Caller;
  readonly requests: readonly LookupRequest[];
  readonly token?: IdempotencyToken | null;
  /** What they are a part of: the key of its event. */
  readonly part?: string;
}

/** @throws ServiceError unavailable when the caller has already received it: the transaction must not bill */
function assertNotTimedOut(isGivenUp: boolean): void {
  if (isGivenUp) throw new ServiceError('unavailable');
}

/** Requests that are not answered yet, what becomes of each of them, in order, and what they cost together. */
interface Granting {
  readonly requests: readonly LookupRequest[];
  readonly acceptances: readonly Acceptance[];
  readonly bill: Bill;
}

/** Debits what the caller's allowance covers, and no more than what a limit of the key, or of test keys, leaves. */
async function grant(
  tx: TransactionSql,
  caller: Caller,
  account: LockedAccount,
  requests: readonly LookupRequest[],
  newId: NewId,
): Promise<Granting> {
  const own = caller.isTest ? await readTestAllowance(tx, caller, requests) : await readKeyAllowance(tx, caller);
  const most = own ? Math.max(0, own.state.limit - own.state.used) : Infinity;
  const bill = caller.isTest ? await testBill(tx, caller, { requests, most }) : await debit(tx, caller, account, { requests, most });
  const count = requests.reduce((sum, request, index) => sum + (bill.granted[index] === undefined ? 0 : lookupsOf(request)), 0);
  await own?.count(count);
  const acceptances = requests.map((request, index): Acceptance => {
    if (bill.granted[index] !== undefined) return { lookupId: newId('lookup') };
    if (!own || count + lookupsOf(request) <= most) return { refused: bill.refusal, allowance: bill.allowance };
    return { refused: 'quota_exceeded', allowance: { ...own.state, used: own.state.used + count } };
  });
  return { requests, acceptances, bill };
}

function refuse(code: ErrorCode): never {
  throw new ServiceError(code);
}

/** Stores the outcome under a key; a key under which all was refused is free again. */
async function storeOutcome(
  tx: TransactionSql,
  { accountId }: Caller,
  { key }: IdempotencyToken,
  acceptances: readonly Acceptance[],
): Promise<void> {
  if (acceptances.every((acceptance) => 'refused' in acceptance))
    await tx`DELETE FROM idempotency_keys WHERE account_id = ${accountId} AND key = ${key}`;
  else
    await tx`
      UPDATE idempotency_keys SET acceptances = ${jsonbText(acceptances)}::jsonb WHERE account_id = ${accountId} AND key = ${key}`;
}

/**
 * Claims an idempotency key for this transaction, or reads the outcome stored under it. A second request under the same key waits
 * here until the first one has committed or rolled back.
 */
async function claimKey<Outcome = Acceptance>(
  tx: TransactionSql,
  { accountId }: Caller,
  token: IdempotencyToken,
  digest: KeyedDigest,
): Promise<readonly Outcome[] | null> {
  const taken = await tx`
    INSERT INTO idempotency_keys AS k (account_id, key, fingerprint, acceptances)
    VALUES (${accountId}, ${token.key}, ${digest.of(token.fingerprint)}, '[]')
    ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, acceptances = excluded.acceptances, created_at = now()
      WHERE k.created_at < now() - interval '24 hours'
    RETURNING key`;
  if (taken.length > 0) return null;
  // Locked: two concurrent repetitions must not both retry what was refused.
  const [row] = await tx<{ fingerprint: string; acceptances: readonly Outcome[] }[]>`
    SELECT fingerprint, acceptances FROM idempotency_keys WHERE account_id = ${accountId} AND key = ${token.key} FOR UPDATE`;
  if (!row || !digest.all(token.fingerprint).includes(row.fingerprint)) throw new ServiceError('idempotency_conflict');
  return row.acceptances;
}

/** Entries of the audit log for what a request was granted, now or before under its key: one for each purpose. */
function auditRows(caller: Caller, requests: readonly LookupRequest[], acceptances: readonly Acceptance[], newId: NewId): NewAuditRow[] {
  const { accountId, origin } = caller;
  if (!origin) return [];
  const { action, network } = origin;
  const granted = acceptances.flatMap((each, index) =>
    'lookupId' in each ? [{ lookupId: each.lookupId, purpose: requests[index]?.purpose ?? null }] : [],
  );
  return [...new Set(granted.map(({ purpose }) => purpose))].map((purpose) => ({
    id: newId('audit'),
    accountId,
    actor: auditActorOf(caller),
    action,
    targets: granted.filter((each) => each.purpose === purpose).map(({ lookupId }) => lookupId),
    network,
    outcome: 'ok',
    purpose,
  }));
}

/** Writes the lookups that were granted, what each of them cost, and who asked for them. */
async function store(
  tx: TransactionSql,
  { accountId, apiKeyId, poolId, plan, isTest = false }: Caller,
  { requests, acceptances, bill }: Granting,
  entries: readonly NewAuditRow[],
): Promise<void> {
  const rows = requests.flatMap((request, index) => {
    const acceptance = acceptances[index];
    if (!acceptance || 'refused' in acceptance) return [];
    const { kind, band, mode, queryType, subjects, rawIdentities, checks, platforms, bypassCache, purpose } = request;
    const { query, claimedName, claimedCompany, claimedCountry, deadlineMs, noise, scope } = request;
    const columns = { kind, band, mode, query_type: queryType, subjects, raw_identities: rawIdentities, checks, platforms };
    const billed = { amount: bill.granted[index] ?? 0, module: countedModule(request) };
    const claimed = { claimed_name: claimedName, claimed_company: claimedCompany, claimed_country: claimedCountry };
    const own = { purpose, ...claimed, deadline_ms: deadlineMs, noise, scope };
    return [{ ...columns, ...billed, ...own, id: acceptance.lookupId, query, bypass_cache: bypassCache }];
  });
  if (rows.length === 0) return;
  await tx`
    WITH granted AS (
      SELECT * FROM jsonb_to_recordset(${jsonbText(rows)}::jsonb) AS r (
        id text, kind text, band text, mode text, query text, query_type text, subjects jsonb, raw_identities jsonb, checks jsonb,
        platforms text[], bypass_cache boolean, purpose text, claimed_name text, claimed_company text, claimed_country text,
        deadline_ms int, noise text, scope jsonb, amount bigint, module text)
    ), audited AS (${insertAuditRows(tx, entries)}
    ), stored AS (
      INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, raw_identities, checks, platforms, bypass_cache,
        purpose, claimed_name, claimed_company, claimed_country, deadline_ms, noise, scope, is_test)
      SELECT id, ${accountId}, ${apiKeyId}, kind, band, mode, query, query_type, subjects, raw_identities, checks, platforms, bypass_cache, purpose,
             claimed_name, claimed_company, claimed_country, deadline_ms, noise, scope, ${isTest}
      FROM granted
    )
    INSERT INTO usage_ledger (lookup_id, account_id, pool_id, amount, period_start, unit, api_key_id, module)
    SELECT id, ${accountId}, ${poolId}, amount, ${bill.periodStart.toISOString()}::timestamptz, ${PLAN[plan].unit}, ${apiKeyId}, module
    FROM granted WHERE NOT ${isTest}`;
}
