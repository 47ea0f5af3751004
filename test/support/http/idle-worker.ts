import type { Service } from '../service.js';
import { idleStatus } from '../../stores/support/fleet.js';

/** A member of the fleet that takes lookups and does nothing with them: instant lookups are accepted, and nothing becomes of them. */
export async function addIdleWorker(service: Pick<Service, 'sql'>, takesWork = true): Promise<void> {
  await service.sql`
    INSERT INTO fleet_members (id, pool, egresses, acknowledged_members, status, expires_at)
    VALUES ('idle', 'direct', ARRAY['direct'], ARRAY[]::text[], ${JSON.stringify({ ...idleStatus(), takesWork })}::jsonb, now() + interval '1 day')
    ON CONFLICT (id) DO UPDATE SET status = excluded.status`;
}
