/** What workers share of what lookups showed of platforms, on Postgres. */
import { beforeEach, describe, expect, it } from 'vitest';
import { PostgresTrafficStore } from '../../src/features/platforms/store/traffic-store.js';
import type { StoredObservation } from '../../src/engine/controls/ports.js';
import { asOwner, truncate } from '../support/databases.js';
import { openTestRecords } from './support/record.js';

const { record, other } = await openTestRecords(4);
const { sql } = record.database;
const [store, second] = [record, other].map(({ database }) => new PostgresTrafficStore({ sql: database.sql, egress: 'direct' }));
const elsewhere = new PostgresTrafficStore({ sql, egress: 'another' });
const HOUR = 3_600_000;

const found = (n: number, more: Partial<StoredObservation> = {}): StoredObservation => ({
  platform: 'example',
  queryType: 'email',
  rule: 'r1',
  keyHour: 1,
  state: 'registered',
  at: Date.now(),
  identity: `i${n}`,
  account: `a${n}`,
  location: 'p',
  ...more,
});

beforeEach(() => truncate(sql, 'traffic_observations', 'traffic_key'));

describe('the key', () => {
  const at = (hours: number, minutes: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR + minutes * 60_000);

  it('is one for all processes, changes each hour, and is kept for 15 minutes after that', async () => {
    const [first, same] = await Promise.all([store?.keys(at(0, 30)), second?.keys(at(0, 30))]);
    expect(first?.keys).toHaveLength(1);
    expect(same).toEqual(first);
    const turned = await second?.keys(at(1, 5));
    expect(turned?.keys[0]).toEqual(first?.keys[0]);
    expect(turned?.keys).toHaveLength(2);
    // A process whose clock is behind changes nothing.
    expect(await store?.keys(at(0, 59))).toEqual(turned);
    expect((await store?.keys(at(1, 16)))?.keys).toEqual([turned?.keys[1]]);
    const rows = await sql<{ key: Buffer; previous: Buffer | null }[]>`SELECT key, previous FROM traffic_key`;
    expect(rows).toEqual([{ key: turned?.keys[1]?.key, previous: null }]);
    expect((await store?.keys(at(9, 5)))?.keys).toHaveLength(1);
  });
});

describe('observations', () => {
  it('reach the other processes of the egress once, with the time at which they were seen first', async () => {
    const at = Date.now() - 5_000;
    await store?.exchange([found(1, { at }), found(2)], null);
    await store?.exchange([found(1, { at: at + 4_000 })], null);
    const read = await second?.exchange([], null);
    expect(read?.observations.map(({ identity }) => identity).sort()).toEqual(['i1', 'i2']);
    expect(read?.observations.find(({ identity }) => identity === 'i1')).toEqual(found(1, { at }));
    expect((await elsewhere.exchange([], null)).observations).toEqual([]);
    await sql`UPDATE traffic_observations SET stored_at = stored_at - interval '3 seconds'`;
    await store?.exchange([found(3)], null);
    const later = await second?.exchange([], read?.cursor ?? null);
    expect(later?.observations.map(({ identity }) => identity)).toEqual(['i3']);
  });

  it('of two processes at once are all stored', async () => {
    const all = Array.from({ length: 40 }, (_, n) => found(n));
    await Promise.all([store?.exchange(all, null), second?.exchange(all.toReversed(), null)]);
    expect((await store?.exchange([], null))?.observations).toHaveLength(40);
  });

  it('are deleted after 15 minutes, by whoever asks for the key', async () => {
    await store?.exchange([found(1), found(2)], null);
    await sql`UPDATE traffic_observations SET stored_at = stored_at - interval '16 minutes' WHERE identity = 'i1'`;
    await store?.keys(new Date());
    expect(await sql`SELECT identity FROM traffic_observations`).toEqual([{ identity: 'i2' }]);
  });

  it('show that a platform is calibrated from three accounts and three people on', async () => {
    await store?.exchange([found(1), found(2), found(3, { account: 'a1' })], null);
    await store?.exchange(
      [1, 2, 3].map((n) => found(n, { platform: 'same', identity: 'i' })),
      null,
    );
    await store?.exchange(
      [1, 2, 3].map((n) => found(n, { platform: 'denied', state: 'contradicted' })),
      null,
    );
    await store?.exchange([found(1), found(2), found(3, { rule: 'r2' })], null);
    expect(await store?.calibrated()).toEqual(new Set());
    await store?.exchange([found(4)], null);
    expect(await store?.calibrated()).toEqual(new Set(['example:email']));
    expect(await elsewhere.calibrated()).toEqual(new Set());
  });

  it('and the key are in no archive of the log', async () => {
    const unlogged = await asOwner(
      sql,
      (owner) => owner`
      SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r' ORDER BY relname`,
    );
    expect(unlogged.map(({ relname }) => relname as string)).toEqual(expect.arrayContaining(['traffic_key', 'traffic_observations']));
  });
});
