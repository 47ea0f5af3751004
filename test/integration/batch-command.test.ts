import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/cli/api-client.js';
import { batchCommand } from '../../src/cli/batch-command.js';
import { batchesCommand } from '../../src/cli/batches-command.js';
import { startBareApi } from '../support/http/bare-api.js';
import { billOf } from '../support/http/ledger.js';
import type { Service } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'batch-command-'));
const file = join(folder, 'people.txt');
const names = (count: number, of = 'ada') => Array.from({ length: count }, (_, index) => `${of}-${index}`);

interface Printed {
  batchId: string | null;
  items: number;
  invalid: number;
  cost: { amount: number; unit: string };
  status: string;
  mode: string;
}

describe('footprint batch', () => {
  let service: Service;
  let received: string[];
  let notices: string[];
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => notices.push(String(text)) > 0);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => received.push(String(text)) > 0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  async function printed(run: () => Promise<unknown>): Promise<Printed[]> {
    received = [];
    notices = [];
    await run();
    return received
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Printed);
  }
  /** Runs the command on a file of these lines. @returns what it printed */
  async function run(key: string, lines: readonly string[], ...flags: readonly string[]): Promise<Printed> {
    writeFileSync(file, lines.join('\n'));
    const [only] = await printed(() => batchCommand().parseAsync([file, '--url', service.url, '--key', key, ...flags], { from: 'user' }));
    return only ?? expect.fail('nothing was printed');
  }
  const batches = (key: string, ...words: readonly string[]) =>
    printed(() => batchesCommand().parseAsync([...words, '--url', service.url, '--key', key], { from: 'user' }));
  const refusalOf = (running: Promise<unknown>) =>
    running.then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.message : null),
    );
  const itemsOf = (batchId: string | null) => service.sql<Record<string, unknown>[]>`
    SELECT ref, subjects, claimed_name AS "claimedName" FROM batch_items WHERE batch_id = ${batchId} ORDER BY position`;
  const storedOf = (accountId: string) => service.sql`SELECT 1 FROM batches WHERE account_id = ${accountId}`;

  it('names every bad line at once by its number in the file, blank lines counted, never by its text, and sends nothing', async () => {
    const { key, accountId } = await service.account();
    const lines = ['', ...names(60), '', '  ', 'not one@word', ...names(25, 'bob'), '+1 555', ...names(3, 'eve')];
    const refusal = await refusalOf(run(key, lines));
    expect(refusal?.split('\n').slice(1)).toEqual([
      `  line ${lines.indexOf('not one@word') + 1}: is not a valid e-mail address`,
      `  line ${lines.indexOf('+1 555') + 1}: is not a valid phone number`,
    ]);
    expect(refusal).not.toContain('one@word');
    expect(await storedOf(accountId)).toHaveLength(0);
  });

  it('reads numbers without + if their country is named, and says how to name it', async () => {
    const { key, accountId } = await service.account();
    const lines = ['phone', '0170/1234567', '+12025550123'];
    const refusal = await refusalOf(run(key, lines));
    expect(refusal).toMatch(/nothing was sent:\n {2}line 2: is not a valid phone number: it needs \+ and the country code$/);
    expect(notices.join('')).toContain('Phone numbers without + are read if you name their country: --region DE.');
    expect(await storedOf(accountId)).toHaveLength(0);
    const { batchId, items } = await run(key, lines, '--region', 'DE');
    expect(items).toBe(2);
    expect(notices.join('')).not.toContain('--region');
    expect((await itemsOf(batchId)).map(({ subjects }) => subjects)).toEqual([{ phone: '+491701234567' }, { phone: '+12025550123' }]);
  });

  it('names what the service refuses by its line too', async () => {
    const { key, accountId } = await service.account();
    const refusal = await refusalOf(run(key, ['username,ref', 'ada-example,1', '', `bob-example,${'x'.repeat(101)}`]));
    expect(refusal).toMatch(/One line of .* cannot be looked up; nothing was sent:\n {2}line 4: ref:/);
    expect(await storedOf(accountId)).toHaveLength(0);
  });

  it('leaves bad lines out when asked to, and says which', async () => {
    const { key } = await service.account();
    const lines = ['username,ref', 'ada-example,1', 'two words,2', `bob-example,${'x'.repeat(101)}`, 'eve-example,'];
    const { batchId, items, invalid } = await run(key, lines, '--skip-invalid');
    expect([items, invalid]).toEqual([3, 1]);
    expect(notices.join('')).toMatch(/left out:\n {2}line 3: is not a username.*left out:\n {2}line 4: ref:/s);
    expect((await itemsOf(batchId)).map(({ ref }) => ref)).toEqual(['1', null, 'line 5']);
  });

  it('a file that is sent again is the same batch, which bills nothing until it starts; who says so gets another one', async () => {
    const { key, accountId } = await service.account();
    const first = await run(key, names(120));
    expect(first).toMatchObject({ batchId: expect.stringMatching(/^bat_/) as string, items: 120, cost: { amount: 120, unit: 'lookups' } });
    expect(notices.join('')).toContain(`footprint batches results ${first.batchId} --wait`);
    expect((await run(key, names(120))).batchId).toBe(first.batchId);
    expect((await run(key, names(120), '--deep')).batchId).not.toBe(first.batchId);
    expect((await run(key, names(119))).batchId).not.toBe(first.batchId);
    expect((await run(key, names(120), '--again')).batchId).not.toBe(first.batchId);
    expect(await storedOf(accountId)).toHaveLength(4);
    expect((await billOf(service, accountId)).ledger).toBe(0);
  });

  it('a header row is recognised; a row is one person, with its reference and name', async () => {
    const { key } = await service.account();
    const lines = ['Name,E-Mail,Username,Ref,Note', '"Example, Ada",ada@example.com,ada-example,c-1,x', 'Bob,,bob-example,,'];
    const { batchId } = await run(key, lines);
    expect(notices.join('')).toContain('column 2 as e-mail');
    expect(await itemsOf(batchId)).toEqual([
      { ref: 'c-1', subjects: { email: 'ada@example.com', username: 'ada-example' }, claimedName: 'Example, Ada' },
      { ref: 'line 3', subjects: { username: 'bob-example' }, claimedName: 'Bob' },
    ]);
  });

  it.each([
    [[], 'default'],
    [['--deep'], 'deep'],
    [['--instant'], 'instant'],
  ] as const)('with %j the mode is %s', async (flags, mode) => {
    const { key } = await service.account();
    const { batchId } = await run(key, names(1), ...flags);
    expect(await batches(key, 'show', batchId ?? '')).toMatchObject([{ mode, status: 'queued', items: 1 }]);
  });

  it('platforms and the purpose are those of all lines', async () => {
    const { key, accountId } = await service.account();
    await service.sql`UPDATE accounts SET purposes = '{fraud review}' WHERE id = ${accountId}`;
    const { batchId } = await run(key, names(2), '--platforms', 'site-0001, site-0002', '--purpose', 'fraud review');
    expect(await service.sql`SELECT platforms, purpose FROM batches WHERE id = ${batchId}`).toEqual([
      { platforms: ['site-0001', 'site-0002'], purpose: 'fraud review' },
    ]);
  });

  it('a dry run shows the cost and stores nothing', async () => {
    const { key, accountId } = await service.account();
    expect(await run(key, names(3), '--dry-run')).toMatchObject({ batchId: null, items: 3, invalid: 0, cost: { amount: 3 } });
    expect(await storedOf(accountId)).toHaveLength(0);
  });

  it('a file for the results that cannot be written is named before anything is sent', async () => {
    const { key, accountId } = await service.account();
    const out = join(folder, 'none', 'results.csv');
    expect(await refusalOf(run(key, names(2), '--out', out))).toMatch(/cannot be written; nothing was sent/);
    expect(await storedOf(accountId)).toHaveLength(0);
  });

  it('lists batches newest first, and pauses, resumes and cancels one', async () => {
    const { key } = await service.account();
    const sent: (string | null)[] = [];
    for (const count of [1, 2, 3]) sent.unshift((await run(key, names(count))).batchId);
    expect((await batches(key)).map(({ batchId }) => batchId)).toEqual(sent);
    expect((await batches(key, 'list', '--limit', '2')).map(({ batchId }) => batchId)).toEqual(sent.slice(0, 2));
    const id = sent[0] ?? '';
    expect(await batches(key, 'pause', id)).toMatchObject([{ status: 'paused', pausedBecause: 'requested' }]);
    expect(await batches(key, 'resume', id)).toMatchObject([{ status: 'queued', pausedBecause: null }]);
    expect(await batches(key, 'cancel', id)).toMatchObject([{ status: 'cancelled', counts: { cancelled: 3 } }]);
    expect(await refusalOf(batches(key, 'resume', id))).toContain('batch_ended');
    expect(await refusalOf(batches(key, 'show', 'bat_unknown'))).toContain('not_found');
  });
});
