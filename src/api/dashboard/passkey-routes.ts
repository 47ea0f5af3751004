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

export function passkeyRoutes(ctx: PasskeysContext): PersonRoute[] {
  return [
    personRoute({
      method: 'post',
      path: '/dashboard/api/sign-in/passkey/options',
      access: 'anyone',
      handle: () => beginPasskeySignIn(ctx),
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/sign-in/passkey',
      access: 'anyone',
      body: z.strictObject({ response }),
      async handle({ body, browser, setCookie }) {
        setCookie('session', await signInWithPasskey(ctx, body.response, browser));
        return { signedIn: true };
      },
    }),
    personRoute({
      method: 'get',
      path: '/dashboard/api/passkeys',
      access: 'person',
      handle: async ({ person }) => ({ passkeys: (await ctx.passkeys.list(person.userId)).map(presentPasskey) }),
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/passkeys/options',
      access: 'person',
      recent: true,
      handle: ({ person }) => beginPasskey(ctx, person),
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/passkeys',
      action: 'addPasskey',
      access: 'person',
      recent: true,
      body: z.strictObject({ name: z.string().trim().min(1).max(MAX_NAME), response }),
      handle: async ({ person, body }) => presentPasskey(await addPasskey(ctx, person, body.name, body.response)),
    }),
    personRoute({
      method: 'delete',
      path: '/dashboard/api/passkeys/:id',
      action: 'removePasskey',
      access: 'person',
      recent: true,
      async handle({ person, params: { id = '' } }) {
        if (!(await ctx.passkeys.remove(person.userId, id))) throw new ServiceError('not_found');
        return { id, removed: true };
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
