/** What the workers of a fleet share, on Postgres and its clock. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FleetMember, HostFlowChange, MemberStatus } from '../../src/engine/flow/fleet.js';
import { openDatabase } from '../../src/kernel/db/client.js';
import { PostgresFleetStore } from '../../src/features/platforms/store/fleet-store.js';
import { openTestRecords } from './support/record.js';
import { idleStatus } from './support/fleet.js';
import { truncate } from '../support/databases.js';

const { record, other, url } = await openTestRecords(10);
const { sql } = record.database;
const stores = [record, other].map(({ database }) => new PostgresFleetStore({ ...database, egress: 'direct' }));
const store = (n = 0) => stores[n % stores.length] as PostgresFleetStore;
const member = (id: string, more: Partial<FleetMember> = {}): FleetMember => ({
  id,
  egresses: ['direct'],
  acknowledgedMembers: [],
  ...more,
});
const ids = (members: readonly FleetMember[] | null) => members?.map(({ id }) => id).sort() ?? null;
const status: MemberStatus = idleStatus();
/** Moves the database's clock on, as far as these rows can tell. */
const later = async (seconds: number) => {
  await sql`UPDATE fleet_members SET expires_at = expires_at - make_interval(secs => ${seconds})`;
  await sql`UPDATE host_flow SET decreased_at = decreased_at - make_interval(secs => ${seconds}), circuit_open_until = circuit_open_until - make_interval(secs => ${seconds}),
    trial_lease_until = trial_lease_until - make_interval(secs => ${seconds}), updated_at = updated_at - make_interval(secs => ${seconds})`;
};

beforeEach(async () => {
  await truncate(sql, 'fleet_members', 'host_flow');
});

describe('members', () => {
  it('of any egress pool are known to take lookups once they have said so, until they say otherwise or their lease ends', async () => {
    const elsewhere = new PostgresFleetStore({ sql, egress: 'another' });
    expect(await store().workers()).toBe(0);
    await elsewhere.join(member('w'));
    expect(await store().workers()).toBe(0);
    for (const takesWork of [false, true, false, true]) {
      await elsewhere.renew(member('w'), { ...status, takesWork });
      expect(await store().workers()).toBe(takesWork ? 1 : 0);
    }
    await later(10);
    expect(await store().workers()).toBe(0);
  });

  it('whose process was killed take none from that moment on, although their leases last', async () => {
    const own = openDatabase({ url, max: 2 });
    const killed = new PostgresFleetStore({ sql: own.sql, egress: 'direct' });
    await killed.join(member('killed'));
    await killed.renew(member('killed'), { ...status, takesWork: true });
    expect(await store().workers()).toBe(1);
    await own.close(); // the system closes the connections of a killed process
    await vi.waitFor(async () => expect(await store().workers()).toBe(0), { timeout: 1_000, interval: 5 });
    const [left] = await sql<{ lasts: boolean }[]>`SELECT expires_at > clock_timestamp() AS lasts FROM fleet_members`;
    expect(left?.lasts).toBe(true);
  });

  it('take work while their own session lasts, whatever becomes of a pooled one', async () => {
    const [pool, own] = [openDatabase({ url, max: 1 }), openDatabase({ url, max: 1 })];
    const pooled = new PostgresFleetStore({ sql: pool.sql, sessions: own.sql, egress: 'direct' });
    await pooled.join(member('pooled'));
    await pooled.renew(member('pooled'), { ...status, takesWork: true });
    await pool.close();
    expect(await store().workers()).toBe(1);
    await own.close();
    await vi.waitFor(async () => expect(await store().workers()).toBe(0), { timeout: 1_000, interval: 5 });
  });

  it('that join at once see each other one way at least, however many', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `w${n}`);
    const seen = await Promise.all(names.map((id, n) => store(n).join(member(id))));
    for (const [a, one] of names.entries()) {
      for (const [b, other] of names.entries()) {
        if (a !== b) expect(ids(seen[a] ?? [])?.includes(other) || ids(seen[b] ?? [])?.includes(one)).toBe(true);
      }
    }
    expect(ids(await store().renew(member('w0'), status))).toEqual(names.slice(1).sort());
  });

  it('tell each other their egresses, which of them have failed, and whom they have taken into account', async () => {
    await store().join(member('a', { egresses: ['one', 'two'] }));
    expect(await store().join(member('b'))).toEqual([{ id: 'a', egresses: ['one', 'two'], acknowledgedMembers: [] }]);
    await store().renew(member('a', { egresses: ['one', 'two'], acknowledgedMembers: ['b'] }), { ...status, failedEgresses: ['two'] });
    expect(await store().renew(member('b'), status)).toEqual([
      { id: 'a', egresses: ['one', 'two'], acknowledgedMembers: ['b'], failedEgresses: ['two'] },
    ]);
  });

  it("are gone three seconds after they were last heard of, on the database's clock, and have to join again", async () => {
    await store().join(member('a'));
    await store().join(member('b'));
    await later(2.5);
    expect(ids(await store().renew(member('b'), status))).toEqual(['a']);
    await later(1);
    expect(ids(await store().renew(member('b'), status))).toEqual([]);
    expect(await store().renew(member('a'), status)).toBeNull();
    expect(ids(await store().join(member('a')))).toEqual(['b']);
  });

  it('that come back after their lease had ended are taken into account anew: others may have used their share meanwhile', async () => {
    await store().join(member('a'));
    await store().join(member('b'));
    await store().renew(member('a', { acknowledgedMembers: ['b'] }), status);
    await later(4);
    await store().join(member('a', { acknowledgedMembers: ['b'] }));
    expect(await store().join(member('b'))).toEqual([member('a')]);
  });

  it('that leave are gone at once', async () => {
    await store().join(member('a'));
    await store().join(member('b'));
    await store().release('a');
    expect(ids(await store().renew(member('b'), status))).toEqual([]);
    expect(await store().renew(member('a'), status)).toBeNull();
  });

  it("of another egress pool do not see each other, nor each other's hosts and trials", async () => {
    const other = new PostgresFleetStore({ sql: sql, egress: 'simulator' });
    await store().join(member('a'));
    expect(await other.join(member('s'))).toEqual([]);
    expect(ids(await store().renew(member('a'), status))).toEqual([]);
    await other.push([change('h', { openForMs: 0 })]);
    expect((await store().pull(null)).flows).toEqual([]);
    expect([await store().claimTrial('h'), await other.claimTrial('h')]).toEqual([false, true]);
  });
});

function change(host: string, more: Partial<HostFlowChange> = {}): HostFlowChange {
  return { host, egress: 'direct', concurrency: 4, openForMs: null, trips: 0, isDecrease: false, ...more };
}
const limitOf = async (host: string) => (await store().pull(null)).flows.find((flow) => flow.host === host)?.concurrency;
const openOf = async (host: string) => (await store().pull(null)).flows.find((flow) => flow.host === host)?.openForMs;

describe('hosts', () => {
  it('come back as they were found, by egress', async () => {
    await store().push([change('a', { concurrency: 3, openForMs: 20_000, trips: 2 }), change('a', { egress: 'other' }), change('b')]);
    const { flows } = await store(1).pull(null);
    expect([...flows].sort((x, y) => `${x.host}${x.egress}`.localeCompare(`${y.host}${y.egress}`))).toEqual([
      { host: 'a', egress: 'direct', concurrency: 3, openForMs: expect.any(Number) as number, trips: 2 },
      { host: 'a', egress: 'other', concurrency: 4, openForMs: null, trips: 0 },
      { host: 'b', egress: 'direct', concurrency: 4, openForMs: null, trips: 0 },
    ]);
    const openForMs = flows.find(({ openForMs: ms }) => ms !== null)?.openForMs ?? 0;
    expect(openForMs).toBeGreaterThan(5_000);
    expect(openForMs).toBeLessThanOrEqual(20_000);
  });

  it('have the lower of two limits beside a decrease, whichever is told last, and the newer one a second later', async () => {
    await store().push([change('a', { concurrency: 8 })]);
    await store().push([change('a', { concurrency: 2, isDecrease: true })]);
    await store(1).push([change('a', { concurrency: 6 })]);
    expect(await limitOf('a')).toBe(2);
    await store(1).push([change('a', { concurrency: 3, isDecrease: true })]);
    expect(await limitOf('a')).toBe(2);
    await later(2);
    await store(1).push([change('a', { concurrency: 5 })]);
    expect(await limitOf('a')).toBe(5);
  });

  it('are open for all once one worker found them so, and due when the time is over', async () => {
    await store().push([change('a', { openForMs: 10_000, trips: 1 })]);
    await later(20);
    await store().push([change('b')]);
    expect(await openOf('a')).toBe(0);
  });

  it('are closed by an answer, and not by a worker that had not heard yet that they are open', async () => {
    await store().push([change('a', { openForMs: 10_000, trips: 1 })]);
    await store(1).push([change('a', { concurrency: 1, isDecrease: true })]);
    expect(await openOf('a')).toBeGreaterThan(0);
    expect((await store().pull(null)).flows[0]?.trips).toBe(1);
    await store(1).push([change('a', { concurrency: 1 })]);
    expect(await openOf('a')).toBeNull();
  });

  it('are told since a cursor, with those of the last two seconds before it, which may have been stored late', async () => {
    await store().push([change('old')]);
    await later(5);
    await store().push([change('late')]);
    const first = await store().pull(null);
    expect(first.flows.map(({ host }) => host)).toEqual(['old', 'late']);
    expect((await store().pull(first.cursor)).flows.map(({ host }) => host)).toEqual(['late']);
    await store().push([change('new')]);
    const second = await store().pull(first.cursor);
    expect(second.flows.map(({ host }) => host)).toContain('new');
    expect((await store().pull(second.cursor)).cursor).toEqual(second.cursor);
  });

  it('that nobody told of for ten minutes are not told to who joins', async () => {
    await store().push([change('old')]);
    await later(11 * 60);
    expect(await store().pull(null)).toEqual({ flows: [], cursor: null });
  });

  it('are stored by many workers at once in any order without waiting for each other', async () => {
    const hosts = Array.from({ length: 40 }, (_, n) => `h${n}`);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store(n).push((n % 2 === 0 ? hosts : [...hosts].reverse()).map((host) => change(host, { concurrency: 1 + (n % 8) }))),
      ),
    );
    expect((await store().pull(null)).flows).toHaveLength(40);
  });
});

describe('a trial', () => {
  const claims = (times: number) => Promise.all(Array.from({ length: times }, (_, n) => store(n).claimTrial('a')));

  it('is reserved once the circuit is due, by one of all that try', async () => {
    await store().push([change('a', { openForMs: 10_000, trips: 1 })]);
    expect(await claims(4)).not.toContain(true);
    await later(11);
    expect((await claims(20)).filter(Boolean)).toHaveLength(1);
  });

  it('that is never heard of may be made by another worker after twenty seconds', async () => {
    await store().push([change('a', { openForMs: 0, trips: 1 })]);
    expect(await store().claimTrial('a')).toBe(true);
    await later(15);
    expect(await store(1).claimTrial('a')).toBe(false);
    await later(6);
    expect(await store(1).claimTrial('a')).toBe(true);
  });

  it('is not needed at a host that is closed, or of which nothing is known', async () => {
    await store().push([change('a')]);
    expect([await store().claimTrial('a'), await store().claimTrial('unknown')]).toEqual([false, false]);
  });

  it('that found the host back leaves nothing reserved when it opens again', async () => {
    await store().push([change('a', { openForMs: 0, trips: 1 })]);
    await store().claimTrial('a');
    await store().push([change('a')]);
    await store().push([change('a', { openForMs: 0, trips: 1 })]);
    expect(await store().claimTrial('a')).toBe(true);
  });
});
