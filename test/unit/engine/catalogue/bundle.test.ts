/** A bundle is read as it was made, by whoever trusts its key; anything else is refused in one sentence. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BundleRefused, makeBundle, MAX_BUNDLE_BYTES, openBundle } from '../../../../src/engine/catalogue/bundle.js';
import { bundleOf, curated, LATER, shippedFile, signingKey } from '../../../support/bundles.js';

const [trusted, next, unauthenticated] = [signingKey(), signingKey(), signingKey()];
const files = [shippedFile('github'), shippedFile('gitlab')];
const bundle = bundleOf(files, { key: trusted.pem, version: 7 });

/** The sentence of a refusal. */
function refusal(bytes: Buffer, keys: readonly string[] = [trusted.publicKey]): string {
  try {
    openBundle(bytes, keys);
  } catch (error) {
    expect(error).toBeInstanceOf(BundleRefused);
    return (error as Error).message;
  }
  throw new Error('it was not refused');
}

describe('a bundle', () => {
  it('is read as it was made, also while a key is replaced', () => {
    for (const key of [trusted, next]) {
      const opened = openBundle(bundleOf(files, { key: key.pem, version: 7 }), [trusted.publicKey, next.publicKey]);
      expect(opened).toMatchObject({ version: 7, expiresAt: LATER, platforms: 2 });
      expect(opened.files).toEqual(files.map(curated));
      // As it is stored, it can be verified again.
      expect(openBundle(Buffer.from(opened.content), [key.publicKey]).files).toEqual(opened.files);
    }
  });

  it('is refused when its key is not trusted, or none is', () => {
    expect(refusal(bundle, [unauthenticated.publicKey])).toMatch(
      /^The bundle is refused: it is signed with the key [0-9a-f]{16}, which .* name\.$/,
    );
    expect(refusal(bundle, [])).toMatch(/no key is trusted here, set CATALOGUE_KEYS\.$/);
  });

  it('is refused when a single bit of it was changed', () => {
    fc.assert(
      fc.property(fc.nat({ max: bundle.length - 1 }), fc.nat({ max: 7 }), (at, bit) => {
        const changed = Buffer.from(bundle);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        // Base64 has characters of which not every bit counts: then the signature is the same one.
        fc.pre(Buffer.compare(signatureOf(changed), signatureOf(bundle)) !== 0 || at > bundle.indexOf('\n') || at < 39);
        return refusal(changed).startsWith('The bundle is refused: ');
      }),
      { numRuns: 300 },
    );
  });

  it('is refused wherever it was cut off', () => {
    fc.assert(fc.property(fc.nat({ max: bundle.length - 1 }), (end) => refusal(bundle.subarray(0, end)).length > 0));
  });

  it('of 50 MB is refused before it is read, and one that grows when it is decompressed before it is parsed', () => {
    expect(refusal(Buffer.alloc(50 * 1_048_576))).toBe(`The bundle is refused: it has more than ${MAX_BUNDLE_BYTES} bytes.`);
    const bomb = gzipSync(Buffer.alloc(80 * 1_048_576, ' '));
    expect(bomb.length).toBeLessThan(MAX_BUNDLE_BYTES);
    const [line] = bundle.subarray(0, 300).toString('latin1').split('\n', 1) as [string];
    const [format, keyId] = line.split(' ') as [string, string];
    const signature = sign(null, Buffer.concat([Buffer.from(`${format}\n`), bomb]), trusted.pem).toString('base64');
    expect(refusal(Buffer.concat([Buffer.from(`${format} ${keyId} ${signature}\n`), bomb]))).toMatch(/cannot be decompressed/);
  });

  it('is made with an Ed25519 key only, and a message never shows the key file', () => {
    const other = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const key of ['secret text', other]) {
      const about = { version: 1, createdAt: LATER, expiresAt: LATER, platforms: 1, key };
      expect(() => makeBundle(files.map(curated), about)).toThrow(
        /^The bundle is refused: the key file holds no Ed25519 private key in PEM\.$/,
      );
    }
  });
});

const signatureOf = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .subarray(0, Math.max(0, bytes.indexOf('\n')))
      .toString('latin1')
      .split(' ')[2] ?? '',
    'base64',
  );
