/** Bundles of a few platforms, signed with a key of the test. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBundle, publicKeyText } from '../../src/engine/catalogue/bundle.js';
import type { CatalogueFile } from '../../src/engine/catalogue/catalogue-files.js';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import type { BundledTable } from '../../src/engine/catalogue/rules/revision.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { CATALOGUE_ROOT } from './simulated.js';

/** Far ahead of every run of the tests. */
export const LATER = new Date('2099-01-01T00:00:00Z');

export function signingKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: publicKeyText(publicKey) };
}

/** A shipped platform file written by hand. */
export const shippedFile = (slug: string): PlatformFile =>
  JSON.parse(readFileSync(join(CATALOGUE_ROOT, 'curated', `${slug}.json`), 'utf8')) as PlatformFile;

/** The platform with another rule for usernames. */
export function withRule(file: PlatformFile, change: (rule: ProbeRule) => ProbeRule): PlatformFile {
  const { username } = file.probes;
  if (!username) throw new Error(`${file.slug} has no rule for usernames`);
  return { ...file, probes: { ...file.probes, username: change(username) } } as PlatformFile;
}

/** A rule that asks for something else besides, which no response depends on: another version of it. */
export const requestedOtherwise = (rule: ProbeRule): ProbeRule => ({
  ...rule,
  request: { ...rule.request, headers: { ...rule.request.headers, 'accept-language': 'en' } },
});

export const curated = (file: { readonly slug: string }): CatalogueFile => ({
  kind: 'curated',
  file: `curated/${file.slug}.json`,
  content: { json: file },
});

export interface BundleOptions {
  readonly key: string;
  readonly version?: number;
  readonly expiresAt?: Date;
  /** Rows of its table of breached sites; absent: it has none. */
  readonly breached?: readonly object[];
  readonly tables?: readonly BundledTable[];
}

export function bundleOf(
  files: readonly { readonly slug: string }[],
  { key, version = 1, expiresAt = LATER, breached, tables }: BundleOptions,
): Buffer {
  const about = { version, createdAt: new Date('2030-01-01T00:00:00Z'), expiresAt, platforms: files.length, key };
  const table = breached && { file: 'breached-sites.json', content: { json: { sites: breached } } };
  return makeBundle(files.map(curated), { ...about, breachedSites: table ?? null, tables }).bytes;
}
