import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBareApi } from '../support/http/bare-api.js';
import type { Service } from '../support/service.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

describe('the TypeScript client as a package', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-client-'));
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
    await run(process.execPath, ['scripts/build-client.mjs'], { cwd: ROOT });
    // Its dependencies come from this project's own installation: no registry is asked.
    const packages = [
      'clients/typescript',
      ...['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers'].map((name) => `node_modules/${name}`),
    ];
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, ...packages.map((name) => `./${name}`)], { cwd: ROOT });
    const tarballs = readdirSync(folder)
      .filter((name) => name.endsWith('.tgz'))
      .map((name) => `./${name}`);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
    await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is used by plain Node in an empty folder', async () => {
    const { key } = await service.account();
    writeFileSync(
      path.join(folder, 'use.js'),
      `
      import { createFootprintClient, FootprintError, unwrap, verifyWebhook } from 'footprint-client';
      const client = createFootprintClient({ baseUrl: process.env.URL, apiKey: process.env.KEY });
      const { total } = unwrap(await client.GET('/v1/platforms'));
      const refusal = await client.POST('/v1/lookup', { body: {} }).then((answer) => unwrap(answer)).catch((error) => error);
      console.log(JSON.stringify({ total, code: refusal.code, isError: refusal instanceof FootprintError, verify: typeof verifyWebhook }));`,
    );
    const { stdout, stderr } = await run(process.execPath, ['use.js'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], URL: service.url, KEY: key },
    });
    expect([JSON.parse(stdout), stderr]).toEqual([{ total: 10, code: 'missing_subject', isError: true, verify: 'function' }, '']);
  });

  it('brings its types', async () => {
    const check = async (statement: string): Promise<string> => {
      writeFileSync(
        path.join(folder, 'typed.ts'),
        `
        import { createFootprintClient, lookup, type LookupResponse } from 'footprint-client';
        const client = createFootprintClient({ baseUrl: 'https://footprint.example.com', apiKey: 'key' });
        ${statement}`,
      );
      const args = [TSC, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', 'typed.ts'];
      return run(process.execPath, args, { cwd: folder }).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
    };
    expect(await check(`export const found: Promise<LookupResponse> = lookup(client, { email: 'ada@example.com' });`)).toBe('');
    expect(await check(`export const found: Promise<LookupResponse> = lookup(client, { mail: 'ada@example.com' });`)).toMatch(
      /'mail' does not exist/,
    );
  }, 240_000);
});
