import { MockActivityEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createReconcileActivities } from '../../activities/lookups/reconcile.js';
import type { AcceptedLookup } from '../../src/features/lookups/lookup-ports.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';
import { asOwner } from '../support/databases.js';

const RUNNING = 60_000;

const { record } = await openTestRecords();

describe('the reconciler beside many lookups that run', () => {
  let waiting: string;
  beforeAll(async () => {
    const caller = await makeCaller(record, 'higher_volume');
    waiting = await acceptOne(record, caller);
    await record.database.sql`UPDATE lookups SET accepted_at = now() - interval '1 minute'`;
    await record.database.sql`
      INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at)
      SELECT 'lkp_running_' || n, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, 'running', now() - interval '1 day'
      FROM lookups, generate_series(1, ${RUNNING}::int) AS n WHERE id = ${waiting}`;
    await asOwner(record.database.sql, (sql) => sql`ANALYZE lookups`);
  });

  function setUp() {
    const started: string[] = [];
    const start = async ({ id }: AcceptedLookup): Promise<boolean> => started.push(id) > 0;
    const activities = createReconcileActivities({
      stalled: record.reader,
      starter: { start },
      lookupStarts: { count: async () => null },
      onSuspicion: vi.fn(),
    });
    return { started, activities };
  }

  it('its round of a minute starts what was accepted, and nothing else', async () => {
    const { started, activities } = setUp();
    await new MockActivityEnvironment().run(activities.reconcileLookups);
    expect(started).toEqual([waiting]);
  });

  it('its slow round starts all that run, each once, and nothing else', async () => {
    const { started, activities } = setUp();
    await new MockActivityEnvironment().run(activities.reconcileRunningLookups);
    expect(started).toHaveLength(RUNNING);
    expect(new Set(started).size).toBe(RUNNING);
    expect(started).not.toContain(waiting);
  });

  it.each(['accepted', 'running'] as const)('finds a page of those that are %s in an index of their own', async (state) => {
    const index = { accepted: 'lookups_unstarted', running: 'lookups_running' }[state];
    const before = await scans(index);
    await record.reader.unfinished(state, 10, { limit: 500, after: null });
    await expect.poll(() => scans(index)).toBeGreaterThan(before);
  });

  /** How often an index was read; the server's statistics lag behind. */
  async function scans(index: string): Promise<number> {
    const [row] = await record.database.sql<
      { scans: number }[]
    >`SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = ${index}`;
    return row?.scans ?? 0;
  }
});
