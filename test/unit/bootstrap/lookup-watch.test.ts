import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { AnonymousFailures, missingLookup } from '../../../activities/runtime/failures.js';
import { openLookupWatch } from '../../../src/bootstrap/lookup-watch.js';
import { LookupMissing, type LookupTicket } from '../../../src/domain/lookup/lookup-ports.js';

const TICKET: LookupTicket = { id: 'lkp_1', accountId: 'acc_1', mode: 'async', kind: 'lookup', queryType: 'email', band: 'deep' };

function setUp() {
  const registry = new Registry();
  const lines: object[] = [];
  let count = 1;
  const watch = openLookupWatch({
    starter: { start: async () => true },
    starts: { count: async () => ++count },
    registry,
    log: { warn: (line: object, text: string) => void lines.push({ ...line, text }) } as never,
  });
  const metric = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value;
  return { watch, lines, metric };
}

it('a lookup that is started for the fifth time is logged and counted, and at each later start', async () => {
  const { watch, lines, metric } = setUp();
  for (let starts = 2; starts <= 4; starts += 1) await watch.restarter.start(TICKET);
  expect([lines, await metric('footprint_repeated_starts_total')]).toEqual([[], 0]);
  await watch.restarter.start(TICKET);
  await watch.restarter.start(TICKET);
  const text = 'a lookup ends again and again without being finished';
  expect(lines).toEqual([5, 6].map((starts) => ({ lookupId: 'lkp_1', starts, text })));
  expect(await metric('footprint_repeated_starts_total')).toBe(2);
});

it('an execution without a row counts once, however many of its steps find none and whichever way they say so', async () => {
  const { watch, metric } = setUp();
  const failures = new AnonymousFailures(watch.onRowMissing);
  const step = (input: object, fail: () => unknown) =>
    failures.execute({ args: [input], headers: {} }, async () => fail()).catch((error: unknown) => error);
  await step({ lookupId: 'lkp_1', shard: 0 }, missingLookup);
  await step({ lookupId: 'lkp_1', shard: 1 }, missingLookup);
  const throwing = (error: Error) => () => {
    throw error;
  };
  expect(await step({ lookupId: 'lkp_2' }, throwing(new LookupMissing()))).toMatchObject({ type: 'LookupMissing', nonRetryable: true });
  await step({ lookupId: 'lkp_3' }, throwing(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })));
  expect(await metric('footprint_executions_without_row_total')).toBe(2);
});
