import { createHash } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Identity, lowerName } from '../../kernel/identity/identity.js';
import type { Variables } from '../evaluation/template.js';

/**
 * The variables that a rule for this identity's query type may use, raw (unencoded):
 * `username`, `username:lower`; `email`, `email:local`, `email:domain`, `email:sha256`, `email:md5`; `phone` (E.164), `phone:digits`,
 * `phone:cc`, `phone:national`.
 * The digests are hex of the lower-cased address in UTF-8, as avatar services define them.
 */
export function variablesFor(identity: Identity): Variables {
  const { type, value } = identity;
  switch (type) {
    case 'username':
      return { username: value, 'username:lower': lowerName(value) };
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
  const at = address.lastIndexOf('@');
  const lowered = address.trim().toLowerCase();
  return {
    email: address,
    'email:local': address.slice(0, Math.max(at, 0)),
    'email:domain': address.slice(at + 1),
    'email:sha256': createHash('sha256').update(lowered).digest('hex'),
    'email:md5': createHash('md5').update(lowered).digest('hex'),
  };
}
