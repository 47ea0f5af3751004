/**
 * The identities that test keys look up, and what each of them shows: the one table behind the answers, the refusals and
 * docs/test-keys.md. docs/contract.md, 21.
 */
import type { KnownBreach } from '../../facts/breaches/breach.js';
import type { EmailDetails, MailboxFacts } from '../../facts/email/email-details.js';
import type { IpDetails } from '../../facts/ip/ip-details.js';
import type { WebMention } from '../../facts/mentions/web-mention.js';
import type { PhoneDetails } from '../../facts/phone/phone-details.js';
import { lowerName } from '../../kernel/identity/identity.js';
import { kindOf, refsOf, SUBJECT_KINDS, type SubjectKind, type SubjectRef, type Subjects } from '../../kernel/identity/subjects.js';
import { ServiceError } from '../../kernel/values/errors.js';

/** How platforms answer about an identity. `mixed`: a third of them each way. */
export type PlatformAnswers = 'registered' | 'not_registered' | 'mixed' | 'omitted' | 'unreachable';

/** What an identity shows. What is absent is as for an ordinary person. */
export interface TestScenario {
  readonly identities: Readonly<Partial<Record<SubjectKind, string>>>;
  /** For whoever integrates: Markdown. */
  readonly shows: string;
  /** Default: `not_registered`. */
  readonly platforms?: PlatformAnswers;
  /** Platforms answer a second after the instant ceiling. */
  readonly isSlow?: true;
  /** Lookups are refused as if the allowance were used up. */
  readonly isExhausted?: true;
  /** As if it were on the suppression list. */
  readonly isSuppressed?: true;
  /** No source of any module answers. */
  readonly lacksSources?: true;
  readonly email?: Partial<EmailDetails>;
  readonly mailbox?: MailboxFacts;
  readonly phone?: Partial<PhoneDetails>;
  readonly ip?: Partial<IpDetails>;
  readonly breaches?: readonly KnownBreach[];
  readonly webMentions?: readonly WebMention[];
}

/** A person's address, number and name of one word, which most platforms can hold. @param n the number's last two digits */
const person = (word: string, n: string) => ({ email: `${word}@example.com`, phone: `+120255501${n}`, username: `${word}test` });
const address = (n: number) => ({ ip: `192.0.2.${n}` });
const mailbox = (word: string) => ({ email: `${word}@example.com` });

const HOSTING = { isHosting: true, asn: 'AS64496', isp: 'Example Hosting', connectionType: 'Hosting' } as const;
/** The default is New York. */
const NOWHERE = { regionName: null, cityName: null, latitude: null, longitude: null, timezone: null } as const;
const GERMAN = { countryCode: 'DE', ...NOWHERE } as const;

export const TEST_SCENARIOS = {
  everywhere: {
    identities: person('everywhere', '01'),
    shows: 'Registered on every platform that supports it, with profiles, a linked account and a web mention',
    platforms: 'registered',
    webMentions: [
      { title: 'Robin Sample', url: 'https://example.com/robin', snippet: 'A page that names Robin Sample.', matchConfidence: 'confirmed' },
    ],
  },
  nowhere: {
    identities: { ...person('nowhere', '02'), ...address(2) },
    shows:
      'Registered nowhere: `not_registered`, or omitted on platforms that only confirm. The mailbox, phone line and IP address ' +
      'are ordinary',
  },
  mixed: {
    identities: person('mixed', '03'),
    shows: 'Registered on a third of the platforms, not registered on a third, omitted on a third',
    platforms: 'mixed',
  },
  omitted: {
    identities: person('omitted', '04'),
    shows: 'Every platform omitted, for reasons such as a block or a challenge',
    platforms: 'omitted',
  },
  unreachable: {
    identities: person('unreachable', '05'),
    shows: 'Every platform omitted as `unreachable`, and `egress: unreachable`: the network of the service was down',
    platforms: 'unreachable',
  },
  slow: {
    identities: person('slow', '06'),
    shows:
      'As `mixed`, but platforms answer a second after the instant ceiling: pending in an instant lookup, present when it is ' +
      'read later',
    platforms: 'mixed',
    isSlow: true,
  },
  quota: {
    identities: { ...person('quota', '07'), ...address(7) },
    shows:
      'Refused with 402: `quota_exceeded`, or `insufficient_credits` on a credit plan. In a v1 batch, the item has that error; ' +
      'a v2 batch is paused there',
    isExhausted: true,
  },
  suppressed: {
    identities: { ...person('suppressed', '08'), ...address(8) },
    shows: 'On the suppression list: every platform omitted as `suppressed`, modules without facts',
    isSuppressed: true,
  },
  sourceless: {
    identities: { ...person('sourceless', '09'), ...address(9) },
    shows: 'No source of any module answers in time: modules without facts (null in v1)',
    lacksSources: true,
  },
  breached: {
    identities: person('breached', '10'),
    shows: 'Two breaches, one of a platform, which gives a result with the method `breach_record`',
    breaches: [
      {
        ...{ name: 'Test breach of Dropbox', date: '2012-07-01', domain: 'dropbox.com' },
        ...{ dataClasses: ['Email addresses', 'Passwords'], stealerLog: false },
      },
      { name: 'Test breach of a shop', date: '2021-03-14', domain: null },
    ],
  },
  disposable: {
    identities: mailbox('disposable'),
    shows: 'A disposable mailbox on a young domain',
    email: { disposable: true, domainRegisteredAt: '2026-01-01T00:00:00.000Z' },
  },
  undeliverable: {
    identities: mailbox('undeliverable'),
    shows: 'A mailbox that does not exist',
    email: { deliverable: false },
    mailbox: { provider: null, exists: false },
  },
  catchall: {
    identities: mailbox('catchall'),
    shows: 'A domain that accepts every address: `deliverable` is null',
    email: { deliverable: null, acceptAll: true },
    mailbox: { provider: null, exists: null, unverified: 'accepts_all' },
  },
  webmail: {
    identities: mailbox('webmail'),
    shows: 'A consumer mailbox, which gives a result of its provider with the method `domain_derived`',
    email: { freeProvider: true, domainRegisteredAt: null },
    mailbox: { provider: 'gmail', exists: true },
  },
  named: {
    identities: mailbox('robin.sample'),
    shows: 'An address that spells the name Robin Sample, which the accounts of `everywheretest` show',
  },
  reregistered: {
    identities: mailbox('reregistered'),
    shows: 'A breach that is older than the mail domain',
    email: { domainRegisteredAt: '2024-01-01T00:00:00.000Z' },
    breaches: [{ name: 'Test breach of a forum', date: '2017-06-01', domain: null }],
  },
  unconfigured: {
    identities: mailbox('unconfigured'),
    shows: 'A mail domain without MX, SPF and DMARC records',
    mailbox: { provider: null, exists: true, records: { mx: false, spf: false, dmarc: false } },
  },
  voip: {
    identities: { phone: '+12025550111' },
    shows: 'A VOIP number',
    phone: { carrier: 'Example Voice', lineType: 'voip', isVoip: true, voipClass: 'nonFixed' },
  },
  unassigned: {
    identities: { phone: '+12025550112' },
    shows: 'A number that is not valid',
    phone: { valid: false, carrier: null, lineType: null, isVoip: null },
  },
  vpn: {
    identities: address(11),
    shows: 'An address of a VPN, with the VPN brand',
    ip: { ...HOSTING, isVpn: true, isProxy: true, operator: 'Example VPN', riskScore: 75, confidence: 90 },
  },
  tor: {
    identities: address(12),
    shows: 'A Tor exit',
    ip: { ...HOSTING, isTor: true, isProxy: true, riskScore: 90, confidence: 95 },
  },
  hosting: {
    identities: address(13),
    shows: 'An address in a data centre',
    ip: { ...HOSTING, riskScore: 40, confidence: 80 },
  },
  abroad: {
    identities: address(14),
    shows: 'An address of a household in Berlin',
    ip: { ...GERMAN, regionName: 'Berlin', cityName: 'Berlin', latitude: 52.52, longitude: 13.41, timezone: 'Europe/Berlin' },
  },
  roaming: {
    identities: address(15),
    shows: 'An address of a mobile network in Germany',
    ip: { ...GERMAN, connectionType: 'Wireless' },
  },
} as const satisfies Readonly<Record<string, TestScenario>>;
export type TestScenarioName = keyof typeof TEST_SCENARIOS;

/** A scenario, with its name. */
export type NamedScenario = TestScenario & { readonly name: string };

/** Addresses and names are compared in any case. */
const keyOf = (kind: SubjectKind, value: string): string => `${kind}:${lowerName(value)}`;

const SCENARIO_OF: ReadonlyMap<string, NamedScenario> = new Map(
  Object.entries(TEST_SCENARIOS).flatMap(([name, scenario]: [string, TestScenario]) =>
    SUBJECT_KINDS.flatMap((kind): [string, NamedScenario][] => {
      const value = scenario.identities[kind];
      return value === undefined ? [] : [[keyOf(kind, value), { ...scenario, name }]];
    }),
  ),
);

/** What an identity shows that was in the table when its lookup was accepted: nothing is asked about it either. */
const REMOVED: NamedScenario = { name: 'removed', identities: {}, shows: '', platforms: 'omitted', lacksSources: true };

/** What an identity of a test lookup shows. @param value in normal form */
export const scenarioOf = (kind: SubjectKind, value: string): NamedScenario => SCENARIO_OF.get(keyOf(kind, value)) ?? REMOVED;

/** The identities of a lookup by their names, each with what it shows. */
function scenariosOf(subjects: Subjects): { readonly ref: SubjectRef; readonly scenario: NamedScenario }[] {
  return refsOf(subjects, SUBJECT_KINDS).map((ref) => ({ ref, scenario: scenarioOf(kindOf(ref), subjects[ref] ?? '') }));
}

/**
 * Checks that requests name test identities alone.
 *
 * @throws ServiceError unknown_test_identity, naming the kind of the first other one, and of several requests the index
 */
export function requireTestIdentities(requests: readonly { readonly subjects: Subjects }[]): void {
  for (const [index, { subjects }] of requests.entries()) {
    const unknown = scenariosOf(subjects).find(({ scenario }) => scenario === REMOVED);
    if (!unknown) continue;
    const at = requests.length > 1 ? `items.${index}: ` : '';
    throw new ServiceError(
      'unknown_test_identity',
      `${at}the ${KIND_NAMES[kindOf(unknown.ref)]} is not a test identity. Test keys only look up those listed in docs/test-keys.md.`,
    );
  }
}

const KIND_NAMES: Readonly<Record<SubjectKind, string>> = {
  email: 'e-mail address',
  phone: 'phone number',
  username: 'username',
  ip: 'IP address',
};

/** Whether one of the identities stands for an allowance that is used up. */
export const isExhausted = (subjects: Subjects): boolean => scenariosOf(subjects).some(({ scenario }) => scenario.isExhausted);

/** Names of the identities that stand for ones on the suppression list. */
export const suppressedTestRefs = (subjects: Subjects): SubjectRef[] =>
  scenariosOf(subjects).flatMap(({ ref, scenario }) => (scenario.isSuppressed ? [ref] : []));
