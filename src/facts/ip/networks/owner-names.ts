/** Kinds of network that the name of a holder can show. */
export type OwnerKind = 'hosting' | 'organisation' | 'consumer';

/** Whole words, separated by commas; each is a part of a regular expression. */
const words = (list: string): RegExp => new RegExp(`\\b(?:${list.trim().split(/,\s*/).join('|')})\\b`, 'iu');
/** As `words`, but also within longer words. */
const parts = (list: string): RegExp => new RegExp(list.trim().split(/,\s*/).join('|'), 'iu');

/** Who sells access or carries others' traffic: with one of these a name shows nothing about who uses the addresses. */
const SELLS_ACCESS = parts(`
  telecom, telekom, telefon, telephon, televisi, telenet, communica[tcz], internet, \\bisp\\b, fib(?:er|re), \\bfibra, wireless, \\bcable,
  broadband, hosting, data ?cent, \\bcloud, \\bservers?\\b, \\bcarrier, utilit, electric coop`);

/** Schools, universities, their libraries and laboratories. */
const EDUCATION = parts(`
  universi[tdzť], uniwersytet, univerz, üniversite, \\bcollege\\b, \\bhochschule\\b, \\bfachhochschule\\b, \\bpolytechni, \\bpoliteknik,
  \\bpolitecni, \\bpolitechni, \\bécole\\b, \\becole\\b, \\bescuela\\b, \\bschool district\\b, \\bindependent school, \\bpublic schools?\\b,
  \\bunified school, \\bschools\\b, \\bhigh school\\b, \\binstitutes? of technology\\b, \\bacademy of sciences?\\b,
  \\bnational laborator, \\bnational accelerator\\b, \\bresearch council\\b, \\bacademic\\b, \\bhigher education\\b, \\bboces\\b, \\bsuny\\b,
  \\beducation(?:al)? service, \\boffice of education\\b, \\brenater\\b, \\bsurf b\\.v\\., \\bfraunhofer-gesellschaft, \\bmax-planck-,
  \\bresearch (?:and|&) education\\b, \\beducation (?:and|&) research\\b`);

/** Authorities and armed forces. Cities are left out: some of them sell access to their citizens. */
const AUTHORITIES = words(`
  department of, u\\.? ?s\\.? dept, dept\\.? of, ministry of, minist[eè]re, minist[eé]rio, ministerie, ministerstv[oa], bundesministerium,
  bundesamt, government, federal (?:bureau|agency|reserve|aviation|deposit|court|office), state of [a-z]+, province of,
  national aeronautics, usaisc, army, air force, navy, marine corps, defen[cs]e (?:agency|information|logistics|forces?), parliament,
  police, national institutes? of health, geological survey, environmental protection, social security, internal revenue, court of,
  supreme court, house of representatives, senate`);

/** Banks and insurers. */
const FINANCE = words(`
  bank, banks, banken, bankası, banka, banking, banco, banca, banque, sparkasse, bancorp, credit union, insurance, assurances?,
  versicherung(?:en)?, verzekeringen, seguros, stock exchange, securities, asset management`);

/** Hospitals and other care. */
const CARE = words(`
  hospitals?, hôpital, hopital, hôpitaux, hopitaux, ospedale, klinikum, clinics?, healthcare, health care,
  health (?:systems?|services?|authority|sciences?|network|plan), medical cent(?:er|re), medical college, cancer cent(?:er|re)`);

/** Industries in which nobody sells access. */
const INDUSTRY = words(`
  airlines?, airways, pharmaceuticals?, motor company, motors, motor corporation, petroleum, brewery, foods, chemicals?, aerospace,
  semiconductor, museum, supermarkets?, retail stores, steel, mining company, law firm, attorneys`);

/** Companies that announce their own addresses under many numbers. */
const COMPANIES = words(`
  abbott laboratories, accenture, airbus, american express, american international group, analog devices, applied materials, astrazeneca,
  audi ag, automatic data processing, autozone, basf, battelle, bayer ag, bechtel, blackrock, blue cross, bmw, booz allen, bp america,
  bristol-myers squibb, campbell soup, canadian national railway, caterpillar, corning inc, credit agricole, deere & company, deloitte,
  duke energy, eaton corporation, eastman kodak, ernst & young, equinor, firstenergy, fiserv, general dynamics, general electric company,
  general mills, henkel, hitachi energy, home depot, honeywell, infineon, international monetary fund, international paper,
  jacobs engineering, jpmorgan, kaiser foundation, koch industries, kpmg, kroger, l'oreal, linde, lockheed, lowe's companies, medtronic,
  merck, micron technology, mitre corporation, morgan stanley, nestle, nike, northrop, novartis, palo alto networks, pepsico, pfizer,
  philip morris, phillips 66, pricewaterhousecoopers, procter, prudential, qualcomm, rand corporation, raytheon, renault, rockwell,
  rolls-royce, rtx corporation, safran, sanofi, sap se, schlumberger, sherwin williams, siemens, starbucks, syngenta, target corporation,
  teradyne, texas instruments, thomson reuters, totalenergies, toyota, travelers property, union pacific, united parcel service,
  volkswagen, volvo, wal-mart, whirlpool, world health organi[sz]ation, xerox`);

/** Companies that name themselves after it. */
const HOSTING = words('(?:web ?)?hosting, vps, dedicated servers?');
const SELLS_LINES = parts(
  'telecom, telekom, telefon, telephon, internet service provider, \\bisp\\b, fib(?:er|re), broadband, wireless, \\bcable, communications',
);

/** Access that is sold to homes; what is sold to companies has other names. */
const HOMES = words(`
  broadband, cable ?tv, cable ?vision, catv, cable television, cable (?:networks?|media|systems|communications),
  telephone (?:cooperative|company|membership), rural telephone, kabelplus, kabelmedien, kabelfernsehen, banda larga`);
const SELLS_TO_COMPANIES = parts(`
  business, enterprise, wholesale, lightpath, carrier, hutchison, \\bidc\\b, hosting, data ?cent, cloud, mobile, cellular, \\bcorporate\\b`);

/**
 * The kind of a network that its holder's name shows beyond doubt: "University of Michigan", "Bank of America", "A2 Hosting". The name of
 * a company that might sell access shows nothing.
 *
 * @param owner as the registry has it
 * @returns null: the name does not show it
 */
export function kindOfOwner(owner: string): OwnerKind | null {
  if (HOSTING.test(owner)) return SELLS_LINES.test(owner) ? null : 'hosting';
  if (HOMES.test(owner)) return SELLS_TO_COMPANIES.test(owner) ? null : 'consumer';
  if (SELLS_ACCESS.test(owner)) return null;
  return [EDUCATION, AUTHORITIES, FINANCE, CARE, INDUSTRY, COMPANIES].some((known) => known.test(owner)) ? 'organisation' : null;
}
