import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeOutcomes, effectiveOutcome } from '../../../../../src/features/lookups/lookup-summary.js';
import type { RecordedOutcome } from '../../../../../src/features/lookups/lookup.js';
import {
  BY_IDENTITY,
  BY_PLATFORM,
  STREAM_START,
  streamLookup,
  type Emission,
  type EmissionPage,
  type Projection,
  type StreamCursor,
} from '../../../../../src/features/lookups/use-cases/stream-lookup.js';
import { FakeRecord, found, LOOKUP_ID } from '../../support/fake-record.js';

const limitRead = <T>(read: () => Promise<T>): Promise<T> => read();
/** What a page was made of: its emissions, then the page. */
type StreamEvent<Answer> = Emission<Answer> | { readonly kind: 'page'; readonly checked: number };
type Emitted = StreamEvent<RecordedOutcome>;
const show = <Answer>({ emissions, checked }: EmissionPage<Answer>): StreamEvent<Answer>[] => [...emissions, { kind: 'page', checked }];

/** Everything that a stream emits of a record that is complete. */
async function emit<Answer>(
  record: FakeRecord,
  projection: Projection<Answer>,
  more: { from?: StreamCursor; limit?: number } = {},
): Promise<StreamEvent<Answer>[]> {
  const events: StreamEvent<Answer>[] = [];
  const input = {
    lookupId: LOOKUP_ID,
    from: STREAM_START,
    ...more,
    projection,
    limitRead,
    show: show<Answer>,
    signal: new AbortController().signal,
  };
  for await (const page of streamLookup({ feed: record, changes: record.changes }, input)) events.push(...page);
  return events;
}
const report = (record: FakeRecord, from = STREAM_START): Promise<Emitted[]> => emit(record, BY_IDENTITY, { from });
const shown = (events: readonly Emitted[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'answer'
      ? [`${event.answer.platform}/${event.answer.subject} ${event.answer.state}`]
      : event.kind === 'module'
        ? [`~${event.fact.module}`]
        : [],
  );
const positioned = <Answer>(events: readonly StreamEvent<Answer>[]) => events.filter((event) => 'at' in event);

function record(): FakeRecord {
  const all = new FakeRecord();
  all.add(
    found('a', { subject: 'email' }),
    found('a', { subject: 'email#2', state: 'not_registered' }),
    found('b', { subject: 'email', state: 'inconclusive', reason: 'timeout' }),
  );
  all.addModule('webMentions', []);
  all.add(found('b', { subject: 'email', method: 'breach_record' }));
  all.add(found('a', { subject: 'email', method: 'breach_record' }));
  all.finish();
  return all;
}

describe('a v2 stream', () => {
  it('tells every identity of a platform, modules, and an answer again only when it changes', async () => {
    expect(shown(await report(record()))).toEqual([
      'a/email registered',
      'a/email#2 not_registered',
      'b/email inconclusive',
      '~webMentions',
      'b/email registered',
    ]);
  });

  it('goes on from any place without loss or repetition', async () => {
    const whole = positioned(await report(record()));
    for (const [index, { at }] of whole.entries()) {
      expect(shown(await report(record(), at))).toEqual(shown(whole.slice(index + 1)));
    }
  });

  it('ends with its signal', async () => {
    const running = new FakeRecord();
    running.add(found('a'));
    const ending = new AbortController();
    const input = {
      lookupId: LOOKUP_ID,
      from: STREAM_START,
      projection: BY_IDENTITY,
      signal: ending.signal,
      limitRead,
      show: show<RecordedOutcome>,
    };
    const stream = streamLookup({ feed: running, changes: running.changes }, input);
    expect((await stream.next()).value).toMatchObject([{ kind: 'answer' }, { kind: 'page' }]);
    ending.abort();
    const rest: Emitted[] = [];
    for await (const page of stream) rest.push(...page);
    expect(rest.filter((event) => event.kind !== 'page')).toEqual([]);
    expect(running.subscribers).toBe(0);
  });

  it('reads a page when it is asked for, and not ahead', async () => {
    const long = new FakeRecord();
    long.add(...Array.from({ length: 10 }, (_, index) => found(`p${index}`)));
    long.finish();
    const input = {
      lookupId: LOOKUP_ID,
      from: STREAM_START,
      projection: BY_IDENTITY,
      signal: new AbortController().signal,
      limitRead,
      limit: 4,
      show: show<RecordedOutcome>,
    };
    const stream = streamLookup({ feed: long, changes: long.changes }, input);
    const sizes: number[] = [];
    for (let page = 1; page <= 3; page += 1) {
      sizes.push(((await stream.next()).value as Emitted[]).length - 1);
      expect(long.reads).toBe(page);
    }
    expect(sizes).toEqual([4, 4, 2]);
    expect((await stream.next()).done).toBe(true);
  });
});

const SUBJECTS = ['username', 'email', 'email#2'] as const;
const outcomeRows = fc.array(
  fc.array(
    fc.record({
      platform: fc.constantFrom('a', 'a-b', 'ab', 'b'),
      subject: fc.constantFrom(...SUBJECTS),
      state: fc.constantFrom('registered', 'not_registered', 'inconclusive'),
      method: fc.constantFrom('account_enumeration', 'breach_record', 'domain_derived'),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  { maxLength: 6 },
);

/** A record as writers make it: one row for each platform, identity and source, and some facts of modules. */
function recordOf(batches: readonly (readonly Parameters<typeof found>[1][])[]): FakeRecord {
  const all = new FakeRecord();
  const stored = new Set<string>();
  for (const [index, batch] of batches.entries()) {
    const fresh = batch.filter((row) => {
      const key = `${row?.platform} ${row?.subject} ${row?.method}`;
      return stored.size < stored.add(key).size;
    });
    all.add(...fresh.map((row) => found(row?.platform ?? '', row)));
    if (index % 2 === 0) all.addModule(index === 0 ? 'breaches' : 'webMentions', []);
  }
  all.finish();
  return all;
}

describe.each([
  ['v1, by platform', BY_PLATFORM as Projection<unknown>, (outcomes: readonly RecordedOutcome[]) => mergeOutcomes(outcomes)],
  ['v2, by identity', BY_IDENTITY as Projection<unknown>, (outcomes: readonly RecordedOutcome[]) => effectiveOutcome(outcomes)],
])('a stream of %s', (_, projection, answerOf) => {
  it('emits the same in pages of any size, in order, each position once, and ends with the last answer of each', async () => {
    await fc.assert(
      fc.asyncProperty(outcomeRows, fc.integer({ min: 10, max: 30 }), async (batches, limit) => {
        const all = recordOf(batches);
        const whole = positioned(await emit(all, projection, { limit: 1_000 }));
        expect(positioned(await emit(all, projection, { limit }))).toEqual(whole);
        const positions = whole.map(({ at }) => `${String(at.seq).padStart(3, '0')} ${at.group} ${at.subject}`);
        expect(new Set(positions).size).toBe(positions.length);
        const last = new Map(
          whole.flatMap((event) =>
            event.kind === 'answer' ? [[`${event.at.group} ${event.at.subject}`, projection.digestOf(event.answer)]] : [],
          ),
        );
        for (const [key, digest] of last) {
          const [platform, subject] = key.split(' ');
          const outcomes = all.outcomes.filter((each) => each.platform === platform && projection.subjectOf(each) === subject);
          const answer = answerOf(outcomes);
          if (answer) expect(digest).toBe(projection.digestOf(answer));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('resumed from any position, in pages of any size, it emits what follows and counts the platforms alike', async () => {
    await fc.assert(
      fc.asyncProperty(outcomeRows, fc.integer({ min: 10, max: 30 }), fc.nat(), async (batches, limit, pick) => {
        const all = recordOf(batches);
        const whole = await emit(all, projection, { limit: 1_000 });
        const emitted = positioned(whole);
        if (emitted.length === 0) return;
        const index = pick % emitted.length;
        const from = emitted[index]?.at ?? STREAM_START;
        const rest = await emit(all, projection, { limit, from });
        expect(positioned(rest)).toEqual(emitted.slice(index + 1));
        const checked = (events: readonly StreamEvent<unknown>[]) =>
          events.flatMap((event) => (event.kind === 'page' ? [event.checked] : [])).at(-1);
        expect(checked(rest)).toBe(checked(whole));
      }),
      { numRuns: 200 },
    );
  });
});
