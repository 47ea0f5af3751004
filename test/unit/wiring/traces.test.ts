import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchKey, lookupKey } from '../../../src/features/webhooks/event.js';
import { eventIdOf } from '../../../src/features/webhooks/store/event-writer.js';
import { newId } from '../../../src/kernel/secrets/ids.js';
import type { SpanRecord } from '../../../src/wiring/otlp.js';
import { traceOf, traceOfEvent, Traces } from '../../../src/wiring/traces.js';

function recorded() {
  const spans: SpanRecord[] = [];
  return { spans, traces: new Traces((span) => spans.push(span)) };
}

const LOOKUP = newId('lookup');
/** An answered request. */
const request = (began: string | undefined, traceparent?: string): Parameters<Traces['answered']> => {
  const origin = { action: 'createLookupV2', network: '192.0.2.0/24', isRecorded: true, began };
  const caller = { accountId: 'acc_1', origin };
  return [{ state: { route: 'POST /v2/lookup', caller } as never, status: 200, headers: { traceparent } }, 5];
};

describe('the trace of a lookup', () => {
  it('follows from its id and from that of its event alike, whenever that was written', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (at) => {
        const id = newId('lookup');
        const trace = traceOf(lookupKey(id));
        expect(trace).toMatch(/^[0-9a-f]{32}$/);
        expect(traceOfEvent(eventIdOf(lookupKey(id), at))).toBe(trace);
        expect(traceOf(lookupKey(newId('lookup')))).not.toBe(trace);
      }),
    );
  });

  it('has the same places in each process', () => {
    const [api, worker] = [recorded(), recorded()];
    api.traces.answered(...request(lookupKey(LOOKUP)));
    api.traces.accepted({ accountId: 'acc_1', lookupIds: [LOOKUP], startedAt: Date.now(), began: lookupKey(LOOKUP) });
    const counts = { planned: 3, checked: 2, matches: 1, facts: 0 };
    worker.traces.finished({ lookupId: LOOKUP, accountId: 'acc_1', kind: 'lookup', ms: 900, ...counts });
    worker.traces.attempted({ type: 'probeShard', number: 1, input: { lookupId: LOOKUP, shard: 0 }, startedAt: 1, result: { checks: 3 } });
    worker.traces.attempted({
      type: 'attemptDelivery',
      number: 1,
      input: { eventId: eventIdOf(lookupKey(LOOKUP), new Date()) },
      startedAt: 1,
    });
    const [answered, accepted] = api.spans;
    const [whole, shard, delivery] = worker.spans;
    expect(new Set([...api.spans, ...worker.spans].map(({ traceId }) => traceId))).toEqual(new Set([traceOf(lookupKey(LOOKUP))]));
    expect([answered?.parentId, accepted?.parentId, whole?.parentId]).toEqual([undefined, answered?.spanId, accepted?.spanId]);
    expect([shard?.parentId, delivery?.parentId]).toEqual([whole?.spanId, whole?.spanId]);
  });
});

describe('spans', () => {
  it('are made of what began something only', () => {
    const { spans, traces } = recorded();
    traces.answered(...request(undefined));
    traces.answered({ ...request(lookupKey(LOOKUP))[0], state: { route: 'POST /v2/lookup' } as never }, 5);
    traces.attempted({ type: 'reconcileLookups', number: 1, input: undefined, startedAt: 1 });
    traces.attempted({ type: 'sendEmail', number: 1, input: { emailId: newId('email') }, startedAt: 1 });
    expect(spans).toEqual([]);
  });

  it('link the trace of a sender that is well formed, and continue none', () => {
    const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const linksOf = (traceparent?: string) => {
      const { spans, traces } = recorded();
      traces.answered(...request(lookupKey(LOOKUP), traceparent));
      expect(spans[0]?.traceId).toBe(traceOf(lookupKey(LOOKUP)));
      return spans[0]?.links;
    };
    expect(linksOf(`00-${trace}-${span}-00`)).toEqual([{ traceId: trace, spanId: span }]);
    const refused = [
      undefined,
      `01-${trace}-${span}-01`,
      `00-${trace.toUpperCase()}-${span}-01`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace}-${span}-01-more`,
      'ada@example.com',
    ];
    expect(refused.map(linksOf)).toEqual(refused.map(() => []));
  });

  it('of a part of a batch are linked with the request of the batch, and of several lookups with that of the first', () => {
    const { spans, traces } = recorded();
    const others = [newId('lookup'), newId('lookup')];
    const batch = newId('batch');
    traces.answered(...request(batchKey(batch)));
    traces.accepted({ accountId: 'acc_1', lookupIds: others, startedAt: 1, began: batchKey(batch) });
    const [whole, ...items] = spans;
    expect(items.map(({ links, parentId }) => [links, parentId])).toEqual(
      items.map(() => [[{ traceId: whole?.traceId, spanId: whole?.spanId }], undefined]),
    );
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3);
    traces.accepted({ accountId: 'acc_1', lookupIds: others, startedAt: 1, began: batchKey(batch, 2) });
    expect(spans.map(({ attributes }) => attributes['footprint.batch_id'])).toEqual([undefined, ...Array.from({ length: 4 }, () => batch)]);
  });

  it('of an event that no lookup ended have a place of their own', () => {
    const { spans, traces } = recorded();
    const eventId = newId('event');
    for (const eventType of ['batch.completed', 'usage.threshold_reached', undefined])
      traces.attempted({ type: 'attemptDelivery', number: 1, input: { eventId, eventType }, startedAt: 1 });
    const [batch, usage, former] = spans.map(({ parentId }) => parentId);
    expect([typeof batch, usage, typeof former]).toEqual(['string', undefined, 'string']);
    expect(batch).not.toBe(former);
  });

  it('name a failure by its type; a part that waits for a slot has not failed', () => {
    const { spans, traces } = recorded();
    const attempt = { type: 'probeShard', number: 4, input: { lookupId: LOOKUP }, startedAt: 1 };
    const benign = { message: 'planted', type: 'Deferred', category: ApplicationFailureCategory.BENIGN };
    traces.attempted({ ...attempt, failure: ApplicationFailure.create(benign) });
    traces.attempted({ ...attempt, failure: ApplicationFailure.create({ message: 'planted', type: 'ECONNRESET' }) });
    traces.attempted({ ...attempt, failure: new TypeError('planted') });
    expect(spans.map(({ isError, attributes }) => [isError, attributes['error.type']])).toEqual([
      [false, 'Deferred'],
      [true, 'ECONNRESET'],
      [true, 'TypeError'],
    ]);
    expect(JSON.stringify(spans)).not.toContain('planted');
  });

  it('take nothing else from inputs and results', () => {
    const { spans, traces } = recorded();
    const input = { lookupId: LOOKUP, shard: 1, busy: ['example'], query: 'ada@example.com' };
    traces.attempted({ type: 'probeShard', number: 1, input, startedAt: 1, result: { checks: 2, handle: 'ada', modules: ['email'] } });
    expect(spans[0]?.attributes).toEqual({
      'footprint.lookup_id': LOOKUP,
      'footprint.shard': 1,
      'footprint.checks': 2,
      'footprint.attempt': 1,
    });
  });
});
