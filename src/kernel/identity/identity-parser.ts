import { domainToASCII } from 'node:url';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { type Detection, type IdentityParser, hasPhonePrefix, MAX_IDENTITY_LENGTH, invalidCode } from './identity.js';
import { plainText } from './dialects.js';
import { ADDRESS_OF_PAGE, isNumber, notAnIdentity } from './guesses.js';
import { recogniseQueryType } from './recognise.js';
import { hasFullRun, narrow, normalise } from '../values/normalise.js';
import { canonicalIp } from './canonical-ip.js';

const ATOM = String.raw`[\p{L}\p{N}\p{M}!#$%&'*+/=?^_\x60{|}~-]+`;
/** RFC 5321 dot-string or quoted string, with RFC 6531 letters. */
const LOCAL_PART = new RegExp(String.raw`^(?:${ATOM}(?:\.${ATOM})*|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")$`, 'u');
/** Characters that `domainToASCII` would cut off, drop or decode as in URLs: `example.com/x` would become another domain. */
const FORBIDDEN_IN_DOMAIN = /[\s\p{C}\p{Z}/\\?#%:@[\]]/u;
/** Longest address in octets: a path has 256 with its angle brackets (RFC 5321, 4.5.3.1.3). */
const MAX_ADDRESS_OCTETS = 254;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Visible characters only: no spaces, controls, format characters, lone surrogates or unassigned code points. */
const USERNAME = /^[^\s\p{C}\p{Z}]{1,64}$/u;

/**
 * With the digit for mobile phones that Mexico's plan took away: since 3 August 2019 a number has ten digits there, none of which begins
 * with 1, so that no other line has these (IFT, Plan Técnico Fundamental de Numeración of 2018). Messengers still write it.
 */
const MEXICAN_MOBILE = /^(\+|00)?521([2-9]\d{9})$/;
/**
 * Without the ninth digit that Brazil put before every mobile number by 6 November 2016, the last areas (Anatel, Resolução 553/2010). Lines
 * that kept eight digits begin with 2 to 5 (fixed) or 7 (trunked radio), so that no other has these. Messengers still write it.
 */
const BRAZILIAN_MOBILE = /^\+55([1-9]{2})([689]\d{7})$/;
const AMBIGUOUS =
  'this is an IP address, and also a phone number of DEFAULT_REGION. Send the address in `ip`, or the number in E.164 format, beginning with +.';

const IS_IP = 'this is an IP address. Send it in `ip`.';

/** Parses the identities that callers send. Pure apart from the tables of its libraries. */
export class LibraryIdentityParser implements IdentityParser {
  readonly #region: CountryCode | undefined;

  /** @param options.defaultRegion ISO 3166 code of the numbering plan for numbers without `+`; without it such numbers are rejected */
  constructor(options: { defaultRegion?: string | undefined } = {}) {
    this.#region = options.defaultRegion as CountryCode | undefined;
  }

  email(raw: string): string | null {
    if (!isReadable(raw)) return null;
    const address = normalise(plainText(raw));
    const at = address.lastIndexOf('@');
    if (at < 1) return null;
    const local = address.slice(0, at);
    if (Buffer.byteLength(local) > 64 || !LOCAL_PART.test(local)) return null;
    if (FORBIDDEN_IN_DOMAIN.test(address.slice(at + 1))) return null;
    const domain = domainToASCII(address.slice(at + 1)).toLowerCase();
    const labels = domain.split('.');
    const top = labels.at(-1) ?? '';
    if (domain.length > 253 || labels.length < 2 || !labels.every((label) => LABEL.test(label)) || /^\d+$/.test(top)) return null;
    const email = `${local}@${domain}`;
    return Buffer.byteLength(email) > MAX_ADDRESS_OCTETS ? null : email;
  }

  phone(raw: string): string | null {
    if (raw.length > MAX_IDENTITY_LENGTH) return null;
    const text = this.#dialled(plainText(raw));
    if (text.length > 40 || (!text.startsWith('+') && !this.#region)) return null;
    if (text.includes('/') && !hasAreaSlash(text)) return null;
    const options = { extract: false, ...(this.#region ? { defaultCountry: this.#region } : {}) };
    const number = parsePhoneNumberFromString(text, options);
    return number?.isPossible() && !number.ext ? number.number.replace(BRAZILIAN_MOBILE, '+55$19$2') : null;
  }

  username(raw: string): string | null {
    if (!isReadable(raw)) return null;
    const name = normalise(plainText(raw).replace(/^@+/, ''));
    if (!USERNAME.test(name) || !/[^.]/.test(name) || ADDRESS_OF_PAGE.test(name)) return null;
    return name;
  }

  ip(raw: string): string | null {
    return raw.length > MAX_IDENTITY_LENGTH ? null : canonicalIp(plainText(raw));
  }

  detect(raw: string): Detection {
    if (raw.length > MAX_IDENTITY_LENGTH) return { invalid: invalidCode(raw) };
    const text = plainText(raw);
    const type = recogniseQueryType(text, (number) => isNumber(this, number));
    if (type !== 'email' && !hasPhonePrefix(text) && this.ip(text) !== null)
      return { invalid: 'invalid_parameter', reason: type === 'phone' ? AMBIGUOUS : IS_IP };
    const fault = type === 'email' ? null : notAnIdentity(type, text);
    if (fault !== null) return { invalid: 'invalid_parameter', reason: `this ${fault}.` };
    const value = this[type](text);
    return value === null ? { invalid: type === 'phone' ? 'invalid_phone' : invalidCode(text) } : { type, value };
  }

  /** A number as it is dialled: without its scheme, the fraction of a numeric column, or the international prefix of most countries. */
  #dialled(text: string): string {
    const number = narrow(text)
      .replace(/^(?:tel|sms|callto|whatsapp|p):\s*/i, '')
      .replace(/^(\d{7,})\.0$/, '$1');
    const mobile = MEXICAN_MOBILE.exec(number.replaceAll(/[\s().-]/g, ''));
    if (mobile && (mobile[1] || this.#region === 'MX')) return `+52${mobile[2]}`;
    return this.#region ? number : number.replace(/^00\s*(?=[1-9])/, '+');
  }
}

/** Whether a text is short enough to be read, and none of which `normalise` cuts anything off. */
function isReadable(raw: string): boolean {
  return raw.length <= MAX_IDENTITY_LENGTH && !hasFullRun(raw);
}

/** Whether a slash follows an area code, as some countries write it; any other slash separates numbers or extensions. */
function hasAreaSlash(phone: string): boolean {
  const [area = 0, subscriber = 0, ...more] = phone.split('/').map((part) => part.replaceAll(/\D/g, '').length);
  return area <= 8 && subscriber >= 4 && more.length === 0;
}
