/** Changes of a lookup are notified when somebody follows it, and nobody who follows misses one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/kernel/db/client.js';
import { openListener } from '../../src/kernel/db/listener.js';
import type { Mode } from '../../src/engine/flow/request-class.js';
import { LOOKUP_CHANNEL, LookupFeed } from '../../src/features/lookups/store/lookup-feed.js';
import { changesOf } from '../support/changes.js';
import { acceptOne, makeCaller, openTestRecords, outcome } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

/** Longer than a test: what arrives was notified. */
const NEVER_MS = 600_000;

const { url, record: following, other: writing } = await openTestRecords(8);
const { sql: sessions } = openDatabase({ url });
let feed: LookupFeed;
beforeAll(async () => {
  feed = new LookupFeed();
  await feed.start(following.database.sql, { sessions });
});
afterAll(async () => {
  await feed.close();
});

const accept = async (mode: Mode) => acceptOne(writing, await makeCaller(writing, 'higher_volume'), requestOf({ mode }));
const fact = { module: 'email', subject: 'email', payload: null, evidence: { notes: [] }, checkedAt: new Date() } as const;

/** Every kind of change. @returns how many statements made them */
async function change(lookupId: string): Promise<number> {
  const { subject: _, mailboxProvider: __, ...derived } = outcome('b');
  await writing.writer.savePlan(lookupId, { targets: [], modules: [] });
  await writing.writer.record(lookupId, [outcome('a')]);
  await writing.writer.recordModule(lookupId, fact);
  await writing.derived.record(lookupId, [{ ...derived, handle: 'ada', subject: 'email' }]);
  await writing.writer.finish(lookupId);
  return 4;
}

/** Ids that are notified, up to now; asked for once. */
async function notifications(): Promise<() => Promise<string[]>> {
  const received: string[] = [];
  const listener = await openListener(sessions, {
    channel: LOOKUP_CHANNEL,
    heartbeatMs: 5_000,
    onNotify: (id) => received.push(id),
    onListening: () => undefined,
  });
  onTestFinished(() => listener.close());
  return async () => {
    const last = randomUUID(); // notifications arrive in the order of their commits
    await writing.database.sql`SELECT pg_notify(${LOOKUP_CHANNEL}, ${last})`;
    await expect.poll(() => received).toContain(last);
    return received.filter((id) => id !== last);
  };
}

/** Follows in another process than the writer's. @returns the platforms that it was told of, when the lookup is finished */
async function follow(lookupId: string, options: { pollMs?: number; onReceived?: () => void } = {}): Promise<string[]> {
  const reported: string[] = [];
  const signal = new AbortController().signal;
  for await (const change of changesOf({ feed, reader: following.reader, pollMs: options.pollMs ?? NEVER_MS }, { lookupId, signal })) {
    reported.push(...change.outcomes.map(({ platform }) => platform));
    options.onReceived?.();
  }
  return reported;
}
const isMarked = async (lookupId: string) =>
  (await writing.database.sql<{ is_watched: boolean }[]>`SELECT is_watched FROM lookups WHERE id = ${lookupId}`)[0]?.is_watched;

it.each(['async', 'batch'] as const)('nothing is notified of a lookup of the mode %s that nobody follows', async (mode) => {
  const received = await notifications();
  await change(await accept(mode));
  const whole = await accept(mode);
  await writing.writer.complete(whole, { plan: { targets: [], modules: ['email'] }, facts: [fact] });
  expect(await received()).toEqual([]);
});

it.each(['instant', 'stream', 'check'] as const)(
  'every change is notified of a lookup of the mode %s, from its acceptance on',
  async (mode) => {
    const received = await notifications();
    const lookupId = await accept(mode);
    const changes = await change(lookupId);
    const whole = await accept(mode);
    await writing.writer.complete(whole, { plan: { targets: [], modules: ['email'] }, facts: [fact] });
    expect(await received()).toEqual([...Array.from({ length: changes }, () => lookupId), whole]);
  },
);

it('of a lookup that is waited for, the end alone is notified, which its caller waits for', async () => {
  const received = await notifications();
  const lookupId = await accept('wait');
  await change(lookupId);
  const whole = await accept('wait');
  await writing.writer.complete(whole, { plan: { targets: [], modules: ['email'] }, facts: [fact] });
  expect(await received()).toEqual([lookupId, whole]);
});

it.each(['async', 'wait'] as const)(
  'who begins to follow in the midst of a lookup of the mode %s is told of what was and of what comes',
  async (mode) => {
    const lookupId = await accept(mode);
    await writing.writer.record(lookupId, [outcome('a')]);
    let reported = 0;
    const followed = follow(lookupId, { onReceived: () => reported++ });
    await expect.poll(() => isMarked(lookupId)).toBe(true);
    await expect.poll(() => reported).toBe(1);
    await writing.writer.record(lookupId, [outcome('b')]);
    await expect.poll(() => reported).toBe(2);
    await writing.writer.finish(lookupId);
    expect(await followed).toEqual(['a', 'b']);
  },
);

it('wherever among the writes of a lookup somebody begins to follow, nothing is missed, nor the end', async () => {
  const platforms = Array.from({ length: 6 }, (_, n) => `p${n}`);
  await Promise.all(
    Array.from({ length: 40 }, async (_, begins) => {
      const lookupId = await accept('async');
      const write = async (): Promise<void> => {
        for (const platform of platforms) await writing.writer.record(lookupId, [outcome(platform)]);
        await writing.writer.finish(lookupId);
      };
      const written = write();
      // After a different number of round trips each.
      for (let n = 0; n < begins % 10; n += 1) await following.database.sql`SELECT 1`;
      const [reported] = await Promise.all([follow(lookupId), written]);
      expect(reported).toEqual(platforms);
    }),
  );
});

it('several that follow one lookup in a process mark it once, and who begins when the mark was made is told of all', async () => {
  const lookupId = await accept('batch');
  let reported = 0;
  const first = follow(lookupId, { onReceived: () => reported++ });
  await expect.poll(() => isMarked(lookupId)).toBe(true);
  const [row] = await writing.database.sql<{ xmin: string }[]>`SELECT xmin FROM lookups WHERE id = ${lookupId}`;
  const second = follow(lookupId);
  await following.reader.snapshot(lookupId);
  expect((await writing.database.sql<{ xmin: string }[]>`SELECT xmin FROM lookups WHERE id = ${lookupId}`)[0]).toEqual(row);
  await writing.writer.record(lookupId, [outcome('a')]);
  await writing.writer.finish(lookupId);
  expect(await Promise.all([first, second])).toEqual([['a'], ['a']]);
});

it('a mark that was lost costs the slow poll only', async () => {
  const lookupId = await accept('async');
  const followed = follow(lookupId, { pollMs: 200 });
  await expect.poll(() => isMarked(lookupId)).toBe(true);
  await writing.database.sql`UPDATE lookups SET is_watched = false WHERE id = ${lookupId}`;
  const received = await notifications();
  await writing.writer.record(lookupId, [outcome('a')]);
  await writing.writer.finish(lookupId);
  expect(await followed).toEqual(['a']);
  expect(await received()).toEqual([]);
});
