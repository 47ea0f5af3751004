import { ServiceError } from '../../domain/errors.js';
import { MAX_PASSKEYS, type Passkey, type Person } from '../../domain/people/people.js';
import type { PasskeyResponse, PasskeyVerifier } from '../../domain/people/ports.js';
import { SignInRefused } from '../../domain/people/sign-in-refused.js';
import type { PasskeyStore } from '../../db/people/passkey-store.js';
import { type Browser, openSession, type SignInContext } from './sign-in.js';

export interface PasskeysContext extends SignInContext {
  readonly passkeys: PasskeyStore;
  readonly passkeyVerifier: PasskeyVerifier;
}

/** What the browser needs to make a passkey for a person. */
export async function beginPasskey(ctx: PasskeysContext, person: Person): Promise<object> {
  const credentialIds = await ctx.passkeys.credentialIds(person.userId);
  const { challenge, options } = await ctx.passkeyVerifier.creationOptions(person, credentialIds);
  await ctx.passkeys.addChallenge(challenge, person.userId);
  return options;
}

/**
 * Stores a passkey that the browser made.
 *
 * @throws ServiceError passkey_refused when the response is not right or answers no open challenge of this person, passkey_limit_reached
 */
export async function addPasskey(ctx: PasskeysContext, person: Person, name: string, response: PasskeyResponse): Promise<Passkey> {
  const challenge = ctx.passkeyVerifier.challengeOf(response);
  if (challenge === null || !(await ctx.passkeys.takeChallenge(challenge, person.userId))) throw new ServiceError('passkey_refused');
  const credential = await ctx.passkeyVerifier.verifyCreation(response, challenge);
  const added = credential && (await ctx.passkeys.add(person.userId, name, credential));
  if (added === 'full') throw new ServiceError('passkey_limit_reached', `A person has at most ${MAX_PASSKEYS} passkeys: remove one first.`);
  if (!added) throw new ServiceError('passkey_refused');
  return added;
}

/** What the browser needs to sign in with a passkey; whose it is only the answer says. */
export async function beginPasskeySignIn(ctx: PasskeysContext): Promise<object> {
  const { challenge, options } = await ctx.passkeyVerifier.requestOptions();
  await ctx.passkeys.addChallenge(challenge, null);
  return options;
}

/** Signs in with a passkey. @returns token of the session @throws ServiceError sign_in_failed */
export async function signInWithPasskey(ctx: PasskeysContext, response: PasskeyResponse, browser: Browser): Promise<string> {
  const attempt = { means: 'passkey', credentialId: response.id } as const;
  const challenge = ctx.passkeyVerifier.challengeOf(response);
  if (challenge === null || !(await ctx.passkeys.takeChallenge(challenge, null))) throw new SignInRefused(attempt);
  const credential = await ctx.passkeys.find(response.id);
  const verified = credential && (await ctx.passkeyVerifier.verifyRequest(response, challenge, credential));
  if (!credential || !verified) throw new SignInRefused(attempt);
  return openSession(ctx, browser, attempt, (session) => ctx.passkeys.redeem({ ...credential, ...verified }, session));
}
