import { createHash, randomInt } from 'node:crypto';
import type { SignInTokens } from '../ports.js';
import { randomToken } from '../../../kernel/secrets/random-token.js';

const SHAPE = /^[0-9A-Za-z]{43}$/;
const CODE_DIGITS = 8;

const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** Tokens of sessions, invitations and links, and codes that people type. Only their SHA-256 is stored. */
export const signInTokens: SignInTokens = {
  create() {
    const made = randomToken();
    return { token: made, digest: digest(made) };
  },
  digestOf: (text) => (SHAPE.test(text) ? digest(text) : null),
  createCode: () => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
  // With the browser's token, which has 256 bits, so that the few digits of the code cannot be tried out on the digest.
  codeDigest: (code, browserToken) => digest(`${browserToken}:${code.replace(/[\s-]/g, '')}`),
};
