/** What is kept of a platform's health: the last fifty controls by egress pool, since when it fails, and how its answers shift. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ControlSample } from '../../src/engine/controls/platform-health.js';
import { createDatabase, truncate } from '../support/databases.js';
import { openRecordOn, outcome, plannedLookup } from './support/record.js';

const url = await createDatabase();
const [record, elsewhere] = [openRecordOn(url, 4, 'here'), openRecordOn(url, 2, 'elsewhere')];
afterAll(() => Promise.all([record.database.close(), elsewhere.database.close()]));
beforeEach(() => truncate(record.database.sql, 'platform_health', 'platform_answers', 'platform_stats'));

const at = (minute: number): string => new Date(Date.parse('2030-01-01T00:00:00Z') + minute * 60_000).toISOString();
const sample = (minute: number, state: ControlSample['state'], more: Partial<ControlSample> = {}): ControlSample => ({
  at: at(minute),
  state,
  requests: 2,
  answered: state === 'blocked' ? 0 : 2,
  registered: 1,
  latencyMs: minute,
  rule: 'abc',
  ...more,
});
const read = async () => (await record.health.read(['one']))[0];

describe('the health of a platform', () => {
  it('holds the last fifty controls, the newest first, for each egress pool and query type apart', async () => {
    for (let minute = 0; minute < 60; minute += 1) await record.health.add('one', 'username', sample(minute, 'passed'));
    await elsewhere.health.add('one', 'username', sample(99, 'failed'));
    await record.health.add('one', 'email', sample(98, 'passed'));
    const records = await record.health.read(['one']);
    expect(records.map(({ queryType, egress, controls }) => [queryType, egress, controls.length])).toEqual([
      ['email', 'here', 1],
      ['username', 'elsewhere', 1],
      ['username', 'here', 50],
    ]);
    expect(records[2]?.controls.map(({ latencyMs }) => latencyMs)).toEqual(Array.from({ length: 50 }, (_, n) => 59 - n));
  });

  it('fails since the first control that failed, until one passes; a blocked one changes nothing', async () => {
    await record.health.add('one', 'username', sample(1, 'failed'));
    await record.health.add('one', 'username', sample(2, 'blocked'));
    await record.health.add('one', 'username', sample(4, 'failed'));
    expect(await read()).toMatchObject({ failingSince: new Date(at(1)), failures: 2 });
    await record.health.add('one', 'username', sample(5, 'passed'));
    expect(await read()).toMatchObject({ failingSince: null, failures: 0 });
  });
});

describe('answers to lookups', () => {
  const answer = async (registered: number, absent: number): Promise<void> => {
    for (let n = 0; n < registered + absent; n += 1) {
      const lookupId = await plannedLookup(record, ['one']);
      const state = n < registered ? 'registered' : 'not_registered';
      await record.writer.record(lookupId, [{ ...outcome('one', { state }), checkedAt: new Date(), egress: 'here' }]);
      await record.writer.finish(lookupId);
    }
  };

  it('are compared with those of the days before, of the same egress pool', async () => {
    await record.database.sql`
      INSERT INTO platform_answers (egress, platform, query_type, day, answered, registered) VALUES
        ('here', 'one', 'username', (now() AT TIME ZONE 'UTC')::date - 2, 60, 6), ('elsewhere', 'one', 'username', (now() AT TIME ZONE 'UTC')::date - 1, 9, 9),
        ('here', 'one', 'username', (now() AT TIME ZONE 'UTC')::date - 30, 1000, 1000)`;
    await answer(3, 1);
    await record.platformStats.summarise();
    const expected = {
      platform: 'one',
      queryType: 'username',
      alert: null,
      now: { answered: 4, registered: 3 },
      before: { answered: 60, registered: 6 },
    };
    expect(await record.health.shares()).toEqual([expected]);
    expect(await elsewhere.health.shares()).toEqual([]);
    await record.platformStats.summarise();
    expect(await record.health.shares()).toEqual([expected]);
  });

  it('keep the alert that was told last', async () => {
    await record.health.setAlert('one', 'username', { at: at(1), now: 1, before: 0.1 });
    await record.health.add('one', 'username', sample(2, 'failed'));
    expect(await read()).toMatchObject({ alert: { at: at(1), now: 1, before: 0.1 }, controls: [{ state: 'failed' }] });
  });
});
