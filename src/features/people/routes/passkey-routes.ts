/** Passkeys of a person, and signing in with one. */
import { z } from 'zod';
import { ServiceError } from '../../../kernel/values/errors.js';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  type PasskeysContext,
  requireStrong,
  signInWithPasskey,
} from '../use-cases/passkeys.js';
import { setBrowserTokens } from '../../../kernel/http/cookies.js';
import { freeText, idText, text } from '../../../kernel/http/request-fields.js';
import { type Route, signInRoute, userRoute } from '../../../kernel/http/route.js';
import { shown } from '../../../kernel/http/shown.js';

/** Longest name of a passkey, in characters. */
const MAX_NAME = 100;
const credentialId = text(1_400);
const encoded = text(65_536);
/** What the library reads of what the browser's `PublicKeyCredential.toJSON` writes. */
const response = z.object({
  id: credentialId,
  rawId: credentialId.optional(),
  type: text(100).optional(),
  response: z
    .object({
      clientDataJSON: encoded,
      attestationObject: encoded.optional(),
      authenticatorData: encoded.optional(),
      signature: encoded.optional(),
      userHandle: encoded.nullish(),
      transports: z.array(text(100)).max(20).optional(),
    })
    .optional(),
});

/** What the browser's `navigator.credentials` is called with, in its JSON form (WebAuthn Level 3, 5.1). */
const options = z.looseObject({});
const passkey = z.strictObject({ id: z.string(), name: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() });

export function passkeyRoutes(ctx: PasskeysContext): Route[] {
  return [
    signInRoute({
      operationId: 'beginPasskeySignIn',
      method: 'post',
      path: '/dashboard/api/sign-in/passkey/options',
      response: options,
      handle: async () => ({ ...(await beginPasskeySignIn(ctx)) }),
    }),
    signInRoute({
      operationId: 'signInWithPasskey',
      method: 'post',
      path: '/dashboard/api/sign-in/passkey',
      response: z.strictObject({ signedIn: z.literal(true) }),
      body: z.strictObject({ response }),
      async handle({ body, browser, setCookie }) {
        setBrowserTokens(setCookie, await signInWithPasskey(ctx, body.response, browser));
        return { signedIn: true } as const;
      },
    }),
    userRoute({
      operationId: 'listPasskeys',
      isUnaudited: true,
      method: 'get',
      path: '/dashboard/api/passkeys',
      response: z.strictObject({ passkeys: z.array(passkey) }),
      handle: async ({ person }) => ({ passkeys: (await ctx.passkeys.list(person.userId)).map((each) => shown(passkey, each)) }),
    }),
    userRoute({
      operationId: 'beginPasskey',
      isUnaudited: true,
      method: 'post',
      path: '/dashboard/api/passkeys/options',
      response: options,
      recent: true,
      handle: async ({ person }) => ({ ...(await beginPasskey(ctx, person)) }),
    }),
    userRoute({
      operationId: 'addPasskey',
      method: 'post',
      path: '/dashboard/api/passkeys',
      response: passkey,
      recent: true,
      body: z.strictObject({ name: freeText(MAX_NAME).trim().min(1), response }),
      handle: async ({ person, body }) => shown(passkey, await addPasskey(ctx, person, body.name, body.response)),
    }),
    userRoute({
      operationId: 'removePasskey',
      method: 'delete',
      path: '/dashboard/api/passkeys/:id',
      params: z.object({ id: idText }),
      response: z.strictObject({ id: z.string(), removed: z.literal(true) }),
      recent: true,
      async handle({ person, params: { id } }) {
        requireStrong(ctx, person);
        if (!(await ctx.passkeys.remove(person.userId, id))) throw new ServiceError('not_found');
        return { id, removed: true } as const;
      },
    }),
  ];
}
