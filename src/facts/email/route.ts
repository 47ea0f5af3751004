/** One mail exchanger of a domain. */
export interface Exchanger {
  /** Lower-case ASCII, without its last dot. */
  readonly host: string;
  readonly preference: number;
  /** Whether its name has an address; null: the name servers gave no answer. */
  readonly hasAddress: boolean | null;
}

/** Where mail for a domain goes, by its DNS records (RFC 5321, 5.1; RFC 7505). */
export type MailRoute =
  /** Best preference first; without MX records the domain itself, `implicit`. */
  | { readonly kind: 'exchangers'; readonly exchangers: readonly Exchanger[]; readonly implicit: boolean }
  /** It declares that it takes no mail. */
  | { readonly kind: 'null_mx' }
  | { readonly kind: 'no_such_domain' }
  /** It exists and has neither mail exchangers nor an address. */
  | { readonly kind: 'no_mail_host' };

/** Whether mail to the domain cannot arrive, whatever the mailbox: by answers of name servers only, nothing is guessed. */
export function isUndeliverable(route: MailRoute): boolean {
  return route.kind !== 'exchangers' || route.exchangers.every(({ hasAddress }) => hasAddress === false);
}

/** Whether at least one exchanger is known to exist. */
export function isRouted(route: MailRoute): boolean {
  return route.kind === 'exchangers' && route.exchangers.some(({ hasAddress }) => hasAddress === true);
}

/** Code for the evidence. */
export function routeCode(route: MailRoute): string {
  if (route.kind !== 'exchangers') return route.kind;
  if (isUndeliverable(route)) return 'mx_without_address';
  return route.implicit ? 'implicit_mx' : 'mx';
}

/**
 * The one operator of all exchangers with the best preference; null when one of them is not in the table, when they
 * differ, or when an exchanger of a lower rank belongs to another operator that the table knows.
 */
export function operatorOfRoute(route: MailRoute | null): ExchangerOperator | null {
  if (route?.kind !== 'exchangers' || route.implicit) return null;
  const best = Math.min(...route.exchangers.map(({ preference }) => preference));
  const [first, ...others] = new Set(route.exchangers.filter(({ preference }) => preference === best).map(({ host }) => operatorOf(host)));
  if (first === undefined || first === null || others.length > 0) return null;
  const known = route.exchangers.map(({ host }) => operatorOf(host)).filter((found) => found !== null);
  return known.every((found) => found === first) ? first : null;
}

/** Whether acceptance during the SMTP session proves nothing: one of the exchangers bounces later. */
export function bouncesLater(route: MailRoute | null): boolean {
  return route?.kind === 'exchangers' && route.exchangers.some(({ host }) => operatorOf(host)?.bouncesLater === true);
}

/** Operator of a mail exchanger, by its host name. */
interface ExchangerOperator {
  /**
   * `mailboxes`: the mail is kept there. `gateway`: it is filtered and handed on. `forwarder`: it is sent on to an address
   * elsewhere, or to a program.
   */
  readonly kind: 'mailboxes' | 'gateway' | 'forwarder';
  /** Slug of the mailbox provider; null for gateways and forwarders, and where the host serves several. */
  readonly provider: string | null;
  /** Accepts every recipient during the SMTP session and sends bounces later: acceptance of an address proves nothing. */
  readonly bouncesLater: boolean;
  /** Sold to organisations for domains of their own, never to private customers of a shared domain. */
  readonly organisations: boolean;
}

type Row = readonly [hosts: string, provider: string | null, traits?: string];

/** Hosts are names or, with a leading dot, everything below a name. */
const MAILBOXES: readonly Row[] = [
  // Serves gmail.com alone; another domain that points there gets nothing.
  ['gmail-smtp-in.l.google.com .gmail-smtp-in.l.google.com', null],
  ['smtp.google.com aspmx.l.google.com .aspmx.l.google.com .googlemail.com', 'google-workspace', 'organisations'],
  ['.olc.protection.outlook.com', 'outlook'],
  ['.mail.protection.outlook.com .mx.microsoft', 'microsoft-365', 'organisations'],
  // Their small-business customers have mx-biz.mail.am0.yahoodns.net.
  ['mta5.am0.yahoodns.net mta6.am0.yahoodns.net mta7.am0.yahoodns.net mx-eu.mail.am0.yahoodns.net', 'yahoo-mail', 'bounces'],
  ['.yahoodns.net', null, 'bounces'],
  ['mx01.mail.icloud.com mx02.mail.icloud.com', 'icloud-mail'],
  ['mail.protonmail.ch mailsec.protonmail.ch', 'proton'],
  ['.messagingengine.com', 'fastmail'],
  ['.zoho.com .zoho.eu .zoho.in .zoho.com.au', 'zoho-mail'],
  ['mx.yandex.net mx.yandex.ru', 'yandex-mail'],
  ['emx.mail.ru mxs.mail.ru', 'mail-ru'],
  ['mail.tutanota.de', 'tuta'],
  ['mxext1.mailbox.org mxext2.mailbox.org mxext3.mailbox.org', 'mailbox-org'],
  ['.gmx.net', 'gmx'],
  ['.web.de', 'web-de'],
  ['.mail.com', 'mail-com'],
  ['mxbiz1.qq.com mxbiz2.qq.com', 'tencent-exmail', 'organisations'],
  ['mx1.qq.com mx2.qq.com mx3.qq.com', 'qq-mail'],
  ['.netease.com', 'netease-mail'],
  ['.naver.com', 'naver-mail'],
  ['.emailsrvr.com', 'rackspace-email', 'organisations'],
  // Below secureserver.net there are also the names of servers that customers rent.
  ['smtp.secureserver.net mailstore1.secureserver.net smtp.europe.secureserver.net mailstore1.europe.secureserver.net', 'godaddy-email'],
  ['smtp.asia.secureserver.net mailstore1.asia.secureserver.net', 'godaddy-email'],
  ['.kundenserver.de .ionos.com .ionos.de', 'ionos-mail'],
  ['.mail.ovh.net', 'ovh-mail'],
];
const GATEWAYS =
  '.mimecast.com .pphosted.com .ppe-hosted.com .barracudanetworks.com .messagelabs.com .iphmx.com .trendmicro.com .hornetsecurity.com';
const FORWARDERS =
  'mx1.forwardemail.net mx2.forwardemail.net mx1.improvmx.com mx2.improvmx.com .mx.cloudflare.net .mailgun.org .amazonaws.com .simplelogin.co .anonaddy.me .duck.com';

const operator = (kind: ExchangerOperator['kind'], provider: string | null, traits: string): ExchangerOperator => ({
  kind,
  provider,
  bouncesLater: traits.includes('bounces'),
  organisations: traits.includes('organisations'),
});

const OPERATORS: ReadonlyMap<string, ExchangerOperator> = new Map(
  [
    ...MAILBOXES.map(([hosts, provider, traits = '']) => [hosts, operator('mailboxes', provider, traits)] as const),
    [GATEWAYS, operator('gateway', null, 'bounces organisations')] as const,
    [FORWARDERS, operator('forwarder', null, '')] as const,
  ].flatMap(([hosts, who]) => hosts.split(' ').map((host) => [host, who] as const)),
);

/** @param host lower-case name of a mail exchanger, without trailing dot @returns null for an operator that is not in the table */
export function operatorOf(host: string): ExchangerOperator | null {
  const exact = OPERATORS.get(host);
  if (exact !== undefined) return exact;
  const labels = host.split('.');
  const suffixes = labels.slice(1).map((_, index) => `.${labels.slice(index + 1).join('.')}`);
  return suffixes.map((suffix) => OPERATORS.get(suffix)).find((found) => found !== undefined) ?? null;
}
