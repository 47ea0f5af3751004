import { describe, expect, it } from 'vitest';
import { negativeControlIdentities } from '../../../src/adapters/negative-control-identities.js';
import { parsePhone } from '../../../src/modules/phone/number-plan.js';
import type { ProbeRule } from '../../../src/domain/catalogue/probe-rule.js';

const rule = {} as ProbeRule;

describe('the phone number of a negative control', () => {
  const numbers = Array.from({ length: 500 }, () => negativeControlIdentities.make(rule, 'phone')?.value ?? '');

  it('is one of those reserved for fiction, so that no telephone rings', () => {
    for (const number of numbers) expect(number).toMatch(/^\+1[2-9]\d\d55501\d\d$/);
  });

  it('is one that platforms take for a number', () => {
    for (const number of numbers) expect(parsePhone(number)?.isValid()).toBe(true);
  });

  it('is never one that documents and tests look up as an example, and seldom the same twice', () => {
    expect(numbers.filter((number) => number.startsWith('+1202'))).toEqual([]);
    expect(new Set(numbers).size).toBeGreaterThan(350);
  });
});
