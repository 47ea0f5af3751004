import { describe, expect, it } from 'vitest';
import type { EmailDetails } from '../../../../src/facts/email/email-details.js';
import { unknownIpDetails } from '../../../../src/facts/ip/claim.js';
import { CONNECTION_TYPES, type IpDetails } from '../../../../src/facts/ip/ip-details.js';
import type { PhoneDetails } from '../../../../src/facts/phone/phone-details.js';
import { emptyRiskEvidence, type FoundAccount, type RiskEvidence } from '../../../../src/facts/risk/evidence.js';
import { accountKindOf, readSignals } from '../../../../src/facts/risk/read-signals.js';
import { AT, LINE, MAILBOX } from '../../../support/risk-evidence.js';

const DAY_MS = 86_400_000;

const signals = (more: Partial<RiskEvidence>) => readSignals({ ...emptyRiskEvidence(AT), ...more });
const codes = (more: Partial<RiskEvidence>) => signals(more).map(({ code }) => code);
const accounts = (count: number, more: Partial<FoundAccount> = {}): FoundAccount[] =>
  Array.from({ length: count }, (_, n) => ({ platform: `site-${n}`, kind: 'account', tags: [], ...more }));

describe('the footprint', () => {
  it.each([
    [0, []],
    [2, []],
    [3, ['no_accounts_of_few']],
    [7, ['no_accounts_of_few']],
    [8, ['no_accounts_of_some']],
    [19, ['no_accounts_of_some']],
    [20, ['no_accounts_of_many']],
  ])('of %i platforms that deny gives %j, while no account is known', (absences, expected) => {
    expect(codes({ absences })).toEqual(expected);
    expect(codes({ absences, accounts: accounts(1) })).toEqual(['one_account']);
    expect(codes({ absences, accounts: accounts(1, { kind: 'mailbox' }) })).toEqual(expected);
  });

  it.each([
    [1, 'one_account'],
    [2, 'few_accounts'],
    [4, 'few_accounts'],
    [5, 'several_accounts'],
    [9, 'several_accounts'],
    [10, 'many_accounts'],
  ])('of %i accounts gives %s', (count, expected) => expect(codes({ accounts: accounts(count) })).toEqual([expected]));

  it('counts the kinds of accounts that somebody made, and no others', () => {
    const kinds = (tags: readonly string[], kind: FoundAccount['kind'] = 'account') =>
      codes({ accounts: tags.map((tag) => ({ platform: tag, kind, tags: ['ru', tag] })) }).filter((code) => code.endsWith('_kinds'));
    expect(kinds(['coding', 'career', 'ru'])).toEqual([]);
    expect(kinds(['coding', 'social'])).toEqual(['two_kinds']);
    expect(kinds(['coding', 'social', 'music', 'gaming'])).toEqual(['three_kinds']);
    expect(kinds(['coding', 'social', 'music'], 'derived')).toEqual([]);
  });

  it('has a derived handle when the address’s name is one somewhere', () => {
    expect(codes({ accounts: [...accounts(1), ...accounts(1, { kind: 'derived' })] })).toEqual(['one_account', 'derived_handle']);
    expect(codes({ accounts: accounts(1, { kind: 'mailbox' }) })).toEqual([]);
  });

  it.each<[ages: number[], expected: string[]]>([
    [[], []],
    [[5], []],
    [[5, 20], ['accounts_of_days']],
    [[5, 29, 30], []],
    [[5, 5, 5, 200], ['many_new_accounts']],
    [[5, 5, 5, 200, 200, 200], ['many_new_accounts']],
    [[5, 5, 5, 200, 200, 200, 200], []],
    [[5, 5, 5, 365], ['account_of_a_year']],
    [
      [5, 5, 5, 5],
      ['accounts_of_days', 'many_new_accounts'],
    ],
    [[5, 400, 400], ['account_of_a_year']],
    [[364], []],
    [[365], ['account_of_a_year']],
    [[1_095], ['account_of_three_years']],
    [[3_650, 5], ['account_of_ten_years']],
  ])('of accounts that are %j days old gives %j', (ages, expected) => {
    const made = ages.map((days, n) => ({
      platform: `site-${n}`,
      kind: 'account' as const,
      tags: [],
      createdAt: new Date(AT.getTime() - days * DAY_MS),
    }));
    const known = (more: readonly FoundAccount[]) =>
      codes({ accounts: more }).filter((code) => /_new_|_of_(?:days|a_year|\w+_years)$/.test(code));
    expect(known(made)).toEqual(expected);
    // Accounts that do not tell their age change nothing, and neither do those of somebody else.
    expect(known([...accounts(9), ...made])).toEqual(expected);
    const others = made.map((account) => ({ ...account, kind: 'derived' as const }));
    expect(known(others)).toEqual([]);
  });

  it('has a verified account where a platform says so', () => {
    expect(codes({ accounts: accounts(1, { isVerified: true }) })).toEqual(['one_account', 'verified_account']);
  });

  it('is of the kind that the first of a platform’s tags shows', () => {
    expect(accountKindOf(['large', 'forum', 'coding'])).toBe('community');
    expect([accountKindOf([]), accountKindOf(['large'])]).toEqual([null, null]);
  });
});

describe('a mailbox', () => {
  it.each<[Partial<EmailDetails>, readonly string[]]>([
    [{}, []],
    [{ disposable: true }, ['disposable_mailbox']],
    [{ disposable: false, deliverable: true }, ['working_mailbox']],
    [{ deliverable: false }, ['missing_mailbox']],
    [{ acceptAll: true, freeProvider: true }, []],
  ])('%j gives %j', (facts, expected) => expect(codes({ emails: [{ ...MAILBOX, ...facts }] })).toEqual(expected));

  it.each([
    [0, ['domain_of_days']],
    [29, ['domain_of_days']],
    [30, ['domain_of_months']],
    [179, ['domain_of_months']],
    [180, []],
    [729, []],
    [730, ['domain_of_years']],
    [3_649, ['domain_of_years']],
    [3_650, ['domain_of_ten_years']],
  ])('at a domain of %i days gives %j', (domainAgeDays, expected) =>
    expect(codes({ emails: [{ ...MAILBOX, domainAgeDays }] })).toEqual(expected),
  );

  it('is missing by its provider’s answer too', () => expect(codes({ mailboxMissing: true })).toEqual(['missing_mailbox']));
});

describe('a phone line', () => {
  it.each<[string, Partial<PhoneDetails>, readonly string[]]>([
    ['of which nothing is known', {}, []],
    ['that is not VOIP', { isVoip: false }, ['real_line']],
    ['of VOIP', { isVoip: true }, ['voip_number']],
    ['of VOIP at a place', { isVoip: true, voipClass: 'fixed' }, ['voip_number']],
    ['of an app', { isVoip: true, voipClass: 'nonFixed' }, ['app_number']],
    ['that cannot be called, whatever else is known', { valid: false, isVoip: true, voipClass: 'nonFixed' }, ['invalid_number']],
  ])('%s', (_, facts, expected) => expect(codes({ phones: [{ ...LINE, ...facts }] })).toEqual(expected));
});

describe('an address', () => {
  const address = (more: Partial<IpDetails>) => ({ ips: [{ ...unknownIpDetails('192.0.2.17'), ...more }] });

  it.each([
    ['isTor', 'tor_exit'],
    ['isProxy', 'proxy'],
    ['isVpn', 'vpn'],
    ['isHosting', 'hosting'],
    ['isScraper', 'scraper'],
    ['isCompromised', 'compromised_address'],
  ] as const)('with %s is a %s, and not with the contrary or nothing known', (field, code) => {
    expect(codes(address({ [field]: true, connectionType: 'Residential' }))).toEqual([code]);
    expect([codes(address({ [field]: false })), codes(address({ [field]: null }))]).toEqual([[], []]);
  });

  it.each([
    [10, null],
    [11, 0.11],
    [50, 0.5],
    [100, 1],
    [250, 1],
  ])('that a source scores %i counts as risky with this share of the weight: %j', (riskScore, share) => {
    const expected = share === null ? [] : [{ code: 'risky_address', share }];
    expect(signals(address({ riskScore }))).toEqual(expected);
  });

  it('is quiet in a home or a phone network, as long as nothing speaks against it', () => {
    const quiet = (more: Partial<IpDetails>) =>
      CONNECTION_TYPES.filter((type) => codes(address({ ...more, connectionType: type })).includes('quiet_address'));
    expect(quiet({})).toEqual(['Residential', 'Wireless']);
    expect(quiet({ riskScore: 10, isVpn: false })).toEqual(['Residential', 'Wireless']);
    expect([quiet({ riskScore: 11 }), quiet({ isVpn: true })]).toEqual([[], []]);
    expect(codes(address({}))).toEqual([]);
  });
});

describe('a breach', () => {
  const ago = (days: number) => ({ name: 'Example', date: new Date(AT.getTime() - days * DAY_MS).toISOString() });

  it.each([
    [-10, []],
    [364, []],
    [365, ['breach_of_a_year']],
    [729, ['breach_of_a_year']],
    [730, ['breach_of_two_years']],
    [1_824, ['breach_of_two_years']],
    [1_825, ['breach_of_five_years']],
  ])('%i days ago gives %j', (days, expected) => expect(codes({ breaches: [[ago(days)]] })).toEqual(expected));

  it('counts by the oldest of any identity, without those that have no date', () => {
    expect(codes({ breaches: [null, [ago(10)], [ago(400), { name: 'Odd', date: 'unknown' }, ago(20)]] })).toEqual(['breach_of_a_year']);
    expect([codes({ breaches: [null, []] }), codes({ breaches: [[{ name: 'Odd', date: 'unknown' }]] })]).toEqual([[], []]);
  });
});

describe('a page that names an identity', () => {
  const page = (matchConfidence: 'confirmed' | 'unconfirmed') => ({
    title: '',
    url: 'https://page.example.com',
    snippet: '',
    matchConfidence,
  });

  it('counts once any is confirmed', () => {
    expect(codes({ mentions: [null, [page('unconfirmed'), page('confirmed')]] })).toEqual(['mentioned']);
    expect([codes({ mentions: [[page('unconfirmed')]] }), codes({ mentions: [null, []] })]).toEqual([[], []]);
  });
});

it('no evidence gives nothing: all of its lists are empty', () => {
  expect(signals({})).toEqual([]);
  expect(Object.values(emptyRiskEvidence(AT)).filter(Array.isArray).flat()).toEqual([]);
});

it('identities of which nothing is known give nothing', () => {
  expect(signals({ emails: [null], phones: [null], ips: [null], breaches: [null], mentions: [null] })).toEqual([]);
});
