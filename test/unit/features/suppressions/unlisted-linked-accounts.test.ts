import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unlistedLinkedAccounts } from '../../../../src/features/suppressions/suppressions.js';

/** A list of usernames, and what it was asked. */
function listOf(...listed: string[]) {
  const requested: { readonly kind: string; readonly value: string }[][] = [];
  const contains = (accountId: string, identities: readonly { readonly kind: string; readonly value: string }[]) => {
    expect(accountId).toBe('acc_1');
    requested.push([...identities]);
    return Promise.resolve(identities.map(({ kind, value }) => kind === 'username' && listed.includes(value.toLowerCase())));
  };
  return { requested, list: { contains } };
}
const onX = (handle: string) => ({ platform: 'x', handle });

describe('linked accounts that are on the suppression list', () => {
  it('are left out, in every spelling and on every platform; outcomes, their order and other linked accounts stay', async () => {
    const handle = fc.stringMatching(/^[a-d]{1,2}$/);
    const spelt = handle.chain((text) => fc.constantFrom(text, text.toUpperCase()));
    const outcome = fc.record(
      { platform: fc.constantFrom('a', 'b'), linkedAccounts: fc.array(fc.record({ platform: fc.constantFrom('x', 'y'), handle: spelt })) },
      { requiredKeys: ['platform'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(outcome), fc.array(handle), async (outcomes, listed) => {
        const expected = outcomes.map((each) =>
          each.linkedAccounts
            ? { ...each, linkedAccounts: each.linkedAccounts.filter(({ handle }) => !listed.includes(handle.toLowerCase())) }
            : each,
        );
        expect(await unlistedLinkedAccounts(listOf(...listed).list, 'acc_1', outcomes)).toEqual(expected);
      }),
    );
  });

  it('cost one question for all outcomes, each handle once, and none where there are no linked accounts', async () => {
    const { list, requested } = listOf();
    const outcomes = [{ linkedAccounts: [onX('ada'), onX('grace')] }, { linkedAccounts: [onX('ada')] }, {}];
    expect(await unlistedLinkedAccounts(list, 'acc_1', outcomes)).toBe(outcomes);
    expect(await unlistedLinkedAccounts(list, 'acc_1', [{}, { linkedAccounts: [] }])).toEqual([{}, { linkedAccounts: [] }]);
    expect(requested).toEqual([['ada', 'grace'].map((value) => ({ kind: 'username', value }))]);
  });
});
