/**
 * Promise 2 of a stack under load whose parts all die, one after another, while platforms misbehave.
 * How soon all is finished is measured by `npm run bench chaos`: a busy machine decides no test.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaosSeeds } from '../support/chaos.js';
import { type FaultyStack, runChaos, startFaultyStack } from '../support/chaos-scenario.js';

describe('kill -9 of API, worker, Temporal and Postgres at two lookups a second, with faulty platforms', () => {
  let stack: FaultyStack;
  beforeAll(async () => {
    stack = await startFaultyStack();
  }, 240_000);
  afterAll(() => stack?.close());

  it.each(chaosSeeds())(
    'seed %i: every lookup is finished and billed once, and platforms are hardly asked twice',
    async (seed) => {
      const report = await runChaos(stack, seed);
      expect(stack.fleet.died()).toEqual([]);
      expect(report, JSON.stringify(report)).toMatchObject({ lost: 0, misbilled: 0 });
      expect(report.requestsEach).toBeLessThanOrEqual(1.3);
      expect(report.healthyAnswered).toBeGreaterThanOrEqual(0.95);
    },
    400_000,
  );
});
