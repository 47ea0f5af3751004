import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { collectionFileSchema } from '../../../../src/engine/catalogue/entry-schema.js';
import { loadCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { catalogueImportCommand } from '../../../../src/cli/catalogue-import-command.js';
import { chooseOutput } from '../../../../src/cli/output-option.js';

const folder = mkdtempSync(join(tmpdir(), 'catalogue-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const notices: string[] = [];
async function run(...args: string[]): Promise<string> {
  const verdict: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => notices.push(String(chunk)) > 0);
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => verdict.push(String(chunk)) > 0);
  const command = catalogueImportCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  await command.parseAsync(args, { from: 'user' });
  return verdict.join('');
}

const list = join(folder, 'wmn-data.json');
const site = {
  uri_check: 'https://shop.example.com/{account}',
  e_code: 200,
  e_string: 'class="shop-owner"',
  m_code: 404,
  m_string: 'No such user',
  known: ['northwind'],
};
writeFileSync(
  list,
  JSON.stringify({
    sites: [
      { ...site, name: 'Shop' },
      { ...site, name: 'Closed', valid: false },
    ],
  }),
);

test('prints counts and reasons, and writes a file that CATALOGUE_PATH takes', async () => {
  const out = join(folder, 'wmn.json');
  const verdict = await run('--format', 'wmn', list, '--out', out);
  expect(verdict).toContain('admitted 1, refused 1');
  expect(verdict).toContain('two-sided');
  expect(verdict).toContain('Closed: the source has switched it off');
  expect(notices.join('')).toContain('CC BY-SA 4.0');
  expect(collectionFileSchema.parse(JSON.parse(readFileSync(out, 'utf8'))).source).toMatchObject({
    name: 'WhatsMyName',
    licence: 'CC BY-SA 4.0',
  });
  const { catalogue, refused } = loadCatalogue({ root: folder, extra: `only:${out}` });
  expect(refused).toEqual([]);
  expect(catalogue.get('shop')?.probes.username?.request.url).toBe('https://shop.example.com/{username}');
});

test('without --out it only reports', async () => {
  notices.length = 0;
  await run('--format', 'wmn', list);
  expect(notices).toEqual([]);
});

test('its report is JSON, or CSV with a row for each refusal', async () => {
  const refusal = { name: 'Closed', reason: 'the source has switched it off, because its check does not work' };
  expect(JSON.parse(await run('--format', 'wmn', list, '--json'))).toMatchObject({ admitted: 1, refused: 1, refusals: [refusal] });
  expect((await run('--format', 'wmn', list, '--output', 'csv')).split('\r\n')[1]).toMatch(
    /^Closed,.*,"the source has switched it off, because/,
  );
  chooseOutput();
});

test.each([
  ['a format that is none', ['--format', 'holehe', 'x.json'], /holehe/],
  ['no format', ['x.json'], /--format/],
  ['a file that is not there', ['--format', 'sherlock', join(folder, 'nowhere.json')], /cannot be read \(ENOENT\)/],
  ['a file that is not valid JSON', ['--format', 'maigret', join(folder, 'bad.json')], /is not valid JSON/],
])('%s is said in one sentence', async (_, args, words) => {
  writeFileSync(join(folder, 'bad.json'), '{');
  await expect(run(...args)).rejects.toThrow(words);
});
