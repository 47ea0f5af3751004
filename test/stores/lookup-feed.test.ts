import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markWatched, LookupFeed } from '../../src/features/lookups/store/lookup-feed.js';
import { openDatabase } from '../../src/kernel/db/client.js';
import { awaitLookup } from '../../src/features/lookups/use-cases/await-lookup.js';
import { changesOf } from '../support/changes.js';
import { startTcpGate } from '../support/tcp-gate.js';
import { openTestRecords, outcome, plannedLookup } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

/** The lookup is marked: what wakes are its changes alone. */
const FOLLOWED = { sinceAcceptance: true };

const { url: databaseUrl, record: listening, other: writing } = await openTestRecords(4);

describe('the feed of lookups on Postgres', () => {
  let feed: LookupFeed;
  let lookupId: string;

  beforeAll(async () => {
    feed = new LookupFeed();
    await feed.start(listening.database.sql, { sessions: openDatabase({ url: databaseUrl }).sql });
  });
  beforeEach(async () => {
    lookupId = await plannedLookup(writing);
    await markWatched(writing.database.sql, lookupId);
  });
  afterAll(async () => {
    await feed.close();
  });

  const listeners = async (): Promise<number[]> =>
    (
      await writing.database.sql<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'listen %'`
    ).map(({ pid }) => pid);

  it("wakes who waits for a lookup, in another process than the writer's, and nobody else", async () => {
    const woken = { it: 0, another: 0 };
    const stops = [feed.subscribe(lookupId, () => woken.it++, FOLLOWED), feed.subscribe('lkp_another', () => woken.another++)];
    await writing.writer.record(lookupId, [outcome('a')]);
    await expect.poll(() => woken).toEqual({ it: 1, another: 0 });
    await writing.writer.finish(lookupId);
    await expect.poll(() => woken).toEqual({ it: 2, another: 0 });
    for (const stop of stops) stop();
    expect(feed.size).toBe(0);
  });

  it('who no longer waits is not woken', async () => {
    let [first, second] = [0, 0];
    const stop = feed.subscribe(lookupId, () => first++, FOLLOWED);
    const stopSecond = feed.subscribe(lookupId, () => second++, FOLLOWED);
    stop();
    stop();
    await writing.writer.record(lookupId, [outcome('a')]);
    await expect.poll(() => second).toBe(1);
    expect(first).toBe(0);
    stopSecond();
  });

  it('wakes everybody when its connection was killed and stands again, and goes on', async () => {
    let woken = 0;
    const stop = feed.subscribe(lookupId, () => woken++, FOLLOWED);
    const [before] = await listeners();
    await writing.database.sql`SELECT pg_terminate_backend(${before ?? 0})`;
    // Nobody is told of this one: nobody listens.
    await writing.writer.record(lookupId, [outcome('a')]);
    await expect.poll(() => woken, { timeout: 90_000 }).toBeGreaterThan(0);
    const [after] = await listeners();
    expect(after).not.toBe(before);
    const until = woken;
    await writing.writer.record(lookupId, [outcome('b')]);
    await expect.poll(() => woken).toBeGreaterThan(until);
    stop();
  });

  it('a follower meets every outcome once, although the connection is killed under it time and again', async () => {
    const met: string[] = [];
    const following = (async () => {
      const signal = new AbortController().signal;
      for await (const change of changesOf({ feed, reader: listening.reader }, { lookupId, signal })) {
        met.push(...change.outcomes.map(({ platform }) => platform));
      }
    })();
    const platforms = Array.from({ length: 40 }, (_, index) => `p${index}`);
    for (const [index, platform] of platforms.entries()) {
      if (index % 10 === 5) for (const pid of await listeners()) await writing.database.sql`SELECT pg_terminate_backend(${pid})`;
      await writing.writer.record(lookupId, [outcome(platform)]);
    }
    await writing.writer.finish(lookupId);
    await following;
    expect(met).toEqual(platforms);
    expect(feed.size).toBe(0);
  });

  describe('on a connection that a network swallowed', () => {
    /** A feed whose only connection is black-holed once it listens. */
    async function swallowed(heartbeatMs: number) {
      const url = new URL(databaseUrl);
      const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
      url.host = `127.0.0.1:${gate.port}`;
      const pool = openDatabase({ url: url.href, max: 1 });
      const unanswered = new LookupFeed();
      await unanswered.start(pool.sql, { heartbeatMs });
      gate.blackHole();
      const close = async () => {
        await unanswered.close();
        await gate.close();
        await pool.close();
      };
      return { feed: unanswered, close };
    }

    it('notices, says how late it is, listens on a new one, and wakes everybody', async () => {
      const unanswered = await swallowed(1_000);
      const lagMs = () => unanswered.feed.lagMs;
      await expect.poll(lagMs, { interval: 20, timeout: 90_000 }).toBeGreaterThan(500);
      let woken = 0;
      const stop = unanswered.feed.subscribe(lookupId, () => woken++, FOLLOWED);
      // Nobody is told of this one: nobody listens.
      await writing.writer.record(lookupId, [outcome('a')]);
      await expect.poll(() => woken, { timeout: 90_000 }).toBeGreaterThan(0);
      const until = woken;
      await writing.writer.record(lookupId, [outcome('b')]);
      await expect.poll(() => woken, { timeout: 90_000 }).toBeGreaterThan(until);
      await expect.poll(lagMs, { timeout: 90_000 }).toBeLessThan(500);
      stop();
      await unanswered.close();
    });

    it('a lookup that is waited for ends nevertheless: readers look into the rows by themselves', async () => {
      const unanswered = await swallowed(600_000);
      const waiting = awaitLookup(
        { feed: unanswered.feed, reader: listening.reader, pollMs: 200 },
        { lookupId, request: requestOf(), isNew: false, deadline: performance.now() + 50_000, signal: new AbortController().signal },
      );
      await writing.writer.record(lookupId, [outcome('a')]);
      await writing.writer.finish(lookupId);
      expect(await waiting).toMatchObject({ isFinished: true, outcomes: [{ platform: 'a' }] });
      await unanswered.close();
    });
  });
});
