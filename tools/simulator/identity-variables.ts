/** Converts the variables found in a request into its identity. */
import { createHash } from 'node:crypto';
import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max';
import type { RuleScope } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { Identity, QueryType } from '../../src/kernel/identity/identity.js';
import type { Variables } from '../../src/engine/evaluation/template.js';

/** Key by which identities are compared: without regard to case, phone numbers as + and digits. */
export function normalKey(type: QueryType, value: string): string {
  if (type === 'phone') return `phone:+${value.replace(/\D/g, '')}`;
  return `${type}:${value.trim().toLowerCase()}`;
}

/** Short digest (16 characters) under which counters store an identity, so that reports contain no personal data. */
export function identityDigest(type: QueryType, value: string): string {
  return createHash('sha256').update(normalKey(type, value)).digest('base64url').slice(0, 16);
}

/** Finds whole e-mail addresses from parts or digests of them. */
export interface AddressIndex {
  /** @param name `email:sha256`, `email:md5` or `email:local`; undefined when no known address has it. */
  findAddress(name: string, value: string): string | undefined;
}

const joined = (code: string | undefined, national: string | undefined): string | undefined =>
  code === undefined || national === undefined ? undefined : `${code}${national}`;

const onlyOne = (values: readonly string[] | undefined): string | undefined => (values?.length === 1 ? values[0] : undefined);

/** Calling code of a rule that is asked about one country: its request need not name it. */
function callingCodeOf(scope: RuleScope | undefined): string | undefined {
  const country = onlyOne(scope?.countries);
  return country === undefined ? undefined : getCountryCallingCode(country as CountryCode);
}

/**
 * The identity that a request's variables stand for. Variables that match no known address (an unknown digest, a local part
 * alone) still give an identity, one that exists nowhere.
 *
 * @param scope of the rule; a national number alone is one of its only country, a local part alone is at its only domain
 */
export function identityFrom(type: QueryType, found: Variables, book: AddressIndex, scope?: RuleScope): Identity | undefined {
  const whole = found[type] ?? (type === 'username' ? (found['username:lower'] ?? found['username:title']) : undefined);
  // One platform may take numbers and addresses in the same field.
  if (whole !== undefined) return type !== 'username' && whole.includes('@') !== (type === 'email') ? undefined : { type, value: whole };
  if (type === 'phone') {
    const digits = found['phone:digits'] ?? joined(found['phone:cc'] ?? callingCodeOf(scope), found['phone:national']);
    return digits === undefined ? undefined : { type, value: `+${digits}` };
  }
  if (type === 'username') return undefined;
  const local = found['email:local'];
  const domain = found['email:domain'] ?? onlyOne(scope?.domains);
  if (local !== undefined && domain !== undefined) return { type, value: `${local}@${domain}` };
  for (const name of ['email:sha256', 'email:md5', 'email:local'] as const) {
    const value = found[name];
    if (value !== undefined) return { type, value: book.findAddress(name, value) ?? `${value.toLowerCase()}@unknown.invalid` };
  }
  return domain === undefined ? undefined : { type, value: `unknown@${domain}` };
}
