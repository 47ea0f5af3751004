/** Bodies of lines are read as they arrive, a piece at a time: between two pieces everybody else has a turn. */
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { everyRoute } from '../../../src/api/routes.js';
import { CSV, readItems } from '../../../src/features/batches/routes/shared/read-items.js';
import { linesOf } from '../../../src/features/outcomes/routes/record-outcomes.js';
import { inTurns } from '../../../src/kernel/http/json-body.js';
import { LibraryIdentityParser } from '../../../src/kernel/identity/identity-parser.js';
import { TableReader } from '../../../src/kernel/values/read-csv.js';

const identities = new LibraryIdentityParser();
const OUTCOMES = `lookup_id,outcome\n${'lkp_01m7y8dd45e4fbn0v7h1d9p9b9,fraud\n'.repeat(1_000)}`;
const PEOPLE = `email\n${'ada@example.com\n'.repeat(1_000)}`;

async function readPeople(bytes: AsyncIterable<Buffer>) {
  const items = [];
  for await (const item of readItems({ type: CSV, bytes }, createHash('sha256'), identities)) items.push(item);
  return items;
}
const READERS: Readonly<Record<string, readonly [string, (bytes: AsyncIterable<Buffer>) => Promise<readonly unknown[]>]>> = {
  createBatch: [PEOPLE, readPeople],
  recordOutcomes: [OUTCOMES, (bytes) => linesOf({ bytes })],
};
async function* piecesOf(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

describe('a body of lines', () => {
  it('is of these operations', () => {
    expect(
      everyRoute
        .filter(({ streamed }) => streamed)
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(Object.keys(READERS).sort());
  });

  it.each(Object.entries(READERS))('of %s is read a small piece at a time', async (_, [text, read]) => {
    const write = vi.spyOn(TableReader.prototype, 'write');
    onTestFinished(() => write.mockRestore());
    expect(await read(inTurns(piecesOf(Buffer.from(text), 65_536)))).toHaveLength(1_000);
    expect(Math.max(...write.mock.calls.map(([piece]) => piece.length))).toBeLessThanOrEqual(1_024);
  });

  it.each(Object.entries(READERS))('of %s may come in UTF-16, and byte by byte', async (_, [text, read]) => {
    expect(await read(piecesOf(Buffer.from(`\ufeff${text}`, 'utf16le'), 1))).toHaveLength(1_000);
  });
});
