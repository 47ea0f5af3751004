import * as openid from 'openid-client';
import { RECENT_MINUTES } from '../people.js';

export interface OpenIdSettings {
  /** `OIDC_ISSUER`; its discovery document says the rest (OpenID Connect Discovery 1.0, 4). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends browsers back to. */
  readonly callbackUrl: string;
}

export interface ProviderAnswer {
  readonly issuer: string;
  readonly subject: string;
  /** When it checked who it is; null: it does not say. */
  readonly authenticatedAt: Date | null;
  readonly verifiedEmail: string | null;
}

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>;

/** Seconds for each request to the provider. */
const TIMEOUT_SECONDS = 10;
/** How long ago the provider may have checked who it is, when the sign-in has to be recent. */
const MAX_AGE_SECONDS = RECENT_MINUTES * 60;
/** Marks the transaction of such a sign-in. */
const RECENT = 'recent';

/**
 * A provider of OpenID Connect: authorization code flow with PKCE (RFC 7636), state and nonce. The signature of ID tokens is checked even
 * though they come over TLS.
 */
export function createOpenIdProvider({ issuer, clientId, clientSecret, callbackUrl }: OpenIdSettings) {
  let found: Promise<openid.Configuration> | undefined;
  const discover = async (): Promise<openid.Configuration> => {
    const url = new URL(issuer);
    const extensions = [openid.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [openid.allowInsecureRequests] : [])];
    return openid.discovery(url, clientId, clientSecret, undefined, { execute: extensions, timeout: TIMEOUT_SECONDS });
  };
  /** Read at the first sign-in, and again after a failure: a provider that is down does not stop this service from starting. */
  const configuration = (): Promise<openid.Configuration> => {
    found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    /** @param options.recent the provider has to check again who it is. @throws when it cannot be reached */
    async begin({ recent }: { readonly recent: boolean }): Promise<{ readonly url: string; readonly transaction: string }> {
      const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() };
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        scope: 'openid email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        // Both: providers that do not know max_age ignore it (OpenID Connect Core 1.0, 3.1.2.1).
        ...(recent ? { max_age: String(MAX_AGE_SECONDS), prompt: 'login' } : {}),
      });
      return { url: url.href, transaction: [...Object.values(checks), ...(recent ? [RECENT] : [])].join('.') };
    },
    /** @throws when state, nonce, audience, issuer, expiry, signature or a time that was asked for is not right, or the provider refuses */
    async end(search: string, transaction: string): Promise<ProviderAnswer | null> {
      const [state = '', nonce = '', verifier = '', recent] = transaction.split('.');
      const tokens = await openid.authorizationCodeGrant(await configuration(), new URL(search, callbackUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        // Requires auth_time, and that it is not longer ago.
        ...(recent === RECENT ? { maxAge: MAX_AGE_SECONDS } : {}),
      });
      const claims = tokens.claims();
      if (!claims) return null;
      const { iss: issuer, sub: subject, email, email_verified: isVerified, auth_time: at } = claims;
      const authenticatedAt = at === undefined ? null : new Date(at * 1_000);
      return { issuer, subject, authenticatedAt, verifiedEmail: isVerified === true && typeof email === 'string' ? email : null };
    },
  };
}
