/** Findings in plain words, for whoever shows them: pages and reports. */
import type { ShownIdentity } from '../routes/shared/v2/body-schemas.js';
import type { ModuleFindings, ShownBreach } from '../routes/shared/v2/finding-schemas.js';
import type { ResultMethod } from '../../../engine/catalogue/rules/probe-rule.js';
import type { SubjectKind } from '../../../kernel/identity/subjects.js';
import type { Risk } from '../../../facts/risk/score-risk.js';

export const KIND_WORDS: Readonly<Record<SubjectKind, string>> = {
  email: 'E-mail address',
  phone: 'Phone number',
  username: 'Username',
  ip: 'IP address',
};

export const MODULE_WORDS: Readonly<Record<Risk['reasons'][number]['module'], string>> = {
  model: 'Model',
  consistency: 'Consistency',
  footprint: 'Platforms',
  email: 'E-mail',
  phone: 'Phone',
  ip: 'IP address',
  breaches: 'Breaches',
  webMentions: 'Web mentions',
};

export const METHOD_WORDS: Readonly<Record<ResultMethod, string>> = {
  public_api: 'its public API',
  account_enumeration: 'a public page',
  breach_record: 'a breach record',
  domain_derived: 'the mail domain',
};

export const LEVEL_WORDS: Readonly<Record<Risk['level'], string>> = {
  insufficient: 'too little information',
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
};

/** `4 Mar 2016`, in UTC. */
export const dayText = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string | null | undefined): string | null =>
  code && /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : text(code);

/** How often an identity was looked up before; null: not at all, or nothing is known of it. */
export function seenText({ seen }: Pick<ShownIdentity, 'seen'>): string | null {
  if (!seen || seen.first === null) return null;
  const times = seen.count === 1 ? 'once' : `${seen.count.toLocaleString('en')} times`;
  return seen.complete ? `looked up ${times} before, first on ${dayText(seen.first)}` : `looked up at least ${times} before`;
}

export const STATE_WORDS = {
  answered: 'Answered',
  unknown: 'No source gave an answer.',
  not_configured: 'No source is configured for this.',
  suppressed: 'This identity is on the suppression list, so no source was queried.',
  pending: 'Querying the sources…',
} as const;

/** What the sources of modules are called. */
const SOURCE_WORDS: Readonly<Record<string, string>> = {
  'mail-provider-table': 'Table of mail providers',
  'disposable-lists': 'Lists of disposable domains',
  'mail-dns': 'DNS of the mail domain',
  'smtp-dialogue': 'Mail server',
  rdap: 'Domain registry',
  kickbox: 'Kickbox',
  ipqualityscore: 'IPQualityScore',
  reacher: 'Reacher',
  'number-plan': 'Numbering plan',
  'allocated-carrier': 'Carriers of number ranges',
  twilio: 'Twilio',
  telnyx: 'Telnyx',
  'dbip-city-lite': 'DB-IP (cities)',
  'dbip-country-lite': 'DB-IP (countries)',
  'network-owners': 'Owners of networks',
  'network-countries': 'Countries of networks',
  'network-kinds': 'Kinds of networks',
  'mounted-city-database': 'Own database of cities',
  'mounted-network-database': 'Own database of networks',
  'tor-exit-list': 'Tor exit list',
  dronebl: 'DroneBL',
  proxycheck: 'proxycheck.io',
  'anycast-list': 'Anycast list',
  'special-addresses': 'Special-purpose addresses',
  haveibeenpwned: 'Have I Been Pwned',
  xposedornot: 'XposedOrNot',
  leakcheck: 'LeakCheck',
  breach_index: 'Breach index',
  searxng: 'SearXNG',
  brave: 'Brave Search',
  mojeek: 'Mojeek',
  kagi: 'Kagi',
};

/** What a source is called; one that this release does not know keeps its name. */
export const sourceText = (name: string): string => SOURCE_WORDS[name] ?? name;

export const FAILURE_WORDS = {
  not_configured: 'is not configured',
  not_applicable: 'does not cover it',
  not_passive: 'was not queried, because the lookup is passive',
  unknown: 'has no information about it',
  timeout: 'did not answer in time',
  rate_limited: 'limits requests and asked to be queried later',
  unauthorized: 'refused the API key',
  refused: 'refused the request',
  unreachable: 'could not be reached',
  malformed: 'sent a response that could not be read',
} as const;

/** Failures of a source that is there: those that say it never had a part are no news. */
export const isSourceFailure = (failure: keyof typeof FAILURE_WORDS | null): boolean =>
  failure !== null && failure !== 'not_configured' && failure !== 'not_applicable' && failure !== 'unknown';

/** Label and value of one fact; a value of null is not known. */
export type FactRow = readonly [label: string, value: string | null];
type Facts<M extends keyof ModuleFindings> = NonNullable<ModuleFindings[M]>[number];

const yesNo = (value: boolean | null | undefined): string | null => (value == null ? null : value ? 'yes' : 'no');
const text = (value: string | number | null | undefined): string | null => (value == null || value === '' ? null : String(value));
const joined = (...values: (string | null | undefined)[]): string | null => values.filter(Boolean).join(', ') || null;

/** What a breach exposed: `stealer log · Email addresses, Passwords`; null where no source tells. */
export function exposedText({ dataClasses, stealerLog }: Pick<ShownBreach, 'dataClasses' | 'stealerLog'>): string | null {
  return [stealerLog ? 'stealer log' : null, dataClasses?.join(', ')].filter(Boolean).join(' · ') || null;
}

const UNVERIFIED_WORDS = {
  no_source: 'not known: no source that can verify mailboxes is configured',
  port_25_closed: 'not known: the network of this service blocks mail servers',
  no_answer: 'not known: no source gave an answer',
  inconclusive: 'not known: the sources could not tell',
  accepts_all: 'not known: its domain accepts any address',
  sources_disagree: 'not known: the sources disagree',
} as const;

/** The same rows whether the facts are there or not, so that a card keeps its size when they come. */
export function emailRows(finding: Omit<Facts<'email'>, 'identity' | 'checkedAt' | 'canonical' | 'records' | 'sources'>): FactRow[] {
  const { facts, state, provider, exists, role, unverified, didYouMean } = finding;
  return [
    ['Mailbox exists', yesNo(exists)],
    ['Can receive mail', yesNo(facts?.deliverable) ?? (unverified && UNVERIFIED_WORDS[unverified])],
    ['Accepts any address', yesNo(facts?.acceptAll)],
    ['Disposable', yesNo(facts?.disposable)],
    ['Role, not a person', yesNo(role)],
    ['Free provider', yesNo(facts?.freeProvider)],
    ['Provider', text(provider)],
    ['Domain registered', facts?.domainRegisteredAt ? dayText(facts.domainRegisteredAt) : null],
    ['Mistyped', didYouMean ? `possibly, for ${didYouMean}` : state === 'answered' ? 'no sign of it' : null],
  ];
}

export function phoneRows({ facts }: Pick<Facts<'phone'>, 'facts'>): FactRow[] {
  return [
    ['Valid', yesNo(facts?.valid)],
    ['Country', countryName(facts?.countryCode)],
    ['Carrier', text(facts?.carrier)],
    ['Line', text(facts?.lineType)],
    ['VOIP', joined(yesNo(facts?.isVoip), facts?.voipClass === 'nonFixed' ? 'created in an app' : null)],
  ];
}

const FLAGS = [
  ['isTor', 'Tor exit'],
  ['isProxy', 'proxy'],
  ['isVpn', 'VPN'],
  ['isHosting', 'data centre'],
  ['isScraper', 'scraper'],
  ['isCompromised', 'compromised'],
] as const;

export function ipRows({ facts }: Pick<Facts<'ip'>, 'facts'>): FactRow[] {
  const known = FLAGS.filter(([flag]) => facts?.[flag] != null);
  const raised = known.filter(([flag]) => facts?.[flag]).map(([, word]) => word);
  return [
    ['Place', joined(facts?.cityName, facts?.regionName, countryName(facts?.countryCode))],
    ['Time zone', text(facts?.timezone)],
    ['Network', joined(facts?.isp, facts?.asn)],
    ['Connection', text(facts?.connectionType)],
    ['Known as', known.length === 0 ? null : raised.join(', ') || 'nothing suspicious'],
    ['VPN brand', text(facts?.operator)],
    ['Risk score of the source', facts?.riskScore == null ? null : `${facts.riskScore} of 100`],
  ];
}
