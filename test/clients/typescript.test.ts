import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { TYPESCRIPT_CLIENT } from '../../tools/clients/typescript.js';
import { startConformance } from '../support/clients/conformance.js';

const run = promisify(execFile);
const TSC = path.join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
/** Its dependencies come from this project's own installation: no registry is asked. */
const DEPENDENCIES = ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers'];

describe('the TypeScript client as a package, in an empty folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-client-'));
  let conformance: Awaited<ReturnType<typeof startConformance>>;
  beforeAll(async () => {
    conformance = await startConformance();
    await TYPESCRIPT_CLIENT.build(folder);
    const packages = DEPENDENCIES.map((name) => `./node_modules/${name}`);
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, ...packages], { cwd: PROJECT_ROOT });
    const archives = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
    const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...archives.map((name) => `./${name}`)];
    await run('npm', install, { cwd: folder });
  });
  afterAll(async () => {
    await conformance.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('calls every operation, waits, resumes, sends a batch, verifies a webhook and types every refusal', async () => {
    copyFileSync(path.join(PROJECT_ROOT, 'test/clients/conformance/conformance.mjs'), path.join(folder, 'conformance.mjs'));
    await conformance.run(folder, async (env) => {
      const { stdout } = await run(process.execPath, ['conformance.mjs'], { cwd: folder, env, maxBuffer: 64 << 20 });
      return stdout;
    });
  }, 240_000);

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
