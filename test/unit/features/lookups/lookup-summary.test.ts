import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedOutcome } from '../../../../src/features/lookups/lookup.js';
import { groupBy } from '../../../../src/kernel/values/group-by.js';
import { mergeOutcomes, summarise, inconclusiveOutcome } from '../../../../src/features/lookups/lookup-summary.js';
import { recordedOutcomes } from '../../../support/arbitraries.js';

const AT = new Date('2030-05-01T00:00:00Z');
function outcome(more: Partial<RecordedOutcome>): RecordedOutcome {
  return { ...inconclusiveOutcome('a', 'email', 'timeout', AT), seq: 1, ...more };
}
const registered = outcome({ state: 'registered', reason: null });
const absent = outcome({ state: 'not_registered', reason: null });
const unanswered = outcome({});
const ofPhone = (each: RecordedOutcome): RecordedOutcome => ({ ...each, subject: 'phone' });
const mailbox = outcome({ state: 'registered', reason: null, method: 'domain_derived', mailboxProvider: true });
const noMailbox = outcome({ state: 'not_registered', reason: null, method: 'domain_derived' });
const breached = outcome({ state: 'registered', reason: null, method: 'breach_record' });

describe('one answer of a platform over all subjects', () => {
  it.each([
    ['registered for one subject, unanswered for the other', [registered, ofPhone(unanswered)], true],
    ['registered for one subject, absent for the other', [absent, ofPhone(registered)], true],
    ['absent for both', [absent, ofPhone(absent)], false],
    ['absent for one, unanswered for the other', [absent, ofPhone(unanswered)], null],
    ['unanswered for both', [unanswered, ofPhone(unanswered)], null],
    ['absent, the only subject it takes', [absent], false],
  ])('%s', (_, outcomes, expected) => {
    expect(mergeOutcomes(outcomes)?.registered ?? null).toBe(expected);
  });

  it('tells the time, method and origin of what decided, not of what did not', () => {
    const late = new Date('2031-01-01');
    const answer = mergeOutcomes([
      outcome({ state: 'registered', reason: null, method: 'public_api', checkedAt: AT, seq: 3 }),
      outcome({
        subject: 'phone',
        state: 'not_registered',
        reason: null,
        method: 'domain_derived',
        checkedAt: late,
        fromCache: true,
        mailboxProvider: true,
        seq: 7,
      }),
    ]);
    expect(answer).toMatchObject({
      registered: true,
      method: 'public_api',
      checkedAt: AT,
      fromCache: false,
      mailboxProvider: false,
      seq: 7,
    });
  });
});

describe('what modules tell of a platform, beside what it says itself', () => {
  it.each([
    ['a mailbox where the platform was not asked', [mailbox], { registered: true, method: 'domain_derived', mailboxProvider: true }],
    [
      'a mailbox where the platform gave no answer',
      [unanswered, mailbox],
      { registered: true, method: 'domain_derived', mailboxProvider: true },
    ],
    [
      'a mailbox that the platform confirms',
      [registered, mailbox],
      { registered: true, method: 'account_enumeration', mailboxProvider: true },
    ],
    ['a mailbox that the platform denies', [absent, mailbox], { registered: false, method: 'account_enumeration', mailboxProvider: false }],
    ['no mailbox, and no answer', [unanswered, noMailbox], { registered: false, method: 'domain_derived', mailboxProvider: false }],
    ['no mailbox, and no answer for the phone number', [noMailbox, ofPhone(unanswered)], null],
    [
      'a breach where the platform gave no answer',
      [unanswered, breached],
      { registered: true, method: 'breach_record', mailboxProvider: false },
    ],
    ['a breach of what the platform denies now', [absent, breached], { registered: false, method: 'account_enumeration' }],
    [
      'a breach of the address, while the phone number is not there',
      [breached, ofPhone(absent)],
      { registered: true, method: 'breach_record' },
    ],
    ['a breach of a mailbox that is gone', [breached, noMailbox], { registered: false, method: 'domain_derived' }],
  ])('%s', (_, outcomes, expected) => {
    for (const each of [outcomes, [...outcomes].reverse()]) {
      const answer = mergeOutcomes(each);
      if (expected === null) expect(answer).toBeNull();
      else expect(answer).toMatchObject(expected);
    }
  });

  it('counts as checked, and as swept only what the sweep ended, answered or not', () => {
    const { platformsChecked, swept, matches, socialMatches } = summarise([
      { ...registered, platform: 'asked' },
      { ...unanswered, platform: 'asked-too' },
      { ...breached, platform: 'asked-too' },
      { ...mailbox, platform: 'mail' },
      { ...unanswered, platform: 'omitted' },
    ]);
    expect({ platformsChecked, swept, matches, socialMatches }).toEqual({ platformsChecked: 3, swept: 3, matches: 3, socialMatches: 2 });
  });
});

describe('the summary of a lookup, for all outcomes', () => {
  const check = (property: (outcomes: RecordedOutcome[]) => void) => fc.assert(fc.property(recordedOutcomes, property), { numRuns: 500 });
  const statesOf = (outcomes: readonly RecordedOutcome[], platform: string) =>
    outcomes.filter((each) => each.platform === platform).map(({ state }) => state);

  it('registered wins; not registered only when every subject is; otherwise the platform is omitted', () =>
    check((outcomes) => {
      const { answers } = summarise(outcomes);
      for (const platform of new Set(outcomes.map((each) => each.platform))) {
        const states = statesOf(outcomes, platform);
        const expected = states.includes('registered') ? true : states.every((state) => state === 'not_registered') ? false : null;
        const shown = answers.filter((answer) => answer.platform === platform);
        expect(shown.map((answer) => answer.registered)).toEqual(expected === null ? [] : [expected]);
      }
    }));

  it('a reason never becomes an answer, and never changes one that stands without it', () =>
    check((outcomes) => {
      const { answers } = summarise(outcomes);
      for (const answer of answers)
        expect(statesOf(outcomes, answer.platform)).toContain(answer.registered ? 'registered' : 'not_registered');
      const surelyAbsent = answers.filter((answer) => !answer.registered);
      for (const { platform } of surelyAbsent) expect(statesOf(outcomes, platform)).not.toContain('inconclusive');
    }));

  it('matches are the hits, social matches those that are no mailbox', () =>
    check((outcomes) => {
      const { answers, hits, matches, socialMatches } = summarise(outcomes);
      expect(matches).toBe(hits.length);
      expect(new Set(hits).size).toBe(hits.length);
      expect(hits).toEqual(answers.filter((answer) => answer.registered).map(({ platform }) => platform));
      expect(socialMatches).toBe(answers.filter((answer) => answer.registered && !answer.mailboxProvider).length);
    }));

  it('a platform is counted as checked when it gave an answer, and when none did the count is 0', () =>
    check((outcomes) => {
      const { platformsChecked, answers } = summarise(outcomes);
      expect(platformsChecked).toBe(answers.length);
      expect(summarise(outcomes.map((each) => ({ ...each, state: 'inconclusive', reason: 'unreachable' }))).platformsChecked).toBe(0);
    }));

  it('does not depend on the order in which the rows are read', () =>
    fc.assert(
      fc.property(
        recordedOutcomes.chain((outcomes) => fc.tuple(fc.constant(outcomes), shuffled(outcomes))),
        ([outcomes, other]) => {
          const report = (rows: RecordedOutcome[]) =>
            summarise(rows).answers.map(({ platform, registered: is, seq, checkedAt }) => ({ platform, is, seq, checkedAt }));
          expect(report(other)).toEqual(report(outcomes));
        },
      ),
    ));

  it('answers are in the order in which they became known', () =>
    check((outcomes) => {
      const positions = summarise(outcomes).answers.map(({ seq }) => seq);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
    }));

  it('says that it was served from a cache exactly when a shown answer was', () =>
    check((outcomes) => {
      const { servedFromCache, answers } = summarise(outcomes);
      expect(servedFromCache).toBe(answers.some(({ fromCache }) => fromCache));
    }));
});

function shuffled<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

describe('groupBy', () => {
  it('keeps every item once, in order, whatever the keys', () =>
    fc.assert(
      fc.property(fc.array(fc.record({ key: fc.constantFrom('__proto__', 'constructor', 'a', ''), value: fc.integer() })), (items) => {
        const groups = groupBy(items, ({ key }) => key);
        expect([...groups.keys()]).toEqual([...new Set(items.map(({ key }) => key))]);
        for (const [key, group] of groups) expect(group).toEqual(items.filter((item) => item.key === key));
      }),
    ));
});
