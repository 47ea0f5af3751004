/** What a JSON Pointer found: a value, or nothing at that place (`null` is a value). */
export type Pointed = { readonly found: true; readonly value: unknown } | { readonly found: false };

const MISSING: Pointed = { found: false };
const ARRAY_INDEX = /^(0|[1-9]\d*)$/;

/**
 * Reads one place of a parsed JSON document (RFC 6901). Only own members count, so that `constructor` is not found in
 * every object. A malformed pointer finds nothing.
 */
export function readPointer(document: unknown, pointer: string): Pointed {
  if (pointer === '') return { found: true, value: document };
  if (!pointer.startsWith('/')) return MISSING;
  let value = document;
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) {
      if (!ARRAY_INDEX.test(key) || Number(key) >= value.length) return MISSING;
      value = value[Number(key)];
    } else if (isRecord(value) && Object.hasOwn(value, key)) {
      value = value[key];
    } else {
      return MISSING;
    }
  }
  return { found: true, value };
}

/** A JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
