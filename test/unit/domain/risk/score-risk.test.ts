import { describe, expect, it } from 'vitest';
import type { PhoneDetails } from '../../../../src/domain/phone/phone-details.js';
import type { EmailDetails } from '../../../../src/domain/email/email-details.js';
import { ACCOUNT_KINDS, accountKindOf } from '../../../../src/domain/risk/read-signals.js';
import { emptyRiskEvidence, type FoundAccount, type RiskEvidence } from '../../../../src/domain/risk/evidence.js';
import { scoreRisk } from '../../../../src/domain/risk/score-risk.js';
import {
  BASELINE,
  CONFIDENCE,
  GROUPS,
  LEVEL_CONFIDENCE,
  LEVEL_FROM,
  LEVELS,
  SIGNAL_CODES,
  riskSignal,
} from '../../../../src/domain/risk/signals.js';
import { unknownIpDetails } from '../../../../src/domain/ip/claim.js';

const AT = new Date('2030-06-15T12:00:00Z');
const MAILBOX: EmailDetails = {
  deliverable: null,
  disposable: null,
  freeProvider: null,
  acceptAll: null,
  domainAgeDays: null,
  domainRegisteredAt: null,
};
const LINE: PhoneDetails = { valid: true, carrier: null, lineType: null, countryCode: null, voipClass: null, isVoip: null };
const ADDRESS = unknownIpDetails('192.0.2.17');
const found = (count: number, more: Partial<FoundAccount> = {}): FoundAccount[] =>
  Array.from({ length: count }, (_, n) => ({ platform: `site-${n}`, kind: 'account', tags: [], ...more }));

/** Enough answers for a level, unless the evidence has a coverage of its own. */
const COVERED = { planned: 20, answered: 20, omitted: 0 };
const NOT_COVERED = { planned: 0, answered: 0, omitted: 0 };

function score(more: Partial<RiskEvidence>) {
  const { reasons, ...risk } = scoreRisk({ ...emptyRiskEvidence(AT), coverage: COVERED, ...more });
  const counted = reasons.filter(({ impact, code }) => impact !== 0 && code !== 'starting_point').map(({ code }) => code);
  return { ...risk, reasons, counted };
}

describe('the table of weights', () => {
  const best = (group: (typeof GROUPS)[number], pick: (points: readonly number[]) => number) =>
    pick([
      0,
      ...SIGNAL_CODES.map(riskSignal)
        .filter((signal) => signal.group === group)
        .map(({ points }) => points),
    ]);
  const sum = (pick: (points: readonly number[]) => number) => GROUPS.reduce((total, group) => total + best(group, pick), 0);

  it('reaches 100 with every warning and 0 with every reassurance, so that nothing is ever cut off', () => {
    expect(BASELINE + sum((points) => Math.max(...points))).toBe(100);
    expect(BASELINE + sum((points) => Math.min(...points))).toBe(0);
  });

  it('has no signal without weight, text and reason', () => {
    for (const code of SIGNAL_CODES) {
      const { points, message, why } = riskSignal(code);
      expect(Number.isInteger(points) && points !== 0).toBe(true);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(why.length).toBeGreaterThan(10);
    }
  });

  it('orders the levels, and the confidences of the modules make 100', () => {
    expect(LEVELS.map((level) => LEVEL_FROM[level])).toEqual(LEVELS.map((level) => LEVEL_FROM[level]).sort((a, b) => a - b));
    expect(LEVEL_FROM.low).toBe(0);
    expect(Object.values(CONFIDENCE).reduce((total, share) => total + share, 0)).toBe(100);
  });

  it('names every kind of account by some tag, and one kind a platform', () => {
    expect(new Set(['coding', 'forum', 'music', 'shopping', 'gaming'].map((tag) => accountKindOf([tag])))).toEqual(new Set(ACCOUNT_KINDS));
    expect(accountKindOf(['ru', 'anime', 'social'])).toBe('play');
    expect(accountKindOf(['constructor', 'ru'])).toBeNull();
  });
});

describe('a score', () => {
  it('of nothing is none: no level, no reasons, no confidence', () => {
    const nothing = { score: null, level: 'insufficient', confidence: 0, reasons: [] };
    expect(score({ coverage: NOT_COVERED })).toMatchObject(nothing);
    const omitted = { planned: 62, answered: 0, omitted: 62 };
    expect(score({ coverage: omitted, emails: [null], phones: [null], breaches: [null] })).toMatchObject({
      ...nothing,
      coverage: omitted,
    });
  });

  it('of what is known to be harmless is the starting point, with its level', () => {
    expect(score({})).toMatchObject({ score: BASELINE, level: 'medium', counted: [] });
  });

  it('below the confidence that a level needs has no level, and keeps its points', () => {
    const of = (omitted: number) => score({ absences: 5, coverage: { planned: 5 + omitted, answered: 5, omitted } });
    expect(of(0)).toMatchObject({ score: 29, level: 'medium', confidence: LEVEL_CONFIDENCE });
    expect(of(1)).toMatchObject({ score: 29, level: 'insufficient', confidence: 8, counted: ['no_accounts_of_few'] });
    expect(of(5_000)).toMatchObject({ score: 29, level: 'insufficient', confidence: 0 });
  });

  it.each<[title: string, evidence: Partial<RiskEvidence>]>([
    ['a phone line', { phones: [{ ...LINE, isVoip: false }] }],
    ['whether a mailbox is disposable', { emails: [{ ...MAILBOX, disposable: false }] }],
    ['how an address is connected', { ips: [{ ...ADDRESS, isTor: false, isProxy: false, isVpn: false, isHosting: true }] }],
  ])('has a level by %s alone: a single check is enough', (_, evidence) => {
    expect(score({ coverage: NOT_COVERED, ...evidence })).toMatchObject({ confidence: LEVEL_CONFIDENCE, level: 'medium' });
  });

  it.each<[title: string, evidence: Partial<RiskEvidence>, score: number, level: string, counted: readonly string[]]>([
    [
      'a throw-away address that nobody knows',
      { emails: [{ ...MAILBOX, disposable: true }], absences: 25 },
      61,
      'high',
      ['disposable_mailbox', 'no_accounts_of_many'],
    ],
    ['a Tor exit alone', { ips: [{ ...ADDRESS, isTor: true, isProxy: true, isHosting: true }] }, 49, 'high', ['tor_exit']],
    [
      'Tor and a throw-away address',
      { ips: [{ ...ADDRESS, isTor: true }], emails: [{ ...MAILBOX, disposable: true }] },
      73,
      'critical',
      ['disposable_mailbox', 'tor_exit'],
    ],
    ['an address that a source scores 50', { ips: [{ ...ADDRESS, riskScore: 50 }] }, 37, 'medium', ['risky_address']],
    ['an address at home', { ips: [{ ...ADDRESS, riskScore: 0, connectionType: 'Residential' }] }, 24, 'medium', ['quiet_address']],
    [
      'a long life on the web',
      {
        accounts: [
          ...found(8, { tags: ['coding'] }),
          ...['social', 'music'].map((tag): FoundAccount => ({ platform: tag, kind: 'account', tags: [tag] })),
        ],
      },
      12,
      'low',
      ['many_accounts', 'three_kinds'],
    ],
    ['one account twice is one account', { accounts: [...found(1), ...found(1)] }, 23, 'medium', ['one_account']],
    ['the mailbox itself is no account', { accounts: found(4, { kind: 'mailbox' }), absences: 8 }, 33, 'medium', ['no_accounts_of_some']],
    [
      'a name from the address barely counts',
      { accounts: found(4, { kind: 'derived' }), absences: 3 },
      28,
      'medium',
      ['no_accounts_of_few', 'derived_handle'],
    ],
    ['two answers are no evidence of absence', { absences: 2 }, 25, 'medium', []],
    ['an account silences every absence', { accounts: found(1), absences: 300 }, 23, 'medium', ['one_account']],
    [
      'an old domain',
      { emails: [{ ...MAILBOX, domainAgeDays: 4_000, deliverable: true }] },
      21,
      'medium',
      ['domain_of_ten_years', 'working_mailbox'],
    ],
    ['a domain of yesterday', { emails: [{ ...MAILBOX, domainAgeDays: 1 }] }, 31, 'medium', ['domain_of_days']],
    ['a mailbox that its provider denies', { mailboxMissing: true, emails: [null] }, 43, 'medium', ['missing_mailbox']],
    ['a number from an app', { phones: [{ ...LINE, isVoip: true, voipClass: 'nonFixed' }] }, 32, 'medium', ['app_number']],
    ['a number that is none', { phones: [{ ...LINE, valid: false }] }, 34, 'medium', ['invalid_number']],
    [
      'the oldest breach decides',
      { breaches: [[{ name: 'New', date: '2030-06-01' }], [{ name: 'Old', date: '2020-01-01' }]] },
      21,
      'medium',
      ['breach_of_five_years'],
    ],
    ['a breach without a date tells no age', { breaches: [[{ name: 'Odd', date: 'some day' }]] }, 25, 'medium', []],
    [
      'a page that was not confirmed says nothing',
      { mentions: [[{ title: '', url: 'https://page.example.com', snippet: '', matchConfidence: 'unconfirmed' }]] },
      25,
      'medium',
      [],
    ],
  ])('%s', (_, evidence, expected, level, counted) => {
    expect(score(evidence)).toMatchObject({ score: expected, level, counted });
  });

  it('lists what stands by behind a stronger reason, with no impact', () => {
    const { reasons } = score({ ips: [{ ...ADDRESS, isTor: true, isHosting: true }] });
    expect(reasons).toContainEqual(expect.objectContaining({ code: 'hosting', module: 'ip', direction: 'raises', impact: 0 }));
    expect(reasons[0]).toMatchObject({ code: 'starting_point', module: 'model', impact: BASELINE });
  });

  it('counts one clean address beside a bad one as the bad one', () => {
    const clean = { ...ADDRESS, connectionType: 'Wireless' as const };
    expect(score({ ips: [clean, { ...ADDRESS, isProxy: true }] }).score).toBe(BASELINE + 16);
  });
});

describe('confidence', () => {
  it('grows with answers and falls with omissions', () => {
    const of = (planned: number, answered: number) => score({ coverage: { planned, answered, omitted: planned - answered } }).confidence;
    expect(of(20, 20)).toBe(CONFIDENCE.footprint);
    expect(of(200, 200)).toBe(CONFIDENCE.footprint);
    expect(of(40, 20)).toBe(CONFIDENCE.footprint / 2);
    expect(of(10, 10)).toBe(CONFIDENCE.footprint / 2);
    expect(of(20, 0)).toBe(0);
  });

  it('is whole when every module told all it can', () => {
    expect(
      score({
        coverage: { planned: 20, answered: 20, omitted: 0 },
        emails: [{ ...MAILBOX, disposable: false, deliverable: true, freeProvider: true }],
        phones: [{ ...LINE, isVoip: false }],
        ips: [{ ...ADDRESS, riskScore: 3, isTor: false, isProxy: false, isVpn: false, isHosting: false }],
        breaches: [[]],
        mentions: [[]],
      }).confidence,
    ).toBe(100);
  });

  it('takes the mean over the identities of a kind', () => {
    expect(score({ coverage: NOT_COVERED, breaches: [[], null] }).confidence).toBe(Math.round(CONFIDENCE.breaches / 2));
  });
});
