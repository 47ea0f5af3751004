import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import type { ApiKeyFormat } from '../domain/billing/api-keys.js';

/** 43 characters of base 62 hold 256 bits. */
const secret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 43);

/** Keys are `<prefix>_<43 characters>`; docs/contract.md, 8.1. */
export function apiKeyFormat(prefix: string): ApiKeyFormat {
  const shape = new RegExp(`^${prefix}_[0-9A-Za-z]{43}$`);
  const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
  return {
    create() {
      const key = `${prefix}_${secret()}`;
      return { key, digest: digest(key), lastFour: key.slice(-4) };
    },
    digestOf: (key) => (shape.test(key) ? digest(key) : null),
  };
}
