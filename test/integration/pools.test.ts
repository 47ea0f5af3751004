import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStores } from '../../src/wiring/stores.js';
import { openDatabase, type DatabaseHandle } from '../../src/kernel/db/client.js';
import { inBackground } from '../../src/kernel/db/pools.js';
import { makeCaller } from '../stores/support/record.js';
import { requestOf } from '../support/fixtures.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { asOwner, waitingForLocks } from '../support/databases.js';

const POOL = 4;
/** Advisory lock that stands for slow background work. */
const SLOW = 4_711;

describe('connections for what callers wait for, while all others are taken', () => {
  let service: WorkingService;
  let holder: DatabaseHandle;
  let release: () => Promise<unknown>;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 5, env: { DATABASE_POOL: String(POOL) } });
    holder = openDatabase({ url: service.config.DATABASE_URL ?? '', max: 1 });
    // Every change of an asynchronous lookup waits for the lock.
    await asOwner(service.sql, (sql) =>
      sql.unsafe(`
        CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${SLOW}); RETURN NEW; END $$;
        CREATE TRIGGER slow BEFORE UPDATE ON lookups FOR EACH ROW WHEN (OLD.mode = 'async') EXECUTE FUNCTION wait_for_lock();`),
    );
    await holder.sql`SELECT pg_advisory_lock(${SLOW})`;
    release = () => holder.sql`SELECT pg_advisory_unlock(${SLOW})`;
  });
  afterAll(async () => {
    await service.close();
    await holder.close();
  });

  const blocked = (name: string) => waitingForLocks(service.sql, `${name}%`);

  it('are open before the API takes the first request', async () => {
    const [open] = await service.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'footprint-api' AND datname = current_database()`;
    // One more listens.
    expect(open?.count).toBe(POOL + 1);
  });

  it('an acceptance finds one beside statements of the background', async () => {
    const record = openStores(service.config, 'one-process', { pools: 'by priority' });
    const slow = Array.from({ length: 3 * POOL }, () =>
      inBackground(() =>
        record.database.sql`SELECT pg_advisory_xact_lock_shared(${SLOW})`.then(
          () => 'done',
          () => 'given up',
        ),
      ),
    );
    await expect.poll(() => blocked('one-process')).toBe(POOL / 2);
    const [accepted] = await record.acceptance.accept(await makeCaller(record, 'growth'), [requestOf({ mode: 'wait' })], null);
    expect(accepted).toHaveProperty('lookupId');
    expect(await blocked('one-process')).toBe(POOL / 2);
    await record.database.close();
    await Promise.all(slow);
  });

  it('a worker finishes lookups that are waited for beside asynchronous ones, and finishes those afterwards', async () => {
    const { key } = await service.account();
    const post = (path: string) => service.call('POST', path, { key, body: { query: ADA.username } });
    const slow = await Promise.all(Array.from({ length: 3 * POOL }, () => post('/v1/lookup')));
    await expect.poll(() => blocked('footprint-worker')).toBe(POOL / 2);
    for (const path of ['/v1/lookup?wait=true', '/v1/lookup?instant=true']) {
      const { status, body } = await post(path);
      expect({ status, matches: (body as LookupBody).matches }).toEqual({ status: 200, matches: expect.any(Number) as number });
    }
    expect(await blocked('footprint-worker')).toBeLessThanOrEqual(POOL / 2);
    await release();
    const ids = slow.map(({ body }) => (body as LookupBody).lookupId);
    const open = async () => (await service.sql`SELECT 1 FROM lookups WHERE id IN ${service.sql(ids)} AND state <> 'finished'`).count;
    await expect.poll(open, { timeout: 90_000 }).toBe(0);
  });
});
