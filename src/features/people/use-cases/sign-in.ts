import type { AccountStore } from '../../accounts/store/account-store.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { IdentityParser } from '../../../kernel/identity/identity.js';
import type { SignInAttempt } from '../../audit/audit-log.js';
import { SignInRefused } from '../sign-in-refused.js';
import { signInCodeEmail, signInUrl } from '../people-emails.js';
import type { TrialPools } from '../../accounts/accounts.js';
import type { NewSession } from '../people.js';
import type { SignInTokens } from '../credentials/sign-in-tokens.js';
import type { SignInStore } from '../store/sign-in-store.js';
import type { SessionStore } from '../store/session-store.js';
import type { Sealer } from '../../../kernel/values/sealer.js';
import { createAccount } from '../../accounts/use-cases/create-account.js';

export interface SignInContext {
  readonly accounts: AccountStore;
  readonly identities: IdentityParser;
  readonly trialPools: TrialPools;
  readonly signIns: SignInStore;
  readonly sessions: SessionStore;
  readonly signInTokens: SignInTokens;
  readonly secrets: Sealer;
  /** `PUBLIC_URL`: links are never built from a header. */
  readonly publicUrl: string;
  /** `SIGN_UP`: whether an address that nobody knows gets an account. */
  readonly signUp: 'closed' | 'open';
  /** `SIGN_IN`: `openid` refuses codes and passkeys. */
  readonly signIn: 'any' | 'openid';
}

/** The browser in which somebody signs in. */
export type Browser = Pick<NewSession, 'userAgent' | 'network'> & {
  /** Token of the session that it has. */
  readonly session: string | null;
  /** Token by which it is known. */
  readonly device: string | null;
};

/** Tokens that a browser keeps after a sign-in. */
export interface BrowserTokens {
  readonly session: string;
  readonly device: string;
}

/**
 * Sends a code to an address, at most once a minute. The answer is the same whoever asks with whatever address: only its holder learns
 * whether it is known.
 *
 * @returns the token that makes the code valid in this browser only
 * @throws ServiceError invalid_email, sign_in_method_refused
 */
export async function requestCode(
  ctx: SignInContext,
  address: string,
  { network, device }: Pick<Browser, 'network' | 'device'>,
): Promise<{ browserToken: string }> {
  requireAnyMeans(ctx);
  const email = addressOf(ctx, address);
  const { signInTokens } = ctx;
  const { token: browserToken, digest: browserDigest } = signInTokens.create();
  await ctx.signIns.requestCode({
    email,
    browserDigest,
    network,
    deviceDigest: device === null ? null : signInTokens.digestOf(device),
    createCode: () => signInTokens.createCode(),
    digestOf: (code) => signInTokens.codeDigest(code, browserToken),
    sealer: ctx.secrets,
    mail: signInCodeEmail(ctx.publicUrl),
    mayAnybody: ctx.signUp === 'open',
  });
  return { browserToken };
}

/**
 * Signs in with a code. Where sign-up is open, somebody without any account gets one.
 *
 * @throws ServiceError sign_in_failed, the same for a wrong, expired, used and worn-out code and for another browser; disposable_address
 *   where the account would be a trial, which only the address's holder learns; sign_in_method_refused
 */
export async function signInWithCode(
  ctx: SignInContext,
  { code, browserToken }: { readonly code: string; readonly browserToken: string | null },
  browser: Browser,
): Promise<BrowserTokens> {
  requireAnyMeans(ctx);
  const browserDigest = browserToken === null ? null : ctx.signInTokens.digestOf(browserToken);
  const attempt = { means: 'code', browserDigest } as const;
  if (browserToken === null || browserDigest === null) throw new SignInRefused(attempt);
  const codeDigest = ctx.signInTokens.codeDigest(code, browserToken);
  const mayAnybody = ctx.signUp === 'open';
  return openSession(ctx, browser, attempt, (session) => ctx.signIns.redeemCode({ browserDigest, codeDigest, mayAnybody }, session));
}

/** Signs in with a link that an operator made. @throws ServiceError sign_in_failed */
export async function signInWithLink(ctx: SignInContext, token: string, browser: Browser): Promise<BrowserTokens> {
  const digest = ctx.signInTokens.digestOf(token);
  const attempt = { means: 'link', linkDigest: digest } as const;
  if (digest === null) throw new SignInRefused(attempt);
  return openSession(ctx, browser, attempt, (session) => ctx.signIns.redeemLink(digest, session));
}

/**
 * Makes a link that signs a person in, once, in any browser, for the operator's command line. It is in the audit log of
 * each account of the person.
 *
 * @param operator who makes it
 * @returns hasAccount: the person is a member of an account, or becomes the owner of one
 * @throws ServiceError invalid_email
 */
export async function createSignInLink(
  ctx: Pick<SignInContext, 'identities' | 'signIns' | 'signInTokens' | 'publicUrl'>,
  address: string,
  operator: string,
): Promise<{ link: string; hasAccount: boolean }> {
  const { token, digest } = ctx.signInTokens.create();
  const hasAccount = await ctx.signIns.addLink(addressOf(ctx, address), digest, operator);
  return { link: signInUrl(ctx.publicUrl, token), hasAccount };
}

/** Opens a session for whoever `redeem` recognises. @throws SignInRefused */
export async function openSession(
  ctx: SignInContext,
  { session, device, userAgent, network }: Browser,
  attempt: SignInAttempt,
  redeem: (session: NewSession) => Promise<{ userId: string; email: string } | null>,
): Promise<BrowserTokens> {
  const [opened, known] = [ctx.signInTokens.create(), ctx.signInTokens.create()];
  const digestOf = (token: string | null) => (token === null ? null : ctx.signInTokens.digestOf(token));
  const previous = { previous: digestOf(session), previousDevice: digestOf(device) };
  const signedIn = await redeem({ userAgent, network, digest: opened.digest, device: known.digest, ...previous });
  if (!signedIn) throw new SignInRefused(attempt);
  if (ctx.signUp === 'open') await ensureAccount(ctx, { ...signedIn, network });
  return { session: opened.token, device: known.token };
}

/** @throws ServiceError sign_in_method_refused where only the provider of OpenID Connect signs in */
export function requireAnyMeans({ signIn }: Pick<SignInContext, 'signIn'>): void {
  if (signIn === 'openid') throw new ServiceError('sign_in_method_refused');
}

/** Repeated at each sign-in of somebody without an account: a process that ended in between has cost nothing. */
async function ensureAccount(
  ctx: SignInContext,
  { userId, email, network }: { userId: string; email: string; network: string },
): Promise<void> {
  if ((await ctx.sessions.memberships(userId)).length > 0) return;
  try {
    await createAccount(ctx, { email, plan: 'free_trial' });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Somebody who was invited needs no trial.
    if (error.code === 'disposable_address' && (await ctx.signIns.isInvited(email))) return;
    if (error.code !== 'account_exists') throw error;
  }
  await ctx.signIns.claimAccounts(userId, network);
}

/** An address as people are known by it: in lower case. */
export function addressOf({ identities }: Pick<SignInContext, 'identities'>, address: string): string {
  const email = identities.email(address);
  if (email === null) throw new ServiceError('invalid_email');
  return email.toLowerCase();
}
