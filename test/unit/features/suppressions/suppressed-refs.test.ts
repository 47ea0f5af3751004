import { describe, expect, it } from 'vitest';
import { type SuppressionList, suppressedRefs } from '../../../../src/features/suppressions/suppressions.js';
import type { Subjects } from '../../../../src/kernel/identity/subjects.js';

const SUBJECTS: Subjects = { email: 'ada@example.com', username: 'adatest' };
const listOf = (...values: readonly string[]): SuppressionList => ({
  contains: (_, identities) => Promise.resolve(identities.map(({ value }) => values.includes(value))),
});

describe('what a step of a lookup leaves out (docs/contract.md, 16.4)', () => {
  it.each([
    ['an entry that was added since it was planned', listOf('adatest'), null, ['username']],
    ['what its plan omitted, although the entry was removed since', listOf(), ['email'], ['email']],
    ['both', listOf('adatest'), ['email'], ['email', 'username']],
    ['nothing without entries', listOf(), [], []],
  ] as const)('%s', async (_, list, suppressed, expected) => {
    const refs = await suppressedRefs(list, { accountId: 'acc_1', subjects: SUBJECTS, suppressed });
    expect([...refs]).toEqual(expected);
  });
});
