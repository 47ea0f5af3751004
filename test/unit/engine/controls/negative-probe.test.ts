/** Identities that cannot exist, in the form of somebody or in none, and what is asked with them. */
import { describe, expect, it } from 'vitest';
import { probeNegativeControl } from '../../../../src/engine/controls/control-probes.js';
import { negativeControlIdentities } from '../../../../src/engine/controls/negative-control-identities.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { QueryType } from '../../../../src/kernel/identity/identity.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

const ruleOf = (more: Partial<ProbeRule> = {}): ProbeRule => ({ ...BARE_RULE, ...more });

describe('an identity like somebody', () => {
  const like = (type: QueryType, value: string, extra = 0, rule = ruleOf()) =>
    negativeControlIdentities.makeLike(rule, { type, value }, extra);

  it.each<[type: QueryType, value: string, extra: number, form: RegExp]>([
    ['username', 'ada_99', 0, /^[a-z]{3}_\d{2}$/],
    ['username', 'ada_99', 2, /^[a-z]{3}_\d{4}$/],
    ['username', 'ada@home', 0, /^[a-z]{3}@[a-z]{4}$/],
    ['email', 'ada.l@example.com', 0, /^[a-z]{3}\.[a-z]@example\.com$/],
    ['email', 'ada@example.com', 3, /^[a-z]{6}@example\.com$/],
    ['email', '"a@b"@example.com', 0, /^"[a-z]@[a-z]"@example\.com$/],
    ['phone', '+12025550142', 0, /^\+1\d{10}$/],
  ])('by %s %s, longer by %d, has its form', (type, value, extra, form) => {
    for (let n = 0; n < 10; n += 1) {
      const made = like(type, value, extra);
      expect(made).toEqual({ type, value: expect.stringMatching(form) });
      expect(made?.value).not.toBe(value);
    }
  });

  it('is another one than that, also where few are alike', () => {
    for (let n = 0; n < 50; n += 1) expect(like('username', '7')?.value).not.toBe('7');
  });

  it('is none of a longer number, of a script that is not known, or that the rule does not take', () => {
    expect(like('phone', '+12025550142', 1)).toBeNull();
    expect(like('username', 'ქართული')).toBeNull();
    expect(like('username', 'ada', 0, ruleOf({ pattern: '^ada$' }))).toBeNull();
  });
});

describe('an identity of nobody', () => {
  it.each([
    '^[a-z0-9]{16}$',
    '^[a-z]{16}$',
    '^[a-z0-9]{12}$',
    '^[a-z]{12}$',
    '^[a-z]\\d{10}$',
    '^[a-z0-9]{9}$',
    '^[a-z]{8}$',
    '^[A-Z]{8}$',
    '^[a-z]+\\.[a-z]+$',
    '^[a-z]+-[a-z]+$',
    '^[a-z]+_[a-z]+$',
    '^\\d{16}$',
    '^\\d{11}$',
    '^\\p{Ll}{8}$',
  ])('of names like %s is one of at least ten thousand million, another each time', (pattern) => {
    const made = Array.from({ length: 50 }, () => negativeControlIdentities.make(ruleOf({ pattern }), 'username')?.value ?? '');
    for (const name of made) {
      expect(name).toMatch(new RegExp(pattern, 'u'));
      const [letters, digits] = [/[a-z]/gi, /\d/g].map((kind) => name.match(kind)?.length ?? 0) as [number, number];
      expect(20 ** letters * 10 ** digits).toBeGreaterThanOrEqual(1e10);
    }
    expect(new Set(made).size).toBe(50);
  });

  it('is as long as sites take, of letters with a digit among them, unless the rule wants another form', () => {
    const form = (pattern?: string) => negativeControlIdentities.make(ruleOf(pattern === undefined ? {} : { pattern }), 'username')?.value;
    expect(form()).toMatch(/^[a-z]\d[a-z]{14}$/);
    expect(form('^[a-z0-9]{1,12}$')).toMatch(/^[a-z]\d[a-z]{10}$/);
    expect(form('^[a-z]+$')).toMatch(/^[a-z]{16}$/);
    expect(form('^[a-z]{1,7}$')).toBeUndefined();
  });
});

describe('a question about nobody', () => {
  const platform = { slug: 'one', probes: { username: BARE_RULE } } as unknown as Platform;
  async function ask(
    options: Partial<Parameters<typeof probeNegativeControl>[3]> = {},
    subject: QueryType = 'username',
    made: string | null = 'nobody',
  ) {
    const asked: unknown[] = [];
    const prober = { probe: async (...given: unknown[]) => void asked.push(given) };
    const negativeIdentities = { make: () => (made === null ? null : { type: subject, value: made }), makeLike: () => null };
    const ports = { prober, negativeIdentities } as unknown as Parameters<typeof probeNegativeControl>[0];
    const answer = await probeNegativeControl(ports, platform, subject, { maxWaitMs: 5, ...options });
    return { asked, answer };
  }

  it('waits last of all and so long as its caller says; a trial passes an open circuit', async () => {
    const queue = { requestClass: 'calibration', fairnessKey: '', maxWaitMs: 5 };
    const sent = (more: object) => [
      [platform, { type: 'username', value: 'nobody' }, { signal: expect.anything(), deadlineMs: expect.any(Number), queue, ...more }],
    ];
    expect((await ask()).asked).toEqual(sent({}));
    expect((await ask({ isTrial: true, maySend: async () => true })).asked).toEqual(sent({ isTrial: true }));
  });

  it('is not asked without a rule or an identity, or where its caller forbids it at last', async () => {
    let isAllowed = true;
    const maySend = async () => (isAllowed = false);
    for (const none of [await ask({}, 'email'), await ask({}, 'username', null), await ask({ maySend })])
      expect(none).toEqual({ asked: [], answer: null });
    expect(isAllowed).toBe(false);
  });
});
