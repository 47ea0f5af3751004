/** How keys look and how they are remembered. */
export interface ApiKeyFormat {
  /** A new key; only its digest and last four characters may be stored. */
  create(): { key: string; digest: Uint8Array; lastFour: string };
  /** SHA-256 of a key; null for what cannot be one. */
  digestOf(key: string): Uint8Array | null;
}
