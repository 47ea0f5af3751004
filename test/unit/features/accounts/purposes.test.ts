import { describe, expect, it } from 'vitest';
import { checkedPurpose, namesNobody } from '../../../../src/features/accounts/purposes.js';
import { replacePurposes } from '../../../../src/features/accounts/use-cases/purposes.js';
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

describe('the purposes of an account', () => {
  async function replace(purposes: readonly string[], required = false) {
    const stored: unknown[] = [];
    const store = { replace: async (...told: unknown[]) => void stored.push(told) };
    return { answer: await replacePurposes({ purposes: store }, 'acc_1', { purposes, required }), stored };
  }
  const many = (count: number) => Array.from({ length: count }, (_, index) => `purpose ${index}`);

  it.each<[purposes: readonly string[], required: boolean, kept: readonly string[]]>([
    [[' fraud review', 'onboarding', 'fraud review '], true, ['fraud review', 'onboarding']],
    [['p'.repeat(100)], false, ['p'.repeat(100)]],
    [many(50), true, many(50)],
    [[], false, []],
  ])('%j are each kept once (required: %s)', async (purposes, required, kept) => {
    const inForce = { purposes: kept, required };
    expect(await replace(purposes, required)).toEqual({ answer: inForce, stored: [['acc_1', inForce]] });
  });

  it.each<[purposes: readonly string[], required: boolean]>([
    [['onboarding', ' '], false],
    [['p'.repeat(101)], false],
    [['fraud\nreview'], false],
    [many(51), false],
    [[], true],
  ])('%j are refused (required: %s)', async (purposes, required) => {
    await expect(replace(purposes, required)).rejects.toThrow(refusal('invalid_parameter'));
  });

  it.each([
    ['fraud review', true],
    ['case 123-456', true],
    ['ada@example.com', false],
    ['+1 202 555 0142', false],
    ['case 123-4567', false],
  ])('%j names nobody: %s', (purpose, expected) => expect(namesNobody(purpose)).toBe(expected));
});
