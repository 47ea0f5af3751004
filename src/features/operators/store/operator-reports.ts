import type { Sql } from '../../../kernel/db/client.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import { isOpenInvitation } from '../../people/store/member-store.js';
import { periodStart, PLAN, PLANS } from '../../accounts/plans.js';
import type {
  AccountCounts,
  AccountSearch,
  BacklogKind,
  Execution,
  ListedAccount,
  OpenCircuit,
  PlatformBackoff,
  ReportedDispute,
  RunningErasure,
  UnfinishedCount,
  UnfinishedDelivery,
  UnfinishedLookup,
  Waiting,
} from '../reports.js';

/** The limits of hosts are out of date after this long without a request (fleet-store.ts). */
const STALE_AFTER = '10 minutes';

/** Owners that are listed with an account; one is enough to write to. */
const LISTED_OWNERS = 3;
/** Attempts that are listed with a delivery: as many as its event makes. */
const LISTED_ATTEMPTS = 8;

/** Text as a part of a pattern of LIKE. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Reports on the whole service. Every column is named: none that holds an identity that was looked up is read. */
export class OperatorReports {
  constructor(private readonly options: { sql: Sql }) {}

  /** Newest first; the cursor is an id. @param now decides which period of its plan an account is in */
  async accounts({ search }: AccountSearch, { limit, after }: KeysetPage<string>, now: Date): Promise<readonly ListedAccount[]> {
    const sql = this.options.sql;
    const text = literal(search ?? '');
    const part = `%${text}%`;
    const starts = Object.fromEntries(PLANS.map((plan) => [plan, periodStart(PLAN[plan], now)]));
    const rows = await sql<(ListedAccount & { quota: number | null })[]>`
      SELECT a.id AS "accountId", a.email, a.name, a.plan, a.created_at AS "createdAt", a.suspended_at AS "suspendedAt",
        ${this.#activeKeys} AS "activeKeys", a.quota_override AS quota,
        ARRAY(SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.account_id = a.id AND m.role = 'owner'
              ORDER BY m.joined_at, m.id LIMIT ${LISTED_OWNERS}) AS owners,
        coalesce((SELECT p.used::float8 FROM usage_periods p WHERE p.pool_id = a.pool_id
                  AND p.period_start = (${JSON.stringify(starts)}::jsonb ->> a.plan)::timestamptz), 0) AS used
      FROM accounts a
      WHERE (a.id LIKE ${`${text}%`} OR a.email ILIKE ${part} OR a.name ILIKE ${part}) ${after === null ? sql`` : sql`AND a.id < ${after}`}
      ORDER BY a.id DESC LIMIT ${limit}`;
    return rows.map(({ quota, ...row }) => ({ ...row, allowance: quota ?? PLAN[row.plan].lookupsPerPeriod }));
  }

  /** @returns null when there is no such account */
  async accountCounts(accountId: string): Promise<AccountCounts | null> {
    const [row] = await this.options.sql<AccountCounts[]>`
      SELECT ${this.#activeKeys} AS "activeKeys",
        (SELECT count(*)::int FROM members WHERE account_id = a.id) AS members,
        (SELECT count(*)::int FROM invitations WHERE account_id = a.id AND ${isOpenInvitation(this.options.sql)}) AS "openInvitations",
        (SELECT count(*)::int FROM webhook_endpoints WHERE account_id = a.id) AS endpoints,
        (SELECT count(*)::int FROM webhook_endpoints WHERE account_id = a.id AND state <> 'enabled') AS "disabledEndpoints",
        (SELECT count(*)::int FROM lookups WHERE account_id = a.id) AS lookups,
        (SELECT count(*)::int FROM lookups WHERE account_id = a.id AND state <> 'finished') AS "unfinishedLookups"
      FROM accounts a WHERE a.id = ${accountId}`;
    return row ?? null;
  }

  async backlog(): Promise<Readonly<Record<BacklogKind, Waiting>>> {
    const rows = await this.options.sql<(Waiting & { kind: BacklogKind })[]>`
      SELECT 'batchLookups' AS kind, count(*)::int AS count, min(accepted_at) AS "oldestAt" FROM lookups WHERE state = 'accepted' AND mode = 'batch'
      UNION ALL
      SELECT 'otherLookups', count(*)::int, min(accepted_at) FROM lookups WHERE state = 'accepted' AND mode <> 'batch'
      UNION ALL
      SELECT 'deliveries', count(*)::int, min(next_attempt_at) FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now()
      UNION ALL
      SELECT 'emails', count(*)::int, min(created_at) FROM emails WHERE state = 'pending'
      UNION ALL
      SELECT 'erasures', count(*)::int, min(created_at) FROM erasures WHERE state <> 'done'`;
    return Object.fromEntries(rows.map(({ kind, ...waiting }) => [kind, waiting])) as Record<BacklogKind, Waiting>;
  }

  async unfinished(): Promise<readonly UnfinishedCount[]> {
    const part = (condition: ReturnType<Sql>) => this.options.sql`
      SELECT state, mode, count(*)::int AS count, min(accepted_at) AS "oldestAt" FROM lookups WHERE ${condition} GROUP BY state, mode`;
    return this.options.sql<UnfinishedCount[]>`
      ${part(this.options.sql`state = 'accepted' AND mode = 'batch'`)} UNION ALL ${part(this.options.sql`state = 'accepted' AND mode <> 'batch'`)}
      UNION ALL ${part(this.options.sql`state = 'running'`)} ORDER BY state, mode`;
  }

  /** Oldest first. */
  async oldestUnfinished(limit: number): Promise<readonly UnfinishedLookup[]> {
    // A part for each of the partial indexes, so that none of them reads the finished lookups.
    const part = (condition: ReturnType<Sql>) => this.options.sql`
      (SELECT id, account_id, kind, mode, state, accepted_at FROM lookups WHERE ${condition} ORDER BY accepted_at, id LIMIT ${limit})`;
    return this.options.sql<UnfinishedLookup[]>`
      SELECT id, account_id AS "accountId", kind, mode, state, accepted_at AS "acceptedAt"
      FROM (${part(this.options.sql`state = 'accepted' AND mode = 'batch'`)} UNION ALL ${part(this.options.sql`state = 'accepted' AND mode <> 'batch'`)}
        UNION ALL ${part(this.options.sql`state = 'running'`)}) l
      ORDER BY accepted_at, id LIMIT ${limit}`;
  }

  /** Those first that have been due for longest. */
  async oldestDeliveries(limit: number): Promise<readonly UnfinishedDelivery[]> {
    return this.options.sql<UnfinishedDelivery[]>`
      SELECT event_id AS "eventId", endpoint_id AS "endpointId", run, account_id AS "accountId", attempts, created_at AS "createdAt",
        next_attempt_at AS "nextAttemptAt", coalesce((
          SELECT jsonb_agg(jsonb_build_object('number', number, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'status', status, 'failure', failure, 'durationMs', duration_ms) ORDER BY number)
          FROM (SELECT * FROM webhook_attempts a WHERE a.event_id = d.event_id AND a.endpoint_id = d.endpoint_id
                ORDER BY number DESC LIMIT ${LISTED_ATTEMPTS}) latest), '[]') AS "latestAttempts"
      FROM webhook_deliveries d WHERE state = 'pending' ORDER BY next_attempt_at, event_id, endpoint_id LIMIT ${limit}`;
  }

  /** Open circuits in all egress pools. */
  async circuits(): Promise<readonly OpenCircuit[]> {
    return this.options.sql<OpenCircuit[]>`
      SELECT pool AS "egressPool", egress, host, updated_at AS since, circuit_open_until AS until, trips FROM host_flow
      WHERE circuit_open_until > clock_timestamp()
        OR (circuit_open_until IS NOT NULL AND updated_at > clock_timestamp() - ${STALE_AFTER}::interval)
      ORDER BY pool, host, egress`;
  }

  async backoffs(): Promise<readonly PlatformBackoff[]> {
    return this.options.sql<PlatformBackoff[]>`
      SELECT egress AS "egressPool", platform, until FROM platform_backoffs WHERE until > clock_timestamp() ORDER BY egress, platform`;
  }

  async erasures(limit: number): Promise<readonly RunningErasure[]> {
    return this.options.sql<RunningErasure[]>`
      SELECT id, account_id AS "accountId", is_dry_run AS "isDryRun", state, created_at AS "createdAt"
      FROM erasures WHERE state <> 'done' ORDER BY created_at, id LIMIT ${limit}`;
  }

  /** Newest first, without those of test lookups. */
  async disputes(limit: number): Promise<readonly ReportedDispute[]> {
    return this.options.sql<ReportedDispute[]>`
      SELECT d.platform, d.query_type AS "queryType", d.state = 'registered' AS registered, d.egress AS "egressPool", d.rule, d.catalogue,
        d.evidence_digest AS evidence, d.account_id AS "accountId", d.created_at AS "createdAt", d.controlled_at AS "controlledAt"
      FROM result_disputes d JOIN lookups l ON l.id = d.lookup_id
      WHERE NOT l.is_test ORDER BY d.created_at DESC LIMIT ${limit}`;
  }

  get #activeKeys() {
    return this.options.sql`(
      SELECT count(*)::int FROM api_keys k
      WHERE k.account_id = a.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()))`;
  }
}

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
      SELECT 'email', id FROM emails WHERE state = 'pending' AND created_at < now() - ${GRACE}::interval
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
        WHEN 'email' THEN EXISTS (SELECT FROM emails WHERE id = ref)
        WHEN 'erasure' THEN EXISTS (SELECT FROM erasures WHERE id = ref)
        WHEN 'endpoint' THEN EXISTS (SELECT FROM webhook_endpoints WHERE id = ref)
        WHEN 'delivery' THEN EXISTS (
          SELECT FROM webhook_deliveries WHERE event_id = split_part(ref, '/', 1) AND endpoint_id = split_part(ref, '/', 2))
        ELSE EXISTS (SELECT FROM lookups WHERE id = ref) END`;
  }
}
