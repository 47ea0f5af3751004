import { and, eq, sql } from 'drizzle-orm';
import type { Acceptance, AcceptanceStore, Caller, IdempotencyToken } from '../domain/account-ports.js';
import { ServiceError } from '../domain/errors.js';
import type { NewId } from '../domain/ids.js';
import type { LookupRequest } from '../domain/lookup.js';
import { PLAN } from '../domain/plans.js';
import type { DeliveryTicket } from '../domain/webhooks/delivery.js';
import type { WebhookLauncher } from '../domain/webhooks/ports.js';
import type { Database } from '../db/client.js';
import { idempotencyKeys, lookups, usageLedger } from '../db/schema/index.js';
import { debit } from './allowance.js';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The transaction that accepts lookups: what it commits is stored, billed once and will be carried out. */
export class PostgresAcceptanceStore implements AcceptanceStore {
  readonly #db: Database;
  readonly #newId: NewId;
  readonly #webhooks: WebhookLauncher | undefined;

  /** @param options.webhooks starts deliveries of thresholds that are reached; without it the reconciler does */
  constructor(options: { db: Database; newId: NewId; webhooks?: WebhookLauncher | undefined }) {
    this.#db = options.db;
    this.#newId = options.newId;
    this.#webhooks = options.webhooks;
  }

  async accept(caller: Caller, requests: readonly LookupRequest[], token: IdempotencyToken | null): Promise<readonly Acceptance[]> {
    let tickets: readonly DeliveryTicket[] = [];
    const accepted = await this.#db.transaction(async (tx) => {
      const earlier = token && (await claim(tx, caller, token));
      if (earlier) return earlier;
      const bill = await debit(tx, caller, requests);
      tickets = bill.tickets;
      const acceptances = requests.map((_, index): Acceptance =>
        bill.granted[index] === undefined ? { refused: bill.refusal } : { lookupId: this.#newId('lookup') },
      );
      await store(tx, caller, requests, acceptances, bill);
      if (token) {
        await tx
          .update(idempotencyKeys)
          .set({ outcome: acceptances })
          .where(and(eq(idempotencyKeys.accountId, caller.accountId), eq(idempotencyKeys.key, token.key)));
      }
      return acceptances;
    });
    this.#webhooks?.launch(tickets);
    return accepted;
  }
}

/**
 * Takes an idempotency key for this transaction, or finds what it stands for. A second request under the same key waits
 * here until the first one has committed or rolled back.
 */
async function claim(tx: Transaction, caller: Caller, token: IdempotencyToken): Promise<readonly Acceptance[] | null> {
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ accountId: caller.accountId, key: token.key, fingerprint: token.fingerprint, outcome: [] })
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { fingerprint: token.fingerprint, outcome: [], createdAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.createdAt} < now() - interval '24 hours'`,
    })
    .returning({ key: idempotencyKeys.key });
  if (taken.length > 0) return null;
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, caller.accountId), eq(idempotencyKeys.key, token.key)));
  if (!row || row.fingerprint !== token.fingerprint) throw new ServiceError('idempotency_conflict');
  return row.outcome as Acceptance[];
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
      .values(rows.map(({ id, request }) => ({ ...request, id, accountId, apiKeyId, platforms: request.platforms ? [...request.platforms] : null })))
      .returning({ id: lookups.id }),
  );
  await tx
    .with(stored)
    .insert(usageLedger)
    .values(rows.map(({ id, amount }) => ({ lookupId: id, accountId, poolId, amount, periodStart: bill.periodStart, unit: PLAN[plan].unit })));
}
