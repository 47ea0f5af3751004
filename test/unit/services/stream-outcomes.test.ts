import { describe, expect, it } from 'vitest';
import { streamOutcomes, type OutcomeEvent, type OutcomePlace } from '../../../src/services/stream-outcomes.js';
import { FakeRecord, found, LOOKUP_ID } from './support/fake-record.js';

/** Everything that a stream tells of a record that is complete. */
async function tell(record: FakeRecord, from?: OutcomePlace): Promise<OutcomeEvent[]> {
  const events: OutcomeEvent[] = [];
  const input = { lookupId: LOOKUP_ID, from, signal: new AbortController().signal };
  for await (const event of streamOutcomes({ feed: record, reader: record.reader }, input)) events.push(event);
  return events;
}
const shown = (events: readonly OutcomeEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'outcome' ? [`${event.outcome.platform}/${event.outcome.subject} ${event.outcome.state}`] : event.kind === 'module' ? [`~${event.fact.module}`] : [],
  );

function record(): FakeRecord {
  const all = new FakeRecord();
  all.add(found('a', { subject: 'email' }), found('a', { subject: 'email#2', state: 'not_registered' }), found('b', { subject: 'email', state: 'inconclusive', doubt: 'timeout' }));
  all.addModule('webMentions', []);
  all.add(found('b', { subject: 'email', method: 'breach_record' }));
  all.add(found('a', { subject: 'email', method: 'breach_record' }));
  all.finish();
  return all;
}

describe('a v2 stream', () => {
  it('tells every identity of a platform, modules, and an answer again only when it changes', async () => {
    expect(shown(await tell(record()))).toEqual([
      'a/email registered', 'a/email#2 not_registered', 'b/email inconclusive', '~webMentions', 'b/email registered',
    ]);
  });

  it('goes on from any place without loss or repetition', async () => {
    const whole = (await tell(record())).filter((event) => 'place' in event);
    for (const [index, { place }] of whole.entries()) {
      expect(shown(await tell(record(), place))).toEqual(shown(whole.slice(index + 1)));
    }
  });

  it('ends with its signal', async () => {
    const running = new FakeRecord();
    running.add(found('a'));
    const ending = new AbortController();
    const stream = streamOutcomes({ feed: running, reader: running.reader }, { lookupId: LOOKUP_ID, from: undefined, signal: ending.signal });
    expect((await stream.next()).value).toMatchObject({ kind: 'outcome' });
    ending.abort();
    const rest: unknown[] = [];
    for await (const event of stream) rest.push(event);
    expect(rest.filter((event) => (event as OutcomeEvent).kind !== 'progress')).toEqual([]);
    expect(running.subscribers).toBe(0);
  });
});
