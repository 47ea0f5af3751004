/** Permissions of an API key. A key in a sign-up flow has no need to decide where events are sent, or which other keys there are. */
export const SCOPES = ['lookups', 'webhooks', 'account'] as const;
export type Scope = (typeof SCOPES)[number];

/** Keys of an account that may be in use at once. */
export const MAX_KEYS = 100;
/** Longest name of a key, in characters. */
export const MAX_KEY_NAME = 100;
/** How long a key that was rolled may go on beside the new one, in seconds: seven days. */
export const MAX_KEY_OVERLAP_SECONDS = 7 * 86_400;

/** Format of API keys, and the digest by which they are stored. */
export interface ApiKeyFormat {
  /** A new key; only its digest and last four characters may be stored. */
  create(): { key: string; digest: Uint8Array; lastFour: string };
  /** SHA-256 of a key; null for a text that cannot be one. */
  digestOf(key: string): Uint8Array | null;
}
