import { createHash } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Identity, SPELLINGS } from '../../kernel/identity/identity.js';
import type { Variables } from '../evaluation/template.js';

/**
 * The variables that a rule for this identity's query type may use, raw (unencoded):
 * `username`, `username:lower`, `username:title`; `email`, `email:local`, `email:domain`, `email:sha256`, `email:md5`; `phone` (E.164), `phone:digits`,
 * `phone:cc`, `phone:national`.
 * Addresses are in lower case; digests are hex of them in UTF-8, as avatar services define them.
 */
export function variablesFor(identity: Identity): Variables {
  const { type, value } = identity;
  switch (type) {
    case 'username':
      return { username: value, ...Object.fromEntries(Object.entries(SPELLINGS).map(([name, { sent }]) => [name, sent(value)])) };
    case 'email':
      return emailVariables(value);
    case 'phone':
      return { phone: value, 'phone:digits': value.replace(/\D/g, ''), ...phoneParts(value) };
  }
}

/**
 * Country calling code and national significant number, digits only: without the trunk prefix that is dialled within the country, and with
 * the zero that belongs to the number in Italy. None of a text that is no phone number: a rule that names them is then not asked.
 */
export function phoneParts(phone: string): Variables {
  const number = parsePhoneNumberFromString(phone);
  return number === undefined ? {} : { 'phone:cc': number.countryCallingCode, 'phone:national': number.nationalNumber };
}

function emailVariables(address: string): Variables {
  // Nobody has two mailboxes that differ in capitals, and sites that compare addresses as they are typed have stored them in lower case.
  const email = address.trim().toLowerCase();
  const at = email.lastIndexOf('@');
  return {
    email,
    'email:local': email.slice(0, Math.max(at, 0)),
    'email:domain': email.slice(at + 1),
    'email:sha256': createHash('sha256').update(email).digest('hex'),
    'email:md5': createHash('md5').update(email).digest('hex'),
  };
}
