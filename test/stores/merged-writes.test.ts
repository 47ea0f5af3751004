import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyedDigest } from '../../src/kernel/secrets/keyed-digest.js';
import { type DatabaseHandle, openDatabase } from '../../src/kernel/db/client.js';
import { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import { openTestRecords, outcome, plannedLookup } from './support/record.js';
import { waitingForLocks } from '../support/databases.js';

const SHARDS = 16;

const { url, record } = await openTestRecords(4);

describe('results of one lookup that many shards of a process write at once', () => {
  let pool: DatabaseHandle;
  let writer: LookupWriter;
  beforeAll(async () => {
    pool = openDatabase({ url: url, max: 20, name: 'shards' });
    writer = new LookupWriter({
      sql: pool.sql,
      digest: createKeyedDigest({ keys: ['11'.repeat(32)], purpose: 'identity' }),
      erased: createKeyedDigest({ keys: ['11'.repeat(32)], purpose: 'erasure' }),
    });
    await Promise.all(Array.from({ length: 20 }, () => pool.sql`SELECT pg_sleep(0.05)`)); // every connection is open
  });
  afterAll(async () => {
    await pool.close();
  });

  /** Holds the lookup's row until it is told to let go. */
  async function lock(lookupId: string): Promise<() => Promise<void>> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      ended = record.database.sql
        .begin(async (tx) => {
          await tx`SELECT 1 FROM lookups WHERE id = ${lookupId} FOR UPDATE`;
          resolve();
          await released;
        })
        .catch(reject);
    });
    return async () => {
      release();
      await ended;
    };
  }
  const waiting = () => waitingForLocks(record.database.sql, 'shards');
  const platformsOf = async (lookupId: string) =>
    (await record.database.sql<{ platform: string }[]>`SELECT platform FROM lookup_results WHERE lookup_id = ${lookupId}`)
      .map(({ platform }) => platform)
      .sort();
  const platforms = Array.from({ length: SHARDS * 3 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  const shard = (n: number) => platforms.slice(n * 3, n * 3 + 3).map((platform) => outcome(platform));

  it('take one connection, and each is told when its own rows are committed', async () => {
    const lookupId = await plannedLookup(record, platforms);
    const release = await lock(lookupId);
    const received = Promise.all(
      Array.from({ length: SHARDS }, async (_, n) => {
        expect(await writer.record(lookupId, shard(n))).toBe(true);
        const stored = await platformsOf(lookupId);
        for (const { platform } of shard(n)) expect(stored).toContain(platform);
      }),
    );
    await expect.poll(waiting).toBe(1);
    await pool.sql`SELECT 1`; // whatever else was sent has arrived
    expect(await waiting()).toBe(1);
    await release();
    await received;
    expect(await platformsOf(lookupId)).toEqual(platforms);
  });

  it('of two lookups do not wait for each other', async () => {
    const [held, free] = [await plannedLookup(record, platforms), await plannedLookup(record, platforms)];
    const release = await lock(held);
    const holding = writer.record(held, shard(0));
    expect(await writer.record(free, shard(0))).toBe(true);
    await release();
    expect(await holding).toBe(true);
  });

  it('each is told of the failure of its statement, and the next one is tried', async () => {
    const lookupId = await plannedLookup(record, platforms);
    const release = await lock(lookupId);
    const broken = writer.record(lookupId, [outcome('p00', { checkedAt: new Date(Number.NaN) })]).then(
      () => 'stored',
      () => 'failed',
    );
    const first = writer.record(lookupId, shard(1)).then(
      () => 'stored',
      () => 'failed',
    );
    const unknownState = writer.record(lookupId, [{ ...outcome('p01'), platform: null as unknown as string }]).then(
      () => 'stored',
      () => 'failed',
    );
    await release();
    expect(await Promise.all([broken, first, unknownState])).toEqual(['failed', 'failed', 'failed']);
    expect(await writer.record(lookupId, shard(1))).toBe(true);
    expect(await platformsOf(lookupId)).toEqual(shard(1).map(({ platform }) => platform));
  });
});
