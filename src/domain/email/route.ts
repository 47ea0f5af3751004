import { operatorOf, type ExchangerOperator } from './exchangers.js';

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
