import { createHash } from 'node:crypto';
import type { ApiKeyFormat } from '../../features/accounts/api-keys.js';
import { randomToken } from './ids.js';

/** Keys are `<prefix>_<43 characters>`, those for tests `<prefix>_test_<43 characters>`; docs/contract.md, 8.1. */
export function apiKeyFormat(prefix: string): ApiKeyFormat {
  const shape = new RegExp(`^${prefix}_(?:test_)?[0-9A-Za-z]{43}$`);
  const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
  return {
    create(isTest = false) {
      const key = `${prefix}_${isTest ? 'test_' : ''}${randomToken()}`;
      return { key, digest: digest(key), lastFour: key.slice(-4) };
    },
    digestOf: (key) => (shape.test(key) ? digest(key) : null),
  };
}
