import * as openid from 'openid-client';
import type { OpenIdProvider } from '../domain/people/ports.js';

export interface OpenIdSettings {
  /** `OIDC_ISSUER`; its discovery document says the rest (OpenID Connect Discovery 1.0, 4). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends browsers back to. */
  readonly callbackUrl: string;
}

/** Seconds for each request to the provider. */
const TIMEOUT_SECONDS = 10;

/**
 * A provider of OpenID Connect: authorization code flow with PKCE (RFC 7636), state and nonce. The signature of ID tokens is checked even
 * though they come over TLS.
 */
export function createOpenIdProvider({ issuer, clientId, clientSecret, callbackUrl }: OpenIdSettings): OpenIdProvider {
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
    async begin() {
      const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() };
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        scope: 'openid email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, transaction: Object.values(checks).join('.') };
    },
    async end(search, transaction) {
      const [state = '', nonce = '', verifier = ''] = transaction.split('.');
      const tokens = await openid.authorizationCodeGrant(await configuration(), new URL(search, callbackUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return null;
      const { iss, sub, email, email_verified: isVerified } = claims;
      return { issuer: iss, subject: sub, verifiedEmail: isVerified === true && typeof email === 'string' ? email : null };
    },
  };
}
