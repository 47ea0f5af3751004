import type { Role } from './roles.js';

/**
 * Permissions of an API key: an operation names those that it needs (docs/contract.md, 8.5). Invitations and members (`account:people`),
 * and erasure, retention and export (`account:data`), are for people first: a key has them only where it was given them by these names.
 */
export const SCOPES = [
  'lookups:create',
  'lookups:read',
  'lookups:delete',
  'webhooks',
  'account:read',
  'account:write',
  'account:people',
  'account:data',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Names for several scopes together. */
const SUMS = { lookups: ['lookups:create', 'lookups:read'], account: ['account:read', 'account:write'] } as const;
/** What a request may name. */
export type ScopeName = Scope | keyof typeof SUMS;
export const SCOPE_NAMES = [...(Object.keys(SUMS) as (keyof typeof SUMS)[]), ...SCOPES] as const;

/** Scopes of a key for which none are named: everything that v1 offers. */
export const DEFAULT_SCOPES: readonly ScopeName[] = ['lookups'];

/** The scopes that names stand for, in the order of `SCOPES`; a name that is none of ours stands for nothing. */
export function expandScopes(names: readonly string[]): Scope[] {
  const all: readonly string[] = names.flatMap((name) => SUMS[name as keyof typeof SUMS] ?? [name]);
  return SCOPES.filter((scope) => all.includes(scope));
}

/** Whether a key or a member may see what lookups found. docs/contract.md, 8.6. */
export const seesContent = ({ scopes }: { readonly scopes: readonly Scope[] }): boolean => scopes.includes('lookups:read');

/** Scopes that a member may give to a key: it does not get further with the key than without. Only owners export an account. */
export const grantableBy = (role: Role): readonly Scope[] =>
  role === 'owner' ? SCOPES : SCOPES.filter((scope) => scope !== 'account:data');

/** Scopes whose operations a member may call: everything but the export is an admin's too. */
export const reachOf = (role: Role): readonly Scope[] =>
  role === 'member' ? ['lookups:create', 'lookups:read', 'webhooks', 'account:read', 'account:people'] : SCOPES;

/** What a key is restricted to besides its scopes. A key that replaces another one has the same, and both count together. */
export interface KeyLimits {
  /** It reads, follows and deletes only lookups that it made, or a key that it replaced. */
  readonly ownLookupsOnly: boolean;
  /** Networks that it may be used from, in CIDR notation; null: all. */
  readonly networks: readonly string[] | null;
  /** Lookups that it may make in a calendar month (UTC); null: as many as the account may. */
  readonly monthlyLookups: number | null;
}

/** Networks of a key, at most. */
export const MAX_NETWORKS = 50;
/** The highest limit of lookups a month: the column holds no higher number. */
export const MAX_MONTHLY_LOOKUPS = 2_147_483_647;

/** Keys of an account that may be in use at once. */
export const MAX_KEYS = 100;
/** Longest name of a key, in characters. */
export const MAX_KEY_NAME = 100;
/** How long a roll whose answer was lost can be repeated, in minutes. No longer: whoever got hold of the old key could do so too. */
export const ROLL_REPEAT_MINUTES = 10;
/** How long a key that was rolled may go on beside the new one, in seconds: seven days. */
export const MAX_KEY_OVERLAP_SECONDS = 7 * 86_400;

/** Format of API keys, and the digest by which they are stored. */
export interface ApiKeyFormat {
  /** A new key, for tests or not; only its digest and last four characters may be stored. */
  create(isTest?: boolean): { key: string; digest: Uint8Array; lastFour: string };
  /** SHA-256 of a key; null for a text that cannot be one. */
  digestOf(key: string): Uint8Array | null;
}
