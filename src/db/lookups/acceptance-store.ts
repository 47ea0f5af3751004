import { and, eq, sql } from 'drizzle-orm';
import {
  type Acceptance,
  UnconfirmedAcceptance,
  type AcceptanceStore,
  type Caller,
  type IdempotencyToken,
} from '../../domain/billing/account-ports.js';
import { ServiceError } from '../../domain/errors.js';
import type { NewId } from '../../domain/ids.js';
import type { KeyedDigest } from '../../domain/identity/identity.js';
import type { LookupRequest } from '../../domain/lookup/lookup.js';
import { PLAN } from '../../domain/billing/plans.js';
import type { DeliveryTicket } from '../../domain/webhooks/delivery.js';
import type { WebhookLauncher } from '../../domain/webhooks/ports.js';
import type { Database } from '../client.js';
import { TIMEOUT_MS, orUnavailable } from '../within.js';
import { idempotencyKeys, lookups, usageLedger } from '../schema/index.js';
import { debit } from '../accounts/allowance.js';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The transaction that accepts lookups: what it commits is stored, billed once and will be carried out. */
export class PostgresAcceptanceStore implements AcceptanceStore {
  readonly #db: Database;
  readonly #newId: NewId;
  readonly #digest: KeyedDigest;
  readonly #webhooks: WebhookLauncher | undefined;
  readonly #timeoutMs: number;

  /**
   * @param options.digest digests requests, which name identities, for storage under idempotency keys
   * @param options.webhooks starts deliveries of thresholds that are reached; without it the reconciler does
   * @param options.timeoutMs how long a caller waits; a transaction that reaches its end later is rolled back
   */
  constructor(options: { db: Database; newId: NewId; digest: KeyedDigest; webhooks?: WebhookLauncher | undefined; timeoutMs?: number }) {
    this.#db = options.db;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#newId = options.newId;
    this.#digest = options.digest;
    this.#webhooks = options.webhooks;
  }

  async accept(caller: Caller, requests: readonly LookupRequest[], token: IdempotencyToken | null): Promise<readonly Acceptance[]> {
    const ids = requests.map(() => this.#newId('lookup'));
    let isGivenUp = false;
    /** Set just before COMMIT is sent: from then on only the rows show whether it succeeded. */
    let committing: readonly Acceptance[] | undefined;
    const transaction = this.#db.transaction(async (tx) => {
      assertNotTimedOut(isGivenUp);
      const accepted = await writeAcceptances(tx, { caller, requests, token, ids, digest: this.#digest });
      assertNotTimedOut(isGivenUp);
      committing = accepted.acceptances;
      return accepted;
    });
    const accepting = transaction.then(({ acceptances, tickets }) => {
      this.#webhooks?.launch(tickets);
      return acceptances;
    });
    try {
      return await orUnavailable(accepting, this.#timeoutMs, () => (isGivenUp = true));
    } catch (error) {
      throw committing ? new UnconfirmedAcceptance(committing) : error;
    }
  }
}

/** @throws ServiceError unavailable when the caller has already received it: the transaction must not bill */
function assertNotTimedOut(isGivenUp: boolean): void {
  if (isGivenUp) throw new ServiceError('unavailable');
}

interface AcceptanceInput {
  readonly caller: Caller;
  readonly requests: readonly LookupRequest[];
  readonly token: IdempotencyToken | null;
  /** One for each request, whether it is granted or not. */
  readonly ids: readonly string[];
  readonly digest: KeyedDigest;
}

/** Writes everything that an acceptance needs. @returns the acceptances, with the deliveries to start after the commit */
async function writeAcceptances(
  tx: Transaction,
  { caller, requests, token, ids, digest }: AcceptanceInput,
): Promise<{ acceptances: readonly Acceptance[]; tickets: readonly DeliveryTicket[] }> {
  const earlier = token && (await claimKey(tx, caller, token, digest));
  // What was refused under the key is tried again: an allowance may have been added since.
  const places = [...requests.keys()].filter((place) => !earlier?.[place] || 'refused' in earlier[place]);
  if (places.length === 0) return { acceptances: earlier ?? [], tickets: [] };
  const tried = places.flatMap((place) => requests[place] ?? []);
  const bill = await debit(tx, caller, tried);
  const outcomes = places.map(
    (place, index): Acceptance =>
      bill.granted[index] === undefined ? { refused: bill.refusal, allowance: bill.allowance } : { lookupId: ids[place] ?? '' },
  );
  await store(tx, caller, tried, outcomes, bill);
  const acceptances = ids.flatMap((_, place) => outcomes[places.indexOf(place)] ?? earlier?.[place] ?? []);
  if (token) await storeOutcome(tx, caller, token, acceptances);
  return { acceptances, tickets: bill.tickets };
}

/** Stores the outcome under a key; a key under which all was refused is free again. */
async function storeOutcome(tx: Transaction, caller: Caller, token: IdempotencyToken, acceptances: readonly Acceptance[]): Promise<void> {
  const ofKey = and(eq(idempotencyKeys.accountId, caller.accountId), eq(idempotencyKeys.key, token.key));
  if (acceptances.every((acceptance) => 'refused' in acceptance)) await tx.delete(idempotencyKeys).where(ofKey);
  else await tx.update(idempotencyKeys).set({ acceptances }).where(ofKey);
}

/**
 * Claims an idempotency key for this transaction, or reads the outcome stored under it. A second request under the same key waits
 * here until the first one has committed or rolled back.
 */
async function claimKey(
  tx: Transaction,
  caller: Caller,
  token: IdempotencyToken,
  digest: KeyedDigest,
): Promise<readonly Acceptance[] | null> {
  const fingerprint = digest.of(token.fingerprint);
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ accountId: caller.accountId, key: token.key, fingerprint, acceptances: [] })
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { fingerprint, acceptances: [], createdAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.createdAt} < now() - interval '24 hours'`,
    })
    .returning({ key: idempotencyKeys.key });
  if (taken.length > 0) return null;
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, caller.accountId), eq(idempotencyKeys.key, token.key)))
    .for('update'); // two concurrent repetitions must not both retry what was refused
  // Rows from before there were digest keys hold the fingerprint itself.
  if (!row || ![token.fingerprint, ...digest.all(token.fingerprint)].includes(row.fingerprint))
    throw new ServiceError('idempotency_conflict');
  return row.acceptances as Acceptance[];
}

async function store(
  tx: Transaction,
  caller: Caller,
  requests: readonly LookupRequest[],
  acceptances: readonly Acceptance[],
  bill: Awaited<ReturnType<typeof debit>>,
): Promise<void> {
  const rows = requests.flatMap((request, index) => {
    const acceptance = acceptances[index];
    if (!acceptance || 'refused' in acceptance) return [];
    return [{ id: acceptance.lookupId, request, amount: bill.granted[index] ?? 0 }];
  });
  if (rows.length === 0) return;
  const { accountId, apiKeyId, poolId, plan } = caller;
  const stored = tx.$with('stored').as(
    tx
      .insert(lookups)
      .values(
        rows.map(({ id, request }) => ({
          ...request,
          id,
          accountId,
          apiKeyId,
          platforms: request.platforms ? [...request.platforms] : null,
        })),
      )
      .returning({ id: lookups.id }),
  );
  await tx
    .with(stored)
    .insert(usageLedger)
    .values(
      rows.map(({ id, amount }) => ({ lookupId: id, accountId, poolId, amount, periodStart: bill.periodStart, unit: PLAN[plan].unit })),
    );
}
