/**
 * All weights of the risk model. docs/risk.md is generated from this table. A score starts at `BASELINE`; each group of signals then
 * counts once: its strongest warning, or else its strongest reassurance. All warnings together reach 100 and all reassurances 0, so that
 * a score is a plain sum and never has to be clamped.
 */
import { FACT_MODULES, type FactModule } from '../fact-modules.js';
import { COMPARISON_CODES } from './comparison-codes.js';

/** Changes with every change of a weight, a threshold or a signal: scores of two versions are not to be compared. */
export const MODEL_VERSION = '2026-11.5';

/** Where every score starts: an identity of which nothing is known. */
export const BASELINE = 25;

/** Signals of one group overlap, so only one of them counts. */
export const GROUPS = [
  'accounts',
  'kinds',
  'age',
  'handles',
  'mailbox',
  'domain',
  'line',
  'address',
  'consistency',
  'breaches',
  'mentions',
] as const;
export type Group = (typeof GROUPS)[number];

/** Where a group's signals come from: a module, or a comparison of several. */
export const SIGNAL_ORIGINS = ['footprint', 'consistency', ...FACT_MODULES] as const;
export type SignalOrigin = (typeof SIGNAL_ORIGINS)[number];
export const MODULE_OF: Readonly<Record<Group, SignalOrigin>> = {
  accounts: 'footprint',
  kinds: 'footprint',
  age: 'footprint',
  handles: 'footprint',
  mailbox: 'email',
  domain: 'email',
  line: 'phone',
  address: 'ip',
  consistency: 'consistency',
  breaches: 'breaches',
  mentions: 'webMentions',
};

const { agrees, disagrees } = COMPARISON_CODES;

interface Signal {
  readonly group: Group;
  /** Above 0 it warns, below it reassures. A signal that is a matter of degree counts up to this much. */
  readonly points: number;
  /** Public text of the reason; names nobody. */
  readonly message: string;
  /** Why it has this weight, for docs/risk.md. */
  readonly why: string;
}

const signal = (group: Group, points: number, message: string, why: string): Signal => ({ group, points, message, why });

export const SIGNALS = {
  no_accounts_of_many: signal(
    'accounts',
    9,
    'Twenty platforms or more answered, and none has an account.',
    'People who use the web have accounts; a new identity has none. This counts much less than a bad address, because privacy is no crime.',
  ),
  no_accounts_of_some: signal('accounts', 7, 'Eight platforms or more answered, and none has an account.', 'The same with less evidence.'),
  no_accounts_of_few: signal(
    'accounts',
    4,
    'Three platforms or more answered, and none has an account.',
    'The same with little evidence; with fewer than three answers nothing is concluded.',
  ),
  one_account: signal('accounts', -2, 'One platform has an account.', 'A first trace, but one account is easily created.'),
  few_accounts: signal('accounts', -5, 'Two to four platforms have an account.', 'Some activity on the web.'),
  several_accounts: signal(
    'accounts',
    -7,
    'Five to nine platforms have an account.',
    'Faking this takes more effort than most fraud is worth.',
  ),
  many_accounts: signal('accounts', -8, 'Accounts on ten platforms or more.', 'The strongest reassurance: such a footprint takes years.'),

  two_kinds: signal(
    'kinds',
    -1,
    'Accounts of two kinds (work, community, media, shops, play).',
    'Made-up identities are registered only where they are used; people use several kinds of platforms.',
  ),
  three_kinds: signal('kinds', -2, 'Accounts of three kinds or more (work, community, media, shops, play).', 'The same, stronger.'),

  accounts_of_days: signal(
    'age',
    3,
    'Two or more accounts show their age, and the oldest was created less than 30 days ago.',
    'Identities for fraud are made up shortly before they are used. Everybody opens accounts now and then, so one new account says nothing.',
  ),
  many_new_accounts: signal(
    'age',
    2,
    'Of three or more accounts that show their age, at least half were created less than 30 days ago, and none more than a year ago.',
    'A footprint that was made in one go, beside a somewhat older account. Without the older account, it counts more.',
  ),
  verified_account: signal('age', -1, 'A platform has verified an account.', 'Somebody proved something there; platforms differ in what.'),
  account_of_a_year: signal(
    'age',
    -1,
    'An account was created a year ago or more.',
    'An old account shows that the identity is older than the occasion. It counts little, because accounts are sold.',
  ),
  account_of_three_years: signal('age', -2, 'An account was created three years ago or more.', 'The same, stronger.'),
  account_of_ten_years: signal('age', -3, 'An account was created ten years ago or more.', 'The same, strongest.'),

  derived_handle: signal(
    'handles',
    -1,
    "The name in the e-mail address is somebody's username elsewhere.",
    'It may be somebody else, so it barely counts, and its absence does not count.',
  ),

  disposable_mailbox: signal('mailbox', 24, 'A mailbox is disposable.', 'Disposable addresses are rarely used by honest customers.'),
  missing_mailbox: signal(
    'mailbox',
    18,
    'A mailbox is known not to exist.',
    'The address was made up or abandoned. A typing error looks the same, so it counts less than a disposable address.',
  ),
  working_mailbox: signal('mailbox', -2, 'A mailbox is known to exist.', 'This counts little, because fraudsters have mailboxes too.'),

  domain_of_days: signal(
    'domain',
    4,
    'A mail domain was registered less than 30 days ago.',
    'Domains for fraud are used soon after they are registered.',
  ),
  domain_of_months: signal('domain', 3, 'A mail domain was registered less than 180 days ago.', 'The same, weaker.'),
  domain_of_years: signal(
    'domain',
    -1,
    'A mail domain has been registered for two years or more.',
    'This counts little, because old domains can be bought.',
  ),
  domain_of_ten_years: signal('domain', -2, 'A mail domain has been registered for ten years or more.', 'The same, stronger.'),

  invalid_number: signal('line', 8, 'A phone number is not valid.', 'It cannot be called, but it may be a typing error.'),
  app_number: signal(
    'line',
    7,
    'A phone number is a VOIP line that anyone can create in an app.',
    'Such a number costs nothing, so it proves nothing.',
  ),
  voip_number: signal('line', 4, 'A phone number is a VOIP line.', 'Many businesses have one, so it counts half as much as an app number.'),
  real_line: signal('line', -1, 'A phone number is valid and not VOIP.', 'This counts little, because prepaid cards are cheap.'),

  tor_exit: signal(
    'address',
    24,
    'An IP address is a Tor exit.',
    'It hides the location. Privacy-conscious people use it too, so it is not sufficient on its own.',
  ),
  risky_address: signal(
    'address',
    24,
    'A source scores an IP address as risky; the impact grows with its score.',
    'Such sources observe abuse of addresses. A score of 100 counts as much as Tor.',
  ),
  proxy: signal('address', 16, 'An IP address is a proxy.', 'It hides the location, often as a paid service.'),
  compromised_address: signal(
    'address',
    10,
    'An IP address is believed compromised.',
    'Its owner is a victim; requests from it may not be their own.',
  ),
  vpn: signal('address', 8, 'An IP address belongs to a VPN.', 'Common among privacy-conscious people, but useful for abuse too.'),
  scraper: signal('address', 8, 'An IP address is used for scraping.', 'Scraping is done by programs, not by customers.'),
  hosting: signal('address', 6, 'An IP address is in a data centre.', 'People rarely connect from there, but company gateways do.'),
  quiet_address: signal(
    'address',
    -1,
    'An IP address belongs to a home or mobile network, and nothing counts against it.',
    'This counts little, because residential proxies exist.',
  ),

  breach_before_domain: signal(
    'consistency',
    3,
    disagrees.breach_before_domain,
    'The new owner gets the mail of the old one. Breaches are dated by others, so a year is left for errors.',
  ),
  far_time_zone: signal(
    'consistency',
    3,
    disagrees.far_time_zone,
    'People buy numbers of the country in which they pretend to be. They also emigrate and travel, so it counts little.',
  ),
  other_country: signal('consistency', 2, disagrees.other_country, 'The same; neighbours and commuters have differing countries too.'),
  no_records: signal('consistency', 2, disagrees.no_records, 'Nobody set the domain up for mail; small and old ones are like that too.'),
  free_mailbox: signal('consistency', 1, disagrees.free_mailbox, 'Many companies of one person have such a mailbox.'),
  same_country: signal('consistency', -1, agrees.same_country, 'It counts little: whoever makes up an identity makes it fit.'),

  breach_of_a_year: signal(
    'breaches',
    -1,
    'A breach shows that an identity was in use a year ago or more.',
    'An old breach proves the age of an identity and cannot be faked afterwards. A breach is not the fault of the person.',
  ),
  breach_of_two_years: signal('breaches', -2, 'A breach shows that an identity was in use two years ago or more.', 'The same, stronger.'),
  breach_of_five_years: signal(
    'breaches',
    -3,
    'A breach shows that an identity was in use five years ago or more.',
    'The same, strongest.',
  ),

  mentioned: signal(
    'mentions',
    -1,
    'A public page mentions an identity.',
    'This counts little, because pages are easily created. Unconfirmed mentions do not count.',
  ),
} as const satisfies Readonly<Record<string, Signal>>;

export type SignalCode = keyof typeof SIGNALS;
export const SIGNAL_CODES = Object.keys(SIGNALS) as SignalCode[];

/** A signal of the table, as a `Signal` without its literal types. */
export function riskSignal(code: SignalCode): Signal {
  return SIGNALS[code];
}

/** A score in the lowest tenth is what ordinary addresses get: it is no warning. */
export const QUIET_SCORE = 10;

export const LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof LEVELS)[number];

/** Minimum score of each level. */
export const LEVEL_FROM: Readonly<Record<Level, number>> = { low: 0, medium: 20, high: 45, critical: 70 };

/** Used in place of a level where too little is known for one. */
export const INSUFFICIENT = 'insufficient';
/**
 * Minimum confidence for a level: what the smallest complete evidence gives, a phone line of which all is known, or five platforms of
 * five that answered. Below it a score is hardly more than its starting point.
 */
export const LEVEL_CONFIDENCE = 10;

/** What each module's facts add to the confidence when they are complete; together 100. */
export const CONFIDENCE: Readonly<Record<'footprint' | FactModule, number>> = {
  footprint: 40,
  email: 20,
  ip: 20,
  phone: 10,
  breaches: 5,
  webMentions: 5,
};
/** Number of answers from which on further ones do not raise the footprint's share. */
export const ANSWERS_FOR_FULL_CONFIDENCE = 20;
