import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyedDigest } from '../../../../src/kernel/secrets/keyed-digest.js';

const [OLD, NEW] = ['11'.repeat(32), '22'.repeat(32)];
const TEXT = 'email:ada@example.com';
const plain = createHash('sha256').update(TEXT).digest();

describe('digests of identities', () => {
  it('are HMAC-SHA-256 by a key that HKDF derives for their purpose alone', () => {
    const key = Buffer.from(hkdfSync('sha256', Buffer.from(NEW, 'hex'), '', 'footprint digest: identity', 32));
    expect(createKeyedDigest({ keys: [NEW], purpose: 'identity' }).of(TEXT)).toBe(createHmac('sha256', key).update(plain).digest('hex'));
    expect(createKeyedDigest({ keys: [NEW], purpose: 'request' }).of(TEXT)).not.toBe(
      createKeyedDigest({ keys: [NEW], purpose: 'identity' }).of(TEXT),
    );
  });

  it('made with an older key are recognised after a change of keys, and those without any are not', () => {
    const { of, all } = createKeyedDigest({ keys: [NEW, OLD], purpose: 'identity' });
    expect(all(TEXT)).toEqual([of(TEXT), createKeyedDigest({ keys: [OLD], purpose: 'identity' }).of(TEXT)]);
  });

  it('are not made without a key', () => {
    expect(() => createKeyedDigest({ keys: [], purpose: 'identity' })).toThrow('without a key');
  });

  it('are refused a key of another length', () => {
    expect(() => createKeyedDigest({ keys: ['abcd'], purpose: 'identity' })).toThrow('32 bytes');
  });
});
