/** What comparisons of a lookup's facts can say, in the words of v2 and docs/risk.md. */

export const OUTCOMES = ['agrees', 'disagrees', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What is compared, as headings have it. */
export const COMPARED_PAIRS = {
  phone_and_ip_country: 'Country of the phone number and of the IP address',
  phone_and_ip_time_zone: 'Country of the phone number and time zone of the IP address',
  claimed_country_and_phone: 'Claimed country and phone number',
  claimed_country_and_ip: 'Claimed country and IP address',
  claimed_name_and_email: 'Claimed name and e-mail address',
  claimed_name_and_accounts: 'Claimed name and names on accounts',
  claimed_company_and_email: 'Claimed company and mail domain',
  domain_and_account_age: 'Age of the mail domain and of accounts',
  mail_records: 'MX, SPF and DMARC of the mail domain',
} as const;
export type ComparedPair = keyof typeof COMPARED_PAIRS;

const HIDES = 'so it does not show where the person is.';

/** Codes with their sentences. Of several comparisons of one pair the first of this table counts: `missing`, the last, hides no other. */
export const COMPARISON_CODES = {
  agrees: {
    same_country: 'An IP address is in the country of the phone number, or in the one claimed.',
    number_of_country: 'A phone number is of the claimed country.',
    same_time_zone: 'The time zone of the IP address is one of the country of the phone number, or has the same time.',
    name_in_address: 'The e-mail address spells the claimed name.',
    name_on_account: 'An account shows the claimed name.',
    company_domain: 'The mail domain spells the claimed company.',
    domain_older: 'The mail domain is older than the accounts and the breaches with the address.',
    all_records: 'The mail domain has MX, SPF and DMARC records.',
  },
  disagrees: {
    far_time_zone: "The IP address is in a household, in a time zone at least three hours from the phone number's.",
    other_country: 'Two of these countries differ: that of a phone number, that of an IP address in a household, and the claimed one.',
    other_name_in_address: 'The e-mail address spells another name, which an account shows too.',
    other_name_on_accounts: 'Accounts on several platforms show the same other name, and no account shows the claimed name.',
    free_mailbox: 'A company was claimed, and the mailbox is at a provider for private customers.',
    breach_before_domain: 'A breach names the address at a time when its domain was not registered yet: the domain has a new owner.',
    no_records: 'The mail domain has neither MX nor SPF nor DMARC records.',
  },
  unknown: {
    relay: `An IP address is a privacy relay's, ${HIDES}`,
    tor: `An IP address is a Tor exit, ${HIDES}`,
    vpn: `An IP address is a VPN's, ${HIDES}`,
    proxy: `An IP address is a proxy, ${HIDES}`,
    hosting: `An IP address is in a data centre, ${HIDES}`,
    suspect_address: `An IP address has been abused and may be somebody else's, ${HIDES}`,
    number_of_no_place: 'A phone number is invalid, a VOIP line or of no country, so it does not show where the person is.',
    related_countries: 'The two countries share numbers or networks, so data about them is mixed up.',
    roaming: 'The IP address is in a mobile network: phones that roam have addresses of their home country.',
    not_a_household: 'The two differ, but the IP address is not known to be in a household; companies connect through other countries.',
    near_time_zone: 'The time zones are less than three hours apart, as those of neighbours and travellers are.',
    alias: 'The e-mail address is an alias that forwards to another, so it says nothing.',
    role: 'The e-mail address is of a role, not of a person.',
    no_name: 'It is not certain whether the names found are the claimed one; people use nicknames.',
    other_domain: 'The mail domain does not spell the claimed company; many companies use a brand or an abbreviation.',
    company_at_provider: 'The mailbox is at a provider for private customers, and its name spells the claimed company.',
    provider_domain: 'The domain is a mail provider’s own and says nothing about its customers.',
    older_accounts: 'An account is older than the mail domain, but may have been moved to it; or a breach is older, by less than a year.',
    some_records: 'The mail domain has some of the records, or DNS did not say which.',
    missing: 'One side is not known, or not known yet.',
  },
} as const;

type CodesOf = { [O in Outcome]: keyof (typeof COMPARISON_CODES)[O] };
export type ComparisonCode = CodesOf[Outcome];

/** Every code with its outcome and sentence, in order of precedence. */
export const RANKED_CODES = OUTCOMES.flatMap((outcome) =>
  Object.entries(COMPARISON_CODES[outcome]).map(([code, message]) => ({ outcome, code: code as ComparisonCode, message })),
);
