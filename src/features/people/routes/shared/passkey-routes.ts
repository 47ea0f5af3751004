/** Passkeys of a person, and signing in with one. */
import { z } from 'zod';
import { text } from '../../../../kernel/http/request-fields.js';

const credentialId = text(1_400);

const encoded = text(65_536);

/** What the library reads of what the browser's `PublicKeyCredential.toJSON` writes. */
export const response = z.object({
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
export const options = z.looseObject({});

export const passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
