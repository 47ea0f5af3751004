/** Derives the signals of some evidence. Only known facts count: null is no signal, in either direction. */
import type { IpDetails } from '../ip/ip-details.js';
import type { PhoneDetails } from '../phone/phone-details.js';
import type { EmailDetails } from '../email/email-details.js';
import type { RiskEvidence } from './evidence.js';
import { compareFacts } from './consistency.js';
import { QUIET_SCORE, SIGNAL_CODES, type SignalCode } from './signals.js';

/** A signal that the evidence gives. */
export interface SeenSignal {
  readonly code: SignalCode;
  /** Part of its weight that it counts, above 0 to 1: less than 1 only for a matter of degree. */
  readonly share: number;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** An account that is younger is new. */
const NEW_ACCOUNT_DAYS = 30;

/** Signals in no particular order; one that several identities give may be there more than once. */
export function readSignals(evidence: RiskEvidence): SeenSignal[] {
  return [
    ...footprintSignals(evidence).map(fullSignal),
    ...ageSignals(evidence).map(fullSignal),
    ...evidence.emails.flatMap((facts) => (facts ? mailboxSignals(facts) : [])).map(fullSignal),
    ...(evidence.mailboxMissing ? [fullSignal('missing_mailbox')] : []),
    ...evidence.phones.flatMap((facts) => (facts ? lineSignals(facts) : [])).map(fullSignal),
    ...evidence.ips.flatMap((facts) => (facts ? addressSignals(facts) : [])),
    ...consistencySignals(evidence).map(fullSignal),
    ...breachSignals(evidence).map(fullSignal),
    ...(evidence.mentions.some((found) => found?.some(({ matchConfidence }) => matchConfidence === 'confirmed'))
      ? [fullSignal('mentioned')]
      : []),
  ];
}

function fullSignal(code: SignalCode): SeenSignal {
  return { code, share: 1 };
}

/** The code behind the highest threshold that a figure reaches; none when it reaches none. */
function codeOfThreshold(figure: number, bands: readonly (readonly [least: number, code: SignalCode])[]): SignalCode[] {
  const reached = bands.find(([least]) => figure >= least);
  return reached ? [reached[1]] : [];
}

function footprintSignals({ accounts, absences }: RiskEvidence): SignalCode[] {
  const made = accounts.filter(({ kind }) => kind === 'account');
  const own = new Set(made.map(({ platform }) => platform));
  const kinds = new Set(made.flatMap(({ tags }) => accountKindOf(tags) ?? []));
  const nothing =
    own.size > 0
      ? []
      : codeOfThreshold(absences, [
          [20, 'no_accounts_of_many'],
          [8, 'no_accounts_of_some'],
          [3, 'no_accounts_of_few'],
        ]);
  return [
    ...nothing,
    ...codeOfThreshold(own.size, [
      [10, 'many_accounts'],
      [5, 'several_accounts'],
      [2, 'few_accounts'],
      [1, 'one_account'],
    ]),
    ...codeOfThreshold(kinds.size, [
      [3, 'three_kinds'],
      [2, 'two_kinds'],
    ]),
    ...(accounts.some(({ kind }) => kind === 'derived') ? (['derived_handle'] as const) : []),
  ];
}

/** Signals of the accounts that the person made and that tell when; those that do not change nothing. */
function ageSignals({ accounts, at }: RiskEvidence): SignalCode[] {
  const made = accounts.filter(({ kind }) => kind === 'account');
  const oldestOf = new Map<string, number>();
  for (const { platform, createdAt } of made) {
    if (createdAt) oldestOf.set(platform, Math.max(oldestOf.get(platform) ?? 0, (at.getTime() - createdAt.getTime()) / DAY_MS));
  }
  const ages = [...oldestOf.values()];
  const oldest = Math.max(0, ...ages);
  const young = ages.filter((age) => age < NEW_ACCOUNT_DAYS).length;
  return [
    ...(ages.length >= 2 && young === ages.length ? (['accounts_of_days'] as const) : []),
    ...(oldest < YEAR_DAYS && young >= 3 && young * 2 >= ages.length ? (['many_new_accounts'] as const) : []),
    ...(made.some(({ isVerified }) => isVerified) ? (['verified_account'] as const) : []),
    ...codeOfThreshold(oldest, [
      [10 * YEAR_DAYS, 'account_of_ten_years'],
      [3 * YEAR_DAYS, 'account_of_three_years'],
      [YEAR_DAYS, 'account_of_a_year'],
    ]),
  ];
}

function mailboxSignals({ disposable, deliverable, domainAgeDays }: EmailDetails): SignalCode[] {
  const age = domainAgeDays;
  return [
    ...(disposable === true ? (['disposable_mailbox'] as const) : []),
    ...(deliverable === false ? (['missing_mailbox'] as const) : []),
    ...(deliverable === true ? (['working_mailbox'] as const) : []),
    ...(age !== null && age < 30 ? (['domain_of_days'] as const) : []),
    ...(age !== null && age >= 30 && age < 180 ? (['domain_of_months'] as const) : []),
    ...(age === null
      ? []
      : codeOfThreshold(age, [
          [10 * YEAR_DAYS, 'domain_of_ten_years'],
          [2 * YEAR_DAYS, 'domain_of_years'],
        ])),
  ];
}

function lineSignals({ valid, isVoip, voipClass }: PhoneDetails): SignalCode[] {
  if (!valid) return ['invalid_number'];
  if (voipClass === 'nonFixed') return ['app_number'];
  if (isVoip === true) return ['voip_number'];
  return isVoip === false ? ['real_line'] : [];
}

const FLAGS = [
  ['isTor', 'tor_exit'],
  ['isProxy', 'proxy'],
  ['isVpn', 'vpn'],
  ['isHosting', 'hosting'],
  ['isScraper', 'scraper'],
  ['isCompromised', 'compromised_address'],
] as const satisfies readonly (readonly [keyof IpDetails, SignalCode])[];

function addressSignals(facts: IpDetails): SeenSignal[] {
  const { riskScore, connectionType } = facts;
  const flags = FLAGS.filter(([field]) => facts[field] === true).map(([, code]) => fullSignal(code));
  const scored = riskScore !== null && riskScore > QUIET_SCORE;
  const share = Math.min(riskScore ?? 0, 100) / 100;
  const home = connectionType === 'Residential' || connectionType === 'Wireless';
  return [
    ...flags,
    ...(scored ? [{ code: 'risky_address' as const, share }] : []),
    ...(home && flags.length === 0 && !scored ? [fullSignal('quiet_address')] : []),
  ];
}

/** Comparisons whose codes are signals; the others inform only. */
const consistencySignals = (evidence: RiskEvidence): SignalCode[] =>
  compareFacts(evidence).flatMap(({ code }) => SIGNAL_CODES.find((each) => each === code) ?? []);

/** By the oldest breach of any identity; a date that cannot be read is ignored. */
function breachSignals({ breaches, at }: RiskEvidence): SignalCode[] {
  const ages = breaches
    .flatMap((found) => found ?? [])
    .map(({ date }) => (at.getTime() - Date.parse(date)) / DAY_MS)
    .filter(Number.isFinite);
  return codeOfThreshold(Math.max(0, ...ages), [
    [5 * YEAR_DAYS, 'breach_of_five_years'],
    [2 * YEAR_DAYS, 'breach_of_two_years'],
    [YEAR_DAYS, 'breach_of_a_year'],
  ]);
}

/** Kinds of platforms; an identity with accounts on several kinds is harder to make up. */
export const ACCOUNT_KINDS = ['work', 'community', 'media', 'shops', 'play'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The catalogue's tags that indicate a kind. Countries, site software and sizes indicate none. */
const TAGS: Readonly<Record<AccountKind, readonly string[]>> = {
  work: [
    'business',
    'career',
    'coding',
    'contest',
    'creative',
    'crm',
    'crypto',
    'design',
    'developer',
    'education',
    'encryption',
    'finance',
    'fintech',
    'freelance',
    'hacking',
    'hosting',
    'jobs',
    'languages',
    'learning',
    'machine-learning',
    'networking',
    'open-source',
    'productivity',
    'professional',
    'research',
    'science',
    'security',
    'stock',
    'tasks',
    'tech',
    'trading',
    'website',
    'work',
    'writing',
  ],
  community: [
    'blog',
    'community',
    'discussion',
    'fediverse',
    'forum',
    'geosocial',
    'mediawiki',
    'messaging',
    'microblog',
    'news',
    'newsletter',
    'parenting',
    'profile',
    'q-and-a',
    'social',
    'wiki',
  ],
  media: ['3d', 'art', 'books', 'entertainment', 'movies', 'music', 'photo', 'photos', 'reading', 'sharing', 'streaming', 'video'],
  shops: ['apps', 'auto', 'classified', 'cooking', 'fashion', 'funding', 'nft', 'review', 'shopping', 'travel', 'web3'],
  play: ['anime', 'chess', 'collecting', 'esports', 'games', 'gaming', 'hobby', 'modding', 'speedrunning', 'sport', 'sports', 'tabletop'],
};

const KIND_OF: ReadonlyMap<string, AccountKind> = new Map(
  ACCOUNT_KINDS.flatMap((kind) => TAGS[kind].map((tag): [string, AccountKind] => [tag, kind])),
);

/** The kind of a platform, by the first of its tags that indicates one; null when none does. */
export function accountKindOf(tags: readonly string[]): AccountKind | null {
  return tags.map((tag) => KIND_OF.get(tag)).find((kind) => kind !== undefined) ?? null;
}
