/** Which identity exists on which platform: the truth of the simulated platforms, with which tests compare verdicts. */
import { QUERY_TYPES, type QueryType } from '../../src/kernel/identity/identity.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { fraction } from './deterministic.js';
import { type AddressIndex, normalKey } from './identity-variables.js';

/** A person with accounts on some of the platforms; all of a person's identities are on the same ones. */
export interface Person {
  readonly identities: Readonly<Partial<Record<QueryType, readonly string[] | undefined>>>;
  /** Share of the platforms, 0 to 1, on which the person exists; the seed determines which ones. */
  readonly share: number;
  /** By slug: exists there, or does not, regardless of the share. */
  readonly on?: Readonly<Record<string, boolean>> | undefined;
}

export interface AccountRegistryOptions {
  readonly seed?: string | undefined;
  readonly people?: readonly Person[] | undefined;
}

export interface AccountRegistry extends AddressIndex {
  /** Whether the platform has an account of this identity. Names and addresses are compared without regard to case. */
  exists(slug: string, type: QueryType, value: string): boolean;
  /** Whether the identity is one of the accounts that the platform's rule names as known. */
  isKnown(slug: string, type: QueryType, value: string): boolean;
  /** Replaces the configured people; the platforms' known accounts remain. */
  setPeople(people: readonly Person[]): void;
  people(): readonly Person[];
  /** Mail domains at which the platform says of every address that it is registered; replaces those set before. */
  setCatchAll(slug: string, domains: readonly string[]): void;
  /** While true, the platform's known accounts do not exist. */
  setKnownDeleted(slug: string, deleted: boolean): void;
}

/**
 * An account registry in which every platform's known accounts exist on it, configured people exist on their share of the
 * platforms, and no other identity exists anywhere.
 */
export function createAccountRegistry(platforms: readonly Platform[], options: AccountRegistryOptions = {}): AccountRegistry {
  const seed = options.seed ?? 'footprint';
  const known = new Map(platforms.map((platform) => [platform.slug, knownKeys(platform)]));
  const deleted = new Set<string>();
  const knownAddresses = platforms.flatMap((platform) => platform.probes.email?.positiveControls ?? []);
  const catchAll = new Map<string, ReadonlySet<string>>();
  let invited: readonly Person[] = [];
  let byIdentity = new Map<string, Person>();
  let addresses = new Map<string, string>();

  function setPeople(people: readonly Person[]): void {
    invited = people;
    byIdentity = new Map();
    for (const person of people) {
      for (const type of QUERY_TYPES) {
        for (const value of person.identities[type] ?? []) byIdentity.set(normalKey(type, value), person);
      }
    }
    addresses = addressIndex([...knownAddresses, ...people.flatMap((person) => person.identities.email ?? [])]);
  }
  setPeople(options.people ?? []);

  return {
    exists(slug, type, value) {
      const key = normalKey(type, value);
      if (type === 'email' && catchAll.get(slug)?.has(key.slice(key.lastIndexOf('@') + 1))) return true;
      if (known.get(slug)?.has(key)) return !deleted.has(slug);
      const person = byIdentity.get(key);
      if (person === undefined || !known.has(slug)) return false;
      return person.on?.[slug] ?? fraction(`${seed}|${slug}|${personKey(person)}`) < person.share;
    },
    isKnown: (slug, type, value) => known.get(slug)?.has(normalKey(type, value)) ?? false,
    setPeople,
    people: () => invited,
    setCatchAll(slug, domains) {
      catchAll.set(slug, new Set(domains.map((domain) => domain.toLowerCase())));
    },
    setKnownDeleted(slug, gone) {
      if (gone) deleted.add(slug);
      else deleted.delete(slug);
    },
    findAddress: (name, value) => addresses.get(`${name}|${value.toLowerCase()}`),
  };
}

/** A person is identified by their first identity. */
function personKey(person: Person): string {
  for (const type of QUERY_TYPES) {
    const value = person.identities[type]?.[0];
    if (value !== undefined) return normalKey(type, value);
  }
  return '';
}

function knownKeys(platform: Platform): ReadonlySet<string> {
  return new Set(QUERY_TYPES.flatMap((type) => (platform.probes[type]?.positiveControls ?? []).map((value) => normalKey(type, value))));
}

function addressIndex(emails: readonly string[]): Map<string, string> {
  const index = new Map<string, string>();
  for (const email of new Set(emails)) {
    const variables = variablesFor({ type: 'email', value: email });
    for (const name of ['email:sha256', 'email:md5']) index.set(`${name}|${variables[name]}`, email);
    index.set(`email:local|${email.slice(0, email.lastIndexOf('@')).toLowerCase()}`, email);
  }
  return index;
}
