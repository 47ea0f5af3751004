import type { FleetMember, FleetStore, HostFlow, HostFlowChange, MemberStatus } from '../../../engine/flow/fleet.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';

/** A worker that has not renewed for this long is dead: others take its share. Longer than a member acts on what it read last. */
const LEASE = '3 seconds';
/** Key of the advisory lock that serialises joins: any number that this service uses for nothing else. */
const JOIN_LOCK = 7_105_601;
/** Rows may commit after a later one was read: this much is read twice. */
const OVERLAP = '2 seconds';
/** A limit that was not used for this long is out of date. */
const STALE_AFTER = '10 minutes';
/** A trial that was claimed and not reported may be claimed again after this long. */
const TRIAL_LEASE = '20 seconds';

interface FlowRow {
  host: string;
  egress: string;
  concurrency: number;
  openForMs: number | null;
  trips: number;
  updatedAt: string;
}

/** The fleet's members and the host state that they share, in Postgres, by its clock. */
export class PostgresFleetStore implements FleetStore {
  /**
   * @param options.sessions where a session ends with this process, when `sql` is behind a pooler
   * @param options.egress host state is kept, and shared, for this egress pool only
   */
  constructor(private readonly options: { sql: Sql; sessions?: Sql; egress: EgressPool }) {}

  async join({ id, egresses, acknowledgedMembers }: FleetMember): Promise<readonly FleetMember[]> {
    return transaction(this.options.sql, async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(${JOIN_LOCK})`;
      await tx`DELETE FROM fleet_members WHERE expires_at < clock_timestamp() OR id = ${id}`;
      await tx`
        INSERT INTO fleet_members (id, pool, egresses, acknowledged_members, expires_at)
        VALUES (${id}, ${this.options.egress}, ${[...egresses]}, ${[...acknowledgedMembers]}, clock_timestamp() + ${LEASE}::interval)`;
      // A worker that rejoins has to be taken into account anew: the others may have used its share meanwhile.
      await tx`
        UPDATE fleet_members SET acknowledged_members = array_remove(acknowledged_members, ${id})
        WHERE pool = ${this.options.egress} AND ${id} = ANY (acknowledged_members)`;
      return tx<
        FleetMember[]
      >`SELECT id, egresses, acknowledged_members AS "acknowledgedMembers" FROM fleet_members WHERE pool = ${this.options.egress} AND id <> ${id}`;
    });
  }

  async renew({ id, acknowledgedMembers }: FleetMember, status: MemberStatus): Promise<readonly FleetMember[] | null> {
    const { sql, sessions = sql } = this.options;
    const rows = await sessions<(FleetMember & { isSelf: boolean })[]>`
      WITH self AS (
        UPDATE fleet_members SET acknowledged_members = ${[...acknowledgedMembers]},
          status = ${JSON.stringify(status)}::jsonb || jsonb_build_object('backend', pg_backend_pid()),
          expires_at = clock_timestamp() + ${LEASE}::interval
        WHERE id = ${id} AND expires_at > clock_timestamp() RETURNING id, egresses, acknowledged_members
      )
      SELECT id, egresses, acknowledged_members AS "acknowledgedMembers", NULL::jsonb AS "failedEgresses", true AS "isSelf" FROM self
      UNION ALL SELECT id, egresses, acknowledged_members, coalesce(status -> 'failedEgresses', '[]'), false
      FROM fleet_members WHERE pool = ${this.options.egress} AND id <> ${id} AND expires_at > clock_timestamp()`;
    if (!rows.some(({ isSelf }) => isSelf)) return null;
    return rows.filter(({ isSelf }) => !isSelf).map(({ isSelf: _, ...other }) => other);
  }

  async statuses(): Promise<readonly MemberStatus[]> {
    const rows = await this.options.sql<{ status: MemberStatus }[]>`
      SELECT status FROM fleet_members WHERE pool = ${this.options.egress} AND expires_at > clock_timestamp() AND status IS NOT NULL`;
    return rows.map(({ status }) => status);
  }

  /** The connection of a killed process ends at once, long before its lease. */
  async workers(): Promise<number> {
    const { count } = await this.options.sql`
      SELECT FROM fleet_members WHERE expires_at > clock_timestamp() AND coalesce(status ->> 'takesWork', 'true') <> 'false' AND status IS NOT NULL
        AND (status -> 'backend' IS NULL OR EXISTS (SELECT FROM pg_stat_get_activity((status ->> 'backend')::int)))`;
    return count;
  }

  async release(id: string): Promise<void> {
    await this.options.sql`DELETE FROM fleet_members WHERE id = ${id}`;
  }

  async push(changes: readonly HostFlowChange[]): Promise<void> {
    // In the order of the key, so that two workers cannot deadlock.
    await this.options.sql`
      INSERT INTO host_flow AS h (pool, host, egress, concurrency, decreased_at, circuit_open_until, trips, updated_at)
      SELECT ${this.options.egress}, host, egress, concurrency, CASE WHEN "isDecrease" THEN clock_timestamp() END,
             clock_timestamp() + make_interval(secs => "openForMs" / 1000.0), trips, clock_timestamp()
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        AS c (host text, egress text, concurrency int, "isDecrease" boolean, "openForMs" float8, trips int)
      ORDER BY host, egress
      ON CONFLICT (pool, host, egress) DO UPDATE SET
        concurrency = CASE
          WHEN excluded.decreased_at IS NOT NULL THEN least(h.concurrency, excluded.concurrency)
          WHEN h.decreased_at > clock_timestamp() - interval '1 second' THEN h.concurrency
          ELSE excluded.concurrency END,
        decreased_at = coalesce(excluded.decreased_at, h.decreased_at),
        -- A worker that found the host overloaded and had not heard that it is open does not close it.
        circuit_open_until = CASE WHEN excluded.decreased_at IS NOT NULL THEN coalesce(excluded.circuit_open_until, h.circuit_open_until) ELSE excluded.circuit_open_until END,
        trips = CASE WHEN excluded.decreased_at IS NOT NULL THEN greatest(excluded.trips, h.trips) ELSE excluded.trips END,
        trial_lease_until = CASE WHEN coalesce(excluded.circuit_open_until, excluded.decreased_at) IS NULL THEN NULL ELSE h.trial_lease_until END,
        updated_at = excluded.updated_at`;
  }

  async pull(after: string | null): Promise<{ flows: readonly HostFlow[]; cursor: string | null }> {
    const rows = await this.options.sql<FlowRow[]>`
      SELECT host, egress, concurrency, trips, updated_at::text AS "updatedAt",
             CASE WHEN circuit_open_until IS NOT NULL THEN greatest(0, extract(epoch FROM circuit_open_until - clock_timestamp()) * 1000)::float8 END AS "openForMs"
      FROM host_flow
      WHERE pool = ${this.options.egress} AND updated_at > coalesce(${after}::timestamptz - ${OVERLAP}::interval, clock_timestamp() - ${STALE_AFTER}::interval)
      ORDER BY updated_at`;
    return { flows: rows.map(({ updatedAt: _, ...flow }) => flow), cursor: rows.at(-1)?.updatedAt ?? after };
  }

  async claimTrial(host: string): Promise<boolean> {
    const { count } = await this.options.sql`
      UPDATE host_flow SET trial_lease_until = clock_timestamp() + ${TRIAL_LEASE}::interval
      WHERE pool = ${this.options.egress} AND host = ${host} AND circuit_open_until <= clock_timestamp() AND (trial_lease_until IS NULL OR trial_lease_until < clock_timestamp())`;
    return count > 0;
  }
}
