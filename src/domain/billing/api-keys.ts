/** Permissions of an API key. A key in a sign-up flow has no need to decide where events are sent. */
export const SCOPES = ['lookups', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

/** Format of API keys, and the digest by which they are stored. */
export interface ApiKeyFormat {
  /** A new key; only its digest and last four characters may be stored. */
  create(): { key: string; digest: Uint8Array; lastFour: string };
  /** SHA-256 of a key; null for a text that cannot be one. */
  digestOf(key: string): Uint8Array | null;
}
