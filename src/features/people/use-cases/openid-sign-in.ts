import { ServiceError } from '../../../kernel/values/errors.js';
import type { OpenIdProvider } from '../credentials/openid-provider.js';
import { SignInRefused } from '../sign-in-refused.js';
import { addressOf, type Browser, type BrowserTokens, openSession, type SignInContext } from './sign-in.js';

export interface OpenIdContext extends SignInContext {
  /** Null when none is set. */
  readonly openId: OpenIdProvider | null;
  /** Told of the code of a failed exchange: what the provider said is for operators, not for browsers. */
  readonly onOpenIdFailure: (code: string) => void;
}

/**
 * Begins a sign-in with the provider.
 *
 * @param options.recent the provider has to check again who it is
 * @returns where the browser goes, and what it has to bring back
 * @throws ServiceError not_found when no provider is set, unavailable when it cannot be reached
 */
export async function beginOpenId(
  ctx: OpenIdContext,
  options: { readonly recent: boolean },
): Promise<{ url: string; transaction: string }> {
  if (!ctx.openId) throw new ServiceError('not_found');
  try {
    return await ctx.openId.begin(options);
  } catch (error) {
    ctx.onOpenIdFailure(codeOf(error));
    throw new ServiceError('unavailable', 'The identity provider cannot be reached.');
  }
}

/**
 * Ends a sign-in with the provider. A person is known by the provider's subject; at the first time by their address, which the provider has
 * to have verified. The sign-in is as recent as the provider says, and not recent when it does not say.
 *
 * @param search query of the address that the browser came back to, with `?`
 * @param transaction what `beginOpenId` returned, from the same browser
 * @throws ServiceError sign_in_failed
 */
export async function endOpenId(ctx: OpenIdContext, search: string, transaction: string | null, browser: Browser): Promise<BrowserTokens> {
  if (!ctx.openId || transaction === null) throw new SignInRefused({ means: 'openid' });
  const identity = await ctx.openId.end(search, transaction).catch((error: unknown) => {
    ctx.onOpenIdFailure(codeOf(error));
    return null;
  });
  if (!identity) throw new SignInRefused({ means: 'openid' });
  const { verifiedEmail, ...known } = identity;
  const email = verifiedEmail === null ? null : addressOf(ctx, verifiedEmail);
  return openSession(ctx, browser, { means: 'openid', issuer: known.issuer, email }, (session) =>
    ctx.signIns.redeemIdentity({ ...known, email, mayAnybody: ctx.signUp === 'open' }, session),
  );
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown');
