/**
 * The forms of an identity: the spellings and kinds under which the same person's identity may be written. Platforms are asked about the
 * form that was sent; forms decide what is suppressed, erased and counted as one. ADR 45.
 */
import { narrow, normalise } from '../values/normalise.js';
import { parseUrl } from '../values/parse-url.js';
import { mailboxOf, possibleMailboxOf } from './mailbox.js';
import type { SubjectKind } from './subjects.js';

/** An identity with its kind, in normal form (`IdentityParser`). */
export interface NamedIdentity {
  readonly kind: SubjectKind;
  readonly value: string;
}

/** One identity stands for all forms of a strength: two identities are forms of each other if it is the same for both. */
export interface Forms {
  /** Forms that are the same identity by a standard, or by a published rule of the provider. */
  readonly certain: NamedIdentity;
  /** Those, and forms that may be: a tag where no rule is known, and an address or a number that was sent as a username. */
  readonly possible: NamedIdentity;
}

/** The forms of an identity. Forms of a form are the same. */
export function formsOf(identity: NamedIdentity): Forms {
  const certain = certainForm(identity);
  return { certain, possible: possibleForm(certain) };
}

/** The text of a form, for digests. */
export const formText = ({ kind, value }: NamedIdentity): string => `${kind}:${value}`;

function certainForm({ kind, value }: NamedIdentity): NamedIdentity {
  const text = folded(narrow(value), 'NFC');
  if (kind === 'email') return { kind, value: mailboxOf(text) };
  return { kind, value: kind === 'phone' ? `+${digitsOf(text)}` : text };
}

function possibleForm({ kind, value }: NamedIdentity): NamedIdentity {
  if (kind === 'ip') return { kind, value };
  const text = folded(value, 'NFKC');
  if (kind === 'phone') return { kind, value: possibleNumber(digitsOf(text)) };
  const bare = kind === 'username' ? text.replace(PREFIXES, '') || text : text;
  const address = asAddress(bare.includes('@') ? bare : bare.replaceAll('%40', '@').replaceAll('%2b', '+'));
  if (address !== null) return { kind: 'email', value: possibleMailboxOf(mailboxOf(address)) };
  if (kind === 'username' && isNumber(bare)) return { kind: 'phone', value: possibleNumber(digitsOf(bare).replace(/^(?:00)+/, '')) };
  return { kind, value: bare };
}

/** In lower case and in a normal form; of some letters the lower case has to be normalised again. */
const folded = (text: string, form: 'NFC' | 'NFKC'): string => normalise(normalise(text, form).toLowerCase(), form);

/** What people and links write before an address or a number. */
const PREFIXES = /^(?:@|mailto:|acct:|tel:)+/;
const FORBIDDEN_IN_DOMAIN = /[\s/\\?#%:@[\]]/;

/** A text that can be read as an address, with an ASCII domain; null: it cannot. */
function asAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).replace(/\.$/, ''); // of the root (RFC 1034, 3.1)
  if (at < 1 || FORBIDDEN_IN_DOMAIN.test(domain)) return null;
  const ascii = parseUrl(`http://${domain}`)?.hostname ?? '';
  return /^[^.]+(?:\.[^.]+)*\.(?=[^.]*[^.\d])[^.]*$/.test(ascii) ? `${text.slice(0, at)}@${ascii}` : null;
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** E.164 allows 15 digits, with `00` before them two more; fewer than seven are no number that could be called from abroad. */
const isNumber = (text: string): boolean => /^\+?[\d().-]+$/.test(text) && /^\d{7,17}$/.test(digitsOf(text));

/**
 * Numbers of Argentina and Mexico are written with and without the digit for mobile phones after the country code, those of Brazil after the
 * area. In Mexico and Brazil that makes them certain: the parser writes one form, and what was stored before is found by the other. In
 * Argentina fixed and mobile lines have the same ranges, and the digit alone says which is meant.
 */
const possibleNumber = (digits: string): string =>
  `+${digits
    .replace(/^549(?=\d{10}$)/, '54')
    .replace(/^521(?=\d{10}$)/, '52')
    .replace(/^(55\d\d)9(?=[689]\d{7}$)/, '$1')}`;
