/**
 * Digests of identities, or of what contains them. Identities can be guessed, so a digest hides one only with a key that is not kept
 * beside it. Implemented in `adapters/keyed-digest.ts`.
 */
export interface KeyedDigest {
  /** The digest that is stored for a text, in hexadecimal. */
  of(text: string): string;
  /** Every digest that may be stored for a text: by the newest key, by each older one, and without a key. */
  all(text: string): readonly string[];
}
