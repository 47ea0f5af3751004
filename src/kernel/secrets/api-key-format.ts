import { createHash } from 'node:crypto';
import type { ApiKeyFormat } from '../../features/accounts/api-keys.js';
import { randomToken } from './ids.js';

/** Keys are `<prefix>_<43 characters>`; docs/contract.md, 8.1. */
export function apiKeyFormat(prefix: string): ApiKeyFormat {
  const shape = new RegExp(`^${prefix}_[0-9A-Za-z]{43}$`);
  const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
  return {
    create() {
      const key = `${prefix}_${randomToken()}`;
      return { key, digest: digest(key), lastFour: key.slice(-4) };
    },
    digestOf: (key) => (shape.test(key) ? digest(key) : null),
  };
}
