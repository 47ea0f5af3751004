import type * as FastCheck from 'fast-check';
import { vi } from 'vitest';

/** A tenth of a property's runs, since it runs for hundreds of mutants, and the same cases for each: the figure is the same everywhere. */
const runsOf = (numRuns = 100): number => Math.max(30, numRuns / 10);

vi.mock('fast-check', async (original) => {
  const { default: fc } = await original<typeof FastCheck>();
  const assert = (property: FastCheck.IRawProperty<unknown>, given?: FastCheck.Parameters<unknown>) =>
    fc.assert(property, { ...given, numRuns: runsOf(given?.numRuns), seed: 2, endOnFailure: true });
  return { default: { ...fc, assert } };
});
