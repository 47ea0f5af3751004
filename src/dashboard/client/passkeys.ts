/** Passkeys, as the browser and its authenticators make and use them. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { personApi } from './api.js';
import { ApiFailure } from './failure.js';

/** Whether there can be passkeys: browsers offer them to pages that came over TLS, or from this machine. */
export const canUsePasskeys = (): boolean => window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/** Most people sign in without a passkey: its library is loaded by those who use one. */
const library = () => import('@simplewebauthn/browser');

const WHY_NOT: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: you cancelled, the request timed out, or this device has no passkey for this service.',
  InvalidStateError: 'This device already has a passkey for you.',
  AbortError: 'No passkey was used: the request was cancelled.',
};

/** What the browser says in its own terms, in plain ones. */
async function withPasskey<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    const { name } = error as { readonly name?: string };
    const message = WHY_NOT[name ?? ''] ?? 'The browser could not use a passkey here.';
    throw new ApiFailure({ status: 0, code: 'passkey_not_used', message });
  }
}

/** @throws ApiFailure also when the person, the browser or the authenticator declines */
export async function signInWithPasskey(): Promise<void> {
  const options = await personApi.POST('/sign-in/passkey/options');
  const { startAuthentication } = await library();
  const response = await withPasskey(() =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );
  await personApi.POST('/sign-in/passkey', { body: { response: { ...response } } });
}

/** Makes a passkey and keeps it under a name. @throws ApiFailure also when the person, the browser or the authenticator declines */
export async function addPasskey(name: string) {
  const options = await personApi.POST('/passkeys/options');
  const { startRegistration } = await library();
  const response = await withPasskey(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );
  return personApi.POST('/passkeys', { body: { name, response: { ...response } } });
}
