import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { AnonymousFailures, missingLookup } from '../../../activities/runtime/failures.js';
import { openLookupWatch } from '../../../src/wiring/watches.js';
import { LookupMissing } from '../../../src/features/lookups/lookup-ports.js';

function setUp() {
  const registry = new Registry();
  const lines: object[] = [];
  const watch = openLookupWatch(registry, { warn: (line: object, text: string) => void lines.push({ ...line, text }) } as never);
  const metric = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value;
  return { watch, lines, metric };
}

it('a lookup that is started too often is logged and counted', async () => {
  const { watch, lines, metric } = setUp();
  expect(await metric('footprint_repeated_starts_total')).toBe(0);
  watch.onSuspicion('lkp_1', 5);
  expect(lines).toEqual([{ lookupId: 'lkp_1', starts: 5, text: 'a lookup keeps ending without being finished' }]);
  expect(await metric('footprint_repeated_starts_total')).toBe(1);
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
