import { isQuoted, withoutTag } from './mail-address.js';

/**
 * Mailbox providers that people get an address from: the one table of consumer webmail. A domain is listed where every mailbox in it
 * belongs to a private customer; company domains hosted by the same firm are recognised by their mail exchangers.
 */
export interface MailboxProvider {
  /** Platform slug of the account that comes with the address. */
  readonly slug: string;
  readonly name: string;
  readonly homepage: string;
  /** Consumer domains, lower-case ASCII; empty for providers that host only domains of their customers. */
  readonly domains: readonly string[];
}

type Row = readonly [slug: string, name: string, site: string, domains?: string];

/** `name` under many top-level domains. */
const across = (name: string, suffixes: string): string =>
  suffixes
    .split(' ')
    .map((suffix) => `${name}.${suffix}`)
    .join(' ');

const OUTLOOK = [
  across(
    'outlook',
    'com fr de es it jp com.br com.ar com.au at be cl co.id co.il co.nz co.th com.gr com.pe com.tr com.vn cz dk hu ie in kr lv my ph pt sa sg sk',
  ),
  across('hotmail', 'com fr de es it com.br com.ar com.au be ca ch co.il co.jp co.kr co.nz co.th co.uk dk fi gr nl no pl se'),
  across('live', 'com fr de it jp com.ar com.au be ca cn co.kr co.uk com.mx com.pt com.sg dk hk ie nl no se'),
  'msn.com passport.com windowslive.com',
].join(' ');

const YAHOO = [
  across(
    'yahoo',
    'com fr de es it co.uk com.br com.ar com.au ca co.id co.in in co.kr co.nz co.th com.hk com.mx com.my com.ph com.sg com.tw com.vn dk gr ie ro se',
  ),
  'ymail.com rocketmail.com myyahoo.com',
].join(' ');

const MAIL_COM = `mail.com email.com usa.com myself.com post.com dr.com consultant.com engineer.com europe.com asia.com iname.com
  writeme.com cheerful.com accountant.com techie.com linuxmail.org contractor.net activist.com`;

const ROWS: readonly Row[] = [
  ['gmail', 'Gmail', 'https://mail.google.com', 'gmail.com googlemail.com'],
  ['outlook', 'Outlook', 'https://outlook.live.com', OUTLOOK],
  ['yahoo-mail', 'Yahoo Mail', 'https://mail.yahoo.com', YAHOO],
  // Another company than yahoo.com.
  ['yahoo-japan-mail', 'Yahoo! JAPAN Mail', 'https://mail.yahoo.co.jp', 'yahoo.co.jp'],
  ['aol-mail', 'AOL Mail', 'https://mail.aol.com', 'aol.com aol.co.uk aol.de aol.fr aim.com verizon.net netscape.net'],
  ['icloud-mail', 'iCloud Mail', 'https://www.icloud.com', 'icloud.com me.com mac.com'],
  ['proton', 'Proton', 'https://proton.me', 'proton.me protonmail.com protonmail.ch pm.me'],
  ['tuta', 'Tuta', 'https://tuta.com', 'tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me'],
  ['fastmail', 'Fastmail', 'https://www.fastmail.com', 'fastmail.com fastmail.fm fastmail.com.au sent.com'],
  ['zoho-mail', 'Zoho Mail', 'https://www.zoho.com', 'zohomail.com zohomail.eu zohomail.in zoho.com'],
  ['yandex-mail', 'Yandex Mail', 'https://mail.yandex.com', `${across('yandex', 'com ru by kz')} ya.ru`],
  ['mail-ru', 'Mail.ru', 'https://mail.ru', 'mail.ru inbox.ru list.ru bk.ru internet.ru'],
  ['rambler-mail', 'Rambler', 'https://mail.rambler.ru', 'rambler.ru'],
  ['gmx', 'GMX', 'https://www.gmx.net', across('gmx', 'com de net at ch es fr co.uk us')],
  ['web-de', 'WEB.DE', 'https://web.de', 'web.de'],
  ['mail-com', 'mail.com', 'https://www.mail.com', MAIL_COM],
  ['qq-mail', 'QQ Mail', 'https://mail.qq.com', 'qq.com vip.qq.com foxmail.com'],
  ['netease-mail', 'NetEase Mail', 'https://mail.163.com', '163.com vip.163.com 126.com yeah.net'],
  ['naver-mail', 'Naver Mail', 'https://mail.naver.com', 'naver.com'],
  ['daum-mail', 'Daum Mail', 'https://mail.daum.net', 'daum.net hanmail.net'],
  ['seznam-mail', 'Seznam Email', 'https://email.seznam.cz', 'seznam.cz email.cz post.cz'],
  ['wp-poczta', 'WP Poczta', 'https://poczta.wp.pl', 'wp.pl o2.pl'],
  ['onet-poczta', 'Onet Poczta', 'https://poczta.onet.pl', 'onet.pl op.pl vp.pl onet.eu'],
  ['interia-poczta', 'Interia Poczta', 'https://poczta.interia.pl', 'interia.pl'],
  ['libero-mail', 'Libero Mail', 'https://mail.libero.it', 'libero.it iol.it'],
  ['virgilio-mail', 'Virgilio Mail', 'https://mail.virgilio.it', 'virgilio.it'],
  ['orange-mail', 'Orange Mail', 'https://messagerie.orange.fr', 'orange.fr wanadoo.fr'],
  ['free-mail', 'Free', 'https://webmail.free.fr', 'free.fr'],
  ['laposte-net', 'laposte.net', 'https://www.laposte.net', 'laposte.net'],
  ['sfr-mail', 'SFR Mail', 'https://webmail.sfr.fr', 'sfr.fr neuf.fr'],
  ['t-online-mail', 'T-Online', 'https://email.t-online.de', 't-online.de'],
  ['freenet-mail', 'freenet Mail', 'https://email.freenet.de', 'freenet.de'],
  ['xfinity-mail', 'Xfinity', 'https://connect.xfinity.com', 'comcast.net'],
  ['att-mail', 'AT&T Mail', 'https://currently.att.yahoo.com', 'att.net sbcglobal.net bellsouth.net'],
  ['cox-mail', 'Cox', 'https://www.cox.com', 'cox.net'],
  ['spectrum-mail', 'Spectrum', 'https://www.spectrum.net', 'charter.net'],
  ['earthlink-mail', 'EarthLink', 'https://webmail.earthlink.net', 'earthlink.net'],
  ['bt-mail', 'BT', 'https://email.bt.com', 'btinternet.com'],
  ['sky-mail', 'Sky', 'https://mail.sky.com', 'sky.com'],
  ['virgin-media-mail', 'Virgin Media', 'https://mail.virginmedia.com', 'virginmedia.com ntlworld.com blueyonder.co.uk'],
  ['bigpond-mail', 'Telstra', 'https://www.telstra.com.au', 'bigpond.com'],
  ['uol-mail', 'UOL', 'https://email.uol.com.br', 'uol.com.br bol.com.br'],
  ['terra-mail', 'Terra', 'https://mail.terra.com.br', 'terra.com.br'],
  ['rediffmail', 'Rediffmail', 'https://mail.rediff.com', 'rediffmail.com'],
  ['ukr-net', 'UKR.NET', 'https://mail.ukr.net', 'ukr.net'],
  ['abv-mail', 'ABV', 'https://www.abv.bg', 'abv.bg'],
  ['sapo-mail', 'SAPO', 'https://mail.sapo.pt', 'sapo.pt'],
  ['hey-mail', 'HEY', 'https://www.hey.com', 'hey.com'],
  ['posteo', 'Posteo', 'https://posteo.de', 'posteo.de'],
  ['mailbox-org', 'mailbox.org', 'https://mailbox.org', 'mailbox.org'],
  ['mailfence', 'Mailfence', 'https://mailfence.com', 'mailfence.com'],
  ['runbox', 'Runbox', 'https://runbox.com', 'runbox.com'],
  ['startmail', 'StartMail', 'https://www.startmail.com', 'startmail.com'],
  ['hushmail', 'Hushmail', 'https://www.hushmail.com', 'hushmail.com'],
  ['google-workspace', 'Google Workspace', 'https://workspace.google.com'],
  ['microsoft-365', 'Microsoft 365', 'https://www.microsoft365.com'],
  ['tencent-exmail', 'Tencent Exmail', 'https://exmail.qq.com'],
  ['rackspace-email', 'Rackspace Email', 'https://apps.rackspace.com'],
  ['godaddy-email', 'GoDaddy Email', 'https://www.godaddy.com'],
  ['ionos-mail', 'IONOS Mail', 'https://mail.ionos.com'],
  ['ovh-mail', 'OVHcloud Mail', 'https://www.ovhcloud.com'],
];

export const MAILBOX_PROVIDERS: readonly MailboxProvider[] = ROWS.map(([slug, name, homepage, domains = '']) => ({
  slug,
  name,
  homepage,
  domains: domains.split(/\s+/).filter((domain) => domain !== ''),
}));

/** A service that gives out addresses in its domains. */
export type MailService = Pick<MailboxProvider, 'slug' | 'domains'>;

/**
 * Services that give out permanent aliases, which forward to a mailbox elsewhere. Their users are private customers, as with webmail, but
 * the mailbox is not there. They are no disposable inboxes, though lists of those often name them.
 */
export const ALIAS_SERVICES: readonly MailService[] = Object.entries({
  'apple-hide-my-email': 'privaterelay.appleid.com',
  duckduckgo: 'duck.com',
  'firefox-relay': 'mozmail.com relay.firefox.com',
  simplelogin: 'simplelogin.com simplelogin.co simplelogin.fr aleeas.com slmail.me 8alias.com dralias.com',
  'proton-pass': 'passmail.net passmail.com passinbox.com passfwd.com',
  addy: 'anonaddy.com anonaddy.me addy.io addymail.com',
}).map(([slug, domains]) => ({ slug, domains: domains.split(' ') }));

/** Day of the last change of the two tables. */
export const MAIL_TABLES_DATE = '2026-11-21';

const slugsByDomain = (services: readonly MailService[]): ReadonlyMap<string, string> =>
  new Map(services.flatMap(({ slug, domains }) => domains.map((domain) => [domain, slug] as const)));

const SHIPPED_SLUGS = slugsByDomain(MAILBOX_PROVIDERS);
/** In use in this process: those of the release, or what a bundle of the catalogue brought. */
let providerSlugs = SHIPPED_SLUGS;
let aliasSlugs = slugsByDomain(ALIAS_SERVICES);

export function setMailProviders(providers: readonly MailService[]): void {
  providerSlugs = slugsByDomain(providers);
}

export function setAliasServices(services: readonly MailService[]): void {
  aliasSlugs = slugsByDomain(services);
}

/** Consumer domains in use with the slugs of their providers, in the order of the table: the best known ones first. */
export function consumerDomains(): ReadonlyMap<string, string> {
  return providerSlugs;
}

/** Slug of the provider whose consumer domain this is; null for any other domain, its subdomains included. */
export function consumerProvider(domain: string): string | null {
  return providerSlugs.get(domain) ?? null;
}

/** The same by the release's table alone, for what is stored under a form of an address: a bundle must not change the form. */
export function shippedProvider(domain: string): string | null {
  return SHIPPED_SLUGS.get(domain) ?? null;
}

/** The alias service whose domain this is, or a subdomain that it gives its users; null: none. */
export function aliasServiceOf(domain: string): string | null {
  const known = selfAndParents(domain).find((name) => aliasSlugs.has(name));
  return (known !== undefined && aliasSlugs.get(known)) || null;
}

/** Whether the domain is an alias service's, or a subdomain that such a service gives its users. */
export function isAliasService(domain: string): boolean {
  return aliasServiceOf(domain) !== null;
}

/** Whether unrelated people have their addresses here: consumer webmail, and alias services. */
export function isConsumerDomain(domain: string): boolean {
  return providerSlugs.has(domain) || isAliasService(domain);
}

/** `a.b.example.com` → itself, `b.example.com`, `example.com`; the top-level domain is left out. */
export function selfAndParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/**
 * Published rules of providers about names that cannot exist with them. Only rules that hold for accounts of every age: a minimum length
 * does not, since early accounts and staff have shorter names.
 */
interface NamingRule {
  /** Matches a name (without tag) that cannot exist. */
  readonly impossible: RegExp;
  /** Longest name without its dots, where dots do not count. */
  readonly maxLength: number;
}

const RULES: Readonly<Record<string, NamingRule>> = {
  // Google's help, "Create a username": no & = _ ' - , < >; 6 to 30 characters; dots do not matter.
  gmail: { impossible: /[&=_'\-,<>]/, maxLength: 30 },
};

/**
 * Whether a provider's own published rules show that this mailbox cannot exist. False proves nothing: most providers publish no rule, and
 * an allowed name need not be taken.
 *
 * @param provider slug of the consumer provider; rules of hosted company domains are set by their owners
 */
export function isImpossibleName(provider: string, local: string): boolean {
  const rule = Object.hasOwn(RULES, provider) ? RULES[provider] : undefined;
  if (rule === undefined || isQuoted(local)) return false;
  const name = withoutTag(local);
  return rule.impossible.test(name) || name.replaceAll('.', '').length > rule.maxLength;
}
