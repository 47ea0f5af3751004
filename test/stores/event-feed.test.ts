/** The feed of an account's events: whoever reads on after a cursor misses none and gets none twice, in whatever order they commit. */
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventEnvelope } from '../../src/features/webhooks/event.js';
import type { FeedPage } from '../../src/features/webhooks/store/event-feed.js';
import { writeEvent } from '../../src/features/webhooks/store/event-writer.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { createDatabase } from '../support/databases.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { addEndpointTo, happens, occurrence } from '../support/webhooks/endpoints.js';
import { acceptOne, makeCaller, outcome } from './support/record.js';

type Page = Omit<FeedPage, 'events'> & { readonly events: readonly EventEnvelope[] };
const DAY_MS = 86_400_000;
const FILLING = 'x'.repeat(450_000);

describe('the event feed', () => {
  let record: Stores;
  beforeAll(async () => {
    const env = { SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: await createDatabase(), DATABASE_POOL: '30', WEBHOOK_STORAGE_MB: '1' };
    record = openStores(readConfig(env), 'store-test', {
      launcher: { launch: () => undefined, start: () => undefined, recheckEndpoint: () => undefined, startEmail: () => undefined },
      bodyOf: ({ lookup, outcomes }, seen) => ({ lookupId: lookup.id, seen, outcomes: outcomes.length, filling: FILLING }),
    });
  });
  afterAll(() => record.database.close());

  async function pageOf(accountId: string, after?: string, limit = 100): Promise<Page> {
    const page = await record.eventFeed.read(accountId, { after, limit });
    if (typeof page === 'string') return expect.fail(page);
    return { ...page, events: page.events.map((event) => JSON.parse(event.toString()) as EventEnvelope) };
  }
  const ids = ({ events }: Page) => events.map(({ id }) => id);
  /** The cursor as it would be had it been read at that time. */
  function moved(cursor: string, at: Date): string {
    const [id, seq] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, number, string];
    return Buffer.from(JSON.stringify([id, seq, at.toISOString()])).toString('base64url');
  }
  /** An account whose feed is open. */
  async function reader() {
    const caller = await makeCaller(record, 'higher_volume');
    return { caller, accountId: caller.accountId, cursor: (await pageOf(caller.accountId)).cursor };
  }
  async function happened(accountId: string, tx: TransactionSql, at = new Date()): Promise<string> {
    const event = occurrence(accountId, { at });
    await writeEvent(tx, event);
    const [row] = await tx<{ id: string }[]>`SELECT id FROM webhook_events WHERE dedup_key = ${event.dedupKey}`;
    return row?.id ?? expect.fail('it was not written');
  }
  const happenedNow = (accountId: string, at?: Date) => record.database.sql.begin((tx) => happened(accountId, tx, at));
  async function finished(caller: Awaited<ReturnType<typeof reader>>['caller']): Promise<string> {
    const lookupId = await acceptOne(record, caller);
    await record.writer.savePlan(lookupId, { targets: [], modules: [] });
    await record.writer.record(lookupId, [outcome('a')]);
    await record.writer.finish(lookupId);
    return lookupId;
  }
  /** A transaction that has written an event and stays open. */
  async function uncommitted(accountId: string) {
    let commit!: () => void;
    let written!: (id: string) => void;
    const [held, wrote] = [new Promise<void>((resolve) => (commit = resolve)), new Promise<string>((resolve) => (written = resolve))];
    const done = record.database.sql.begin(async (tx) => {
      written(await happened(accountId, tx));
      await held;
    });
    const end = (): Promise<unknown> => {
      commit();
      return done;
    };
    return { id: await wrote, commit: end };
  }

  it('has an event that began before others and committed after they were read', async () => {
    const { accountId, cursor } = await reader();
    const late = await uncommitted(accountId);
    const second = await happenedNow(accountId);
    const page = await pageOf(accountId, cursor);
    expect(ids(page)).toEqual([second]);
    expect(page.hasMore).toBe(false);
    await late.commit();
    const next = await pageOf(accountId, page.cursor);
    expect(ids(next)).toEqual([late.id]);
    expect(ids(await pageOf(accountId, next.cursor))).toEqual([]);
    // Another reader, and the first one after it lost its response, get the same order.
    expect(ids(await pageOf(accountId, cursor))).toEqual([second, late.id]);
    expect(ids(await pageOf(accountId, page.cursor))).toEqual([late.id]);
  });

  it('has every event once, in one order, for readers of different pages while writers commit in any order', async () => {
    const { accountId, cursor } = await reader();
    const written = new Set<string>();
    const EVENTS = 150;
    const writers = Promise.all(
      Array.from({ length: 15 }, async (_, writer) => {
        for (let n = 0; n < EVENTS / 15; n += 1) {
          const open = await uncommitted(accountId);
          // Others commit before it: as many as this one waits for.
          for (let turn = 0; turn < (writer * 7 + n * 3) % 5; turn += 1) await record.database.sql`SELECT 1`;
          await open.commit();
          written.add(open.id);
        }
      }),
    );
    const read = async (limit: number) => {
      const got: string[] = [];
      for (let after = cursor; got.length < EVENTS; ) {
        const page = await pageOf(accountId, after, limit);
        got.push(...ids(page));
        after = page.cursor;
      }
      return got;
    };
    const [first, second, third] = await Promise.all([read(1), read(7), read(100), writers]);
    expect(new Set(first)).toEqual(written);
    expect(first).toHaveLength(EVENTS);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('waits for no row that somebody has locked, and has its event at the next read, however old it is', async () => {
    const { accountId, cursor } = await reader();
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    const locked = await happenedNow(accountId, hours(5));
    const free = await happenedNow(accountId);
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isLocked!: () => void;
    const locks = new Promise<void>((resolve) => (isLocked = resolve));
    const done = record.database.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM webhook_events WHERE id = ${locked} FOR UPDATE`;
      isLocked();
      await held;
    });
    await locks;
    const page = await pageOf(accountId, moved(cursor, hours(6)));
    expect(ids(page)).toEqual([free]);
    expect(page.hasMore).toBe(true);
    expect(await pageOf(accountId, page.cursor), 'to be read later, not at once').toMatchObject({ events: [], hasMore: false });
    release();
    await done;
    expect(ids(await pageOf(accountId, page.cursor))).toEqual([locked]);
  });

  it('is opened by the first read: events from then on are written, with whole bodies and no delivery', async () => {
    const caller = await makeCaller(record, 'growth');
    await finished(caller);
    const opened = await pageOf(caller.accountId);
    expect(opened).toMatchObject({ events: [], hasMore: false });
    const lookupId = await finished(caller);
    const page = await pageOf(caller.accountId, opened.cursor);
    expect(page.events).toMatchObject([
      { type: 'lookup.completed', accountId: caller.accountId, apiKeyId: caller.apiKeyId, data: { lookupId, response: { lookupId } } },
    ]);
    const [row] = await record.database.sql<{ body: Buffer; deliveries: number }[]>`
      SELECT body, (SELECT count(*)::int FROM webhook_deliveries d WHERE d.event_id = e.id) AS deliveries FROM webhook_events e
      WHERE account_id = ${caller.accountId}`;
    expect(row?.deliveries).toBe(0);
    expect(JSON.stringify(page.events[0])).toBe(row?.body.toString());
  });

  it('begins for a new reader with the events that are kept a while yet, also those of before it was opened', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    await addEndpointTo(record, accountId, { payload: 'summary' });
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
    await happens(record, accountId, { at: daysAgo(28) });
    const [ticket] = await happens(record, accountId, { at: daysAgo(26) });
    const page = await pageOf(accountId);
    expect(ids(page)).toEqual([ticket?.eventId]);
    expect(ids(await pageOf(accountId, page.cursor))).toEqual([]);
  });

  it('has no test events: they are for the endpoint that is tested', async () => {
    const { accountId, cursor } = await reader();
    const { id } = await addEndpointTo(record, accountId);
    await record.redelivery.test(accountId, id, null, new Date());
    expect(await pageOf(accountId, cursor)).toMatchObject({ events: [], hasMore: false });
  });

  it('lacks the events of lookups that were deleted, read or not, and goes on after them', async () => {
    const { caller, accountId, cursor } = await reader();
    const [first, second, third] = [await finished(caller), await finished(caller), await finished(caller)];
    const page = await pageOf(accountId, cursor, 1);
    expect(page.events).toMatchObject([{ data: { lookupId: first } }]);
    for (const lookupId of [first, second]) await record.remover.remove(caller, lookupId);
    const next = await pageOf(accountId, page.cursor);
    expect(next.events).toMatchObject([{ data: { lookupId: third } }]);
    expect(ids(await pageOf(accountId, cursor))).toEqual(ids(next));
  });

  it('makes the bodies of events above the limit of stored bytes, each time from the lookup, and has none of a deleted one', async () => {
    const { caller, accountId, cursor } = await reader();
    for (let n = 0; n < 3; n += 1) await finished(caller);
    const deferred = await finished(caller);
    const last = async () => (await pageOf(accountId, cursor)).events.at(-1) as EventEnvelope;
    expect(await last()).toMatchObject({ data: { lookupId: deferred, response: { filling: FILLING } } });
    expect(await last()).toEqual(await last());
    const [stored] = await record.database.sql<{ bytes: number }[]>`
      SELECT sum(bytes)::int AS bytes FROM webhook_stored_bytes WHERE account_id = ${accountId}`;
    expect(stored?.bytes).toBeLessThan(1_500_000);
    await record.remover.remove(caller, deferred);
    expect((await last()).data).not.toMatchObject({ lookupId: deferred });
  });

  it('ends a page at eight megabytes, and goes on where it ended', async () => {
    const { accountId, cursor } = await reader();
    const large = { scope: 'x'.repeat(3_000_000), percent: 80, used: 8, limit: 10, periodStart: '2030-01-01T00:00:00.000Z' };
    for (let n = 0; n < 5; n += 1) await record.database.sql.begin((tx) => writeEvent(tx, occurrence(accountId, { data: large })));
    const page = await pageOf(accountId, cursor);
    expect([page.events.length, page.hasMore]).toEqual([3, true]);
    const next = await pageOf(accountId, page.cursor);
    expect([next.events.length, next.hasMore]).toEqual([2, false]);
    expect(new Set([...ids(page), ...ids(next)]).size).toBe(5);
  });

  it('tells a reader that stayed away for too long, or whose feed was closed, that events may be missing', async () => {
    const { accountId, cursor } = await reader();
    const ofTime = (ms: number) => moved(cursor, new Date(Date.now() - ms));
    const read = (after: string) => record.eventFeed.read(accountId, { after, limit: 20 });
    expect(await read(ofTime(30 * DAY_MS))).toBe('expired');
    expect(await read(ofTime(29 * DAY_MS))).toMatchObject({ events: [] });
    await record.database.sql`UPDATE accounts SET retention_days = 7 WHERE id = ${accountId}`;
    expect(await read(ofTime(7 * DAY_MS))).toBe('expired');
    expect(await read(ofTime(6 * DAY_MS))).toMatchObject({ events: [] });
    await record.database.sql`UPDATE event_feeds SET read_at = now() - interval '8 days' WHERE account_id = ${accountId}`;
    await record.retention.deleteExpired();
    expect(await read(cursor)).toBe('expired');
    expect(await read((await reader()).cursor)).toBe('expired');
  });

  it.each(['', 'x', Buffer.from('[1,2]').toString('base64url'), Buffer.from('["a",0.5,"2030"]').toString('base64url')])(
    'refuses the cursor %j, which is none of ours',
    async (after) => {
      const { accountId } = await makeCaller(record, 'growth');
      expect(await record.eventFeed.read(accountId, { after, limit: 20 })).toBe('malformed');
    },
  );

  it('gives no number twice after its counter was restored from a backup', async () => {
    const { accountId, cursor } = await reader();
    await happenedNow(accountId);
    const page = await pageOf(accountId, cursor);
    await record.database.sql`DELETE FROM webhook_events WHERE account_id = ${accountId}`;
    await record.database.sql`UPDATE event_feeds SET seq = 0 WHERE account_id = ${accountId}`;
    const again = await happenedNow(accountId);
    expect(ids(await pageOf(accountId, page.cursor))).toEqual([again]);
  });
});
