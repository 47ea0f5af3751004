/** Which "no" lookups of others cover: the table of rules, and what a single account can make of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calibrationOf,
  decideNo,
  type Observation,
  observed,
  type TrafficState,
  type UncoveredNo,
  WAIT_MS,
} from '../../../../src/engine/controls/traffic.js';
import { RECENT_MS } from '../../../../src/engine/controls/lifetimes.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';

const AT = 100 * RECENT_MS;
const MINUTE = 60_000;
const NO: UncoveredNo = { identity: 'nobody', account: 'a1', location: 'gmail', at: AT, isConsumer: true, isInstant: false };
const seen = (n: number, more: Partial<Observation> = {}): Observation => ({
  state: 'registered',
  at: AT - n * MINUTE,
  identity: `i${n}`,
  account: `a${n}`,
  location: 'gmail',
  ...more,
});
const BEFORE = [1, 2, 3, 4, 5].map((n) => seen(n));
const AFTER = seen(9, { at: AT + 2_000, account: 'a1' });
const decide = (observations: readonly Observation[], no: Partial<UncoveredNo> = {}, state: Partial<TrafficState> = {}) =>
  decideNo({ no: { ...NO, ...no }, observations, isSole: false, now: AT + 5_000, ...state }).is;

describe('a "no"', () => {
  it('counts after three accounts saw three people at its domain, and somebody after it', () => {
    expect(decide([...BEFORE, AFTER])).toBe('covered');
    expect(decide([...BEFORE.slice(0, 3), AFTER])).toBe('covered');
  });

  it.each<[string, readonly Observation[], Partial<UncoveredNo>?]>([
    ['two people', [seen(1), seen(2), AFTER]],
    ['two accounts', [seen(1), seen(2), seen(3, { account: 'a1' }), seen(4, { account: 'a2' }), AFTER]],
    ['one person, whom three accounts looked up', [1, 2, 3].map((n) => seen(n, { identity: 'same' })).concat(AFTER)],
    ['its own identity', [seen(1), seen(2), seen(3, { identity: 'nobody' }), AFTER]],
    ['more than 15 minutes ago', [seen(1), seen(2), seen(3, { at: AT - RECENT_MS - 1 }), AFTER]],
    ['another domain', BEFORE.map((each) => ({ ...each, location: 'other' })).concat(AFTER)],
    [
      "a company's domain, and three others",
      [seen(1), seen(2, { location: 'b' }), seen(3, { location: 'c' }), AFTER],
      { isConsumer: false },
    ],
    ['of three domains none is its own', [seen(1, { location: 'a' }), seen(2, { location: 'b' }), seen(3, { location: 'c' }), AFTER]],
    ['after it only at another domain', [...BEFORE, { ...AFTER, location: 'other' }]],
    ['after it only somebody who was seen before, and may be in a cache', [...BEFORE, { ...AFTER, identity: 'i1' }]],
    ['after it only by a clock that may be ahead', [...BEFORE, { ...AFTER, at: AT + 400 }]],
    ['after it, later than 30 seconds', [...BEFORE, { ...AFTER, at: AT + WAIT_MS + 1 }]],
    ['a contradiction that its own account saw', [...BEFORE, AFTER, seen(2, { state: 'contradicted', account: 'a1' })]],
    ['one of three taken back', [seen(1), seen(2), seen(3, { state: 'contradicted' }), AFTER]],
    ['the opposite of the same identity', [...BEFORE, AFTER, seen(6, { identity: 'nobody' })]],
    ['after it only by a clock that may just be ahead', [...BEFORE, { ...AFTER, at: AT + 500 }]],
    ['after it only what was taken back', [...BEFORE, { ...AFTER, state: 'contradicted', account: 'a9' }]],
    ['a contradiction of 15 minutes ago', [...BEFORE, AFTER, seen(15, { state: 'contradicted', account: 'a1' })]],
    ['contradictions that two others saw', [...BEFORE, AFTER, ...[2, 3].map((n) => seen(n, { state: 'contradicted' }))]],
  ])('does not count where there is %s', (_, observations, no = {}) => {
    expect(decide(observations, no, { now: AT + WAIT_MS })).toBe('uncovered');
  });

  it('that two accounts saw taken back of two people ends what traffic shows for a month; one account, or one person, does not', () => {
    const lasting = (...contradictions: Observation[]) =>
      'isLasting' in decideNo({ no: NO, observations: [...BEFORE, ...contradictions], isSole: false, now: AT });
    const [two, three] = [2, 3].map((n) => seen(n, { state: 'contradicted' })) as [Observation, Observation];
    expect(lasting(two, three)).toBe(true);
    expect([lasting(two), lasting(two, { ...three, account: 'a2' }), lasting(two, { ...three, identity: 'i2' })]).not.toContain(true);
  });

  it('counts beside a contradiction that is older, and by what was seen at the very ends of its times', () => {
    expect(decide([...BEFORE, AFTER, seen(16, { state: 'contradicted', account: 'a1' })])).toBe('covered');
    expect(decide([...BEFORE, { ...AFTER, at: AT + 501 }])).toBe('covered');
    expect(decide([...BEFORE, { ...AFTER, at: AT + WAIT_MS }], {}, { now: AT + WAIT_MS })).toBe('covered');
  });

  it('about a consumer domain counts with three domains, its own among them', () => {
    const domains = [seen(1), seen(2, { location: 'b' }), seen(3, { location: 'c' })];
    expect(decide([...domains, AFTER])).toBe('covered');
  });

  it('waits only where somebody is to be expected, and 30 seconds at most', () => {
    expect(decide(BEFORE)).toBe('waits');
    expect(decide(BEFORE, {}, { now: AT + WAIT_MS })).toBe('uncovered');
    expect(decide(BEFORE.slice(0, 4))).toBe('uncovered');
    expect(decide(BEFORE.map((each, n) => (n < 3 ? each : { ...each, location: `other ${n}` })))).toBe('uncovered');
  });

  it('of an instant lookup counts with six people of six accounts within five minutes, at once, and never waits', () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => seen(n, { at: AT - n * 50_000 }));
    expect(decide(six, { isInstant: true })).toBe('covered');
    expect(decide(six.slice(1), { isInstant: true })).toBe('uncovered');
    expect(decide([...six.slice(1), seen(7)], { isInstant: true })).toBe('uncovered');
  });

  it('counts by one account where no other one uses the service', () => {
    const own = [...BEFORE, AFTER].map((each) => ({ ...each, account: 'a1' }));
    expect(decide(own, {}, { now: AT + WAIT_MS })).toBe('uncovered');
    expect(decide(own, {}, { isSole: true })).toBe('covered');
    expect(decide([...own, seen(2, { state: 'contradicted', account: 'former' })], {}, { isSole: true })).toBe('uncovered');
  });
});

const observation = (account: fc.Arbitrary<string>, identities: string): fc.Arbitrary<Observation> =>
  fc.record({
    state: fc.constantFrom('registered' as const, 'contradicted' as const),
    at: fc.integer({ min: AT - RECENT_MS - MINUTE, max: AT + WAIT_MS }),
    identity: fc.integer({ min: 0, max: 8 }).map((n) => `${identities}${n}`),
    account,
    location: fc.constantFrom('gmail', 'gmail', 'gmail', 'b', 'c'),
  });
const registered = (each: Observation): Observation => ({ ...each, state: 'registered' });

describe('a single account, whatever it looks up and in whatever order', () => {
  const others = fc.array(observation(fc.constantFrom('b', 'c', 'd', 'e', 'f'), 'honest'), { minLength: 8, maxLength: 20 });
  const hostile = (identities: string) => fc.array(observation(fc.constant('mallory'), identities), { maxLength: 14 });
  const no = fc.record({ isConsumer: fc.boolean(), isInstant: fc.boolean() });
  const now = AT + WAIT_MS;

  it('cannot let a "no" of another one count where fewer than two others saw anybody', () => {
    fc.assert(
      fc.property(fc.array(observation(fc.constant('b'), 'honest'), { maxLength: 14 }), hostile('honest'), no, (one, own, which) => {
        expect(decideNo({ no: { ...NO, ...which, account: 'b' }, observations: [...one, ...own], isSole: false, now }).is).toBe(
          'uncovered',
        );
      }),
    );
  });

  it('cannot take away from others what they have', () => {
    let covered = 0;
    fc.assert(
      fc.property(others, hostile('hostile'), no, (honest, own, which) => {
        const state = { no: { ...NO, ...which, account: 'b' }, isSole: false, now };
        const observations = honest.map(registered);
        const without = decideNo({ ...state, observations });
        if (without.is !== 'covered') return;
        covered += 1;
        for (const all of [observations.concat(own), own.concat(observations)])
          expect(decideNo({ ...state, observations: all }).is).toBe('covered');
      }),
      { numRuns: 3_000 },
    );
    expect(covered).toBeGreaterThan(5);
  });

  it('takes nothing of what others have by looking up whom they did', () => {
    const honest = [...BEFORE, seen(5)].map((each) => ({ ...each, account: `h${each.account}` }));
    const own = honest.map((each) => ({ ...each, account: 'mallory' }));
    const after = { ...AFTER, account: 'ha1' };
    for (const observations of [
      [...own, ...honest, after],
      [...honest, ...own, after],
    ])
      expect(decide(observations, { account: 'ha1' })).toBe('covered');
  });
});

describe('what is observed', () => {
  const rule = (url: string, more: Partial<ProbeRule> = {}) =>
    ({ request: { method: 'GET', url }, registered: {}, absent: {}, ...more }) as unknown as ProbeRule;
  const dependent = rule('https://example.com/{email}');
  const noCountry = () => null;

  it('is a mailbox at a domain, however it is spelled, and no name', () => {
    const [one, other] = ['A.da+x@Gmail.com', 'ada@gmail.com'].map((value) => observed(dependent, { type: 'email', value }, noCountry));
    expect(one).toEqual(other);
    expect(one).toEqual({ identity: 'ada@gmail.com', location: 'gmail.com', isConsumer: true });
    expect(observed(dependent, { type: 'username', value: 'ada' }, noCountry)).toBeNull();
  });

  it('is a number in a country, if that is determined', () => {
    const number = { type: 'phone', value: '+12025550142' } as const;
    expect(observed(dependent, number, () => 'US')).toEqual({ identity: number.value, location: 'US', isConsumer: false });
    expect(observed(dependent, number, noCountry)).toBeNull();
  });

  it('is at any domain where the platform does not learn it', () => {
    const digests = rule('https://example.com/{email:md5}');
    expect(observed(digests, { type: 'email', value: 'ada@company.example' }, noCountry)).toMatchObject({ location: 'any' });
  });

  it('calibrates rules without an account that is known, after what an operator has', () => {
    const named = rule('https://example.com/{email}', { positiveControls: ['a@example.com'] });
    expect(calibrationOf(named, { hasAccounts: false, isSeen: true })).toBe('shipped');
    expect(calibrationOf(dependent, { hasAccounts: true, isSeen: true })).toBe('operator');
    expect(calibrationOf(dependent, { hasAccounts: false, isSeen: true })).toBe('traffic');
    expect(calibrationOf(dependent, { hasAccounts: false, isSeen: false })).toBe('none');
    expect(calibrationOf({ ...dependent, absent: undefined }, { hasAccounts: true, isSeen: true })).toBe('none');
  });
});
