import type { Caller, KeySummary } from '../accounts.js';
import type { AccountStore } from '../store/account-store.js';
import {
  type ApiKeyFormat,
  DEFAULT_SCOPES,
  expandScopes,
  type KeyLimits,
  MAX_KEY_NAME,
  MAX_KEY_OVERLAP_SECONDS,
  MAX_KEYS,
  MAX_MONTHLY_LOOKUPS,
  MAX_NETWORKS,
  reachOf,
  type Scope,
  type ScopeName,
} from '../api-keys.js';
import type { Role } from '../roles.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { hasControlCharacters } from '../../../kernel/values/control-characters.js';

export interface ApiKeysContext {
  readonly accounts: Pick<AccountStore, 'exists' | 'addKey' | 'rollKey' | 'revokeKey' | 'findCaller'>;
  readonly keys: ApiKeyFormat;
}

/** A key as it is returned once: it is never stored. */
export interface CreatedKey extends KeySummary {
  readonly key: string;
}

/** What a new key is made of. Absent limits: it has none. */
export interface NewApiKey extends Partial<{ [Name in keyof KeyLimits]: KeyLimits[Name] | undefined }> {
  readonly accountId: string;
  readonly name?: string | undefined;
  readonly scopes?: readonly ScopeName[] | undefined;
  /** Absent: it is no test key. */
  readonly isTest?: boolean | undefined;
  /** Null or absent: it does not expire. */
  readonly expiresAt?: Date | null | undefined;
}

/** Who makes or replaces a key; absent: an operator. */
type Maker = Pick<Caller, 'apiKeyId' | 'scopes' | 'onlyKey' | 'networks' | 'monthly' | 'expiresAt' | 'isTest'>;

/**
 * Creates an API key. One that a key creates gets no further than its maker: it has no scope that the maker lacks, ends with it at the
 * latest, a key with limits of its own makes none, and a test key makes test keys.
 *
 * @throws ServiceError not_found when there is no such account, insufficient_scope, invalid_parameter, key_limit_reached
 */
export async function createApiKey(ctx: ApiKeysContext, input: NewApiKey, maker?: Maker): Promise<CreatedKey> {
  const { accountId, name = '', isTest = false, ownLookupsOnly = false, networks = null, monthlyLookups = null } = input;
  const scopes = expandScopes(input.scopes ?? DEFAULT_SCOPES);
  const expiresAt = earlier(input.expiresAt ?? null, maker?.expiresAt ?? null);
  if (scopes.length === 0) throw new ServiceError('invalid_parameter', 'scopes: name at least one.');
  if (name.length > MAX_KEY_NAME || hasControlCharacters(name))
    throw new ServiceError('invalid_parameter', `name: at most ${MAX_KEY_NAME} characters, without control characters.`);
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw new ServiceError('invalid_parameter', 'expiresAt: must be in the future.');
  checkLimits(scopes, { ownLookupsOnly, networks, monthlyLookups });
  if (maker && (isLimited(maker) || !isWithin(scopes, maker.scopes) || !isOfKind(isTest, maker)))
    throw new ServiceError('insufficient_scope', BEYOND);
  if (!(await ctx.accounts.exists(accountId))) throw new ServiceError('not_found', 'There is no such account.');
  const { key, digest, lastFour } = ctx.keys.create(isTest);
  const limits = { ownLookupsOnly, networks, monthlyLookups };
  const added = await ctx.accounts.addKey({ accountId, name, digest, lastFour, isTest, scopes, expiresAt, ...limits });
  if (!added) throw new ServiceError('key_limit_reached', `An account has at most ${MAX_KEYS} keys in use: revoke one first.`);
  return { ...added, key };
}

const earlier = (one: Date | null, other: Date | null): Date | null => (one && other && other < one ? other : (one ?? other));

/** @throws ServiceError invalid_parameter */
function checkLimits(scopes: readonly Scope[], { ownLookupsOnly, networks, monthlyLookups }: KeyLimits): void {
  const refuse = (message: string): never => {
    throw new ServiceError('invalid_parameter', message);
  };
  // Any other scope shows lookups of the whole account in some way, or makes keys that may.
  if (ownLookupsOnly && !scopes.every((scope) => scope.startsWith('lookups:')))
    refuse('ownLookupsOnly: only for a key whose scopes are all for lookups.');
  if (networks && (networks.length === 0 || networks.length > MAX_NETWORKS)) refuse(`networks: 1 to ${MAX_NETWORKS}.`);
  if (monthlyLookups !== null && !(Number.isInteger(monthlyLookups) && monthlyLookups >= 0 && monthlyLookups <= MAX_MONTHLY_LOOKUPS))
    refuse(`monthlyLookups: a whole number from 0 to ${MAX_MONTHLY_LOOKUPS}.`);
}

/**
 * Replaces an API key by a new one of the same kind, with the same name, scopes, limits and expiry. What the old one used of its month
 * counts on. The old one works for the overlap, so that clients can change over.
 *
 * @param maker as for `createApiKey`; a key with limits of its own may replace itself
 * @throws ServiceError not_found when the account has no such key in use, insufficient_scope, invalid_parameter
 */
export async function rollApiKey(
  ctx: ApiKeysContext,
  old: { readonly accountId: string; readonly apiKeyId: string; readonly overlapSeconds: number },
  maker?: Maker,
): Promise<CreatedKey> {
  const { overlapSeconds } = old;
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > MAX_KEY_OVERLAP_SECONDS) {
    throw new ServiceError('invalid_parameter', `overlapSeconds must be a whole number from 0 to ${MAX_KEY_OVERLAP_SECONDS}.`);
  }
  let key = '';
  const secretOf = ({ isTest }: KeySummary) => {
    const { key: made, ...stored } = ctx.keys.create(isTest);
    key = made;
    return stored;
  };
  const mayRoll = ({ apiKeyId, scopes, expiresAt, isTest }: KeySummary): boolean => {
    if (!maker || maker.apiKeyId === apiKeyId) return true;
    if (isLimited(maker) || !isWithin(scopes, maker.scopes) || !isOfKind(isTest, maker)) return false;
    return earlier(expiresAt, maker.expiresAt ?? null) === expiresAt;
  };
  const made = await ctx.accounts.rollKey(old, secretOf, mayRoll);
  if (made === 'forbidden') throw new ServiceError('insufficient_scope', BEYOND);
  if (!made) throw notInUse(old);
  return { ...made, key };
}

const BEYOND = 'A key can have no scope beyond yours, no later expiry and no fewer limits. A test key can only create test keys.';
const isWithin = (scopes: readonly Scope[], own: readonly Scope[]): boolean => scopes.every((scope) => own.includes(scope));
/** Whether a key is one that the maker may hand out: a test key makes no other. */
const isOfKind = (isTest: boolean, maker: Maker): boolean => isTest || maker.isTest !== true;
const isLimited = ({ onlyKey, networks, monthly }: Maker): boolean => Boolean(onlyKey ?? networks ?? monthly);

/**
 * Refuses to let somebody into the account who would get further than the key that lets them in: a member has the scopes of the role, and
 * neither limits nor an end.
 *
 * @throws ServiceError insufficient_scope
 */
export function requireNoGain(maker: Maker, role: Role): void {
  if (isLimited(maker) || maker.isTest || maker.expiresAt || !isWithin(reachOf(role), maker.scopes))
    throw new ServiceError(
      'insufficient_scope',
      `To invite somebody as ${role}, an API key needs the scopes ${reachOf(role).join(', ')}, no limit of its own and no expiry.`,
    );
}

/**
 * Revokes an API key: from now on requests with it are refused.
 *
 * @throws ServiceError not_found when the account has no such key, or it is revoked already
 */
export async function revokeApiKey(
  ctx: Pick<ApiKeysContext, 'accounts'>,
  key: { readonly accountId: string; readonly apiKeyId: string },
): Promise<void> {
  if (!(await ctx.accounts.revokeKey(key.accountId, key.apiKeyId))) throw notInUse(key);
}

function notInUse({ accountId, apiKeyId }: { readonly accountId: string; readonly apiKeyId: string }): ServiceError {
  return new ServiceError('not_found', `Nothing was changed: account ${accountId} has no active key ${apiKeyId}.`);
}

/**
 * Identifies the caller of a request. The database is queried every time, so that a revoked or expired key ends at once in every process.
 *
 * @param authorization the Authorization header as received
 * @throws ServiceError unauthorized, the same for an unknown, expired and revoked key
 */
export async function authenticateKey(ctx: ApiKeysContext, authorization: string | undefined): Promise<Caller> {
  if (!authorization) throw new ServiceError('unauthorized', 'The Authorization header is missing. Send Authorization: Bearer <API_KEY>.');
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw new ServiceError('unauthorized', 'The Authorization header must have the form: Bearer <API_KEY>.');
  const digest = ctx.keys.digestOf(token);
  if (digest === null) throw new ServiceError('unauthorized', 'The text after Bearer does not look like a key of this service.');
  const caller = await ctx.accounts.findCaller(digest);
  if (!caller) throw new ServiceError('unauthorized');
  return caller;
}
