import { describe, expect, it } from 'vitest';
import type { Lookup, LookupRequest, LookupState } from '../../../../src/domain/lookup/lookup.js';
import type { Platform } from '../../../../src/domain/catalogue/platform.js';
import { presentV2 } from '../../../../src/domain/v2/lookup-body.js';
import { readSnapshotBy, withExpectedPlan } from '../../../../src/services/lookups/read-snapshot-by.js';
import { readSnapshot } from '../../../../src/services/lookups/read-snapshot.js';
import { FakeRecord, found, LOOKUP_ID } from '../support/fake-record.js';

const REQUEST: LookupRequest = {
  kind: 'lookup',
  band: 'instant',
  delivery: 'instant',
  query: 'ada',
  queryType: 'username',
  subjects: { username: 'ada' },
  checks: {},
  platforms: null,
  fresh: false,
};
const ACCEPTED = new Date('2030-01-01');
const FINISHED = new Date('2030-01-02');
const lookupIn = (state: LookupState): Lookup => ({
  ...REQUEST,
  id: LOOKUP_ID,
  accountId: 'acc_1',
  apiKeyId: 'key_1',
  state,
  plan: null,
  acceptedAt: ACCEPTED,
  finishedAt: state === 'finished' ? FINISHED : null,
});

/** A record whose row is in one state when it is first read and in another afterwards. */
function context(record: FakeRecord, first: LookupState, later: LookupState = first) {
  const reader = { ...record.reader, findOwned: async () => lookupIn(first), find: async () => lookupIn(later) };
  return { reader, derived: { read: async () => [] } };
}
const moment = (withinMs: number, awaited = { outcomes: [{ ...found('seen'), seq: 1 }], modules: [], finished: false }) => ({
  accountId: 'acc_1',
  lookupId: LOOKUP_ID,
  request: REQUEST,
  awaited,
  deadline: performance.now() + withinMs,
});

describe('what is known of a lookup', () => {
  it('is read from the record', async () => {
    const record = new FakeRecord();
    record.add(found('a'));
    const known = await readSnapshotBy(context(record, 'running'), moment(5_000));
    expect(known).toMatchObject({ lookup: { acceptedAt: ACCEPTED }, outcomes: [{ platform: 'a' }] });
  });

  it.each([
    ['stalls', () => new Promise<never>(() => undefined)],
    ['fails', () => Promise.reject(new Error('the database is away'))],
  ])('is what was read before when the record %s', async (_, never) => {
    const ctx = context(new FakeRecord(), 'running');
    const known = await readSnapshotBy({ ...ctx, reader: { ...ctx.reader, findOwned: never } }, moment(20));
    expect(known).toMatchObject({
      lookup: { id: LOOKUP_ID, state: 'running', query: 'ada', finishedAt: null },
      outcomes: [{ platform: 'seen' }],
    });
  });

  it('is never called finished when the record does not answer, so that no expected platform is counted as omitted', async () => {
    const ctx = context(new FakeRecord(), 'finished');
    const collected = { outcomes: [{ ...found('seen'), seq: 1 }], modules: [], finished: true };
    const known = await readSnapshotBy(
      { ...ctx, reader: { ...ctx.reader, findOwned: () => new Promise<never>(() => undefined) } },
      moment(20, collected),
    );
    const platform = {
      slug: 'site',
      name: 'Site',
      homepage: '',
      icon: null,
      tags: [],
      strength: 'strong',
      instant: ['username'],
      probes: { username: {} },
    } as unknown as Platform;
    const shown = presentV2(withExpectedPlan({ platforms: [platform], get: () => platform }, REQUEST, known), { get: () => undefined });
    expect(shown).toMatchObject({ status: 'processing', finishedAt: null, omitted: 0, omissions: { total: 0 } });
  });

  it('is of one piece when the lookup finishes between the reads', async () => {
    const record = new FakeRecord();
    record.add(found('a'));
    record.finish();
    const known = await readSnapshot(context(record, 'running', 'finished'), { accountId: 'acc_1', lookupId: LOOKUP_ID });
    expect(known.lookup).toMatchObject({ state: 'finished', finishedAt: FINISHED });
  });

  it('does not say finished before its outcomes do', async () => {
    const record = new FakeRecord();
    record.state = 'running';
    const known = await readSnapshot(context(record, 'accepted', 'finished'), { accountId: 'acc_1', lookupId: LOOKUP_ID });
    expect(known.lookup).toMatchObject({ state: 'running', finishedAt: null });
  });
});
