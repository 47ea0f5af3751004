import type { Json } from './json.js';

const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether the database accepts a time in ISO 8601: with a year of four digits, and no year 0. */
export function isStorableTime(at: Date): boolean {
  return at.getTime() >= EARLIEST && at.getTime() <= LATEST;
}

/** NUL and halves of surrogate pairs: JSON can spell them, PostgreSQL's `jsonb` refuses them. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** A value as JSON that the database accepts: what it cannot store, as third-party pages may contain, becomes U+FFFD. */
export function toJsonb(value: unknown): Json {
  const text = JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'string' ? part.replace(UNSTORABLE, '\ufffd') : part));
  return JSON.parse(text) as Json;
}
