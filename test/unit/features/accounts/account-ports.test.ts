import { describe, expect, it } from 'vitest';
import { UnconfirmedAcceptance, unknownAccount } from '../../../../src/features/accounts/accounts.js';
import { MAX_KEY_OVERLAP_SECONDS } from '../../../../src/features/accounts/api-keys.js';

describe('an acceptance whose commit was not confirmed', () => {
  it('is reported as unavailable for as long as the database may still commit it, with the lookups that it may have accepted', () => {
    const allowance = { unit: 'lookups', used: 15, limit: 15, renewsAt: null } as const;
    const acceptances = [{ lookupId: 'lkp_1' }, { refused: 'quota_exceeded', allowance } as const, { lookupId: 'lkp_2' }];
    expect(new UnconfirmedAcceptance(acceptances)).toMatchObject({
      code: 'unavailable',
      lookupIds: ['lkp_1', 'lkp_2'],
      retryAfterSeconds: 10,
      acceptances,
    });
  });
});

describe('an account that an operator names', () => {
  it('and that does not exist is refused by its id', () => {
    expect(unknownAccount('acc_1')).toMatchObject({ code: 'not_found', message: expect.stringContaining('acc_1') });
  });
});

describe('a key that was rolled', () => {
  it('goes on beside the new one for a week at most', () => {
    expect(MAX_KEY_OVERLAP_SECONDS).toBe(604_800);
  });
});
