/**
 * The simulator's own certificate authority. A leaf certificate covers up to 32 hosts: making one takes 5 to 10 ms of CPU,
 * which for 2,500 hosts would take longer than the rest of a bench.
 */
import 'reflect-metadata';
import { createPrivateKey, KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOSTS_PER_LEAF = 32;
const DAY = 86_400_000;

/** Name on the certificate that `bad_tls` presents. */
export const WRONG_NAME = 'another-name.invalid';

export interface CertificateAuthority {
  /** The CA's own certificate, PEM. */
  readonly caPem: string;
  /** TLS settings for a host, made on demand and kept; `*.example.com` is a name too. */
  contextFor(name: string): Promise<SecureContext>;
}

/**
 * @param options.caFile where the CA's certificate is written (PEM). Its key is stored beside it (`.key`, mode 600), so
 *   that programs that have read the file still trust a restarted simulator.
 * @param options.names hosts that are known from the start; neighbours in this list share a certificate
 */
export async function createCertificateAuthority(options: { caFile: string; names: readonly string[] }): Promise<CertificateAuthority> {
  const ca = (await readAuthority(options.caFile)) ?? (await makeAuthority(options.caFile));
  const leafKeys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const leafKey = pemOfKey(leafKeys.privateKey);
  const caPem = ca.certificate.toString('pem');
  const groupOf = new Map<string, readonly string[]>();
  for (let i = 0; i < options.names.length; i += HOSTS_PER_LEAF) {
    const group = options.names.slice(i, i + HOSTS_PER_LEAF);
    for (const name of group) groupOf.set(name, group);
  }
  const contexts = new Map<string, Promise<SecureContext>>();

  async function makeContext(names: readonly string[]): Promise<SecureContext> {
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: randomSerial(),
      subject: 'O=Footprint platform simulator',
      issuer: ca.certificate.subject,
      notBefore: new Date(Date.now() - DAY),
      notAfter: new Date(Date.now() + 365 * DAY),
      publicKey: leafKeys.publicKey,
      signingKey: ca.key,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        await x509.AuthorityKeyIdentifierExtension.create(ca.certificate),
        await x509.SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
      ],
    });
    return createSecureContext({ key: leafKey, cert: leaf.toString('pem'), ca: caPem });
  }

  return {
    caPem,
    contextFor(name) {
      let context = contexts.get(name);
      if (context === undefined) {
        const names = groupOf.get(name) ?? [name];
        context = makeContext(names);
        for (const each of names) contexts.set(each, context);
      }
      return context;
    },
  };
}

interface Authority {
  readonly certificate: x509.X509Certificate;
  readonly key: webcrypto.CryptoKey;
}

async function makeAuthority(caFile: string): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: 'CN=Footprint platform simulator CA, O=Footprint',
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 3650 * DAY),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  await mkdir(dirname(caFile), { recursive: true });
  await writeFile(`${caFile}.key`, pemOfKey(keys.privateKey), { mode: 0o600 });
  await chmod(`${caFile}.key`, 0o600);
  // Written atomically: a prober may be waiting for this file to appear.
  await writeFile(`${caFile}.new`, `${certificate.toString('pem')}\n`);
  await rename(`${caFile}.new`, caFile);
  return { certificate, key: keys.privateKey };
}

/** The authority of an earlier run, when both files are readable and match, and it is valid for another day. */
async function readAuthority(caFile: string): Promise<Authority | undefined> {
  try {
    const certificate = new x509.X509Certificate(await readFile(caFile, 'utf8'));
    const privateKey = createPrivateKey(await readFile(`${caFile}.key`, 'utf8'));
    const isOurs = await certificate.verify({ date: new Date(Date.now() + DAY) });
    if (!isOurs || !new X509Certificate(certificate.toString('pem')).checkPrivateKey(privateKey)) return undefined;
    const der = privateKey.export({ type: 'pkcs8', format: 'der' });
    return { certificate, key: await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign']) };
  } catch {
    return undefined; // missing or unreadable: a new authority is made
  }
}

const pemOfKey = (key: webcrypto.CryptoKey): string => KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

function randomSerial(): string {
  return `01${Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString('hex')}`;
}
