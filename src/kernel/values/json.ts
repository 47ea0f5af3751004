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

/** Objects as they are sent and written: a line of JSON each (NDJSON). */
export async function* encodedLines(objects: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const each of objects) yield `${JSON.stringify(each)}\n`;
}
