import type { QueryType } from '../identity/identity.js';

/**
 * The text whose SHA-256 is stored in the operator's index: query type and identity in lower case, because breaches hold what people
 * typed (`email:alice@example.com`). Digests made elsewhere are of the same text: `printf %s "email:…" | sha256sum`.
 *
 * @param value in normal form (`IdentityParser`)
 */
export function indexKey(type: QueryType, value: string): string {
  return `${type}:${value.normalize('NFC').toLowerCase()}`;
}
