/**
 * Bundles: the files of a catalogue in one, signed with Ed25519. The first line names format, key and signature; what follows is signed
 * as it is, gzip over JSON, so that nothing of an unsigned bundle is decompressed or parsed.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type BundledTable, type BundleInfo, type StoredBundle, TABLE_NAMES } from './rules/revision.js';
import { BREACHED_SITES, SHIPPED_KINDS, type CatalogueFile, type TableFile } from './catalogue-files.js';

const FORMAT = 'footprint-catalogue-1';
/** Signed before the content, so that a signature made for another purpose does not hold. */
const CONTEXT = Buffer.from(`${FORMAT}\n`);
/** Largest bundle, and largest content of one, in bytes: the shipped catalogue with its tables has 1.5 and 4.2 million. */
export const MAX_BUNDLE_BYTES = 8 * 1_048_576;
const MAX_CONTENT_BYTES = 64 * 1_048_576;
const MAX_LINE = 300;

/** Why a bundle is refused, in one sentence for the operator. */
export class BundleRefused extends Error {
  constructor(reason: string) {
    super(`The bundle is refused: ${reason}.`);
    this.name = 'BundleRefused';
  }
}

const tableSchema = z.strictObject({
  name: z.enum(TABLE_NAMES),
  asOf: z.iso.date(),
  origin: z.string().min(1).max(1_000),
  torExits: z.array(z.ipv4()).max(50).optional(),
  content: z.base64(),
});

const contentSchema = z.strictObject({
  version: z.int().positive(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  platforms: z.int().positive(),
  files: z.array(z.strictObject({ kind: z.enum(SHIPPED_KINDS), file: z.string().min(1).max(200), json: z.json() })).min(1),
  breachedSites: z.json().nullable().describe('null: the table of the release stays in use'),
  tables: z.array(tableSchema).default([]).describe('a table that is missing: that of the release stays in use'),
});
type Content = z.infer<typeof contentSchema>;

export interface OpenedBundle extends StoredBundle {
  readonly files: readonly CatalogueFile[];
  readonly breachedSites: TableFile | null;
  readonly tables: readonly BundledTable[];
}

type AboutBundle = Pick<BundleInfo, 'version' | 'createdAt' | 'expiresAt' | 'platforms'>;

/** Names a public key in settings, bundles and messages: the beginning of its SHA-256. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256').update(rawPublicKey(key)).digest('hex').slice(0, 16);
}

const rawPublicKey = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(-32);
/** The public key as the setting `CATALOGUE_KEYS` takes it: its 32 bytes in base64. */
export const publicKeyText = (key: KeyObject): string => rawPublicKey(key).toString('base64');

/** DER before the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function readPublicKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, Buffer.from(text, 'base64')]), format: 'der', type: 'spki' });
}

/** @param pem PKCS#8, as `openssl genpkey -algorithm ed25519` writes it @throws BundleRefused */
export function readSigningKey(pem: string): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType === 'ed25519') return { privateKey, publicKey: createPublicKey(privateKey) };
  } catch {
    // Nothing about a secret belongs into a message.
  }
  throw new BundleRefused('the key file holds no Ed25519 private key in PEM');
}

interface Signing extends AboutBundle {
  readonly key: string;
  readonly breachedSites?: TableFile | null;
  readonly tables?: readonly BundledTable[] | undefined;
}

/** Signs files, and tables where there are some, as a bundle. @throws BundleRefused when a file could not be read */
export function makeBundle(
  files: readonly CatalogueFile[],
  { key, breachedSites = null, tables = [], ...about }: Signing,
): { readonly bytes: Buffer; readonly publicKey: string } {
  const { privateKey, publicKey } = readSigningKey(key);
  const content: Content = {
    version: about.version,
    createdAt: about.createdAt.toISOString(),
    expiresAt: about.expiresAt.toISOString(),
    platforms: about.platforms,
    files: files.map(({ kind, ...read }) => {
      if (kind === 'operator') throw new BundleRefused(`${read.file} cannot be part of it`);
      return { kind, file: read.file, json: jsonOf(read) };
    }),
    breachedSites: breachedSites && jsonOf(breachedSites),
    tables: tables.map(({ name, asOf, origin, torExits, content: bytes }) => ({
      ...{ name, asOf, origin, content: Buffer.from(bytes).toString('base64') },
      ...(torExits && { torExits: [...torExits] }),
    })),
  };
  const compressed = gzipSync(JSON.stringify(content), { level: 9 });
  if (compressed.length > MAX_BUNDLE_BYTES) throw new BundleRefused(`it would have more than ${MAX_BUNDLE_BYTES} bytes`);
  const signature = sign(null, Buffer.concat([CONTEXT, compressed]), privateKey).toString('base64');
  const line = Buffer.from(`${FORMAT} ${keyIdOf(publicKey)} ${signature}\n`);
  return { bytes: Buffer.concat([line, compressed]), publicKey: publicKeyText(publicKey) };
}

function jsonOf({ file, content }: TableFile): Content['breachedSites'] {
  if ('unreadable' in content) throw new BundleRefused(`${file} cannot be part of it`);
  return content.json as Content['breachedSites'];
}

/**
 * Verifies a bundle with the trusted keys and reads it: one that is offered, and a stored one whenever it is loaded.
 *
 * @throws BundleRefused
 */
export function openBundle(bytes: Buffer, trusted: readonly string[]): OpenedBundle {
  if (bytes.length > MAX_BUNDLE_BYTES) throw new BundleRefused(`it has more than ${MAX_BUNDLE_BYTES} bytes`);
  if (trusted.length === 0) throw new BundleRefused('no key is trusted here, set CATALOGUE_KEYS');
  const end = bytes.subarray(0, MAX_LINE).indexOf(0x0a);
  const [format, keyId, signature = ''] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split(' ');
  if (format !== FORMAT || keyId === undefined) throw new BundleRefused('it is not a bundle of a catalogue, or its beginning is missing');
  const key = trusted.map(readPublicKey).find((each) => keyIdOf(each) === keyId);
  if (key === undefined) throw new BundleRefused(`it is signed with the key ${printable(keyId)}, which CATALOGUE_KEYS does not name`);
  const content = bytes.subarray(end + 1);
  if (!verify(null, Buffer.concat([CONTEXT, content]), key, Buffer.from(signature, 'base64')))
    throw new BundleRefused('its signature does not hold, it was changed or cut off');
  const { files, breachedSites, tables, createdAt, expiresAt, ...about } = parseContent(content);
  const [early] = tables.filter(({ asOf }) => asOf > createdAt.slice(0, 10));
  if (early) throw new BundleRefused(`its table ${early.name} is of ${early.asOf}, after the bundle was made`);
  if (new Set(tables.map(({ name }) => name)).size < tables.length) throw new BundleRefused('it has a table twice');
  return {
    ...about,
    keyId,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
    content: bytes,
    files: files.map(({ kind, file, json }) => ({ kind, file, content: { json } })),
    breachedSites: breachedSites === null ? null : { file: BREACHED_SITES, content: { json: breachedSites } },
    tables: tables.map((table) => ({ ...table, content: Buffer.from(table.content, 'base64') })),
  };
}

function parseContent(compressed: Uint8Array): Content {
  let json: unknown;
  try {
    json = JSON.parse(gunzipSync(compressed, { maxOutputLength: MAX_CONTENT_BYTES }).toString('utf8'));
  } catch {
    throw new BundleRefused('what it holds cannot be decompressed and read as JSON');
  }
  const parsed = contentSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new BundleRefused(`what it holds is not right at "${parsed.error.issues[0]?.path.join('.') ?? ''}"`);
}

const printable = (text: string): string => text.replace(/[^\x21-\x7e]/g, '?').slice(0, 32);
