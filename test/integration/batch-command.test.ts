import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiRefusal } from '../../src/cli/api-client.js';
import { batchCommand } from '../../src/cli/batch-command.js';
import { startBareApi } from '../support/http/bare-api.js';
import { billOf } from '../support/http/ledger.js';
import type { Service } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'batch-command-'));
const file = join(folder, 'people.txt');
const names = (count: number, of = 'ada') => Array.from({ length: count }, (_, index) => `${of}-${index}`);

describe('footprint batch', () => {
  let service: Service;
  let told: string[];
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    told = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Runs the command on a file of these lines. @returns what it printed */
  async function run(key: string, lines: readonly string[], ...flags: readonly string[]): Promise<{ identity: string; lookupId: string }[]> {
    told = [];
    writeFileSync(file, lines.join('\n'));
    await batchCommand().parseAsync([file, '--url', service.url, '--key', key, ...flags], { from: 'user' });
    return told.map((line) => JSON.parse(line) as { identity: string; lookupId: string });
  }

  it('a file that broke off at a bad line is mended and run again: every line is billed once', async () => {
    const { key, accountId } = await service.account();
    const people = names(120);
    await expect(run(key, people.with(56, '@'))).rejects.toThrow(ApiRefusal);
    expect((await billOf(service, accountId)).ledger).toBe(50);
    const results = await run(key, people);
    expect(results.map(({ identity }) => identity)).toEqual(people);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 120, ledger: 120, used: 120 });
    expect(await run(key, people)).toEqual(results);
    expect((await billOf(service, accountId)).ledger).toBe(120);
  });

  it('a bad line is told by its number in the file, blank lines counted, and never by its text', async () => {
    const { key } = await service.account();
    const lines = ['', ...names(30), '', '  ', ...names(25, 'bob'), 'not one@word', ...names(3, 'eve')];
    const refusal = await run(key, lines).then(() => null, (error: Error) => error.message);
    expect(refusal).toMatch(new RegExp(`^line ${lines.indexOf('not one@word') + 1}: .+\\(invalid_batch\\)$`));
    expect(refusal).not.toContain('one@word');
  });

  it('the same lines at another place of the file are other lookups', async () => {
    const { key, accountId } = await service.account();
    const results = await run(key, [...names(50), ...names(50)]);
    expect(new Set(results.map(({ lookupId }) => lookupId)).size).toBe(100);
    expect((await billOf(service, accountId)).ledger).toBe(100);
  });

  it('who says so has the file queued and billed again', async () => {
    const { key, accountId } = await service.account();
    for (const flags of [[], ['--again']]) await run(key, names(3), ...flags);
    expect((await billOf(service, accountId)).ledger).toBe(6);
  });
});
