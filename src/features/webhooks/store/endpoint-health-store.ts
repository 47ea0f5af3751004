import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import { endpointDisabled, endpointWarning, type FailingEndpoint } from '../endpoint-emails.js';
import { evaluateHealth, type DisabledReason } from '../endpoint.js';
import type { HealthEvaluation, OutboxLauncher } from '../ports.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { endPending } from './endpoint-remains.js';
import { writeEmail } from '../../emails/store/email-outbox.js';

interface FailureWindowRow {
  accountId: string;
  url: string;
  failingSince: Date | null;
  lastFailedAt: Date | null;
  warningsSent: number;
}

/** Failure windows of endpoints in Postgres. */
export class EndpointHealthStore {
  /** @param options.launcher sends emails after their commit; without it the reconciler does */
  constructor(private readonly options: { sql: Sql; newId: NewId; launcher?: Pick<OutboxLauncher, 'startEmail'> | undefined }) {}

  /** Evaluates the failure window and carries out the step that is due, with its mail, in one transaction. */
  async evaluateHealth(endpointId: string, now: Date): Promise<HealthEvaluation> {
    return transaction(this.options.sql, async (tx, afterCommit): Promise<HealthEvaluation> => {
      const [row] = await tx<FailureWindowRow[]>`
        SELECT account_id AS "accountId", url, failing_since AS "failingSince", last_failed_at AS "lastFailedAt", warnings_sent AS "warningsSent"
        FROM webhook_endpoints WHERE id = ${endpointId} AND state = 'enabled' FOR NO KEY UPDATE`;
      if (!row?.failingSince || !row.lastFailedAt) {
        // Monitoring ends here: the next failure sees that it has to start it again.
        await tx`UPDATE webhook_endpoints SET next_check_at = NULL WHERE id = ${endpointId}`;
        return { nextCheckMs: null, step: 'wait' };
      }
      const window = { failingSince: row.failingSince, lastFailedAt: row.lastFailedAt, warningsSent: row.warningsSent };
      const evaluation = evaluateHealth(window, now);
      const { step, nextCheckAt } = evaluation;
      if (step === 'wait') {
        await this.#recheck(tx, endpointId, nextCheckAt, window.warningsSent);
        return { nextCheckMs: millisecondsTo(nextCheckAt, now), step };
      }
      const { days } = evaluation;
      const failing: FailingEndpoint = { url: row.url, ...window };
      const content = step === 'warn' ? endpointWarning(failing, days) : endpointDisabled(failing);
      const dedupKey = `endpoint/${endpointId}/${window.failingSince.toISOString()}/${step}/${days}`;
      const emailId = await writeEmail(tx, this.options.newId, { ...content, accountId: row.accountId, dedupKey });
      if (emailId !== null) afterCommit(() => this.options.launcher?.startEmail(emailId));
      if (step === 'warn') await this.#recheck(tx, endpointId, nextCheckAt, days);
      else await disable(tx, endpointId, 'failing', now);
      const nextCheckMs = step === 'warn' ? millisecondsTo(nextCheckAt, now) : null;
      return { nextCheckMs, step };
    });
  }

  /** Endpoints whose check is overdue by more than `seconds`, in the order of their ids. */
  async unmonitored(seconds: number, { limit, after }: KeysetPage<string>): Promise<string[]> {
    const rows = await this.options.sql<{ id: string }[]>`
      SELECT id FROM webhook_endpoints WHERE next_check_at < now() - make_interval(secs => ${seconds}) AND id > ${after ?? ''}
      ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }

  async #recheck(tx: TransactionSql, endpointId: string, at: Date, warningsSent: number): Promise<void> {
    await tx`UPDATE webhook_endpoints SET warnings_sent = ${warningsSent}, next_check_at = ${at.toISOString()}::timestamptz WHERE id = ${endpointId}`;
  }
}

/** A timer is never shorter than a second: clocks of two machines may differ by as much. */
const millisecondsTo = (timestamp: Date, now: Date): number => Math.max(1_000, timestamp.getTime() - now.getTime());

/** Disables an endpoint and ends its pending deliveries, many of them later (`EndpointRemains`); they can be recovered afterwards. */
export async function disable(tx: TransactionSql, endpointId: string, reason: DisabledReason, at: Date): Promise<void> {
  await tx`
    UPDATE webhook_endpoints
    SET state = 'disabled', disabled_reason = ${reason}, disabled_at = ${at.toISOString()}::timestamptz, next_check_at = NULL
    WHERE id = ${endpointId}`;
  await endPending(tx, endpointId);
}
