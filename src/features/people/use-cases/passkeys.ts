import { ServiceError } from '../../../kernel/values/errors.js';
import { isStrong, MAX_PASSKEYS, type Person } from '../people.js';
import type { PasskeyResponse, PasskeyVerifier } from '../credentials/passkey-checks.js';
import { SignInRefused } from '../sign-in-refused.js';
import type { Passkey, PasskeyStore } from '../store/passkey-store.js';
import { type Browser, type BrowserTokens, openSession, requireAnyMeans, type SignInContext } from './sign-in.js';

export interface PasskeysContext extends SignInContext {
  readonly passkeys: PasskeyStore;
  readonly passkeyVerifier: PasskeyVerifier;
  /** Addresses of operators. */
  readonly operators: ReadonlySet<string>;
}

/**
 * What the browser needs to make a passkey for a person.
 *
 * @throws ServiceError passkey_required for an operator who signed in by a mailed code or a provider; sign_in_method_refused
 */
export async function beginPasskey(ctx: PasskeysContext, person: Person): Promise<object> {
  requireAnyMeans(ctx);
  requireStrong(ctx, person);
  const credentialIds = await ctx.passkeys.credentialIds(person.userId);
  const { challenge, options } = await ctx.passkeyVerifier.creationOptions(person, credentialIds);
  await ctx.passkeys.addChallenge(challenge, person.userId);
  return options;
}

/**
 * Stores a passkey that the browser made.
 *
 * @throws ServiceError passkey_refused when the response is not right or answers no open challenge of this person, passkey_limit_reached,
 *   and those of `beginPasskey`
 */
export async function addPasskey(ctx: PasskeysContext, person: Person, name: string, response: PasskeyResponse): Promise<Passkey> {
  requireAnyMeans(ctx);
  requireStrong(ctx, person);
  const challenge = ctx.passkeyVerifier.challengeOf(response);
  if (challenge === null || !(await ctx.passkeys.takeChallenge(challenge, person.userId))) throw new ServiceError('passkey_refused');
  const credential = await ctx.passkeyVerifier.verifyCreation(response, challenge);
  const added = credential && (await ctx.passkeys.add(person.userId, name, credential));
  if (added === 'full') throw new ServiceError('passkey_limit_reached', `A person has at most ${MAX_PASSKEYS} passkeys: remove one first.`);
  if (!added) throw new ServiceError('passkey_refused');
  return added;
}

/** Who got hold of an operator's mailbox must not make, nor take away, what makes an operator. @throws ServiceError passkey_required */
export function requireStrong({ operators }: Pick<PasskeysContext, 'operators'>, person: Person): void {
  if (operators.has(person.email) && !isStrong(person)) throw new ServiceError('passkey_required');
}

/** What the browser needs to sign in with a passkey; whose it is only the answer says. */
export async function beginPasskeySignIn(ctx: PasskeysContext): Promise<object> {
  requireAnyMeans(ctx);
  const { challenge, options } = await ctx.passkeyVerifier.requestOptions();
  await ctx.passkeys.addChallenge(challenge, null);
  return options;
}

/** Signs in with a passkey. @throws ServiceError sign_in_failed, sign_in_method_refused */
export async function signInWithPasskey(ctx: PasskeysContext, response: PasskeyResponse, browser: Browser): Promise<BrowserTokens> {
  requireAnyMeans(ctx);
  const attempt = { means: 'passkey', credentialId: response.id } as const;
  const challenge = ctx.passkeyVerifier.challengeOf(response);
  if (challenge === null || !(await ctx.passkeys.takeChallenge(challenge, null))) throw new SignInRefused(attempt);
  const credential = await ctx.passkeys.find(response.id);
  const verified = credential && (await ctx.passkeyVerifier.verifyRequest(response, challenge, credential));
  if (!credential || !verified) throw new SignInRefused(attempt);
  return openSession(ctx, browser, attempt, (session) => ctx.passkeys.redeem({ ...credential, ...verified }, session));
}
