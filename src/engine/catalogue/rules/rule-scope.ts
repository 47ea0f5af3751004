/** Which identities a rule is asked about: its naming rule and its scope. Others are skipped, and no request is sent about them. */
import { type Identity, lowerName, SPELLINGS } from '../../../kernel/identity/identity.js';
import type { RuleApplicability } from './ports.js';
import type { ProbeRule, RuleScope } from './probe-rule.js';

/** Gives the country of a phone number (ISO 3166-1 alpha-2); null where it is not determined. */
export type CountryOf = RuleApplicability['countryOf'];

/**
 * Whether an identity is inside a scope. A phone number whose country is not determined is in no scope: neither is a number of a shared
 * calling code (+1, +7, +44) that fits no country's plan. Domains are compared exactly, so that a subdomain is another domain. A scope that
 * says nothing of the identity's type admits none.
 */
export function inScope(scope: RuleScope | undefined, identity: Identity, countryOf: CountryOf): boolean {
  if (scope === undefined) return true;
  if (identity.type === 'phone') {
    const country = scope.countries === undefined ? null : countryOf(identity.value);
    return country !== null && scope.countries?.includes(country) === true;
  }
  if (identity.type !== 'email') return false;
  return scope.domains?.includes(identity.value.slice(identity.value.lastIndexOf('@') + 1).toLowerCase()) === true;
}

type Spelling = (name: string) => string;
const asTyped: Spelling = (name) => name;
const spellings = new WeakMap<ProbeRule, Spelling>();

/** How the request of a rule writes names, by the variable in it. */
function spellingOf(rule: ProbeRule): Spelling {
  const known = spellings.get(rule);
  if (known !== undefined) return known;
  const request = JSON.stringify(rule.request);
  const spelling = Object.entries(SPELLINGS).find(([variable]) => request.includes(`{${variable}}`))?.[1].known ?? asTyped;
  spellings.set(rule, spelling);
  return spelling;
}

/** Whether the platform folds case, so that its rule asks for the name in lower case: every spelling is one account there. */
export const foldsCase = (rule: ProbeRule): boolean => spellingOf(rule) === lowerName;

/**
 * The identity as the platform knows it: naming rule, request, controls and evidence are about this text. An address is in lower case: no
 * two people have addresses that differ in capitals alone, and sites that store them in lower case compare exactly.
 */
export function asKnown(rule: ProbeRule, identity: Identity): Identity {
  if (identity.type === 'phone') return identity;
  const value = identity.type === 'email' ? lowerName(identity.value) : spellingOf(rule)(identity.value);
  return value === identity.value ? identity : { ...identity, value };
}

/** Whether the platform can hold the identity: its naming rule and its scope admit it. An unreadable naming rule admits none. */
export function canHold(rule: ProbeRule, identity: Identity, countryOf: CountryOf): boolean {
  return fitsPattern(rule, identity.value) && inScope(rule.scope, identity, countryOf);
}

/** Whether the rule asks passively: a public interface that is there to be read, and never a step of signing up or in. */
export const isPassive = ({ method, safety: { basis } }: ProbeRule): boolean =>
  method === 'public_api' && (basis === 'documented_api' || basis === 'public_page');

/** Whether the platform reserves or filters a username, so that its "taken" would show no account. */
export function isReservedName({ reservedNames }: ProbeRule, username: string): boolean {
  const { names = [], pattern } = reservedNames ?? {};
  if (names.some((name) => name.toLowerCase() === username.toLowerCase())) return true;
  return pattern !== undefined && new RegExp(pattern, 'iu').test(username);
}

const patterns = new WeakMap<ProbeRule, RegExp>();

/** Whether the naming rule admits a value. */
export function fitsPattern(rule: ProbeRule, value: string): boolean {
  if (rule.pattern === undefined) return true;
  let pattern = patterns.get(rule);
  if (pattern === undefined) {
    try {
      pattern = new RegExp(rule.pattern, 'u');
    } catch {
      pattern = /(?!)/;
    }
    patterns.set(rule, pattern);
  }
  return pattern.test(value);
}
