import type { Caller, KeySummary } from '../../domain/billing/accounts.js';
import type { AccountStore } from '../../db/accounts/account-store.js';
import { type ApiKeyFormat, MAX_KEY_NAME, MAX_KEY_OVERLAP_SECONDS, MAX_KEYS, type Scope } from '../../domain/billing/api-keys.js';
import { ServiceError } from '../../domain/errors.js';
import { hasControlCharacters } from '../../domain/control-characters.js';

export interface ApiKeysContext {
  readonly accounts: Pick<AccountStore, 'exists' | 'addKey' | 'rollKey' | 'revokeKey' | 'findCaller'>;
  readonly keys: ApiKeyFormat;
}

/** A key as it is returned once: it is never stored. */
export interface CreatedKey extends KeySummary {
  readonly key: string;
}

/**
 * Creates an API key.
 *
 * @param input.grantable scopes that the creator may give; default all. A key never creates one with scopes that it lacks
 * @param input.expiresAt null or absent: it does not expire
 * @throws ServiceError not_found when there is no such account, insufficient_scope, invalid_parameter, key_limit_reached
 */
export async function createApiKey(
  ctx: ApiKeysContext,
  input: {
    accountId: string;
    name?: string | undefined;
    scopes?: readonly Scope[] | undefined;
    expiresAt?: Date | null | undefined;
    grantable?: readonly string[] | undefined;
  },
): Promise<CreatedKey> {
  const { accountId, name = '', scopes = ['lookups'], expiresAt = null, grantable } = input;
  if (scopes.length === 0) throw new ServiceError('invalid_parameter', 'scopes: at least one.');
  if (name.length > MAX_KEY_NAME || hasControlCharacters(name))
    throw new ServiceError('invalid_parameter', `name: at most ${MAX_KEY_NAME} characters, without control characters.`);
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) throw new ServiceError('invalid_parameter', 'expiresAt: a time to come.');
  if (grantable && !isWithin(scopes, grantable)) throw new ServiceError('insufficient_scope', BEYOND);
  if (!(await ctx.accounts.exists(accountId))) throw new ServiceError('not_found', 'There is no such account.');
  const { key, digest, lastFour } = ctx.keys.create();
  const added = await ctx.accounts.addKey({ accountId, name, digest, lastFour, scopes: [...new Set(scopes)], expiresAt });
  if (!added) throw new ServiceError('key_limit_reached', `An account has at most ${MAX_KEYS} keys in use: revoke one first.`);
  return { ...added, key };
}

/**
 * Replaces an API key by a new one with the same name, scopes and expiry. The old one works for the overlap, so that clients can change
 * over.
 *
 * @param input.grantable as for `createApiKey`
 * @throws ServiceError not_found when the account has no such key in use, insufficient_scope, invalid_parameter
 */
export async function rollApiKey(
  ctx: ApiKeysContext,
  input: { accountId: string; apiKeyId: string; overlapSeconds: number; grantable?: readonly string[] | undefined },
): Promise<CreatedKey> {
  const { grantable, ...old } = input;
  const { overlapSeconds } = old;
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > MAX_KEY_OVERLAP_SECONDS) {
    throw new ServiceError('invalid_parameter', `overlapSeconds: a whole number from 0 to ${MAX_KEY_OVERLAP_SECONDS}.`);
  }
  const { key, digest, lastFour } = ctx.keys.create();
  const made = await ctx.accounts.rollKey(old, { digest, lastFour }, (scopes) => grantable === undefined || isWithin(scopes, grantable));
  if (made === 'forbidden') throw new ServiceError('insufficient_scope', BEYOND);
  if (!made) throw notInUse(old);
  return { ...made, key };
}

const BEYOND = 'A key cannot give scopes that it lacks itself.';
const isWithin = (scopes: readonly string[], grantable: readonly string[]): boolean => scopes.every((scope) => grantable.includes(scope));

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
  return new ServiceError('not_found', `Nothing was changed: account ${accountId} has no key ${apiKeyId} that is in use.`);
}

/**
 * Identifies the caller of a request. The database is queried every time, so that a revoked or expired key ends at once in every process.
 *
 * @param authorization the Authorization header as received
 * @throws ServiceError unauthorized, the same for a missing, malformed, unknown, expired and revoked key
 */
export async function authenticateKey(ctx: ApiKeysContext, authorization: string | undefined): Promise<Caller> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const digest = token === undefined ? null : ctx.keys.digestOf(token);
  const caller = digest && (await ctx.accounts.findCaller(digest));
  if (!caller) throw new ServiceError('unauthorized');
  return caller;
}
