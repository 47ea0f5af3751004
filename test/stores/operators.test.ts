/** What is stored for operators, on Postgres. */
import { describe, expect, it } from 'vitest';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';
import { requestOf } from '../support/fixtures.js';
import { PlatformSwitches } from '../../src/features/platforms/store/platform-switches.js';

const { record, other } = await openTestRecords(4);
const { sql } = record.database;

describe('platforms that are switched off', () => {
  it('are so for every process, since the first time, with who and why of the last; on again they leave nothing behind', async () => {
    const first = await record.switches.switchOff({ platform: 'one', by: 'usr_1', reason: 'a complaint' });
    const again = await other.switches.switchOff({ platform: 'one', by: null, reason: 'two complaints' });
    expect(again).toEqual({ platform: 'one', by: null, reason: 'two complaints', since: first.since });
    expect(await record.switches.list()).toEqual([again]);
    expect(await other.switches.current()).toEqual(new Set(['one']));
    expect([await record.switches.switchOn('one'), await record.switches.switchOn('one')]).toEqual([true, false]);
    expect(await record.switches.list()).toEqual([]);
  });

  it('a process reads them again when what it knows is old, and stays with it while the database is away', async () => {
    let isAway = false;
    let refused = 0;
    const refuse = () => {
      refused += 1;
      const refusal = Promise.reject(new Error('away'));
      refusal.catch(() => undefined); // that of a part of a query is awaited by nobody
      return refusal;
    };
    const failing = Object.assign((...args: Parameters<typeof sql>) => (isAway ? refuse() : sql(...args)), sql) as unknown as typeof sql;
    const switches = new PlatformSwitches({ sql: failing, maxAgeMs: 1 });
    expect(await switches.current()).toEqual(new Set());
    await record.switches.switchOff({ platform: 'two', by: null, reason: 'x' });
    await expect.poll(() => switches.current()).toEqual(new Set(['two']));
    isAway = true;
    await record.switches.switchOn('two');
    await expect.poll(async () => [await switches.current(), refused > 0]).toEqual([new Set(['two']), true]);
  });
});

describe('reports for operators', () => {
  it('count what is unfinished by state and mode, and list the oldest by id, whatever their state', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const ids: string[] = [];
    for (const mode of ['batch', 'async', 'wait', 'async'] as const) ids.push(await acceptOne(record, caller, requestOf({ mode })));
    const [batch = '', started = '', , finished = ''] = ids;
    await record.writer.savePlan(started, { targets: [], modules: ['footprint'] });
    await record.writer.savePlan(finished, { targets: [], modules: ['footprint'] });
    await record.writer.finish(finished);
    await sql`UPDATE lookups SET accepted_at = now() - interval '1 hour' WHERE id = ${batch}`;
    expect((await record.operatorReports.unfinished()).map(({ state, mode, count }) => [state, mode, count])).toEqual([
      ['accepted', 'batch', 1],
      ['accepted', 'wait', 1],
      ['running', 'async', 1],
    ]);
    const oldest = await record.operatorReports.oldestUnfinished(2);
    expect(oldest.map(({ id }) => id)).toEqual([batch, started]);
    const backlog = await record.operatorReports.backlog();
    expect([backlog.batchLookups.count, backlog.otherLookups.count]).toEqual([1, 1]);
    expect(backlog.batchLookups.oldestAt).toEqual(oldest[0]?.acceptedAt);
    expect(backlog).toMatchObject({ deliveries: { count: 0, oldestAt: null }, emails: { count: 0 }, erasures: { count: 0 } });
    expect(await record.operatorReports.accountCounts(caller.accountId)).toMatchObject({ lookups: 4, unfinishedLookups: 3, activeKeys: 1 });
    expect(await record.operatorReports.accountCounts('acc_none')).toBeNull();
  });

  it('name hosts with an open circuit of every egress pool, those due for a trial too, and no others', async () => {
    const flow = (pool: string, host: string, until: string | null, updated = 'now') => sql`
      INSERT INTO host_flow (pool, host, egress, concurrency, circuit_open_until, trips, updated_at)
      VALUES (${pool}, ${host}, 'direct', 1, now() + ${until}::interval, 2, now() + ${updated === 'now' ? '0' : updated}::interval)`;
    await flow('direct', 'open.example.com', '10 seconds');
    await flow('elsewhere', 'due.example.com', '-10 seconds');
    await flow('direct', 'closed.example.com', null);
    await flow('direct', 'forgotten.example.com', '-1 hour', '-1 hour');
    await record.backoffs.backOff('paused', 60, 'rate_limited');
    const circuits = await record.operatorReports.circuits();
    expect(circuits.map(({ egressPool, host, trips }) => [egressPool, host, trips])).toEqual([
      ['direct', 'open.example.com', 2],
      ['elsewhere', 'due.example.com', 2],
    ]);
    expect(await record.operatorReports.backoffs()).toMatchObject([{ platform: 'paused', egressPool: 'direct' }]);
  });
});
