import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from '../values/sealer.js';
import { randomToken } from './ids.js';

/** The first byte of what is sealed: the layout. */
const SEALED = 1;
const NONCE = 12;
const TAG = 16;
const KEY_ID = 4;

interface Key {
  readonly id: Buffer;
  readonly secret: Buffer;
}

/**
 * Secrets as stored in the database: AES-256-GCM (NIST SP 800-38D) with the owner's id as additional data, so that a row copied to another
 * owner cannot be decrypted.
 *
 * Layout: one byte of kind, 4 bytes of key id, 12 of nonce, the ciphertext, 16 of tag.
 *
 * @param options.keys of 32 bytes each, base64 or hex: the first encrypts, all decrypt, so that keys can be rotated
 * @throws Error without a key, and when one is not of 32 bytes
 */
export function createSecretBox({ keys }: { keys: readonly string[] }): SecretBox {
  const known = keys.map(readKey);
  const [sealing] = known;
  if (!sealing) throw new Error('nothing is sealed without a key');
  return {
    // A text that is 33 bytes in base64 too, without padding: libraries of Standard Webhooks read the secret so.
    create: () => `whsec_${randomToken(44)}`,
    seal(secret, owner) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', sealing.secret, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([Buffer.of(SEALED), sealing.id, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed);
      const id = bytes.subarray(1, 1 + KEY_ID);
      const key = known.find((each) => each.id.equals(id));
      if (!key) throw Object.assign(new Error('no key of SECRETS_KEY opens this secret'), { code: 'SECRET_KEY_MISSING' });
      const nonce = bytes.subarray(1 + KEY_ID, 1 + KEY_ID + NONCE);
      const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce).setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG));
      return decipher.update(bytes.subarray(1 + KEY_ID + NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** @param text 32 bytes in base64 or hexadecimal @throws Error when it is anything else */
export function readKey(text: string): Key {
  const secret = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (secret.length !== 32) throw new Error('SECRETS_KEY: each key has 32 bytes, as 64 hexadecimal digits or in base64');
  return { id: createHash('sha256').update(secret).digest().subarray(0, KEY_ID), secret };
}
