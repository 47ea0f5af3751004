import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../src/kernel/secrets/ids.js';
import { ID_PREFIX, type IdKind } from '../../../../src/kernel/values/ids.js';

const KINDS = Object.keys(ID_PREFIX) as IdKind[];

/** docs/contract.md, 15.1. */
describe('ids', () => {
  afterEach(() => void vi.useRealTimers());

  it.each(KINDS)('of a %s have its prefix', (kind) => {
    expect(newId(kind)).toMatch(new RegExp(`^${ID_PREFIX[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
  });

  it('of different kinds have different prefixes', () => {
    expect(new Set(Object.values(ID_PREFIX)).size).toBe(KINDS.length);
  });

  it('sort as they were made, a millisecond apart or years', () => {
    vi.useFakeTimers();
    const made = ['2026-11-29T00:00:00.000Z', '2026-11-29T00:00:00.001Z', '2027-01-01T00:00:00Z', '2105-06-01T00:00:00Z'].map((time) => {
      vi.setSystemTime(new Date(time));
      return newId('lookup');
    });
    expect(made.toSorted()).toEqual(made);
  });

  it('of one millisecond do not follow from each other', () => {
    vi.useFakeTimers({ now: new Date('2026-11-29T00:00:00Z') });
    const made = Array.from({ length: 1_000 }, () => newId('lookup'));
    // A counter alone would leave nearly all of the last characters as they were.
    const ends = made.map((id) => id.slice(-6));
    expect(new Set(made).size).toBe(made.length);
    for (const at of [0, 1, 2, 3, 4, 5]) expect(new Set(ends.map((end) => end.charAt(at))).size).toBeGreaterThan(16);
  });
});
