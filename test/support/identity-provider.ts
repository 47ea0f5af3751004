/** A real provider of OpenID Connect, whose one user signs in without being asked. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Server } from 'node:http';
import Provider from 'oidc-provider';
import { portOf } from './port-of.js';

type Claims = Record<string, unknown>;

export interface IdentityProvider {
  readonly issuer: string;
  /** Who signs in next. */
  user: { subject: string; email: string; isVerified: boolean };
  /** Changes the claims of ID tokens, which are signed again with the provider's key; `null`: none. */
  tamper: ((claims: Claims) => Claims) | null;
  /** Signs with another key. */
  isForged: boolean;
  close(): Promise<void>;
}
export const CLIENT = { id: 'footprint', secret: 'a-secret-of-tests' };

const KEY_ID = 'test';

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  // The port is part of the issuer, so the server listens before the provider is made.
  const { createServer } = await import('node:http');
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(server)}`;
  const state: IdentityProvider = {
    issuer,
    user: { subject: 'subject-1', email: 'ada@example.com', isVerified: true },
    tamper: null,
    isForged: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' } as never] },
    cookies: { keys: ['cookies-of-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, email: state.user.email, email_verified: state.user.isVerified }),
    }),
  });
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) {
      const { prompt, params, grantId } = await provider.interactionDetails(ctx.req, ctx.res);
      if (prompt.name === 'login') return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: state.user.subject } });
      const found = grantId ? await provider.Grant.find(grantId) : undefined;
      const grant = found ?? new provider.Grant({ accountId: state.user.subject, clientId: String(params['client_id']) });
      grant.addOIDCScope(String(params['scope']));
      return provider.interactionFinished(
        ctx.req,
        ctx.res,
        { consent: { grantId: await grant.save() } },
        { mergeWithLastSubmission: true },
      );
    }
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path === '/token' && body?.id_token && (state.tamper || state.isForged)) {
      const [, claims = ''] = body.id_token.split('.');
      const made = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
      body.id_token = signed(state.tamper ? state.tamper(made) : made, state.isForged ? otherKey : privateKey);
    }
  });
  server.on('request', provider.callback());
  return state;
}

function signed(claims: Claims, key: KeyObject): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const input = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`;
  return `${input}.${createSign('RSA-SHA256').update(input).sign(key, 'base64url')}`;
}
