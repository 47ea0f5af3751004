import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface Identified {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority of one test file. */
export interface TestAuthority {
  readonly caFile: string;
  readonly ca: string;
  /** A certificate for these DNS names or addresses; `expired` makes one of last year. */
  issue(names: readonly string[], options?: { expired?: boolean }): Promise<Identified>;
  remove(): void;
}

/** Makes an authority whose certificate is written to a temporary file. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const keys = await generate();
  const year = 365 * 24 * 3_600_000;
  const now = Date.now();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    notBefore: new Date(now - 2 * year),
    notAfter: new Date(now + year),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)],
  });
  const folder = mkdtempSync(join(tmpdir(), 'test-authority-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, authority.toString('pem'));
  return {
    caFile,
    ca: authority.toString('pem'),
    async issue(names, { expired = false } = {}) {
      const own = await generate();
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${names[0]}`,
        issuer: authority.subject,
        notBefore: new Date(now - (expired ? 2 * year : 3_600_000)),
        notAfter: new Date(now + (expired ? -year : year)),
        signingKey: keys.privateKey,
        publicKey: own.publicKey,
        signingAlgorithm: ALGORITHM,
        extensions: [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value })),
          ),
        ],
      });
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
      const lines = key.match(/.{1,64}/g)?.join('\n');
      return {
        key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
        cert: certificate.toString('pem'),
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function generate(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}
