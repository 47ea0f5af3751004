import { describe, expect, it } from 'vitest';
import { PLATFORM_KINDS } from '../../../../src/engine/catalogue/rules/kinds.js';
import { MODULES } from '../../../../src/facts/checks.js';
import {
  BUILT_IN_LIMITS,
  checkedPurpose,
  limitsOf,
  namesNobody,
  type PurposeLimits,
  type Purposes,
} from '../../../../src/features/accounts/purposes.js';
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
    const store = {
      async replace(accountId: string, list: Purposes) {
        stored.push([accountId, list]);
        return list;
      },
    };
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
    [['onboarding', 'about ada@example.com'], false],
    [['call +1 202 555 0142'], true],
    [many(51), false],
    [[], true],
  ])('%j are refused (required: %s)', async (purposes, required) => {
    await expect(replace(purposes, required)).rejects.toThrow(refusal('invalid_parameter'));
  });

  const all: PurposeLimits = { kinds: PLATFORM_KINDS, modules: MODULES };
  const limit = (limits: Record<string, PurposeLimits>) => {
    const purposes = { replace: async (_: string, each: Purposes) => each };
    return replacePurposes({ purposes }, 'acc_1', { purposes: ['mine', 'credit'], required: false, limits });
  };

  it('may be limited, and what is not limited allows everything', async () => {
    const mine: PurposeLimits = { kinds: ['finance'], modules: ['footprint'] };
    const inForce = await limit({ mine });
    expect(limitsOf(inForce, 'mine')).toEqual(mine);
    expect(limitsOf({ ...inForce, limits: {} }, 'mine')).toBeNull();
    expect(limitsOf(inForce, null)).toBeNull();
    for (const name of ['constructor', '__proto__']) expect(limitsOf(inForce, name)).toBeNull();
  });

  it('of the names that bind allow the same in every account, whatever it says', async () => {
    expect(limitsOf({ ...list, limits: { credit: all } }, 'credit')).toBe(BUILT_IN_LIMITS['credit']);
    await expect(limit({ credit: all })).rejects.toThrow(refusal('invalid_parameter'));
    const { credit } = BUILT_IN_LIMITS;
    if (credit) await expect(limit({ credit })).resolves.toBeDefined();
  });

  it('cannot be limited where they are not on the list, nor have pages of any kind with some kinds alone', async () => {
    await expect(limit({ other: all })).rejects.toThrow(refusal('invalid_parameter'));
    await expect(limit({ mine: { ...all, kinds: ['finance'] } })).rejects.toThrow(refusal('invalid_parameter'));
    await expect(limit({ mine: all })).resolves.toBeDefined();
  });

  it.each([
    ['fraud review', true],
    ['case 123-456', true],
    ['ada@example.com', false],
    ['+1 202 555 0142', false],
    ['case 123-4567', false],
    ['ada＠example.com', false],
    ['+１ ２０２ ５５５ ０１４２', false],
    ['case ١٢٣-٤٥٦٧', false],
  ])('%j names nobody: %s', (purpose, expected) => expect(namesNobody(purpose)).toBe(expected));
});
