/** Workers that share limits through Postgres: the limits hold at every moment, also while one joins, leaves or loses the database. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Slot } from '../../src/engine/flow/slots.js';
import type { FleetStore } from '../../src/engine/flow/fleet.js';
import { PostgresFleetStore } from '../../src/features/platforms/store/fleet-store.js';
import { fleetWorker, idleStatus } from './support/fleet.js';
import { openTestRecords } from './support/record.js';
import { truncate } from '../support/databases.js';

const { record } = await openTestRecords(10);
const { sql } = record.database;
const workers: Array<ReturnType<typeof fleetWorker>> = [];
const store = (): FleetStore => new PostgresFleetStore({ sql, egress: 'direct' });
beforeEach(() => truncate(sql, 'fleet_members', 'host_flow'));
afterEach(async () => {
  for (const { fleet, failures } of workers.splice(0)) {
    await fleet.close();
    expect(failures).toEqual([]);
  }
});

/** A worker that has joined; the test's end closes it. */
async function started(id: string, options: Parameters<typeof fleetWorker>[2] & { store?: FleetStore } = {}) {
  const worker = fleetWorker(options.store ?? store(), id, options);
  await worker.fleet.start();
  workers.push(worker);
  return worker;
}
const { signal } = new AbortController();
const request = ({ flow }: ReturnType<typeof fleetWorker>, host = 'a') =>
  flow.acquire({ host, egressKey: host, requestClass: 'async', fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY, signal });

describe('a worker', () => {
  it('alone has the whole limit, at once', async () => {
    const one = await started('one');
    await one.fleet.active;
    expect(one.fleet.position('direct')).toEqual({ index: 0, members: 1 });
  });

  it('that joins may send nothing before each other one has made room for it', async () => {
    await store().join({ id: 'busy', egresses: ['direct'], acknowledgedMembers: [] });
    const joins = await started('joins');
    const renew = (acknowledgedMembers: readonly string[]) =>
      store().renew({ id: 'busy', egresses: ['direct'], acknowledgedMembers }, idleStatus());
    // It knows of the other one, and its lease is renewed.
    await expect.poll(() => renew([])).toMatchObject([{ acknowledgedMembers: ['busy'] }]);
    expect(joins.fleet.position('direct')).toBeNull();
    let isActive = false;
    void joins.fleet.active.then(() => (isActive = true));
    await expect
      .poll(async () => {
        await renew(['joins']);
        return isActive;
      })
      .toBe(true);
    expect(joins.fleet.position('direct')).toEqual({ index: 1, members: 2 });
  });

  it('makes room only when it has no more in flight than its new share', async () => {
    const first = await started('first');
    await first.fleet.active;
    const slots = (await Promise.all([request(first), request(first)])).flatMap((result) => ('slot' in result ? [result.slot] : []));
    const settledBy = async (): Promise<readonly string[] | undefined> =>
      (await store().renew({ id: 'second', egresses: ['direct'], acknowledgedMembers: ['first'] }, idleStatus()))?.find(
        ({ id }) => id === 'first',
      )?.acknowledgedMembers;
    await store().join({ id: 'second', egresses: ['direct'], acknowledgedMembers: [] });
    await expect
      .poll(async () => {
        expect(await settledBy()).toEqual([]);
        return first.fleet.position('direct');
      })
      .toEqual({ index: 0, members: 2 });
    expect(await settledBy()).toEqual([]);
    for (const slot of slots) slot.end({ kind: 'none' });
    await expect.poll(settledBy).toEqual(['second']);
  });

  it('has the whole limit again when the other one leaves', async () => {
    const [stays, leaves] = [await started('stays'), fleetWorker(store(), 'leaves')];
    await leaves.fleet.start();
    await leaves.fleet.active;
    await expect.poll(() => stays.fleet.position('direct')).toEqual({ index: 1, members: 2 });
    await leaves.fleet.close();
    expect(leaves.fleet.position('direct')).toBeNull();
    await expect.poll(() => stays.fleet.position('direct')).toEqual({ index: 0, members: 1 });
  });

  it('shares only the egresses that another one uses too', async () => {
    const one = await started('one', { egresses: ['x', 'y'] });
    const other = await started('two', { egresses: ['y'] });
    await other.fleet.active;
    await expect.poll(() => one.fleet.position('y')).toEqual({ index: 0, members: 2 });
    expect(one.fleet.position('x')).toEqual({ index: 0, members: 1 });
  });

  it('starts nothing once its view is two seconds old, before others take its share', async () => {
    let now = 0;
    const one = await started('one', { now: () => now });
    await one.fleet.active;
    await expect
      .poll(() => {
        now = 2_000; // whenever it was renewed last, it is no older than that
        return one.fleet.position('direct');
      })
      .not.toBeNull();
    now = 60_000;
    expect(one.fleet.position('direct')).toBeNull();
  });

  it('joins again when its lease had ended, and waits for the others once more', async () => {
    const one = await started('one');
    await one.fleet.active;
    await store().join({ id: 'other', egresses: ['direct'], acknowledgedMembers: [] });
    await sql`DELETE FROM fleet_members WHERE id = 'one'`;
    await expect
      .poll(async () => {
        await store().renew({ id: 'other', egresses: ['direct'], acknowledgedMembers: [] }, idleStatus());
        return one.fleet.position('direct');
      })
      .toBeNull();
    await expect
      .poll(async () => {
        await store().renew({ id: 'other', egresses: ['direct'], acknowledgedMembers: ['one'] }, idleStatus());
        return one.fleet.position('direct');
      })
      .not.toBeNull();
  });

  it('hears that an egress has failed for another worker, and that it works again', async () => {
    const one = await started('one');
    const isFailedElsewhere = (): boolean[] => one.flow.egresses.map(({ health }) => health.hasFailedElsewhere);
    await store().join({ id: 'other', egresses: ['direct'], acknowledgedMembers: ['one'] });
    const received = (failedEgresses: readonly string[]) => async (): Promise<boolean[]> => {
      await store().renew({ id: 'other', egresses: ['direct'], acknowledgedMembers: ['one'] }, { ...idleStatus(), failedEgresses });
      return isFailedElsewhere();
    };
    await expect.poll(received(['direct'])).toEqual([true]);
    await expect.poll(received(['another'])).toEqual([false]);
  });

  it('comes up without the database, and joins when that is back', async () => {
    let isAway = true;
    const real = store();
    const away =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        isAway ? Promise.reject(new Error('away')) : call(...args);
    const flaky: FleetStore = Object.assign(Object.create(real) as FleetStore, {
      join: away((member: Parameters<FleetStore['join']>[0]) => real.join(member)),
    });
    const worker = fleetWorker(flaky, 'patient');
    await worker.fleet.start();
    expect(worker.fleet.position('direct')).toBeNull();
    expect(worker.failures).toHaveLength(1);
    isAway = false;
    await worker.fleet.active;
    await worker.fleet.close();
  });
});

describe('what one worker finds of a host', () => {
  const fail = async (worker: ReturnType<typeof fleetWorker>, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      const result = await request(worker);
      if ('slot' in result) result.slot.end({ kind: 'unreachable', latencyMs: 5 });
    }
  };

  it('the others know: a circuit that opens, one that closes, and no circuit of a host that only got another limit', async () => {
    const [one, two] = [await started('one'), await started('two')];
    await Promise.all([one.fleet.active, two.fleet.active]);
    const laneOf = (worker: typeof one, host: string) => worker.flow.lane(host, 'direct');
    two.flow.lane('b', 'direct');
    await expect.poll(() => one.fleet.position('direct')?.members).toBe(2);
    await expect.poll(() => two.fleet.position('direct')?.members).toBe(2);
    const grown = (await Promise.all([request(one, 'b')])).flatMap((result) => ('slot' in result ? [result.slot] : []));
    for (const slot of grown) slot.end({ kind: 'answered', latencyMs: 10 });
    await fail(one, 3);
    await expect.poll(() => laneOf(two, 'a')?.circuit.openUntil ?? null).not.toBeNull();
    // It may have been the egress, as long as this worker has not been answered by anybody.
    expect(await request(two)).toMatchObject({ refusal: { reason: 'busy' } });
    const elsewhere = await request(two, 'c');
    if ('slot' in elsewhere) elsewhere.slot.end({ kind: 'answered', latencyMs: 10 });
    expect(await request(two)).toMatchObject({ refusal: { reason: 'unavailable' } });
    await expect.poll(() => laneOf(two, 'b')?.limit.concurrency).toBe(3);
    expect(laneOf(two, 'b')?.circuit.openUntil).toBeNull();
    const trial = await two.flow.acquire({
      host: 'a',
      egressKey: 'a',
      requestClass: 'calibration',
      fairnessKey: '',
      maxWaitMs: 1_000,
      signal,
      isTrial: true,
    });
    if ('slot' in trial) trial.slot.end({ kind: 'answered', latencyMs: 5 });
    await expect.poll(() => laneOf(one, 'a')?.circuit.openUntil ?? null).toBeNull();
  });

  it('a storm of opening circuits delays no renewal of its lease', async () => {
    let now = 0;
    const one = await started('one', { now: () => now });
    await one.fleet.active;
    const lease = async () => (await sql<{ at: string }[]>`SELECT expires_at::text AS at FROM fleet_members`)[0]?.at;
    const before = await lease();
    const lane = one.flow.lane('a', 'direct');
    lane?.adopt({ concurrency: 1, openUntil: 99_999, trips: 1 });
    const storm = setInterval(() => {
      now += 5;
      if (lane) one.fleet.markChanged(lane);
    }, 5);
    await expect.poll(lease).not.toBe(before);
    clearInterval(storm);
  });
});

it('several workers under load never exceed the limits of a host together, while one joins and one leaves', async () => {
  const perSecond = 20;
  const inFlight = new Map<string, number>();
  const starts: number[] = [];
  let most = 0;
  const running = new Set<string>();
  async function load(id: string) {
    const worker = fleetWorker(store(), id, { perSecond });
    await worker.fleet.start();
    running.add(id);
    const begin = async (): Promise<void> => {
      while (running.has(id)) {
        const result = await worker.flow.acquire({
          host: 'a',
          egressKey: 'a',
          requestClass: 'wait',
          fairnessKey: '',
          maxWaitMs: 100,
          signal,
        });
        if (!('slot' in result)) continue;
        const slot: Slot = result.slot;
        starts.push(performance.now());
        inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
        most = Math.max(
          most,
          [...inFlight.values()].reduce((sum, each) => sum + each, 0),
        );
        await new Promise((resolve) => setTimeout(resolve, 60));
        inFlight.set(id, (inFlight.get(id) ?? 1) - 1);
        slot.end({ kind: 'answered', latencyMs: 60 });
      }
    };
    const all = Promise.all(Array.from({ length: 12 }, begin));
    return {
      worker,
      stop: async () => {
        running.delete(id);
        await all;
        await worker.fleet.close();
      },
    };
  }
  const first = await load('first');
  await first.worker.fleet.active;
  await expect.poll(() => starts.length).toBeGreaterThan(15);
  const second = await load('second');
  const third = await load('third');
  await Promise.all([second.worker.fleet.active, third.worker.fleet.active]);
  const before = starts.length;
  await expect.poll(() => starts.length).toBeGreaterThan(before + 15);
  await Promise.all([first.stop(), second.stop(), third.stop()]);
  expect(most).toBeLessThanOrEqual(8);
  const sorted = [...starts].sort((x, y) => x - y);
  // A start is noted a moment after its slot was given, so the window is a little shorter than the second that the rule is about.
  const busiest = Math.max(...sorted.map((from) => sorted.filter((at) => at >= from && at < from + 950).length));
  expect(busiest).toBeLessThanOrEqual(perSecond);
});
