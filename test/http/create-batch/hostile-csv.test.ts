import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { postBatch, type SentBatch } from '../../support/http/batches.js';
import { sharedBareApi } from '../../support/http/bare-api.js';

/** Asks for /healthz again and again from a process of its own, a line for each answer. */
const ASK = 'const ask = async () => { for (;;) console.log((await fetch(process.argv[1])).status); }; ask();';

describe('createBatch, with a table that is made to be slow', () => {
  const service = sharedBareApi();
  let asking: ChildProcess | undefined;
  afterEach(() => asking?.kill());

  it('costs its own caller only: others are answered before the batch is', async () => {
    const { key } = await service().account();
    asking = spawn(process.execPath, ['-e', ASK, `${service().url}/healthz`], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: asking.stdout ?? process.stdin });
    let answered = 0;
    lines.on('line', (status) => (answered += status === '200' ? 1 : 0));
    await once(lines, 'line');
    const quotes = `"${'\n'.repeat(4_001)}`.repeat(30);
    const rows = `<${'a@'.repeat(20)}>,${'x'.repeat(10)}\n`.repeat(8_900);
    const text = `email,username\n${quotes}${rows}"`;
    expect(text.length).toBeGreaterThan(580_000);
    const before = answered;
    const { status, body } = await postBatch(service(), key, text, { query: '?dryRun=true', type: 'text/csv' });
    expect(answered - before).toBeGreaterThanOrEqual(10);
    expect([status, (body as unknown as SentBatch).items, (body as unknown as SentBatch).invalid]).toEqual([200, 8_901, 8_901]);
  });

  it('names the line of a row that is too large, and looks nobody up for it', async () => {
    const { key } = await service().account();
    const note = (length: number) => `"${'a line of a note\n'.repeat(length)}"`;
    const text = `email,note\nada@example.com,${note(700)}\nada@example.com,${note(1_000)}\nrobin@example.com,"not closed\nx\ny`;
    const dry = await postBatch(service(), key, text, { query: '?dryRun=true', type: 'text/csv' });
    expect(dry).toMatchObject({
      status: 200,
      body: {
        items: 3,
        invalid: 2,
        cost: { amount: 1 },
        faults: [
          { index: 1, code: 'invalid_batch', message: 'line 703 has more than 16,384 characters.' },
          { index: 2, code: 'invalid_batch', message: 'line 1704 begins a quoted cell that does not end.' },
        ],
      },
    });
  });

  it.each([
    ['cells', `email${','.repeat(16_370)}\n${'x\n'.repeat(9_999)}`, 'line 1 has more than 1,000 cells.'],
    ['columns', `\nemail${',ip'.repeat(20)}\nx\n`, 'line 2 names more than 20 columns of identities, references and names.'],
    ['characters', `email${' '.repeat(16_384)}\nx\n`, 'line 1 has more than 16,384 characters.'],
  ])('refuses a header of too many %s', async (_, text, message) => {
    const { key } = await service().account();
    const response = await postBatch(service(), key, text, { query: '?dryRun=true', type: 'text/csv' });
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_batch', message } } });
  });
});
