import { COOKIE_LIFETIMES } from '../features/people/people.js';
import type { Logger } from 'pino';
import { createOpenIdProvider, type OpenIdProvider } from '../features/people/credentials/openid-provider.js';
import { createPasskeyVerifier } from '../features/people/credentials/passkey-checks.js';
import { signInTokens } from '../features/people/credentials/sign-in-tokens.js';
import { DashboardCookies } from '../kernel/http/cookies.js';
import { OPENID_CALLBACK } from '../features/people/routes/shared/user-routes.js';
import { type Config, ConfigError } from '../kernel/config/env.js';
import { trialPoolsOf } from './trial-pools.js';

/**
 * What signing in needs besides the repositories.
 *
 * @throws ConfigError when the provider's settings are incomplete
 */
export function signInPorts(config: Config, log: Logger) {
  const publicUrl = new URL(config.PUBLIC_URL).origin;
  const openId = openIdOf(config, publicUrl);
  if (config.SIGN_IN === 'openid' && !openId) throw new ConfigError('SIGN_IN: openid needs OIDC_ISSUER.');
  return {
    publicUrl,
    signIn: config.SIGN_IN,
    signUp: config.SIGN_UP,
    sendsEmail: config.SMTP_URL !== undefined,
    signInTokens,
    trialPools: trialPoolsOf(config),
    cookies: new DashboardCookies({ publicUrl, lifetimes: COOKIE_LIFETIMES }),
    passkeyVerifier: createPasskeyVerifier({ publicUrl }),
    openId,
    onOpenIdFailure: (code: string) => log.warn({ code }, 'signing in with the identity provider failed'),
  };
}

function openIdOf(config: Config, publicUrl: string): OpenIdProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all three or none.');
  }
  return createOpenIdProvider({ issuer, clientId, clientSecret, callbackUrl: publicUrl + OPENID_CALLBACK });
}
