/**
 * Compares facts of a lookup that should fit each other. A pair disagrees only where nothing ordinary explains it; a reason that might is
 * why it stays unknown. What is not known changes no outcome, and neither does the order of anything. Pure; docs/risk.md.
 */
import { splitAddress, withoutTag } from '../../kernel/identity/mail-address.js';
import { isAliasService, isConsumerDomain } from '../../kernel/identity/mail-providers.js';
import { isRoleMailbox } from '../../kernel/identity/role-mailboxes.js';
import type { IpDetails } from '../ip/ip-details.js';
import { hoursApart } from '../ip/time-zones.js';
import type { PhoneDetails } from '../phone/phone-details.js';
import { COMPARED_PAIRS, type ComparedPair, type ComparisonCode, RANKED_CODES } from './comparison-codes.js';
import type { Mailbox, RiskEvidence, ShownName } from './evidence.js';
import { compareNames, isWord, wordsOf } from './name-agreement.js';
import { QUIET_SCORE } from './signals.js';

export type Comparison = { readonly pair: ComparedPair } & (typeof RANKED_CODES)[number];

/** The pairs of which the lookup has both sides, each with what the comparison says. */
export function compareFacts(evidence: RiskEvidence): Comparison[] {
  return (Object.keys(COMPARED_PAIRS) as ComparedPair[]).flatMap((pair) => {
    const codes = PAIRS[pair](evidence);
    const said = codes && RANKED_CODES.find(({ code }) => code === 'missing' || codes.includes(code));
    return said ? [{ pair, ...said }] : [];
  });
}

type Codes = readonly ComparisonCode[];

/** What the identities of a pair say, each or each two of them; null: the lookup lacks a side. */
const PAIRS: Readonly<Record<ComparedPair, (evidence: RiskEvidence) => Codes | null>> = {
  phone_and_ip_country: (evidence) => compareWithIps(evidence, phoneCountries(evidence), compareWithCountry),
  phone_and_ip_time_zone: (evidence) => compareWithIps(evidence, phoneCountries(evidence), compareWithZone),
  claimed_country_and_phone(evidence) {
    const [claimed, countries] = [evidence.claimed.country, phoneCountries(evidence)];
    if (!claimed || countries === null) return null;
    if (typeof countries === 'string') return [countries];
    return countries.map((country) => (country === claimed ? 'number_of_country' : compareCountries(claimed, country)));
  },
  claimed_country_and_ip: (evidence) =>
    compareWithIps(evidence, evidence.claimed.country ? [evidence.claimed.country] : null, compareWithCountry),
  claimed_name_and_email: ({ claimed: { name }, names, ...known }) =>
    name ? eachMailbox(known, (each) => compareWithLocal(name, each, names)) : null,
  claimed_name_and_accounts: ({ claimed: { name }, names }) => (name ? [compareWithShown(name, names)] : null),
  claimed_company_and_email: ({ claimed: { company }, ...known }) =>
    company ? eachMailbox(known, (each) => compareCompany(company, each)) : null,
  domain_and_account_age: (evidence) => eachMailbox(evidence, compareAges),
  mail_records: (evidence) => eachMailbox(evidence, compareRecords),
};

const eachMailbox = ({ mailboxes }: Pick<RiskEvidence, 'mailboxes'>, compare: (mailbox: Mailbox) => ComparisonCode): Codes | null =>
  mailboxes.length === 0 ? null : mailboxes.map(compare);

/** Countries, or why they show no place; null: there is nothing of which they could be. */
type Countries = readonly string[] | ComparisonCode | null;

const LINES_OF_A_PLACE: ReadonlySet<string> = new Set(['mobile', 'fixed_line', 'fixed_line_or_mobile']);

/** One number of no place is enough: whoever has one chose it. */
function phoneCountries({ phones }: RiskEvidence): Countries {
  const isOfNoPlace = ({ valid, isVoip, voipClass, lineType }: PhoneDetails) =>
    !valid || isVoip === true || voipClass !== null || (lineType !== null && !LINES_OF_A_PLACE.has(lineType));
  if (phones.some((facts) => facts && isOfNoPlace(facts))) return 'number_of_no_place';
  return phones.length === 0 ? null : phones.flatMap((facts) => (facts?.lineType && facts.countryCode) || []);
}

/** Why an IP address shows no place; null: nothing says so. */
function hidingOf(facts: IpDetails): ComparisonCode | null {
  if (facts.isTor) return 'tor';
  if (facts.isVpn) return 'vpn';
  if (facts.isProxy) return 'proxy';
  if (facts.isHosting || facts.connectionType === 'Hosting') return 'hosting';
  return facts.isScraper || facts.isCompromised || (facts.riskScore ?? 0) > QUIET_SCORE ? 'suspect_address' : null;
}

/** One address that hides is enough, as whoever hides at times may always. */
function compareWithIps(
  { ips, isRelayed, at }: RiskEvidence,
  countries: Countries,
  compare: (country: string, facts: IpDetails, at: Date) => ComparisonCode,
): Codes | null {
  if (countries === null || ips.length === 0) return null;
  if (typeof countries === 'string') return [countries];
  const known = ips.filter((facts) => facts !== null);
  const hiding: Codes = isRelayed ? ['relay'] : known.flatMap((facts) => hidingOf(facts) ?? []);
  return hiding.length > 0 ? hiding : known.flatMap((facts) => countries.map((country) => compare(country, facts, at)));
}

function compareWithCountry(country: string, { countryCode, connectionType }: IpDetails): ComparisonCode {
  if (countryCode === null) return 'missing';
  const code = compareCountries(country, countryCode);
  return code === 'other_country' ? ifAtHome(code, connectionType) : code;
}

/** Hours from which on a clock is that of another part of the world. */
const FAR_HOURS = 3;

function compareWithZone(country: string, { timezone, connectionType, countryCode }: IpDetails, at: Date): ComparisonCode {
  const hours = timezone === null ? null : hoursApart(timezone, country, at);
  if (hours === null) return 'missing';
  if (hours === 0) return 'same_time_zone';
  if (hours < FAR_HOURS) return 'near_time_zone';
  // Of a state with territories in other parts of the world.
  const isRelated = countryCode !== null && compareCountries(country, countryCode) === 'related_countries';
  return isRelated ? 'related_countries' : ifAtHome('far_time_zone', connectionType);
}

/** What differs counts of a household alone. */
function ifAtHome(code: ComparisonCode, connectionType: IpDetails['connectionType']): ComparisonCode {
  if (connectionType === 'Residential') return code;
  return connectionType === 'Wireless' ? 'roaming' : 'not_a_household';
}

/** States with territories and neighbours whose numbers and networks tables give now to the one, now to the other. */
const RELATED = `FR BL GF GP MF MQ NC PF PM RE TF WF YT, US AS GU MP PR UM VI, GB AC AI BM FK GG GI IM IO JE KY MS SH TA TC VG,
  NL AW BQ CW SX, MF SX, DK FO GL, FI AX, NO BV SJ, AU CC CX NF, NZ CK NU TK, CN HK MO, MA EH, IL PS, RS XK, IT SM VA, FR MC, CH LI, RU KZ, RU UA, CY TR`
  .split(',')
  .map((row) => new Set(row.trim().split(' ')));

function compareCountries(one: string, other: string): ComparisonCode {
  if (one === other) return 'same_country';
  return RELATED.some((codes) => codes.has(one) && codes.has(other)) ? 'related_countries' : 'other_country';
}

/** A word that is longer than an initial or a short syllable. */
const isLong = (word: string): boolean => word.length >= 3;

/** Another name is believed only where an account shows it too: most local parts that look like one are nicknames. */
function compareWithLocal(name: string, { email }: Mailbox, names: readonly ShownName[]): ComparisonCode {
  const { local, domain } = splitAddress(email);
  if (isAliasService(domain)) return 'alias';
  if (isRoleMailbox(email)) return 'role';
  const [parts, words] = [wordsOf(withoutTag(local)), wordsOf(name)];
  if (words.length < 2) return 'no_name';
  if (spells(parts, words)) return 'name_in_address';
  const isFullName = parts.length === 2 && parts.every(isLong);
  const isShown = (shown: string): boolean => {
    const others = wordsOf(shown);
    return parts.every((part) => others.includes(part)) && compareNames(name, shown) === 'differ';
  };
  return isFullName && names.some((each) => isShown(each.name)) ? 'other_name_in_address' : 'no_name';
}

/** `ada.lovelace`, `a.lovelace`, and two words in one: `adalovelace`, `alovelace`, `lovelacea`. */
function spells(parts: readonly string[], words: readonly string[]): boolean {
  if (parts.length >= 2)
    return parts.every((part) => words.some((word) => isWord(part, word))) && parts.some((part) => isLong(part) && words.includes(part));
  const [part = ''] = parts;
  return words.some((one, at) =>
    words.some(
      (other, place) =>
        at !== place && isLong(other) && [one + other, other + one, one.charAt(0) + other, other + one.charAt(0)].includes(part),
    ),
  );
}

/** One account that shows the name is enough. Another is believed only where two platforms show it, and none a word of the claimed one. */
function compareWithShown(claimed: string, shown: readonly ShownName[]): ComparisonCode {
  if (shown.length === 0) return 'missing';
  const all = shown.map(({ platform, name }) => ({ platform, words: wordsOf(name).toSorted(), agreement: compareNames(claimed, name) }));
  if (all.some(({ agreement }) => agreement === 'agree')) return 'name_on_account';
  const own = wordsOf(claimed);
  if (all.some(({ words }) => words.some((word) => own.includes(word)))) return 'no_name';
  const others = new Set(
    all.flatMap(({ agreement, platform, words }) => (agreement === 'differ' ? [`${words.join(' ')}/${platform}`] : [])),
  );
  const names = [...others].map((other) => other.slice(0, other.lastIndexOf('/')));
  return new Set(names).size < names.length ? 'other_name_on_accounts' : 'no_name';
}

/** Words by which companies of all names end. */
const COMPANY_FORMS: ReadonlySet<string> = new Set(
  `ab ag as asa bv co company corp corporation gmbh group holding holdings inc incorporated kg limited llc llp ltd mbh nv oy oyj plc pty sa sarl
   sas se sl spa srl the ug`.split(/\s+/),
);
const lettersOf = (text: string): string => wordsOf(text).join('');

/** A free mailbox speaks against a company, unless it has the company's name. No other domain does: names of companies and brands differ. */
function compareCompany(company: string, { email, facts }: Mailbox): ComparisonCode {
  const { local, domain } = splitAddress(email);
  if (isAliasService(domain)) return 'alias';
  const letters = wordsOf(company)
    .filter((word) => !COMPANY_FORMS.has(word))
    .join('');
  // Letters of another script are never in an address.
  if (facts === null || letters.length < 2 || !/\p{Script=Latin}/u.test(letters)) return 'missing';
  const isInDomain = domain
    .split('.')
    .slice(0, -1)
    .some((label) => lettersOf(label) === letters);
  if (facts.freeProvider !== true) return isInDomain ? 'company_domain' : 'other_domain';
  return isInDomain || lettersOf(local).includes(letters) ? 'company_at_provider' : 'free_mailbox';
}

const YEAR_MS = 365 * 86_400_000;

/** Only a breach proves that the address is older than its domain: accounts are moved to new addresses. Its date may be off by months. */
function compareAges({ email, facts, breaches, accountDates }: Mailbox): ComparisonCode {
  if (isConsumerDomain(splitAddress(email).domain)) return 'provider_domain';
  if (!facts?.domainRegisteredAt) return 'missing';
  const registered = Date.parse(facts.domainRegisteredAt);
  const breached = (breaches ?? []).map(({ date }) => Date.parse(date)).filter(Number.isFinite);
  if (breached.some((date) => date < registered - YEAR_MS)) return 'breach_before_domain';
  const dates = [...breached, ...accountDates.map((date) => date.getTime())];
  if (dates.length === 0) return 'missing';
  return dates.some((date) => date < registered) ? 'older_accounts' : 'domain_older';
}

function compareRecords({ email, records }: Mailbox): ComparisonCode {
  if (isConsumerDomain(splitAddress(email).domain)) return 'provider_domain';
  if (records === null) return 'missing';
  const all = [records.mx, records.spf, records.dmarc];
  if (all.every((each) => each === true)) return 'all_records';
  return all.every((each) => each === false) ? 'no_records' : 'some_records';
}
