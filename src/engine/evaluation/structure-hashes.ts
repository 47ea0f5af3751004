/** The form in which a structure fingerprint is stored, and what of two of them can be compared. */

/**
 * The kinds of hashes by their upper limits. `mark`: what says of a whole page which kind it is. `nesting`: elements and terms
 * without a class or an id, which stay where those change at each load. `position`, `classedPosition`: where the page shows the name
 * that it was requested for. Above them: classes and ids.
 */
export const LIMITS = { mark: 2 ** 28, nesting: 2 ** 29, position: 3 * 2 ** 28, classedPosition: 2 ** 30, class: 2 ** 32 } as const;
type HashKind = keyof typeof LIMITS;
const KINDS = Object.keys(LIMITS) as HashKind[];
/**
 * Hashes of each kind in a fingerprint: the smallest (bottom-k), so that two limited sets stay comparable. Each kind has its own number,
 * or a long page would keep all of one kind and none of the others.
 */
const MAX_HASHES: Readonly<Record<HashKind, number>> = { mark: 32, nesting: 512, position: 48, classedPosition: 48, class: 1_024 };
/** Changes with the way in which pages are parsed and stored: only pages of one version can be compared. No hash begins with it. */
const VERSION = 'b';
const BASE = 36;
const DIGITS = 7;

/** @returns the version, and ascending hashes, seven digits to the base of 36 each */
export function fingerprintOf(hashes: ReadonlySet<number>): string {
  const ascending = Uint32Array.from(hashes).sort();
  return encode(KINDS.flatMap((kind) => [...ofKind(ascending, kind).subarray(0, MAX_HASHES[kind])]));
}

const encode = (hashes: Iterable<number>): string =>
  VERSION + Array.from(hashes, (hash) => hash.toString(BASE).padStart(DIGITS, '0')).join('');

/** Whether a stored fingerprint can be compared with new ones. */
export const isComparable = (fingerprint: string): boolean => fingerprint.startsWith(VERSION);

/** The hashes of one kind. */
function ofKind(hashes: Uint32Array, kind: HashKind): Uint32Array {
  const above = LIMITS[KINDS[KINDS.indexOf(kind) - 1] as HashKind] ?? 0;
  return hashes.filter((hash) => hash >= above && hash < LIMITS[kind]);
}

/** The hashes of a fingerprint. */
export function hashesOf(fingerprint: string): Uint32Array {
  const digits = fingerprint.slice(VERSION.length);
  return Uint32Array.from({ length: Math.floor(digits.length / DIGITS) }, (_, at) =>
    Number.parseInt(digits.slice(at * DIGITS, (at + 1) * DIGITS), BASE),
  );
}

/** What can be compared of several pages: of each kind, the hashes up to which all of them are complete. */
export function comparableHashes(fingerprints: readonly string[]): readonly Uint32Array[] {
  const pages = fingerprints.map(hashesOf);
  const largest = KINDS.map((kind) =>
    Math.min(
      ...pages.map((page) => {
        const own = ofKind(page, kind);
        return own.length < MAX_HASHES[kind] ? LIMITS[kind] : (own.at(-1) ?? 0);
      }),
    ),
  );
  return pages.map((page) => page.filter((hash) => hash <= (largest[KINDS.findIndex((kind) => hash < LIMITS[kind])] ?? 0)));
}

/** The fingerprint without what classes and ids add. */
export function withoutClasses(fingerprint: string): string {
  return encode(hashesOf(fingerprint).filter((hash) => hash < LIMITS.position));
}
