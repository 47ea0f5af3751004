import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../../src/domain/lookup.js';
import { awaitLookup } from '../../../src/services/await-lookup.js';
import { collectLookup } from '../../../src/services/collect-lookup.js';
import { followLookup } from '../../../src/services/follow-lookup.js';
import { streamLookup, type StreamEvent, type StreamPlace } from '../../../src/services/stream-lookup.js';
import { FakeRecord, found, LOOKUP_ID } from './support/fake-record.js';

const never = (): AbortSignal => new AbortController().signal;
const far = (): number => performance.now() + 60_000;

/** A course of a lookup: batches of outcomes with turns of the event loop between them. */
const course = fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), pause: fc.integer({ min: 0, max: 3 }) }), { maxLength: 12 });
const turns = fc.infiniteStream(fc.integer({ min: 0, max: 3 }));

async function play(record: FakeRecord, batches: readonly { size: number; pause: number }[]): Promise<void> {
  let platform = 0;
  for (const { size, pause } of batches) {
    for (let turn = 0; turn < pause; turn += 1) await nextTurn();
    record.add(...Array.from({ length: size }, (): CheckOutcome => found(`p${String(platform++).padStart(3, '0')}`)));
  }
  record.finish();
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('following a lookup', () => {
  it('tells every outcome once, in order, however writing and reading fall together', () =>
    fc.assert(
      fc.asyncProperty(course, turns, async (batches, delays) => {
        const record = new FakeRecord({ turns: () => delays.next().value ?? 0 });
        const playing = play(record, batches);
        const news = await all(followLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, signal: never() }));
        await playing;
        expect(news.flatMap(({ outcomes }) => outcomes)).toEqual(record.outcomes);
        expect(news.map(({ state }) => state === 'finished').indexOf(true)).toBe(news.length - 1);
        expect(record.subscribers).toBe(0);
      }),
    ));

  it('goes on after a place, and reads nothing again', async () => {
    const record = new FakeRecord();
    record.add(found('a'));
    record.add(found('b'));
    record.finish();
    const news = await all(followLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, afterSeq: 1, signal: never() }));
    expect(news.flatMap(({ outcomes }) => outcomes.map(({ platform }) => platform))).toEqual(['b']);
  });

  it('waking for nothing tells nothing', async () => {
    const record = new FakeRecord();
    const following = all(followLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, signal: never() }));
    for (let round = 0; round < 5; round += 1) {
      record.wake();
      await nextTurn();
    }
    record.finish();
    expect(await following).toHaveLength(1);
  });

  it('ends for a lookup that is not there, and with the signal, also while a read is stuck', async () => {
    const record = new FakeRecord({ turns: () => Number.POSITIVE_INFINITY });
    expect(await all(followLookup({ feed: record, reader: new FakeRecord().reader }, { lookupId: 'lkp_none', signal: never() }))).toEqual([]);
    const stop = new AbortController();
    const following = all(followLookup({ feed: record, reader: { ...record.reader, news: () => new Promise(() => undefined) } }, { lookupId: LOOKUP_ID, signal: stop.signal }));
    await nextTurn();
    stop.abort();
    expect(await following).toEqual([]);
    expect(record.subscribers).toBe(0);
  });
});

describe('collecting and awaiting', () => {
  it('has everything when the lookup finishes', async () => {
    const record = new FakeRecord();
    const playing = play(record, [{ size: 3, pause: 1 }, { size: 2, pause: 2 }]);
    const collected = await collectLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, until: far(), gone: never() });
    await playing;
    expect(collected).toMatchObject({ finished: true, outcomes: record.outcomes });
  });

  it('answers at the ceiling with what is there, also while the database is stuck', async () => {
    const record = new FakeRecord();
    record.add(found('a'));
    let first = true;
    const news = (lookupId: string, afterSeq?: number) => {
      if (!first) return new Promise<never>(() => undefined);
      first = false;
      record.wake();
      return record.reader.news(lookupId, afterSeq);
    };
    const started = performance.now();
    const collected = await collectLookup({ feed: record, reader: { ...record.reader, news } }, { lookupId: LOOKUP_ID, until: started + 50, gone: never() });
    expect(collected.outcomes.map(({ platform }) => platform)).toEqual(['a']);
    expect(collected.finished).toBe(false);
    expect(performance.now() - started).toBeGreaterThanOrEqual(49);
    expect(record.subscribers).toBe(0);
  });

  it('keeps what was read before the database failed', async () => {
    const record: FakeRecord = new FakeRecord({ failing: () => record.reads > 1 });
    record.add(found('a'));
    const collecting = collectLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, until: far(), gone: never() });
    while (record.reads < 1) await nextTurn();
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    record.add(found('b'));
    expect(await collecting).toMatchObject({ finished: false, outcomes: [{ platform: 'a' }] });
  });

  it('what is handed out does not grow afterwards', async () => {
    const record = new FakeRecord();
    record.add(found('a'));
    const collected = await collectLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, until: performance.now() + 20, gone: never() });
    record.add(found('b'));
    await nextTurn();
    expect(collected.outcomes).toHaveLength(1);
  });

  it('stops waiting when the client has gone', async () => {
    const record = new FakeRecord();
    const gone = new AbortController();
    const waiting = awaitLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, ceilingMs: 60_000, gone: gone.signal });
    await nextTurn();
    gone.abort();
    expect(await waiting).toBe(false);
    expect(record.subscribers).toBe(0);
  });

  it('a client that was gone before costs no wait', async () => {
    const record = new FakeRecord();
    const started = performance.now();
    expect(await awaitLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, ceilingMs: 20_000, gone: AbortSignal.abort() })).toBe(false);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('streaming a lookup', () => {
  const stream = (record: FakeRecord, from?: StreamPlace): Promise<StreamEvent[]> =>
    all(streamLookup({ feed: record, reader: record.reader }, { lookupId: LOOKUP_ID, from, signal: never() }));
  const platformsOf = (events: readonly StreamEvent[]): string[] => events.flatMap((event) => (event.kind === 'platform' ? [event.answer.platform] : []));
  const placesOf = (events: readonly StreamEvent[]): StreamPlace[] => events.flatMap((event) => ('place' in event ? [event.place] : []));

  it('a client that resumes anywhere gets exactly the rest', () =>
    fc.assert(
      fc.asyncProperty(course, fc.nat(), async (batches, cut) => {
        const record = new FakeRecord();
        await play(record, batches);
        const whole = await stream(record);
        const places = placesOf(whole);
        if (places.length === 0) return;
        const index = cut % places.length;
        expect(platformsOf(await stream(record, places[index]))).toEqual(platformsOf(whole).slice(index + 1));
      }),
    ));

  it('ends once, last, and says whether the lookup is finished', async () => {
    const record = new FakeRecord();
    const streaming = stream(record);
    await play(record, [{ size: 2, pause: 1 }]);
    const events = await streaming;
    expect(events.at(-1)).toEqual({ kind: 'end', finished: true });
    expect(events.filter(({ kind }) => kind === 'end')).toHaveLength(1);
  });

  it('a doubt is never told, and is counted as checked', async () => {
    const record = new FakeRecord();
    record.add(found('a'), found('b', { state: 'inconclusive', doubt: 'challenge' }));
    record.finish();
    const events = await stream(record);
    expect(platformsOf(events)).toEqual(['a']);
    expect(events).toContainEqual({ kind: 'progress', checked: 2 });
  });

  it('one event a platform over its subjects, by the rule of the summary', async () => {
    const record = new FakeRecord();
    record.add(
      found('a', { subject: 'email', state: 'not_registered' }), found('a', { subject: 'phone' }),
      found('b', { subject: 'email', state: 'not_registered' }), found('b', { subject: 'phone', state: 'inconclusive', doubt: 'timeout' }),
    );
    record.finish();
    const events = await stream(record);
    expect(events.filter(({ kind }) => kind === 'platform')).toMatchObject([{ answer: { platform: 'a', registered: true } }]);
  });

  it('module facts have a place of their own, from which a client can resume', async () => {
    const record = new FakeRecord();
    record.add(found('a'));
    record.addModule('email', { disposable: false });
    record.add(found('b'));
    record.finish();
    const events = await stream(record);
    const module = events.find((event) => event.kind === 'module');
    expect(module).toMatchObject({ fact: { module: 'email' }, place: { seq: 2 } });
    expect(platformsOf(await stream(record, placesOf(events)[1]))).toEqual(['b']);
  });
});
