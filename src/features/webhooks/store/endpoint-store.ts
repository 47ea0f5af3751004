import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { NewId } from '../../../kernel/values/ids.js';
import { type Endpoint, type EndpointSettings, MAX_ENDPOINTS, MAX_SECRETS } from '../endpoint.js';
import type { OutboxLauncher } from '../ports.js';
import type { Database, Executor } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { accounts } from '../../accounts/store/schema.js';
import { webhookDeliveries, webhookEndpoints, webhookSecrets } from './schema.js';
import { BATCH_ROWS } from './endpoint-remains.js';

type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** A closed failure window. */
const CLOSED_FAILURE_WINDOW = { failingSince: null, lastFailedAt: null, warningsSent: 0, nextCheckAt: null } as const;

/** Without an account; deliveries under way end at their next step. They may be many, so they are deleted later (endpoint-remains.ts). */
const DELETED: Partial<typeof webhookEndpoints.$inferInsert> = {
  ...CLOSED_FAILURE_WINDOW,
  accountId: null,
  url: '',
  description: '',
  eventTypes: [],
  state: 'disabled',
  disabledReason: 'owner',
};

/** Endpoints and their secrets in Postgres. */
export class EndpointStore {
  /** @param options.launcher ends the monitoring of an endpoint whose failure window was closed; without it that ends at its next check */
  constructor(private readonly options: { db: Database; newId: NewId; launcher?: Pick<OutboxLauncher, 'recheckEndpoint'> | undefined }) {}

  /** @returns null when the account has reached its limit */
  async add(
    accountId: string,
    settings: EndpointSettings,
    secret: { sealFor: (endpointId: string) => Uint8Array },
  ): Promise<Endpoint | null> {
    const endpointId = this.options.newId('webhook');
    return transaction(this.options.db, async (tx) => {
      // The account's row is locked, so that two requests cannot both add the last endpoint.
      await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
      if ((await tx.$count(webhookEndpoints, eq(webhookEndpoints.accountId, accountId))) >= MAX_ENDPOINTS) return null;
      await tx.insert(webhookEndpoints).values({ id: endpointId, accountId, ...settings, eventTypes: [...settings.eventTypes] });
      await tx
        .insert(webhookSecrets)
        .values({ id: this.options.newId('secret'), endpointId, sealed: Buffer.from(secret.sealFor(endpointId)) });
      return findIn(tx, accountId, endpointId);
    });
  }

  find(accountId: string, endpointId: string): Promise<Endpoint | null> {
    return findIn(this.options.db, accountId, endpointId);
  }

  /** Oldest first. */
  async list(accountId: string): Promise<Endpoint[]> {
    const rows = await this.options.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.accountId, accountId))
      .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
    return withSecrets(this.options.db, accountId, rows);
  }

  /** A new URL resets the failure window. @returns null when there is no such endpoint */
  edit(accountId: string, endpointId: string, { eventTypes, ...texts }: Partial<EndpointSettings>): Promise<Endpoint | null> {
    return this.#change(accountId, endpointId, (row) => ({
      ...texts,
      ...(eventTypes === undefined ? {} : { eventTypes: [...eventTypes] }),
      ...(texts.url === undefined || texts.url === row.url ? {} : CLOSED_FAILURE_WINDOW),
    }));
  }

  /** Ends pending deliveries, many of them later (`EndpointRemains`). Idempotent. */
  async disable(accountId: string, endpointId: string, at: Date): Promise<Endpoint | null> {
    return this.#change(
      accountId,
      endpointId,
      (row) => (row.state === 'disabled' ? {} : { state: 'disabled', disabledReason: 'owner', disabledAt: at, nextCheckAt: null }),
      (tx) =>
        tx
          .update(webhookDeliveries)
          .set({ state: 'failed', failureReason: 'endpoint_disabled', nextAttemptAt: null, leaseUntil: null, isHeld: false })
          // As `ofEndpoint`.
          .where(sql`${webhookDeliveries.endpointId} IS NOT DISTINCT FROM ${endpointId} AND ${webhookDeliveries.eventId} = ANY (ARRAY (
            SELECT event_id FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND state = 'pending' LIMIT ${BATCH_ROWS}))`),
    );
  }

  /** Resets the failure window. Idempotent. */
  enable(accountId: string, endpointId: string): Promise<Endpoint | null> {
    return this.#change(accountId, endpointId, (row) =>
      row.state === 'enabled' ? {} : { state: 'enabled', disabledReason: null, disabledAt: null, ...CLOSED_FAILURE_WINDOW },
    );
  }

  /** Adds a secret; the others stay valid until `oldUntil`. */
  rotateSecret(accountId: string, endpointId: string, sealed: Uint8Array, oldUntil: Date, now: Date): Promise<Endpoint | null> {
    return this.#change(
      accountId,
      endpointId,
      () => ({}),
      async (tx) => {
        await tx
          .update(webhookSecrets)
          .set({ validUntil: sql`least(${webhookSecrets.validUntil}, ${oldUntil.toISOString()}::timestamptz)` })
          .where(eq(webhookSecrets.endpointId, endpointId));
        await tx
          .insert(webhookSecrets)
          .values({ id: this.options.newId('secret'), endpointId, sealed: Buffer.from(sealed), createdAt: now });
        const kept = await tx
          .select({ id: webhookSecrets.id })
          .from(webhookSecrets)
          .where(and(eq(webhookSecrets.endpointId, endpointId), valid(now)))
          .orderBy(desc(webhookSecrets.createdAt), desc(webhookSecrets.id))
          .limit(MAX_SECRETS);
        const ids = kept.map(({ id }) => id);
        await tx.delete(webhookSecrets).where(and(eq(webhookSecrets.endpointId, endpointId), sql`NOT ${inArray(webhookSecrets.id, ids)}`));
      },
    );
  }

  /**
   * Deletes it with its secrets at once; its deliveries and attempts cannot be read any more and are deleted later (`EndpointRemains`).
   *
   * @returns whether it existed
   */
  async remove(accountId: string, endpointId: string): Promise<boolean> {
    return transaction(this.options.db, async (tx, afterCommit) => {
      const rows = await tx
        .update(webhookEndpoints)
        .set(DELETED)
        .where(owned(accountId, endpointId))
        .returning({ id: webhookEndpoints.id });
      await tx.delete(webhookSecrets).where(
        inArray(
          webhookSecrets.endpointId,
          rows.map(({ id }) => id),
        ),
      );
      if (rows.length > 0) afterCommit(() => this.options.launcher?.recheckEndpoint(endpointId));
      return rows.length > 0;
    });
  }

  /** Changes an endpoint under its lock, and what belongs to it. */
  async #change(
    accountId: string,
    endpointId: string,
    changes: (row: EndpointRow) => Partial<typeof webhookEndpoints.$inferInsert>,
    further: (tx: Executor) => PromiseLike<unknown> = async () => undefined,
  ): Promise<Endpoint | null> {
    return transaction(this.options.db, async (tx, afterCommit) => {
      const [row] = await tx.select().from(webhookEndpoints).where(owned(accountId, endpointId)).for('no key update');
      if (!row) return null;
      const set = changes(row);
      if (Object.keys(set).length > 0) await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, endpointId));
      if (row.nextCheckAt && set.nextCheckAt === null) afterCommit(() => this.options.launcher?.recheckEndpoint(endpointId));
      await further(tx);
      return findIn(tx, accountId, endpointId);
    });
  }
}

const owned = (accountId: string, endpointId: string) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.accountId, accountId));
const valid = (now: Date) => or(isNull(webhookSecrets.validUntil), gt(webhookSecrets.validUntil, now));

async function findIn(db: Executor, accountId: string, endpointId: string): Promise<Endpoint | null> {
  const rows = await db.select().from(webhookEndpoints).where(owned(accountId, endpointId));
  return (await withSecrets(db, accountId, rows))[0] ?? null;
}

async function withSecrets(db: Executor, accountId: string, rows: readonly EndpointRow[]): Promise<Endpoint[]> {
  if (rows.length === 0) return [];
  const secrets = await db
    .select({ endpointId: webhookSecrets.endpointId, validUntil: webhookSecrets.validUntil })
    .from(webhookSecrets)
    .where(
      and(
        inArray(
          webhookSecrets.endpointId,
          rows.map(({ id }) => id),
        ),
        valid(new Date()),
      ),
    )
    .orderBy(desc(webhookSecrets.createdAt), desc(webhookSecrets.id));
  return rows.map(({ warningsSent: _sent, nextCheckAt: _check, maxInFlight: _max, ...row }) => ({
    ...row,
    accountId,
    secretsExpireAt: secrets.filter(({ endpointId }) => endpointId === row.id).map(({ validUntil }) => validUntil),
  }));
}
