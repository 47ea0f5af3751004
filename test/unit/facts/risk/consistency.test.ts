import { describe, expect, it } from 'vitest';
import type { EmailDetails, MailRecords } from '../../../../src/facts/email/email-details.js';
import { unknownIpDetails } from '../../../../src/facts/ip/claim.js';
import type { IpDetails } from '../../../../src/facts/ip/ip-details.js';
import type { PhoneDetails } from '../../../../src/facts/phone/phone-details.js';
import type { ComparedPair } from '../../../../src/facts/risk/comparison-codes.js';
import { compareFacts } from '../../../../src/facts/risk/consistency.js';
import { emptyRiskEvidence, type Mailbox, type RiskEvidence } from '../../../../src/facts/risk/evidence.js';
import { AT, LINE, MAILBOX } from '../../../support/risk-evidence.js';

const american: PhoneDetails = { ...LINE, lineType: 'mobile', countryCode: 'US', isVoip: false };
const home: IpDetails = {
  ...unknownIpDetails('192.0.2.17'),
  connectionType: 'Residential',
  countryCode: 'US',
  timezone: 'America/Chicago',
};
const berlin: IpDetails = { ...home, countryCode: 'DE', timezone: 'Europe/Berlin' };
const mailbox = (email: string, more: Partial<Mailbox> = {}): Mailbox => ({
  email,
  facts: null,
  records: null,
  breaches: null,
  accountDates: [],
  ...more,
});
const facts = (more: Partial<EmailDetails>): EmailDetails => ({ ...MAILBOX, ...more });

/** What one pair says of evidence; undefined: it is not listed. */
function said(pair: ComparedPair, more: Partial<RiskEvidence>): string | undefined {
  const found = compareFacts({ ...emptyRiskEvidence(AT), ...more }).find((each) => each.pair === pair);
  return found && `${found.outcome}: ${found.code}`;
}

describe('the country of a phone number against that of an IP address', () => {
  const of = (phone: Partial<PhoneDetails> | null, ip: Partial<IpDetails> | null) =>
    said('phone_and_ip_country', { phones: [phone && { ...american, ...phone }], ips: [ip && { ...home, ...ip }] });

  it.each<[string, string, Partial<PhoneDetails> | null, Partial<IpDetails> | null]>([
    ['the same country', 'agrees: same_country', {}, {}],
    ['the same, over a mobile network', 'agrees: same_country', {}, { connectionType: 'Wireless' }],
    ['the same, however it is connected', 'agrees: same_country', {}, { connectionType: null }],
    ['another, at home', 'disagrees: other_country', {}, { countryCode: 'DE' }],
    ['another, over a mobile network', 'unknown: roaming', {}, { countryCode: 'DE', connectionType: 'Wireless' }],
    ['another, in a company', 'unknown: not_a_household', {}, { countryCode: 'DE', connectionType: 'Business' }],
    ['another, nobody knows where', 'unknown: not_a_household', {}, { countryCode: 'DE', connectionType: null }],
    ['a VPN in the same country', 'unknown: vpn', {}, { isVpn: true }],
    ['a VPN in another', 'unknown: vpn', {}, { isVpn: true, countryCode: 'DE' }],
    ['a proxy', 'unknown: proxy', {}, { isProxy: true, countryCode: 'DE' }],
    ['a Tor exit', 'unknown: tor', {}, { isTor: true, isProxy: true, countryCode: 'DE' }],
    ['a data centre', 'unknown: hosting', {}, { isHosting: true, countryCode: 'DE' }],
    ['a data centre by its network', 'unknown: hosting', {}, { connectionType: 'Hosting', countryCode: 'DE' }],
    ['an address that is abused', 'unknown: suspect_address', {}, { isCompromised: true, countryCode: 'DE' }],
    ['an address with a bad score', 'unknown: suspect_address', {}, { riskScore: 60, countryCode: 'DE' }],
    ['an address with an ordinary score', 'disagrees: other_country', {}, { riskScore: 5, countryCode: 'DE' }],
    ['a territory', 'unknown: related_countries', {}, { countryCode: 'PR' }],
    ['an address of no known country', 'unknown: missing', {}, { countryCode: null }],
    ['a VOIP number', 'unknown: number_of_no_place', { isVoip: true }, { countryCode: 'DE' }],
    ['a number from an app', 'unknown: number_of_no_place', { voipClass: 'nonFixed' }, { countryCode: 'DE' }],
    ['a number that is not valid', 'unknown: number_of_no_place', { valid: false }, { countryCode: 'DE' }],
    ['a number that is free to call', 'unknown: number_of_no_place', { lineType: 'toll_free' }, {}],
    ['a line of an unknown kind', 'unknown: missing', { lineType: null }, { countryCode: 'DE' }],
    ['a number of no known country', 'unknown: missing', { countryCode: null }, { countryCode: 'DE' }],
    ['nothing known of the number', 'unknown: missing', null, { countryCode: 'DE' }],
    ['nothing known of the address', 'unknown: missing', {}, null],
  ])('%s: %s', (_, expected, phone, ip) => expect(of(phone, ip)).toBe(expected));

  it('a privacy relay shows no place, and neither does any other address of a lookup with a VPN', () => {
    expect(said('phone_and_ip_country', { phones: [american], ips: [berlin], isRelayed: true })).toBe('unknown: relay');
    expect(said('phone_and_ip_country', { phones: [american], ips: [berlin, { ...home, isVpn: true }] })).toBe('unknown: vpn');
  });

  it('one that agrees is enough, and one of which nothing is known changes nothing', () => {
    expect(said('phone_and_ip_country', { phones: [american], ips: [berlin, home] })).toBe('agrees: same_country');
    expect(said('phone_and_ip_country', { phones: [null, american], ips: [berlin, null] })).toBe('disagrees: other_country');
  });

  it('is not listed without a number, or without an address', () => {
    expect([said('phone_and_ip_country', { phones: [american] }), said('phone_and_ip_country', { ips: [home] })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the country of a phone number against the time zone of an IP address', () => {
  const of = (timezone: string | null, more: Partial<IpDetails> = {}, at = AT) =>
    said('phone_and_ip_time_zone', { at, phones: [{ ...american, countryCode: 'DE' }], ips: [{ ...home, ...more, timezone }] });

  it.each([
    ['Europe/Berlin', 'agrees: same_time_zone'],
    ['Europe/Paris', 'agrees: same_time_zone'],
    ['Europe/Lisbon', 'unknown: near_time_zone'],
    ['America/New_York', 'disagrees: far_time_zone'],
    ['Pacific/Auckland', 'disagrees: far_time_zone'],
    ['Not/AZone', 'unknown: missing'],
    [null, 'unknown: missing'],
  ])('%s: %s', (timezone, expected) => expect(of(timezone)).toBe(expected));

  it('knows roaming and the night at the other end of the date line', () => {
    expect(of('America/New_York', { connectionType: 'Wireless' })).toBe('unknown: roaming');
    const apia = said('phone_and_ip_time_zone', {
      phones: [{ ...american, countryCode: 'WS' }],
      ips: [{ ...home, timezone: 'Pacific/Pago_Pago' }],
    });
    expect(apia).toBe('agrees: same_time_zone');
  });
});

describe('a claimed country', () => {
  it.each<[string, string, ComparedPair, Partial<RiskEvidence>]>([
    ['that of the number', 'agrees: number_of_country', 'claimed_country_and_phone', { phones: [american] }],
    [
      'another than the number’s',
      'disagrees: other_country',
      'claimed_country_and_phone',
      { phones: [{ ...american, countryCode: 'DE' }] },
    ],
    ['beside a VOIP number', 'unknown: number_of_no_place', 'claimed_country_and_phone', { phones: [{ ...american, isVoip: true }] }],
    ['beside a number of which nothing is known', 'unknown: missing', 'claimed_country_and_phone', { phones: [null] }],
    ['that of the address', 'agrees: same_country', 'claimed_country_and_ip', { ips: [home] }],
    ['another than the address’s', 'disagrees: other_country', 'claimed_country_and_ip', { ips: [berlin] }],
    ['beside a phone abroad', 'unknown: roaming', 'claimed_country_and_ip', { ips: [{ ...berlin, connectionType: 'Wireless' }] }],
  ])('%s: %s', (_, expected, pair, more) => {
    expect(said(pair, { claimed: { country: 'US' }, ...more })).toBe(expected);
    expect(said(pair, more)).toBeUndefined();
  });
});

describe('a claimed name', () => {
  const withEmail = (email: string, name: string, names: readonly string[] = []) =>
    said('claimed_name_and_email', {
      claimed: { name },
      mailboxes: [mailbox(email)],
      names: names.map((shown, at) => ({ platform: `site-${at}`, name: shown })),
    });

  it.each([
    ['ada.lovelace@example.com', 'Ada Lovelace'],
    ['lovelace_ada85@example.com', 'Ada Lovelace'],
    ['a.lovelace@example.com', 'Ada Lovelace'],
    ['ada.l@example.com', 'Ada Lovelace'],
    ['alovelace@example.com', 'Ada Lovelace'],
    ['lovelacea@example.com', 'Ada Lovelace'],
    ['adalovelace+shop@example.com', 'Dr Ada King Lovelace'],
    ['juergen.mueller@example.com', 'Jürgen Müller'],
  ])('%s spells %s', (email, name) => expect(withEmail(email, name)).toBe('agrees: name_in_address'));

  it.each([
    ['dark.knight@example.com', 'Ada Lovelace', 'a nickname'],
    ['grace.hopper@example.com', 'Ada Lovelace', 'another name, which nobody shows'],
    ['ada.byron@example.com', 'Ada Lovelace', 'a name from before a marriage'],
    ['ada@example.com', 'Ada Lovelace', 'a first name'],
    ['a.l@example.com', 'Ada Lovelace', 'initials'],
    ['al@example.com', 'Ada Lovelace', 'less'],
    ['ada.lovelace@example.com', 'Ada', 'a claim of one word'],
    ['ada.lovelace@example.com', 'Ада Лавлейс', 'another script'],
  ])('%s and %s: unknown, as %s', (email, name) => expect(withEmail(email, name)).toBe('unknown: no_name'));

  it('is another than that of the address where an account shows that one too', () => {
    expect(withEmail('grace.hopper@example.com', 'Ada Lovelace', ['Grace Hopper'])).toBe('disagrees: other_name_in_address');
    expect(withEmail('grace.hopper@example.com', 'Ada Lovelace', ['Grace', 'Hopper', 'Ann Hopper'])).toBe('unknown: no_name');
    expect(withEmail('grace.hopper@example.com', 'Grace Lovelace', ['Grace Hopper'])).toBe('unknown: no_name');
  });

  it('is in no alias and in no role', () => {
    expect(withEmail('grace.hopper@duck.com', 'Ada Lovelace', ['Grace Hopper'])).toBe('unknown: alias');
    expect(withEmail('info@example.com', 'Ada Lovelace')).toBe('unknown: role');
  });

  const withAccounts = (...names: readonly (readonly [platform: string, name: string])[]) =>
    said('claimed_name_and_accounts', { claimed: { name: 'Ada Lovelace' }, names: names.map(([platform, name]) => ({ platform, name })) });

  it.each<[string, string, readonly (readonly [platform: string, name: string])[]]>([
    ['no account shows one', 'unknown: missing', []],
    [
      'one account agrees, others do not',
      'agrees: name_on_account',
      [
        ['a', 'Grace Hopper'],
        ['b', 'Grace Hopper'],
        ['c', 'Lovelace, Ada'],
      ],
    ],
    [
      'two platforms show the same other name',
      'disagrees: other_name_on_accounts',
      [
        ['a', 'Grace Hopper'],
        ['b', 'Hopper, Grace'],
        ['c', 'zephyr'],
      ],
    ],
    [
      'one platform shows it twice',
      'unknown: no_name',
      [
        ['a', 'Grace Hopper'],
        ['a', 'Grace Hopper'],
      ],
    ],
    [
      'each shows another',
      'unknown: no_name',
      [
        ['a', 'Grace Hopper'],
        ['b', 'Mary Somerville'],
      ],
    ],
    [
      'a third has a word of the claimed one',
      'unknown: no_name',
      [
        ['a', 'Grace Hopper'],
        ['b', 'Grace Hopper'],
        ['c', 'ada'],
      ],
    ],
  ])('on accounts, where %s: %s', (_, expected, names) => expect(withAccounts(...names)).toBe(expected));

  it.each([
    ['Юлия Чайковская', 'Yulia Chaikovskaya', 'julia.tschaikowski'],
    ['Yulia Chaikovskaya', 'Julia Tschaikowski', 'julia.tschaikowski'],
    ['李 小明', 'Li Xiaoming', 'lee.xiaoming'],
    ['Li Xiaoming', 'Lee Hsiaoming', 'lee.hsiaoming'],
  ])('%s is not another person than %s in another script or romanisation', (name, shown, local) => {
    const names = ['a', 'b'].map((platform) => ({ platform, name: shown }));
    const of = (pair: ComparedPair) => said(pair, { claimed: { name }, mailboxes: [mailbox(`${local}@example.com`)], names });
    expect(of('claimed_name_and_accounts')).toBe('unknown: no_name');
    expect(of('claimed_name_and_email')).toBe('unknown: no_name');
  });
});

describe('a claimed company', () => {
  const of = (email: string, company: string, known: Partial<EmailDetails> | null = {}) =>
    said('claimed_company_and_email', { claimed: { company }, mailboxes: [mailbox(email, { facts: known && facts(known) })] });
  const free = { freeProvider: true };

  it.each<[string, string, string, Partial<EmailDetails> | null]>([
    ['ada@acme-tools.example', 'Acme Tools GmbH', 'agrees: company_domain', {}],
    ['ada@mail.acme.example', 'ACME Holding AG', 'agrees: company_domain', { freeProvider: false }],
    ['ada@brand.example', 'Acme Tools GmbH', 'unknown: other_domain', { freeProvider: false }],
    ['ada@gmail.com', 'Acme Tools GmbH', 'disagrees: free_mailbox', free],
    ['acme.tools@gmail.com', 'Acme Tools GmbH', 'unknown: company_at_provider', free],
    ['ada@yahoo.com', 'Yahoo Inc', 'unknown: company_at_provider', free],
    ['ada@duck.com', 'Acme', 'unknown: alias', free],
    ['ada@acme.example', 'Acme', 'unknown: missing', null],
    ['ada@gmail.com', 'GmbH', 'unknown: missing', free],
  ])('%s and %s: %s', (email, company, expected, known) => expect(of(email, company, known)).toBe(expected));
});

describe('the age of a mail domain', () => {
  const REGISTERED = '2020-06-01T00:00:00.000Z';
  const of = (more: Partial<Mailbox>, email = 'ada@acme.example', registered: string | null = REGISTERED) =>
    said('domain_and_account_age', { mailboxes: [mailbox(email, { facts: facts({ domainRegisteredAt: registered }), ...more })] });
  const breachOf = (date: string) => ({ breaches: [{ name: 'Example', date }] });
  const accountOf = (date: string) => ({ accountDates: [new Date(date)] });

  it.each<[string, string, Partial<Mailbox>]>([
    ['younger accounts', 'agrees: domain_older', accountOf('2021-01-01')],
    ['younger breaches', 'agrees: domain_older', breachOf('2021-01-01')],
    ['an older account, which may have been moved', 'unknown: older_accounts', accountOf('2001-01-01')],
    ['a breach some months older, whose date may be wrong', 'unknown: older_accounts', breachOf('2020-01-01')],
    ['a breach that is much older', 'disagrees: breach_before_domain', { ...breachOf('2018-01-01'), ...accountOf('2021-01-01') }],
    ['a breach without a date', 'unknown: missing', breachOf('unknown')],
    ['nothing dated', 'unknown: missing', {}],
    ['nothing known of the domain', 'unknown: missing', { facts: null, ...breachOf('2018-01-01') }],
  ])('beside %s: %s', (_, expected, more) => expect(of(more)).toBe(expected));

  it('says nothing at a provider, or where it is not known', () => {
    expect(of(breachOf('2018-01-01'), 'ada@gmail.com')).toBe('unknown: provider_domain');
    expect(of(breachOf('2018-01-01'), 'ada@acme.example', null)).toBe('unknown: missing');
  });
});

describe('the records of a mail domain', () => {
  const of = (records: MailRecords | null, email = 'ada@acme.example') =>
    said('mail_records', { mailboxes: [mailbox(email, { records })] });

  it.each<[string, MailRecords | null]>([
    ['agrees: all_records', { mx: true, spf: true, dmarc: true }],
    ['disagrees: no_records', { mx: false, spf: false, dmarc: false }],
    ['unknown: some_records', { mx: true, spf: true, dmarc: false }],
    ['unknown: some_records', { mx: false, spf: null, dmarc: false }],
    ['unknown: missing', null],
  ])('%s for %j', (expected, records) => expect(of(records)).toBe(expected));

  it('says nothing at a provider', () =>
    expect(of({ mx: true, spf: true, dmarc: true }, 'ada@gmail.com')).toBe('unknown: provider_domain'));
});
