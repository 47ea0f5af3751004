/** Passkeys of a person, and signing in with one. */
import { z } from 'zod';
import { ServiceError } from '../../domain/errors.js';
import type { Passkey } from '../../domain/people/people.js';
import { addPasskey, beginPasskey, beginPasskeySignIn, type PasskeysContext, signInWithPasskey } from '../../services/people/passkeys.js';
import { type PersonRoute, personRoute } from './person-route.js';

/** Longest name of a passkey, in characters. */
const MAX_NAME = 100;
/** As the browser's `PublicKeyCredential.toJSON` writes it; the library checks the rest. */
const response = z.looseObject({ id: z.string().max(1_400) });

/** What the browser's `navigator.credentials` is called with, in its JSON form (WebAuthn Level 3, 5.1). */
const options = z.looseObject({});
const passkey = z.strictObject({ id: z.string(), name: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() });

export function passkeyRoutes(ctx: PasskeysContext): PersonRoute[] {
  return [
    personRoute({
      operationId: 'beginPasskeySignIn',
      method: 'post',
      path: '/dashboard/api/sign-in/passkey/options',
      response: options,
      access: 'anyone',
      handle: async () => ({ ...(await beginPasskeySignIn(ctx)) }),
    }),
    personRoute({
      operationId: 'signInWithPasskey',
      method: 'post',
      path: '/dashboard/api/sign-in/passkey',
      response: z.strictObject({ signedIn: z.literal(true) }),
      access: 'anyone',
      body: z.strictObject({ response }),
      async handle({ body, browser, setCookie }) {
        setCookie('session', await signInWithPasskey(ctx, body.response, browser));
        return { signedIn: true } as const;
      },
    }),
    personRoute({
      operationId: 'listPasskeys',
      method: 'get',
      path: '/dashboard/api/passkeys',
      response: z.strictObject({ passkeys: z.array(passkey) }),
      access: 'person',
      handle: async ({ person }) => ({ passkeys: (await ctx.passkeys.list(person.userId)).map(presentPasskey) }),
    }),
    personRoute({
      operationId: 'beginPasskey',
      method: 'post',
      path: '/dashboard/api/passkeys/options',
      response: options,
      access: 'person',
      recent: true,
      handle: async ({ person }) => ({ ...(await beginPasskey(ctx, person)) }),
    }),
    personRoute({
      operationId: 'addPasskey',
      method: 'post',
      path: '/dashboard/api/passkeys',
      response: passkey,
      action: 'addPasskey',
      access: 'person',
      recent: true,
      body: z.strictObject({ name: z.string().trim().min(1).max(MAX_NAME), response }),
      handle: async ({ person, body }) => presentPasskey(await addPasskey(ctx, person, body.name, body.response)),
    }),
    personRoute({
      operationId: 'removePasskey',
      method: 'delete',
      path: '/dashboard/api/passkeys/:id',
      response: z.strictObject({ id: z.string(), removed: z.literal(true) }),
      action: 'removePasskey',
      access: 'person',
      recent: true,
      async handle({ person, params: { id = '' } }) {
        if (!(await ctx.passkeys.remove(person.userId, id))) throw new ServiceError('not_found');
        return { id, removed: true } as const;
      },
    }),
  ];
}

const presentPasskey = ({ passkeyId, name, createdAt, lastUsedAt }: Passkey) => ({
  id: passkeyId,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
