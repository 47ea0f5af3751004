/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The value that a JSON text stands for; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value with each of its texts replaced. @param rename the same for the names of members; default: they stay */
export function replaceTexts(json: Json, replace: (text: string) => string, rename: (name: string) => string = (name) => name): Json {
  if (typeof json === 'string') return replace(json);
  if (Array.isArray(json)) return json.map((each: Json) => replaceTexts(each, replace, rename));
  if (!isRecord(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, each]) => [rename(name), replaceTexts(each as Json, replace, rename)]));
}

/** Objects as they are sent and written: a line of JSON each (NDJSON). */
export async function* encodedLines(objects: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const each of objects) yield `${JSON.stringify(each)}\n`;
}

/** An object with a long list, as it is sent: a piece for each item. @param items as JSON @param others members behind the list, one at least */
export async function* encodedList(name: string, items: Iterable<string>, others: object): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:[`;
  let isFirst = true;
  for (const item of items) {
    yield isFirst ? item : `,${item}`;
    isFirst = false;
  }
  yield `],${JSON.stringify(others).slice(1)}`;
}

/** A value as JSON has it: times are text in ISO 8601. */
export type InJson<T> = T extends Date ? string : T extends object ? { -readonly [Name in keyof T]: InJson<T[Name]> } : T;

/** @returns the value as whoever reads its JSON gets it */
export const inJson = <T>(value: T): InJson<T> => JSON.parse(JSON.stringify(value)) as InJson<T>;

const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether the database accepts a time in ISO 8601: with a year of four digits, and no year 0. */
export function isStorableTime(at: Date): boolean {
  return at.getTime() >= EARLIEST && at.getTime() <= LATEST;
}

/** NUL and halves of surrogate pairs: JSON can spell them, PostgreSQL's `jsonb` refuses them. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Whether the database can store a text. */
export const isStorableText = (text: string): boolean => text.search(UNSTORABLE) < 0;

/** JSON that the database accepts as `jsonb`: what it cannot store, as third-party pages may contain, becomes U+FFFD. */
export const jsonbText = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'string' ? part.replace(UNSTORABLE, '\ufffd') : part));

/** The value that `jsonbText` stands for. */
export const toJsonb = (value: unknown): Json => JSON.parse(jsonbText(value)) as Json;
