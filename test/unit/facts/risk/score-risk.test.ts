import { describe, expect, it } from 'vitest';
import { ACCOUNT_KINDS, accountKindOf } from '../../../../src/facts/risk/read-signals.js';
import { emptyRiskEvidence, type FoundAccount, type RiskEvidence } from '../../../../src/facts/risk/evidence.js';
import { levelOf, scoreRisk } from '../../../../src/facts/risk/score-risk.js';
import {
  BASELINE,
  CONFIDENCE,
  GROUPS,
  LEVEL_CONFIDENCE,
  LEVEL_FROM,
  LEVELS,
  MODEL_VERSION,
  SIGNAL_CODES,
  riskSignal,
} from '../../../../src/facts/risk/signals.js';
import { unknownIpDetails } from '../../../../src/facts/ip/claim.js';
import { AT, LINE, MAILBOX } from '../../../support/risk-evidence.js';

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
      expect(Math.abs(points)).toBeLessThan(BASELINE); // the starting point is listed first
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

  it('of a signal alone has points and no level, since nothing was answered besides', () => {
    const alone = { score: 43, level: 'insufficient', confidence: 0, counted: ['missing_mailbox'] };
    expect(score({ coverage: NOT_COVERED, mailboxMissing: true })).toMatchObject(alone);
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
      58,
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
      15,
      'low',
      ['many_accounts', 'three_kinds'],
    ],
    [
      'a long life that accounts tell of',
      { accounts: found(2, { createdAt: new Date('2015-03-01') }) },
      17,
      'low',
      ['few_accounts', 'account_of_ten_years'],
    ],
    [
      'accounts that were all made last week',
      { accounts: found(2, { createdAt: new Date(AT.getTime() - 7 * 86_400_000) }) },
      23,
      'medium',
      ['few_accounts', 'accounts_of_days'],
    ],
    ['one account twice is one account', { accounts: [...found(1), ...found(1)] }, 23, 'medium', ['one_account']],
    ['the mailbox itself is no account', { accounts: found(4, { kind: 'mailbox' }), absences: 8 }, 32, 'medium', ['no_accounts_of_some']],
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
    ['a domain of yesterday', { emails: [{ ...MAILBOX, domainAgeDays: 1 }] }, 29, 'medium', ['domain_of_days']],
    ['a mailbox that its provider denies', { mailboxMissing: true, emails: [null] }, 43, 'medium', ['missing_mailbox']],
    ['a number from an app', { phones: [{ ...LINE, isVoip: true, voipClass: 'nonFixed' }] }, 32, 'medium', ['app_number']],
    ['a number that is none', { phones: [{ ...LINE, valid: false }] }, 33, 'medium', ['invalid_number']],
    [
      'the oldest breach decides',
      { breaches: [[{ name: 'New', date: '2030-06-01' }], [{ name: 'Old', date: '2020-01-01' }]] },
      22,
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

  it('takes what does not fit together as one warning, and what fits as a small reassurance', () => {
    const phones = [{ ...LINE, lineType: 'mobile', countryCode: 'US' }];
    const home = { ...ADDRESS, connectionType: 'Residential' as const, countryCode: 'US', timezone: 'America/New_York' };
    const berlin = { ...home, countryCode: 'DE', timezone: 'Europe/Berlin' };
    expect(score({ phones, ips: [home] })).toMatchObject({ score: 23, counted: ['quiet_address', 'same_country'] });
    const far = score({ phones, ips: [berlin], claimed: { country: 'US' } });
    expect(far).toMatchObject({ score: 27, counted: ['far_time_zone', 'quiet_address'] });
    expect(far.reasons).toContainEqual(expect.objectContaining({ code: 'other_country', module: 'consistency', impact: 0 }));
    expect(score({ phones, ips: [{ ...berlin, isVpn: true }], claimed: { country: 'US' } })).toMatchObject({ score: 33, counted: ['vpn'] });
  });

  it('lists what stands by behind a stronger reason, with no impact', () => {
    const { reasons } = score({ ips: [{ ...ADDRESS, isTor: true, isHosting: true }] });
    expect(reasons).toContainEqual(expect.objectContaining({ code: 'hosting', module: 'ip', direction: 'raises', impact: 0 }));
    expect(reasons[0]).toMatchObject({ code: 'starting_point', module: 'model', impact: BASELINE });
  });

  it('names the model, and repeats what it was made of', () => {
    const { modelVersion, coverage } = score({});
    expect(modelVersion).toBe(MODEL_VERSION);
    expect(MODEL_VERSION).toMatch(/^\d{4}-\d{2}\.\d+$/);
    expect(coverage).toEqual(COVERED);
  });

  it('lists its reasons by weight behind the starting point, equal ones by code, whose text and module are those of the table', () => {
    const { reasons } = score({
      accounts: found(2),
      ips: [{ ...ADDRESS, isVpn: true, isScraper: true, isHosting: true }],
      phones: [{ ...LINE, valid: false }],
      emails: [{ ...MAILBOX, deliverable: true }],
      breaches: [[{ name: 'Old', date: '2029-01-01' }]],
      mentions: [[{ title: '', url: 'https://page.example.com', snippet: '', matchConfidence: 'confirmed' }]],
    });
    expect(reasons.map(({ code, impact, direction, module }) => [code, impact, direction, module])).toEqual([
      ['starting_point', BASELINE, 'raises', 'model'],
      ['invalid_number', 8, 'raises', 'phone'],
      ['scraper', 8, 'raises', 'ip'],
      ['few_accounts', -5, 'lowers', 'footprint'],
      ['working_mailbox', -2, 'lowers', 'email'],
      ['breach_of_a_year', -1, 'lowers', 'breaches'],
      ['mentioned', -1, 'lowers', 'webMentions'],
      ['hosting', 0, 'raises', 'ip'],
      ['vpn', 0, 'raises', 'ip'],
    ]);
    for (const { code, message } of reasons.slice(1)) expect(message).toBe(riskSignal(code as (typeof SIGNAL_CODES)[number]).message);
    expect(reasons[0]?.message).toMatch(/^[A-Z].+\.$/);
  });

  it('counts a warning before any reassurance of the same group, and of several alike the strongest', () => {
    const emails = [
      { ...MAILBOX, deliverable: true },
      { ...MAILBOX, deliverable: false },
      { ...MAILBOX, disposable: true },
    ];
    expect(score({ emails }).counted).toEqual(['disposable_mailbox']);
    const domains = [3_000, 4_000].map((domainAgeDays) => ({ ...MAILBOX, domainAgeDays }));
    expect(score({ emails: domains }).counted).toEqual(['domain_of_ten_years']);
    const alike = [
      { ...ADDRESS, isScraper: true },
      { ...ADDRESS, isVpn: true },
    ];
    expect([score({ ips: alike }).counted, score({ ips: alike.toReversed() }).counted]).toEqual([['scraper'], ['scraper']]);
    const scored = [20, 90, 50].map((riskScore) => ({ ...ADDRESS, riskScore }));
    expect(score({ ips: scored }).score).toBe(BASELINE + 22);
  });

  it('lies in the level that it has reached', () => {
    expect([-1, 0, 19, 20, 44, 45, 69, 70, 100].map(levelOf)).toEqual([
      'low',
      'low',
      'low',
      'medium',
      'medium',
      'high',
      'high',
      'critical',
      'critical',
    ]);
  });

  it('counts one clean address beside a bad one as the bad one', () => {
    const clean = { ...ADDRESS, connectionType: 'Wireless' as const };
    expect(score({ ips: [clean, { ...ADDRESS, isProxy: true }] }).score).toBe(BASELINE + 16);
  });
});
