import type { Json } from './probe-rule.js';

/** NUL and halves of surrogate pairs: JSON can spell them, PostgreSQL's `jsonb` refuses them. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** A value as JSON that the record takes: what it cannot hold, as pages of strangers may contain, becomes U+FFFD. */
export function storable(value: unknown): Json {
  const text = JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'string' ? part.replace(UNSTORABLE, '\ufffd') : part));
  return JSON.parse(text) as Json;
}
