/** What one account's or one batch's trouble does to the others, what a repetition changes, and what finishing costs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BatchProgress } from '../../src/features/batches/store/batch-progress.js';
import { openDatabase } from '../../src/kernel/db/client.js';
import { asOwner } from '../support/databases.js';
import { readBatch, sendBatch } from '../support/http/batches.js';
import { startBareApi } from '../support/http/bare-api.js';
import type { Service } from '../support/service.js';

const BANDS = ['instant', 'default', 'deep'] as const;
const person = (name: string) => ({ identities: { usernames: [name] } });

describe('batches beside one that cannot go on', () => {
  let service: Service;
  const faults: string[] = [];
  let progress: BatchProgress;
  beforeAll(async () => {
    service = await startBareApi({ env: { DATABASE_POOL: '20' } });
    const { acceptance } = service.record;
    progress = new BatchProgress({ sql: service.sql, acceptance, onFault: (batchId) => faults.push(batchId) });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await service.sql`UPDATE batches SET state = 'cancelled' WHERE state <> 'finished'`;
    await service.sql`DELETE FROM rate_windows`;
  });

  const start = () => progress.acceptNext(BANDS, 8);
  /** An account with a batch of some items, in the order in which accounts are gone through. */
  async function accounts(count: number, items = 1) {
    const made = [];
    for (let n = 0; n < count; n += 1) {
      const account = await service.account();
      const people = Array.from({ length: items }, (_, index) => person(`person-${index}`));
      made.push({ ...account, ...(await sendBatch(service, account.key, people)) });
    }
    return made.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  }
  /** Spends the wait of faulty batches. */
  const later = () => service.sql`UPDATE batches SET faulted_at = now() - interval '1 hour' WHERE faulted_at IS NOT NULL`;
  const waiting = async ({ key, batchId }: { key: string; batchId: string }) => (await readBatch(service, key, batchId)).counts['waiting'];

  it('locked rows of accounts are passed over, however many they are', async () => {
    const all = await accounts(18);
    const [last] = all.slice(-1);
    await service.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM accounts WHERE id = ANY (${all.slice(0, -1).map(({ accountId }) => accountId)}) FOR UPDATE`;
      expect((await start()) + (await start())).toBe(1); // sixteen at once
      expect(last && (await waiting(last))).toBe(0);
    });
    expect((await start()) + (await start())).toBe(17);
  });

  it('a locked item or pool holds up its batch alone', async () => {
    const [one, other] = await accounts(2);
    for (const lock of [
      (tx: Service['sql']) => tx`SELECT 1 FROM batch_items WHERE batch_id = ${one?.batchId ?? ''} FOR UPDATE`,
      (tx: Service['sql']) => tx`SELECT 1 FROM batches WHERE id = ${one?.batchId ?? ''} FOR UPDATE`,
    ])
      await service.sql.begin(async (tx) => {
        await lock(tx as unknown as Service['sql']);
        await start();
        expect(other && (await waiting(other))).toBe(0);
        expect(one && (await waiting(one))).toBe(1);
      });
    expect(faults).toEqual([]);
    expect(await start()).toBe(1);
  });

  it('a batch whose items cannot be accepted is tried again later and later, paused with the reason, and reported once', async () => {
    const [poison, other] = await accounts(2);
    if (!poison || !other) throw new Error('unreachable');
    const [{ checks } = { checks: null }] = await service.sql<
      { checks: object }[]
    >`SELECT checks FROM batches WHERE id = ${poison.batchId}`;
    await service.sql`UPDATE batches SET checks = NULL WHERE id = ${poison.batchId}`;
    expect(await start()).toBe(1);
    expect(await waiting(other)).toBe(0);
    for (let step = 1; step < 5; step += 1) {
      expect(await readBatch(service, poison.key, poison.batchId)).toMatchObject({ status: 'queued' });
      await start(); // too early
      await later();
      await start();
    }
    expect(await readBatch(service, poison.key, poison.batchId)).toMatchObject({
      status: 'paused',
      pausedBecause: 'internal_error',
      counts: { waiting: 1 },
    });
    expect(faults).toEqual([poison.batchId]);
    await service.sql`UPDATE batches SET checks = ${JSON.stringify(checks)}::jsonb WHERE id = ${poison.batchId}`;
    await service.call('POST', `/v2/batches/${poison.batchId}/resume`, { key: poison.key });
    expect(await start()).toBe(1);
  });

  const finish = (accountId: string) =>
    service.sql`UPDATE lookups SET state = 'finished', finished_at = now() WHERE account_id = ${accountId} AND state <> 'finished'`;

  it('one that cannot be finished, or is locked, keeps no other from finishing', async () => {
    const all = await accounts(3);
    await start();
    for (const { accountId } of all) await finish(accountId);
    const [locked, poison, other] = all;
    await asOwner(service.sql, (owner) =>
      owner.unsafe(`
        CREATE FUNCTION is_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.id = '${poison?.batchId}' AND NEW.state = 'finished' THEN RAISE 'it cannot end'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER is_stuck BEFORE UPDATE ON batches FOR EACH ROW EXECUTE FUNCTION is_stuck()`),
    );
    await service.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM batches WHERE id = ${locked?.batchId ?? ''} FOR UPDATE`;
      expect(await progress.finishDone()).toBe(1);
      expect(await readBatch(service, other?.key ?? '', other?.batchId ?? '')).toMatchObject({ status: 'finished' });
    });
    expect(await progress.finishDone()).toBe(1);
    const [row] = await service.sql`SELECT state, faults FROM batches WHERE id = ${poison?.batchId ?? ''}`;
    expect(row).toEqual({ state: 'open', faults: 1 });
    await asOwner(service.sql, (owner) => owner.unsafe('DROP TRIGGER is_stuck ON batches; DROP FUNCTION is_stuck'));
    await later();
    expect(await progress.finishDone()).toBe(1);
  });

  it('finishing reads what has ended since the last step, however much is stored', async () => {
    const { accountId, apiKeyId } = await service.account('higher_volume');
    const [batches, items] = [5, 2_000];
    await service.sql`
      INSERT INTO batches (id, account_id, api_key_id, payer_id, band, state, item_count, checks, started_at)
      SELECT 'bat_large_' || n, ${accountId}, ${apiKeyId}, ${apiKeyId}, 'default', 'open', ${items}, '{}', now() FROM generate_series(1, ${batches}) n`;
    await service.sql`
      INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, finished_at)
      SELECT 'lkp_' || n || '_' || p, ${accountId}, ${apiKeyId}, 'lookup', 'default', 'batch', 'p', 'username', '{"username":"p"}', '{}',
        CASE WHEN p = ${items - 1} THEN 'running' ELSE 'finished' END, now()
      FROM generate_series(1, ${batches}) n, generate_series(0, ${items - 1}) p`;
    await service.sql`
      INSERT INTO batch_items (batch_id, account_id, position, state, lookup_id)
      SELECT 'bat_large_' || n, ${accountId}, p, 'started', 'lkp_' || n || '_' || p
      FROM generate_series(1, ${batches}) n, generate_series(0, ${items - 1}) p`;
    // One connection, so that it reports what itself has read.
    const { sql, close } = openDatabase({ url: service.config.DATABASE_URL ?? '', max: 1 });
    try {
      const own = new BatchProgress({ sql, acceptance: service.record.acceptance });
      const read = async (): Promise<number> => {
        await sql`SELECT pg_stat_force_next_flush()`;
        const [row] = await sql<{ read: number }[]>`
          SELECT sum(idx_tup_fetch + seq_tup_read)::float8 AS read FROM pg_stat_user_tables WHERE relname IN ('lookups', 'batch_items')`;
        return row?.read ?? 0;
      };
      const cost = async (): Promise<number> => {
        const before = await read();
        expect(await own.finishDone()).toBe(0);
        return (await read()) - before;
      };
      expect(await cost()).toBeGreaterThan(batches * items);
      expect(await cost()).toBeLessThan(100);
    } finally {
      await close();
    }
    await finish(accountId);
    expect(await progress.finishDone()).toBe(batches);
  });
});
