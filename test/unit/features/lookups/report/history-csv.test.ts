import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../../clients/typescript/lines.js';
import { type ExportedLine, historyCsv } from '../../../../../src/features/lookups/report/history-csv.js';

const LOOKUP: ExportedLine = {
  type: 'lookup',
  lookupId: 'lkp_1',
  createdAt: '2030-03-01T00:00:00.000Z',
  finishedAt: null,
  kind: 'lookup',
  status: 'processing',
  identities: [{ value: '=HYPERLINK("x")' }, { value: 'ada@example.com' }],
  apiKeyId: 'key_1',
  purpose: null,
  matches: 3,
  platformsChecked: 40,
  risk: { score: 12, level: 'low', modelVersion: '1' },
};
const END: ExportedLine = { type: 'end' };

/** The lines as a response has them, in chunks of some bytes. */
function bodyOf(lines: readonly object[], size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

async function fileOf(lines: readonly object[], size = 7): Promise<string> {
  const parts: string[] = [];
  for await (const part of historyCsv(readLines<ExportedLine>(bodyOf(lines, size)))) parts.push(part);
  return parts.join('');
}

describe('the history as a CSV file', () => {
  it.each([1, 7, 100_000])('has a row for each lookup, however the response arrives (%i bytes at once)', async (size) => {
    const unusual = { ...LOOKUP, lookupId: 'lkp_2', identities: [{ value: 'zoë' }], risk: null };
    const rows = parse(await fileOf([LOOKUP, unusual, END], size), { columns: true }) as Record<string, string>[];
    expect(rows).toMatchObject([
      {
        lookup: 'lkp_1',
        identities: '\'=HYPERLINK("x") ada@example.com',
        registered: '3',
        risk_score: '12',
        risk_level: 'low',
        finished_at: '',
      },
      { lookup: 'lkp_2', identities: 'zoë', risk_score: '' },
    ]);
  });

  it('is refused when the export did not reach its end', async () => {
    await expect(fileOf([LOOKUP])).rejects.toThrow('before it was complete');
    await expect(fileOf([])).rejects.toThrow('before it was complete');
  });
});
