import { describe, expect, it } from 'vitest';
import { checkedPurpose } from '../../../../src/features/accounts/purposes.js';
import { ServiceError, type ErrorCode } from '../../../../src/kernel/values/errors.js';

const refusal = (code: ErrorCode) => expect.objectContaining({ constructor: ServiceError, code });
const list = { purposes: ['fraud review', 'onboarding'], required: false };

describe('the purpose of a lookup', () => {
  it('is the one of the account that the request names', () => {
    expect(checkedPurpose(list, 'onboarding')).toBe('onboarding');
    expect(checkedPurpose({ ...list, required: true }, 'fraud review')).toBe('fraud review');
  });

  it('may be left out where none is required, and is refused otherwise', () => {
    expect(checkedPurpose(list, undefined)).toBeNull();
    expect(() => checkedPurpose({ ...list, required: true }, undefined)).toThrow(refusal('purpose_required'));
  });

  it.each([true, false])('is refused when the account has no such purpose (required: %s)', (required) => {
    expect(() => checkedPurpose({ ...list, required }, 'curiosity')).toThrow(refusal('unknown_purpose'));
  });
});
