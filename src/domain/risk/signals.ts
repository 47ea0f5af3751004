/**
 * All weights of the risk model. docs/risk.md is generated from this table. A score starts at `BASELINE`; each group of signals then
 * counts once: its strongest warning, or else its strongest reassurance. All warnings together reach 100 and all reassurances 0, so that
 * a score is a plain sum and never has to be clamped.
 */
import type { FactModule } from '../lookup/enrichment.js';

/** Changes with every change of a weight, a threshold or a signal: scores of two versions are not to be compared. */
export const MODEL_VERSION = '2026-11.3';

/** Where every score starts: an identity of which nothing is known. */
export const BASELINE = 25;

/** Signals of one group overlap, so only one of them counts. */
export const GROUPS = ['accounts', 'kinds', 'handles', 'mailbox', 'domain', 'line', 'address', 'breaches', 'mentions'] as const;
export type Group = (typeof GROUPS)[number];

/** The module that a group's signals come from. */
export const MODULE_OF: Readonly<Record<Group, 'footprint' | FactModule>> = {
  accounts: 'footprint',
  kinds: 'footprint',
  handles: 'footprint',
  mailbox: 'email',
  domain: 'email',
  line: 'phone',
  address: 'ip',
  breaches: 'breaches',
  mentions: 'webMentions',
};

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
    12,
    'Twenty platforms or more answered, and none has an account.',
    'People who use the web leave accounts; a new identity has none. Much less than a bad address: privacy is no crime.',
  ),
  no_accounts_of_some: signal('accounts', 8, 'Eight platforms or more answered, and none has an account.', 'The same with less to go by.'),
  no_accounts_of_few: signal(
    'accounts',
    4,
    'Three platforms or more answered, and none has an account.',
    'The same with little to go by; below three answers nothing is concluded.',
  ),
  one_account: signal('accounts', -2, 'One platform has an account.', 'A first trace; cheap to make.'),
  few_accounts: signal('accounts', -5, 'Two to four platforms have an account.', 'A small life on the web.'),
  several_accounts: signal(
    'accounts',
    -8,
    'Five to nine platforms have an account.',
    'Costs more effort to fake than most fraud is worth.',
  ),
  many_accounts: signal(
    'accounts',
    -10,
    'Ten platforms or more have an account.',
    'The strongest reassurance: such a footprint takes years.',
  ),

  two_kinds: signal(
    'kinds',
    -1,
    'Accounts of two kinds (work, community, media, shops, play).',
    'Made-up identities are registered where they are used; people live in several places.',
  ),
  three_kinds: signal('kinds', -3, 'Accounts of three kinds or more (work, community, media, shops, play).', 'The same, stronger.'),

  derived_handle: signal(
    'handles',
    -1,
    "The name in the e-mail address is somebody's username elsewhere.",
    'It may be somebody else: it barely counts, and its absence says nothing.',
  ),

  disposable_mailbox: signal(
    'mailbox',
    24,
    'A mailbox is disposable.',
    'Made to be thrown away: hardly ever the address of an honest customer.',
  ),
  missing_mailbox: signal(
    'mailbox',
    18,
    'A mailbox is known not to exist.',
    'Nobody reads it, so it was made up or abandoned; a typing error looks the same, so less than disposable.',
  ),
  working_mailbox: signal('mailbox', -2, 'A mailbox is known to exist.', 'Fraudsters have mailboxes as well.'),

  domain_of_days: signal(
    'domain',
    6,
    'A mail domain was registered less than 30 days ago.',
    'Domains for fraud are used while they are fresh.',
  ),
  domain_of_months: signal('domain', 3, 'A mail domain was registered less than 180 days ago.', 'The same, weaker.'),
  domain_of_years: signal(
    'domain',
    -1,
    'A mail domain has been registered for two years or more.',
    'Old domains can be bought, so little.',
  ),
  domain_of_ten_years: signal('domain', -2, 'A mail domain has been registered for ten years or more.', 'The same, stronger.'),

  invalid_number: signal('line', 9, 'A phone number is not valid.', 'It cannot be called; typing errors happen.'),
  app_number: signal('line', 7, 'A phone number is a VOIP line that anyone can create in an app.', 'Costs nothing and proves nothing.'),
  voip_number: signal('line', 4, 'A phone number is a VOIP line.', 'Many businesses have one: half of an app number.'),
  real_line: signal('line', -1, 'A phone number is valid and not VOIP.', 'Prepaid cards are cheap, so little.'),

  tor_exit: signal(
    'address',
    24,
    'An IP address is a Tor exit.',
    'Hides where somebody is; used by the careful as well, so by itself it does not condemn.',
  ),
  risky_address: signal(
    'address',
    24,
    'A source scores an IP address as risky; the impact grows with its score.',
    'Whoever scores addresses sees their abuse; a score of 100 counts as much as Tor.',
  ),
  proxy: signal('address', 16, 'An IP address is a proxy.', 'Hides where somebody is, often for hire.'),
  compromised_address: signal(
    'address',
    10,
    'An IP address is believed compromised.',
    'Its owner is a victim; what comes from it may not be theirs.',
  ),
  vpn: signal('address', 8, 'An IP address belongs to a VPN.', 'Ordinary for the careful, handy for others.'),
  scraper: signal('address', 8, 'An IP address scrapes.', 'A program, not a customer.'),
  hosting: signal('address', 6, 'An IP address is in a datacentre.', 'People do not live there; office gateways do.'),
  quiet_address: signal(
    'address',
    -1,
    'An IP address is one of homes or phones, and nothing speaks against it.',
    'Residential proxies exist, so little.',
  ),

  breach_of_a_year: signal(
    'breaches',
    -1,
    'A breach shows that an identity was in use a year ago or more.',
    'An old breach is a proof of age that nobody can make afterwards. Being breached is no fault.',
  ),
  breach_of_two_years: signal('breaches', -3, 'A breach shows that an identity was in use two years ago or more.', 'The same, stronger.'),
  breach_of_five_years: signal(
    'breaches',
    -4,
    'A breach shows that an identity was in use five years ago or more.',
    'The same, strongest.',
  ),

  mentioned: signal(
    'mentions',
    -1,
    'A public page names an identity.',
    'Pages are easily made, so little; what is unconfirmed says nothing.',
  ),
} as const satisfies Readonly<Record<string, Signal>>;

export type SignalCode = keyof typeof SIGNALS;
export const SIGNAL_CODES = Object.keys(SIGNALS) as SignalCode[];

/** A signal of the table, as a `Signal` without its literal types. */
export function riskSignal(code: SignalCode): Signal {
  return SIGNALS[code];
}

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
