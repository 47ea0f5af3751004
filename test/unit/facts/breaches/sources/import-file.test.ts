import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  formatOf,
  importFingerprint,
  readCsv,
  readImportFile,
  readJsonLines,
} from '../../../../../src/facts/breaches/sources/import-file.js';
import type { ImportLine } from '../../../../../src/facts/breaches/import-record.js';

const folder = mkdtempSync(join(tmpdir(), 'breach-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text in pieces of this size, as a file arrives. */
const inPieces = (text: string, size: number) => {
  const bytes = Buffer.from(text);
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  );
};
async function all(lines: AsyncIterable<ImportLine>): Promise<ImportLine[]> {
  const found: ImportLine[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

describe('CSV', () => {
  it.each([1, 7, 4_096])('is read by its column names, whatever the pieces it comes in (%i bytes)', async (size) => {
    const text =
      '\uFEFFEmail, Breach ,date\r\nalice@example.com,"Adobe, ""Inc."" x",2013-10-04\n\nzoë@example.com,Other;x,2020-01-01\r\ncarol@example.com,Last';
    expect(await all(readCsv(inPieces(text, size)))).toEqual([
      { line: 2, fields: { email: 'alice@example.com', breach: 'Adobe, "Inc." x', date: '2013-10-04' } },
      { line: 4, fields: { email: 'zoë@example.com', breach: 'Other;x', date: '2020-01-01' } },
      { line: 5, fields: { email: 'carol@example.com', breach: 'Last' } },
    ]);
  });

  it.each([';', '\t'])('may be separated by %j', async (delimiter) => {
    const text = ['email', 'breach'].join(delimiter).concat('\n', ['a@example.com', 'x, y'].join(delimiter));
    expect(await all(readCsv(inPieces(text, 9)))).toEqual([{ line: 2, fields: { email: 'a@example.com', breach: 'x, y' } }]);
  });

  it('goes on behind every line that cannot be read', async () => {
    const text = `email,breach\na@example.com,x\n"unclosed,x\nb"c@example.com,x\n${'y'.repeat(70_000)}\na,b,c\nd@example.com,x\n`;
    expect(await all(readCsv(inPieces(text, 4_096)))).toEqual([
      { line: 2, fields: { email: 'a@example.com', breach: 'x' } },
      { line: 3, problem: 'cannot be read as CSV' },
      { line: 4, fields: { email: 'b"c@example.com', breach: 'x' } },
      { line: 5, problem: 'is too long' },
      { line: 6, problem: 'has more columns than the first line names' },
      { line: 7, fields: { email: 'd@example.com', breach: 'x' } },
    ]);
  });

  it('of nothing is nothing', async () => {
    expect(await all(readCsv(inPieces('', 1)))).toEqual([]);
    expect(await all(readCsv(inPieces('email,breach\n', 5)))).toEqual([]);
  });
});

describe('JSON lines', () => {
  it.each([1, 5, 4_096])('are read one by one, whatever the pieces (%i bytes)', async (size) => {
    const text = '\uFEFF{"Email":"zoë@example.com","date":"2013-10-04","n":7,"x":null}\r\n\nnot json\n[1]\n{"phone":"+12025550123"}';
    expect(await all(readJsonLines(inPieces(text, size)))).toEqual([
      { line: 1, fields: { email: 'zoë@example.com', date: '2013-10-04', n: '7' } },
      { line: 3, problem: 'is not a JSON object' },
      { line: 4, problem: 'is not a JSON object' },
      { line: 5, fields: { phone: '+12025550123' } },
    ]);
  });

  it('one that never ends is left out, and costs no memory', async () => {
    const text = `{"email":"a@example.com"}\n${'x'.repeat(300_000)}\n{"email":"b@example.com"}\n`;
    expect(await all(readJsonLines(inPieces(text, 4_096)))).toEqual([
      { line: 1, fields: { email: 'a@example.com' } },
      { line: 2, problem: 'is too long' },
      { line: 3, fields: { email: 'b@example.com' } },
    ]);
  });

  it('keep their numbers in any file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('{"a":"1"}', '', 'bad', '{}'), { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          const lines = await all(readJsonLines(inPieces(texts.join('\n'), size)));
          expect(lines.map(({ line }) => line)).toEqual(texts.flatMap((text, index) => (text === '' ? [] : [index + 1])));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a file', () => {
  it('says its format by its name', () => {
    expect(['a.csv', 'b.CSV', 'c.jsonl', 'd.ndjson', 'e.txt', 'f'].map(formatOf)).toEqual(['csv', 'csv', 'jsonl', 'jsonl', null, null]);
  });

  it('is the same import only with the same content and the same words about it', async () => {
    const [one, other] = [join(folder, 'one.csv'), join(folder, 'other.csv')];
    writeFileSync(one, 'email\na@example.com\n');
    writeFileSync(other, 'email\na@example.com\n');
    const first = await importFingerprint(one, { breach: 'A' });
    expect(await importFingerprint(other, { breach: 'A' })).toBe(first);
    expect(await importFingerprint(one, { breach: 'B' })).not.toBe(first);
    writeFileSync(other, 'email\nb@example.com\n');
    expect(await importFingerprint(other, { breach: 'A' })).not.toBe(first);
    expect(await all(readImportFile(one, 'csv'))).toEqual([{ line: 2, fields: { email: 'a@example.com' } }]);
  });

  it('that is not there is an error', async () => {
    await expect(all(readImportFile(join(folder, 'none.jsonl'), 'jsonl'))).rejects.toThrow();
    await expect(all(readImportFile(join(folder, 'none.csv'), 'csv'))).rejects.toThrow();
  });
});
