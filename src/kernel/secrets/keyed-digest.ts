import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { KeyedDigest } from '../identity/identity.js';
import { readKey } from './secret-box.js';

/**
 * HMAC-SHA-256 (RFC 2104) of a text's SHA-256, with a key derived for one purpose (HKDF, RFC 5869), so that digests of one table reveal
 * nothing about another's (docs/adr/0025-keyed-digests.md).
 *
 * @param options.keys as for the secret box: the first creates digests, digests of all keys are recognised
 * @param options.purpose names what the digests are for; part of the stored format
 * @throws Error without a key, and when one is not of 32 bytes
 */
export function createKeyedDigest({ keys, purpose }: { keys: readonly string[]; purpose: string }): KeyedDigest {
  const derived = keys.map((key) => Buffer.from(hkdfSync('sha256', readKey(key).secret, '', `footprint digest: ${purpose}`, 32)));
  const [newest] = derived;
  if (!newest) throw new Error('nothing is digested without a key');
  const digest = (key: Buffer, text: string): string =>
    createHmac('sha256', key).update(createHash('sha256').update(text).digest()).digest('hex');
  return { of: (text) => digest(newest, text), all: (text) => derived.map((key) => digest(key, text)) };
}
