import type { QueryType } from '../identity.js';

/**
 * The text whose SHA-256 stands in the operator's index: kind and identity in one case, since breaches hold what people
 * typed (`email:alice@example.com`). Also what `printf %s "email:…" | sha256sum` is to be given for digests made elsewhere.
 *
 * @param value in normal form (`IdentityParser`)
 */
export function indexKey(type: QueryType, value: string): string {
  return `${type}:${value.normalize('NFC').toLowerCase()}`;
}
