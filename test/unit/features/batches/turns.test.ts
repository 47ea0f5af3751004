/** A batch is read item by item, in whatever form it came: nobody else waits until its last one. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CSV, listedItems, NDJSON, readItems } from '../../../../src/features/batches/routes/shared/read-items.js';
import { inTurns } from '../../../../src/kernel/http/json-body.js';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';

const ITEMS = 4_000;
const items = Array.from({ length: ITEMS }, (_, index) => ({ identities: { usernames: [`ada-${index}`] } }));

async function* whole(text: string) {
  yield Buffer.from(text);
}
const streamed = (type: string, text: string) =>
  readItems({ type, bytes: inTurns(whole(text)) }, createHash('sha256'), new LibraryIdentityParser());

const FORMS = {
  'JSON of all items': () => listedItems(items),
  'a line of JSON for each': () => streamed(NDJSON, items.map((each) => `${JSON.stringify(each)}\n`).join('')),
  CSV: () => streamed(CSV, `username,ref\n${items.map((_, index) => `ada-${index},the reference of line ${index}\n`).join('')}`),
};

describe('the items of a batch', () => {
  it.each(Object.entries(FORMS))('as %s leave others their turns', async (_, read) => {
    let turns = 0;
    const others = () => {
      turns += 1;
      waiting = setImmediate(others);
    };
    let waiting = setImmediate(others);
    let count = 0;
    try {
      for await (const item of read()) {
        expect(item).not.toHaveProperty('fault');
        count += 1;
      }
    } finally {
      clearImmediate(waiting);
    }
    expect(count).toBe(ITEMS);
    expect(turns).toBeGreaterThan(0);
  });
});
