import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { TYPESCRIPT_CLIENT } from '../../tools/clients/typescript.js';
import { installPackage } from '../support/clients/install-package.js';

const run = promisify(execFile);
const TSC = path.join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
describe('the TypeScript client as a package, in an empty folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-client-'));
  beforeAll(async () => {
    const archives = path.join(folder, 'archives');
    mkdirSync(archives);
    await TYPESCRIPT_CLIENT.build(archives);
    await installPackage(folder, archives);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('brings its types', async () => {
    const check = async (statement: string): Promise<string> => {
      writeFileSync(
        path.join(folder, 'typed.ts'),
        `
        import { createFootprintClient, lookup, type LookupV2 } from 'footprint-client';
        const client = createFootprintClient({ baseUrl: 'https://footprint.example.com', apiKey: 'key' });
        ${statement}`,
      );
      const args = [TSC, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', 'typed.ts'];
      return run(process.execPath, args, { cwd: folder }).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
    };
    expect(await check(`export const found: Promise<LookupV2> = lookup(client, { identities: { emails: ['ada@example.com'] } });`)).toBe(
      '',
    );
    expect(await check(`export const found: Promise<LookupV2> = lookup(client, { identities: { mails: ['ada@example.com'] } });`)).toMatch(
      /'mails' does not exist/,
    );
  }, 240_000);

  it('has the surface that is committed', async () => {
    await TYPESCRIPT_CLIENT.generate();
    expect(await TYPESCRIPT_CLIENT.surface()).toBe(readFileSync(path.join(PROJECT_ROOT, 'clients/typescript/surface.txt'), 'utf8'));
  });
});

// 600, and what deadlines of every call and unreliable networks need.
it('the TypeScript client is at most 792 lines by hand', () => {
  const folder = path.join(PROJECT_ROOT, 'clients/typescript');
  const byHand = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'schema.d.ts');
  const lines = byHand.map((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n').length);
  expect(lines.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(792);
});
