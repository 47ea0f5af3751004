import { createHash, randomInt } from 'node:crypto';
import { randomToken } from '../../../kernel/secrets/ids.js';

const SHAPE = /^[0-9A-Za-z]{43}$/;
const CODE_DIGITS = 8;

const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** Tokens of sessions, invitations and links, and codes that people type. Only their SHA-256 is stored. */
export const signInTokens = {
  /** 256 random bits. */
  create(): { readonly token: string; readonly digest: Uint8Array } {
    const made = randomToken();
    return { token: made, digest: digest(made) };
  },
  /** Null for a text that cannot be a token. */
  digestOf: (text: string): Uint8Array | null => (SHAPE.test(text) ? digest(text) : null),
  /** Eight digits. */
  createCode: (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
  // With the browser's token, which has 256 bits, so that the few digits of the code cannot be tried out on the digest.
  codeDigest: (code: string, browserToken: string): Uint8Array => digest(`${browserToken}:${code.replace(/[\s-]/g, '')}`),
};

export type SignInTokens = typeof signInTokens;
