import { type IdentityParser, QUERY_TYPES, type QueryType } from '../../kernel/identity/identity.js';
import { indexKey, type NamedBreach } from './breach-index.js';
import { isStorableText } from '../../kernel/values/json.js';
import { breachDomain, breachKey, isoDate } from './normalize.js';

/** One record of a file: its fields by lower-case name. */
export type ImportFields = Readonly<Record<string, string>>;

/** One line of an import file, which is one record, numbered from 1: its fields, or what is wrong with it. */
export type ImportLine =
  | { readonly line: number; readonly fields: ImportFields; readonly problem?: undefined }
  | { readonly line: number; readonly problem: string };

/** Defaults for records that lack a field. */
export interface ImportDefaults {
  readonly breach?: string | undefined;
  readonly date?: string | undefined;
  readonly domain?: string | undefined;
  /** Query type of `identity` or `digest`. */
  readonly type?: QueryType | undefined;
}

/** An identity in a breach: the text to be digested, or a digest made elsewhere (64 hexadecimal digits). */
export type ImportedIdentity = { readonly kind: QueryType; readonly key: string } | { readonly kind: QueryType; readonly digest: string };

export type ParsedRecord =
  | { readonly ok: true; readonly breach: NamedBreach; readonly identities: readonly ImportedIdentity[] }
  /** Text that contains nothing of the record. */
  | { readonly ok: false; readonly problem: string };

const DIGEST = /^[0-9a-f]{64}$/i;
/** Characters of a breach's name: an index of the database takes 2,704 bytes. */
const MAX_NAME = 200;
/** What reading leaves of a character in another encoding. */
const UNREAD = '\ufffd';

/**
 * Reads a record: any of `email`, `phone` and `username`, or `identity` or `digest` with their `type`; with `breach`, `date` (a full one)
 * and, where it is known, `domain`.
 */
export function parseImportRecord(fields: ImportFields, defaults: ImportDefaults, identities: IdentityParser): ParsedRecord {
  const problem = (text: string): ParsedRecord => ({ ok: false, problem: text });
  const field = (name: keyof ImportDefaults) => fields[name]?.trim() || defaults[name];
  const [name, rawDate, rawDomain] = [field('breach'), field('date'), field('domain')];
  if (name === undefined) return problem('has no name of a breach');
  const fault = faultOfName(name);
  if (fault !== null) return problem(fault);
  const date = isoDate(rawDate ?? '');
  if (date === null) return problem('has no full date (YYYY-MM-DD)');
  const domain = breachDomain(rawDomain);
  if (rawDomain !== undefined && domain === null) return problem('has an invalid domain');
  const found = identitiesOf(fields, field('type'), identities);
  return typeof found === 'string' ? problem(found) : { ok: true, breach: { name, date, domain }, identities: found };
}

function faultOfName(name: string): string | null {
  if (name.includes(UNREAD)) return 'has a breach name that is not in UTF-8';
  if (!isStorableText(name)) return 'has a breach name with NUL or half a surrogate pair';
  // Compared, some characters become several.
  return name.length > MAX_NAME || breachKey(name).length > MAX_NAME ? `has a breach name of more than ${MAX_NAME} characters` : null;
}

function identitiesOf(fields: ImportFields, rawType: string | undefined, identities: IdentityParser): readonly ImportedIdentity[] | string {
  const given: { kind: QueryType; value: string; isDigest: boolean }[] = [];
  for (const kind of QUERY_TYPES) {
    const value = fields[kind]?.trim();
    if (value) given.push({ kind, value, isDigest: false });
  }
  const type = QUERY_TYPES.find((kind) => kind === rawType?.toLowerCase());
  for (const [name, isDigest] of [
    ['identity', false],
    ['digest', true],
  ] as const) {
    const value = fields[name]?.trim();
    if (!value) continue;
    if (type === undefined) return `has ${name === 'identity' ? 'an' : 'a'} ${name} without its type (${QUERY_TYPES.join(', ')})`;
    given.push({ kind: type, value, isDigest });
  }
  if (given.length === 0) return 'names nobody';
  const read: ImportedIdentity[] = [];
  for (const { kind, value, isDigest } of given) {
    if (isDigest && !DIGEST.test(value)) return 'has a digest that is not 64 hexadecimal digits';
    if (value.includes(UNREAD)) return `has a ${kind} that is not in UTF-8`;
    const normal = isDigest ? value : identities[kind](value);
    if (normal === null) return `has an invalid ${kind}`;
    read.push(isDigest ? { kind, digest: value.toLowerCase() } : { kind, key: indexKey(kind, normal) });
  }
  return read;
}
