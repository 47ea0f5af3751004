import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import { type Endpoint, type EndpointSettings, MAX_ENDPOINTS, MAX_SECRETS } from '../endpoint.js';
import type { OutboxLauncher } from '../ports.js';
import type { Sql } from '../../../kernel/db/client.js';
import { columnsOf } from '../../../kernel/db/columns.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { disable } from './endpoint-health-store.js';
import { endPending } from './endpoint-remains.js';
import { webhookEndpoints } from './schema.js';

/** Endpoints and their secrets in Postgres. */
export class EndpointStore {
  /** @param options.launcher ends the monitoring of an endpoint whose failure window was closed; without it that ends at its next check */
  constructor(private readonly options: { sql: Sql; newId: NewId; launcher?: Pick<OutboxLauncher, 'recheckEndpoint'> | undefined }) {}

  /** @returns null when the account has reached its limit */
  async add(
    accountId: string,
    { url, description, eventTypes, payload, filter }: EndpointSettings,
    secret: { sealFor: (endpointId: string) => Uint8Array },
  ): Promise<Endpoint | null> {
    const endpointId = this.options.newId('webhook');
    return transaction(this.options.sql, async (tx) => {
      // The account's row is locked, so that two requests cannot both add the last endpoint.
      await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
      const { count } = await tx`SELECT FROM webhook_endpoints WHERE account_id = ${accountId}`;
      if (count >= MAX_ENDPOINTS) return null;
      await tx`
        INSERT INTO webhook_endpoints (id, account_id, url, description, event_types, payload, filter)
        VALUES (${endpointId}, ${accountId}, ${url}, ${description}, ${[...eventTypes]}, ${payload}, ${JSON.stringify(filter)}::jsonb)`;
      await this.#addSecret(tx, endpointId, secret.sealFor(endpointId));
      return findIn(tx, accountId, endpointId);
    });
  }

  find(accountId: string, endpointId: string): Promise<Endpoint | null> {
    return findIn(this.options.sql, accountId, endpointId);
  }

  /** Oldest first. */
  async list(accountId: string): Promise<Endpoint[]> {
    const { sql } = this.options;
    const rows = await sql<EndpointRow[]>`
      SELECT ${endpointColumns(sql)} FROM webhook_endpoints e WHERE account_id = ${accountId} ORDER BY created_at, id`;
    return rows.map(toEndpoint);
  }

  /** A new URL resets the failure window. @returns null when there is no such endpoint */
  edit(accountId: string, endpointId: string, settings: Partial<EndpointSettings>): Promise<Endpoint | null> {
    return this.#change(accountId, endpointId, async (tx, row) => {
      const { url, description, eventTypes, payload, filter } = { ...row, ...settings };
      const moves = url !== row.url;
      await tx`
        UPDATE webhook_endpoints SET url = ${url}, description = ${description}, event_types = ${[...eventTypes]}, payload = ${payload},
          filter = ${JSON.stringify(filter)}::jsonb ${moves ? tx`, ${closedFailureWindow(tx)}` : tx``}
        WHERE id = ${endpointId}`;
      return moves;
    });
  }

  /** Ends pending deliveries, many of them later (`EndpointRemains`). Idempotent. */
  async disable(accountId: string, endpointId: string, at: Date): Promise<Endpoint | null> {
    return this.#change(accountId, endpointId, async (tx, { state }) => {
      const ends = state === 'enabled';
      if (ends) await disable(tx, endpointId, 'owner', at);
      else await endPending(tx, endpointId);
      return ends;
    });
  }

  /** Resets the failure window. Idempotent. */
  enable(accountId: string, endpointId: string): Promise<Endpoint | null> {
    return this.#change(accountId, endpointId, async (tx, { state }) => {
      const begins = state === 'disabled';
      if (begins)
        await tx`
          UPDATE webhook_endpoints SET state = 'enabled', disabled_reason = NULL, disabled_at = NULL, ${closedFailureWindow(tx)}
          WHERE id = ${endpointId}`;
      return begins;
    });
  }

  /** Adds a secret; the others stay valid until `oldUntil`. */
  rotateSecret(accountId: string, endpointId: string, sealed: Uint8Array, oldUntil: Date, now: Date): Promise<Endpoint | null> {
    return this.#change(accountId, endpointId, async (tx) => {
      await tx`UPDATE webhook_secrets SET valid_until = least(valid_until, ${oldUntil}) WHERE endpoint_id = ${endpointId}`;
      await this.#addSecret(tx, endpointId, sealed, now);
      await tx`
        DELETE FROM webhook_secrets WHERE endpoint_id = ${endpointId} AND id NOT IN (
          SELECT id FROM webhook_secrets WHERE endpoint_id = ${endpointId} AND ${isValid(tx, now)}
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_SECRETS})`;
      return false;
    });
  }

  /**
   * Deletes it with its secrets at once: without an account. Its deliveries, which may be many, and their attempts cannot be read any more
   * and are deleted later (`EndpointRemains`); those under way end at their next step.
   *
   * @returns whether it existed
   */
  async remove(accountId: string, endpointId: string): Promise<boolean> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const { count } = await tx`
        UPDATE webhook_endpoints
        SET account_id = NULL, url = '', description = '', event_types = '{}', state = 'disabled', disabled_reason = 'owner',
          ${closedFailureWindow(tx)}
        WHERE id = ${endpointId} AND account_id = ${accountId}`;
      if (count === 0) return false;
      await tx`DELETE FROM webhook_secrets WHERE endpoint_id = ${endpointId}`;
      afterCommit(() => this.options.launcher?.recheckEndpoint(endpointId));
      return true;
    });
  }

  /** Changes an endpoint, and what belongs to it, under its lock. @param change returns whether it ends the monitoring */
  async #change(
    accountId: string,
    endpointId: string,
    change: (tx: TransactionSql, row: EndpointSettings & Pick<Endpoint, 'state'>) => Promise<boolean>,
  ): Promise<Endpoint | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const [row] = await tx<(EndpointSettings & { state: Endpoint['state']; isMonitored: boolean })[]>`
        SELECT url, description, event_types AS "eventTypes", payload, filter, state, next_check_at IS NOT NULL AS "isMonitored"
        FROM webhook_endpoints WHERE id = ${endpointId} AND account_id = ${accountId} FOR NO KEY UPDATE`;
      if (!row) return null;
      const isOver = await change(tx, row);
      if (row.isMonitored && isOver) afterCommit(() => this.options.launcher?.recheckEndpoint(endpointId));
      return findIn(tx, accountId, endpointId);
    });
  }

  async #addSecret(tx: TransactionSql, endpointId: string, sealed: Uint8Array, createdAt?: Date): Promise<void> {
    await tx`
      INSERT INTO webhook_secrets (id, endpoint_id, sealed, created_at)
      VALUES (${this.options.newId('secret')}, ${endpointId}, ${Buffer.from(sealed)}, ${createdAt ?? tx`DEFAULT`})`;
  }
}

const closedFailureWindow = (tx: TransactionSql) =>
  tx`failing_since = NULL, last_failed_at = NULL, warnings_sent = 0, next_check_at = NULL`;

const isValid = (sql: Sql | TransactionSql, now: Date) => sql`(valid_until IS NULL OR valid_until > ${now})`;

const SHOWN = [
  ...(['id', 'url', 'description', 'eventTypes', 'payload', 'state'] as const),
  ...(['disabledReason', 'disabledAt', 'failingSince', 'lastFailedAt', 'createdAt'] as const),
] as const;

/** Times are text in what Postgres writes as JSON. */
type EndpointRow = Omit<Endpoint, 'secretsExpireAt'> & { readonly secretsExpireAt: readonly (string | null)[] | null };

const endpointColumns = (sql: Sql | TransactionSql) => sql`
  ${columnsOf(sql, webhookEndpoints, SHOWN)}, filter, account_id AS "accountId", (
    SELECT jsonb_agg(valid_until ORDER BY s.created_at DESC, s.id DESC) FROM webhook_secrets s
    WHERE s.endpoint_id = e.id AND ${isValid(sql, new Date())}) AS "secretsExpireAt"`;

const toEndpoint = (row: EndpointRow): Endpoint => ({
  ...row,
  secretsExpireAt: (row.secretsExpireAt ?? []).map((time) => (time === null ? null : new Date(time))),
});

async function findIn(sql: Sql | TransactionSql, accountId: string, endpointId: string): Promise<Endpoint | null> {
  const [found] = await sql<EndpointRow[]>`
    SELECT ${endpointColumns(sql)} FROM webhook_endpoints e WHERE id = ${endpointId} AND account_id = ${accountId}`;
  return found ? toEndpoint(found) : null;
}
