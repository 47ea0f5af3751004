import type { Execution } from '../reports.js';
import type { Sql } from '../../../kernel/db/client.js';

/** Long enough for whoever wrote a row to have started its work. */
const GRACE = '10 seconds';

/** Rows that have an execution in Temporal. */
export class WorkRows {
  constructor(private readonly options: { sql: Sql }) {}

  /** Rows whose work should be under way. */
  async underWay(): Promise<Execution[]> {
    return this.options.sql<Execution[]>`
      SELECT CASE WHEN mode IN ('check', 'instant') THEN mode ELSE 'lookup' END AS kind, id AS ref FROM lookups
      WHERE state = 'running' AND accepted_at < now() - ${GRACE}::interval
      UNION ALL
      SELECT CASE WHEN mode IN ('check', 'instant') THEN mode ELSE 'lookup' END, id FROM lookups
      WHERE state = 'accepted' AND mode <> 'batch' AND accepted_at < now() - ${GRACE}::interval
      UNION ALL
      SELECT 'mail', id FROM mails WHERE state = 'pending' AND created_at < now() - ${GRACE}::interval
      UNION ALL
      SELECT 'erasure', id FROM erasures
      WHERE state <> 'done' AND coalesce(due_at, created_at) < now() - ${GRACE}::interval`;
  }

  /** Those whose row exists, whatever its state. */
  async existing(executions: readonly Execution[]): Promise<Execution[]> {
    const kinds = executions.map(({ kind }) => kind as string);
    const refs = executions.map(({ ref }) => ref);
    return this.options.sql<Execution[]>`
      SELECT kind, ref FROM unnest(${kinds}::text[], ${refs}::text[]) AS e (kind, ref)
      WHERE CASE kind
        WHEN 'mail' THEN EXISTS (SELECT FROM mails WHERE id = ref)
        WHEN 'erasure' THEN EXISTS (SELECT FROM erasures WHERE id = ref)
        WHEN 'endpoint' THEN EXISTS (SELECT FROM webhook_endpoints WHERE id = ref)
        WHEN 'delivery' THEN EXISTS (
          SELECT FROM webhook_deliveries WHERE event_id = split_part(ref, '/', 1) AND endpoint_id = split_part(ref, '/', 2))
        ELSE EXISTS (SELECT FROM lookups WHERE id = ref) END`;
  }
}
