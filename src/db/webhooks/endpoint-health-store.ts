import type { TransactionSql } from 'postgres';
import type { NewId } from '../../domain/ids.js';
import type { KeysetPage } from '../../domain/lookup/keyset-page.js';
import { endpointDisabled, endpointWarning, type FailingEndpoint } from '../../domain/mail/endpoint-mails.js';
import { evaluateHealth } from '../../domain/webhooks/endpoint-health.js';
import type { DisabledReason } from '../../domain/webhooks/endpoint.js';
import type { EndpointHealthStore, HealthEvaluation } from '../../domain/webhooks/ports.js';
import type { Sql } from '../client.js';
import { writeMail } from './mail-outbox.js';
import { inSql } from './transaction.js';

interface FailureWindowRow {
  accountId: string;
  url: string;
  failingSince: string | null;
  lastFailedAt: string | null;
  warned: number;
}

/** Failure windows of endpoints in Postgres. */
export class PostgresEndpointHealthStore implements EndpointHealthStore {
  readonly #sql: Sql;
  readonly #newId: NewId;

  constructor(options: { sql: Sql; newId: NewId }) {
    this.#sql = options.sql;
    this.#newId = options.newId;
  }

  async evaluateHealth(endpointId: string, now: Date): Promise<HealthEvaluation> {
    return this.#sql.begin(async (tx): Promise<HealthEvaluation> => {
      const [row] = await tx<FailureWindowRow[]>`
        SELECT account_id AS "accountId", url, failing_since AS "failingSince", last_failed_at AS "lastFailedAt", warned
        FROM webhook_endpoints WHERE id = ${endpointId} AND state = 'enabled' FOR NO KEY UPDATE`;
      if (!row?.failingSince || !row.lastFailedAt) {
        // Monitoring ends here: the next failure sees that it has to start it again.
        await tx`UPDATE webhook_endpoints SET next_look_at = NULL WHERE id = ${endpointId}`;
        return { nextLookMs: null, step: 'wait', mailIds: [] };
      }
      const clock = { failingSince: new Date(row.failingSince), lastFailedAt: new Date(row.lastFailedAt), warned: row.warned };
      const judgement = evaluateHealth(clock, now);
      const { step, nextLookAt } = judgement;
      if (step === 'wait') {
        await this.#recheck(tx, endpointId, nextLookAt, clock.warned);
        return { nextLookMs: millisecondsTo(nextLookAt, now), step, mailIds: [] };
      }
      const { days } = judgement;
      const failing: FailingEndpoint = { url: row.url, ...clock };
      const content = step === 'warn' ? endpointWarning(failing, days) : endpointDisabled(failing);
      const cause = `endpoint/${endpointId}/${clock.failingSince.toISOString()}/${step}/${days}`;
      const mailId = await writeMail(inSql(tx), this.#newId, { ...content, accountId: row.accountId, cause });
      if (step === 'warn') await this.#recheck(tx, endpointId, nextLookAt, days);
      else await disable(tx, endpointId, 'failing', now);
      const nextLookMs = step === 'warn' ? millisecondsTo(nextLookAt, now) : null;
      return { nextLookMs, step, mailIds: mailId === null ? [] : [mailId] };
    });
  }

  async unmonitored(seconds: number, { limit, after }: KeysetPage<string>): Promise<string[]> {
    const rows = await this.#sql<{ id: string }[]>`
      SELECT id FROM webhook_endpoints WHERE next_look_at < now() - make_interval(secs => ${seconds}) AND id > ${after ?? ''}
      ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }

  async #recheck(tx: TransactionSql, endpointId: string, at: Date, warned: number): Promise<void> {
    await tx`UPDATE webhook_endpoints SET warned = ${warned}, next_look_at = ${at.toISOString()}::timestamptz WHERE id = ${endpointId}`;
  }
}

/** A timer is never shorter than a second: clocks of two machines may differ by as much. */
const millisecondsTo = (moment: Date, now: Date): number => Math.max(1_000, moment.getTime() - now.getTime());

/** Disables an endpoint and ends its pending deliveries; they can be recovered afterwards. */
export async function disable(tx: TransactionSql, endpointId: string, reason: DisabledReason, at: Date): Promise<void> {
  await tx`
    UPDATE webhook_endpoints
    SET state = 'disabled', disabled_reason = ${reason}, disabled_at = ${at.toISOString()}::timestamptz, next_look_at = NULL
    WHERE id = ${endpointId}`;
  await tx`
    UPDATE webhook_deliveries
    SET state = 'failed', end_reason = 'endpoint_disabled', next_attempt_at = NULL, held_until = NULL, waiting_since = NULL
    WHERE endpoint_id = ${endpointId} AND state = 'pending'`;
}
