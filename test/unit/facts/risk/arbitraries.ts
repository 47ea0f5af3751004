import fc from 'fast-check';
import type { WebMention } from '../../../../src/facts/mentions/web-mention.js';
import type { BreachRecord } from '../../../../src/facts/breaches/breach.js';
import { CONNECTION_TYPES, type IpDetails } from '../../../../src/facts/ip/ip-details.js';
import type { PhoneDetails } from '../../../../src/facts/phone/phone-details.js';
import type { EmailDetails } from '../../../../src/facts/email/email-details.js';
import type { FoundAccount, Mailbox, RiskEvidence } from '../../../../src/facts/risk/evidence.js';

/** A fact that may be unknown. */
const maybe = <T>(facts: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(facts, { nil: null });
const flag = maybe(fc.boolean());
const moment = fc.date({ min: new Date('2005-01-01'), max: new Date('2031-12-31'), noInvalidDate: true });

export const account: fc.Arbitrary<FoundAccount> = fc.record(
  {
    platform: fc.stringMatching(/^[a-z]{1,2}$/),
    kind: fc.constantFrom('account', 'mailbox', 'derived'),
    tags: fc.subarray(['social', 'coding', 'music', 'shopping', 'gaming', 'ru', 'never-listed']),
    createdAt: moment,
    isVerified: fc.constant(true),
  },
  { requiredKeys: ['platform', 'kind', 'tags'] },
);

export const mailbox: fc.Arbitrary<EmailDetails> = fc.record({
  deliverable: flag,
  disposable: flag,
  freeProvider: flag,
  acceptAll: flag,
  domainAgeDays: maybe(fc.nat({ max: 12_000 })),
  domainRegisteredAt: fc.constant(null),
});

export const line: fc.Arbitrary<PhoneDetails> = fc.record({
  valid: fc.boolean(),
  carrier: fc.constant(null),
  lineType: maybe(fc.constantFrom('mobile', 'voip', 'fixed_line')),
  countryCode: maybe(fc.constantFrom('US', 'DE', 'FR')),
  voipClass: maybe(fc.constantFrom('fixed', 'nonFixed')),
  isVoip: flag,
});

export const address: fc.Arbitrary<IpDetails> = fc.record({
  ip: fc.constant('192.0.2.17'),
  riskScore: maybe(fc.integer({ min: 0, max: 100 })),
  confidence: maybe(fc.integer({ min: 0, max: 100 })),
  isProxy: flag,
  isVpn: flag,
  isTor: flag,
  isHosting: flag,
  isScraper: flag,
  isCompromised: flag,
  operator: fc.constant(null),
  asn: fc.constant(null),
  isp: fc.constant(null),
  connectionType: maybe(fc.constantFrom(...CONNECTION_TYPES)),
  countryCode: maybe(fc.constantFrom('US', 'DE', 'FR', 'GP')),
  regionName: fc.constant(null),
  cityName: fc.constant(null),
  latitude: fc.constant(null),
  longitude: fc.constant(null),
  timezone: maybe(fc.constantFrom('America/New_York', 'Europe/Berlin', 'Europe/Lisbon', 'Not/AZone')),
});

export const breach: fc.Arbitrary<BreachRecord> = fc.record({
  name: fc.constantFrom('Example', 'Sample'),
  date: fc.oneof(
    moment.map((date) => date.toISOString().slice(0, 10)),
    fc.constant('unknown'),
  ),
});

const mention: fc.Arbitrary<WebMention> = fc.record({
  title: fc.constant('A page'),
  url: fc.webUrl(),
  snippet: fc.constant(''),
  matchConfidence: fc.constantFrom('confirmed', 'unconfirmed'),
});

const someName = fc.constantFrom('Ada Lovelace', 'Lovelace, Ada', 'Grace Hopper', 'Ada', 'zephyr');

export const box: fc.Arbitrary<Mailbox> = fc.record({
  email: fc.constantFrom('ada.lovelace@gmail.com', 'grace.hopper@acme.example', 'info@acme.example', 'x@duck.com', 'acme@sample.example'),
  facts: maybe(
    fc.tuple(mailbox, maybe(moment)).map(([facts, registered]) => ({ ...facts, domainRegisteredAt: registered?.toISOString() ?? null })),
  ),
  records: maybe(fc.record({ mx: fc.boolean(), spf: flag, dmarc: flag })),
  breaches: maybe(fc.array(breach, { maxLength: 3 })),
  accountDates: fc.array(moment, { maxLength: 3 }),
});

const few = <T>(facts: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> => fc.array(maybe(facts), { maxLength: 5 });

/** Any evidence that a lookup can give, consistent or not. */
export const evidence: fc.Arbitrary<RiskEvidence> = fc
  .record({
    accounts: fc.array(account, { maxLength: 14 }),
    absences: fc.nat({ max: 40 }),
    omitted: fc.nat({ max: 40 }),
    pending: fc.nat({ max: 5 }),
    emails: few(mailbox),
    mailboxMissing: fc.boolean(),
    phones: few(line),
    ips: few(address),
    breaches: few(fc.array(breach, { maxLength: 3 })),
    mentions: few(fc.array(mention, { maxLength: 2 })),
    claimed: fc.record({
      name: maybe(someName),
      company: maybe(fc.constantFrom('Acme Ltd', 'Sample', 'GmbH')),
      country: maybe(fc.constantFrom('US', 'DE', 'FR')),
    }),
    names: fc.array(fc.record({ platform: fc.stringMatching(/^[a-c]$/), name: someName }), { maxLength: 4 }),
    mailboxes: fc.array(box, { maxLength: 3 }),
    isRelayed: fc.boolean(),
    at: fc.constant(new Date('2030-01-01')),
  })
  .map(({ omitted, pending, ...known }) => {
    const answered = known.accounts.filter(({ kind }) => kind === 'account').length + known.absences;
    return { ...known, coverage: { planned: answered + omitted + pending, answered, omitted } };
  });
