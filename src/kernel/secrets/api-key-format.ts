import { createHash } from 'node:crypto';
import { randomToken } from './ids.js';

/** Keys are `<prefix>_<43 characters>`, those for tests `<prefix>_test_<43 characters>`; docs/contract.md, 8.1. */
export function apiKeyFormat(prefix: string) {
  const shape = new RegExp(`^${prefix}_(?:test_)?[0-9A-Za-z]{43}$`);
  const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
  return {
    create(isTest = false): { key: string; digest: Uint8Array; lastFour: string } {
      const key = `${prefix}_${isTest ? 'test_' : ''}${randomToken()}`;
      return { key, digest: digest(key), lastFour: key.slice(-4) };
    },
    digestOf: (key: string): Uint8Array | null => (shape.test(key) ? digest(key) : null),
  };
}
