/** The clients of all languages, each from the archive that would be published, against the service with the simulator. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { GO_CLIENT } from '../../tools/clients/go.js';
import { PYTHON_CLIENT } from '../../tools/clients/python.js';
import { TYPESCRIPT_CLIENT } from '../../tools/clients/typescript.js';
import { startConformance } from '../support/clients/conformance.js';
import { emptyModule } from '../support/clients/empty-module.js';
import { installPackage } from '../support/clients/install-package.js';

const run = promisify(execFile);
const MINUTES_10 = 600_000;
const MAX_BUFFER = 64 << 20;
const lackingGo = await GO_CLIENT.missing();

describe('in an empty folder, a client calls every operation, waits, resumes, sends a batch, verifies a webhook and types refusals', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'footprint-conformance-'));
  let conformance: Awaited<ReturnType<typeof startConformance>>;
  beforeAll(async () => {
    conformance = await startConformance();
  });
  afterAll(async () => {
    await conformance.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** A folder with the script of a language, and one for its archives. */
  function folderFor(script: string): { folder: string; archives: string } {
    const folder = path.join(root, script);
    const archives = path.join(root, `${script}-archives`);
    for (const each of [folder, archives]) mkdirSync(each);
    copyFileSync(path.join(PROJECT_ROOT, 'test/clients/conformance', script), path.join(folder, script));
    return { folder, archives };
  }

  it('in TypeScript', { timeout: MINUTES_10 }, async () => {
    const { folder, archives } = folderFor('conformance.mjs');
    await TYPESCRIPT_CLIENT.build(archives);
    await installPackage(folder, archives);
    await conformance.run(folder, async (env) => {
      const { stdout } = await run(process.execPath, ['conformance.mjs'], { cwd: folder, env, maxBuffer: MAX_BUFFER });
      return stdout;
    });
  });

  it('as the README of the TypeScript client shows', { timeout: MINUTES_10 }, async () => {
    const folder = path.join(root, 'conformance.mjs');
    const { key } = await conformance.service.account();
    const env = { ...process.env, FOOTPRINT_URL: conformance.service.url, FOOTPRINT_API_KEY: key };
    const readme = readFileSync(path.join(PROJECT_ROOT, 'clients/typescript/README.md'), 'utf8');
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code).filter((code) => !code.includes('express'));
    expect(examples).toHaveLength(4);
    const printed: string[] = [];
    for (const [index, code] of examples.entries()) {
      const file = path.join(folder, `example-${index}.mts`);
      writeFileSync(file, code);
      const loader = pathToFileURL(path.join(PROJECT_ROOT, 'node_modules/tsx/dist/loader.mjs')).href;
      const { stdout, stderr } = await run(process.execPath, ['--import', loader, file], { cwd: folder, env });
      printed.push(stdout + stderr);
    }
    expect(printed).toEqual([
      expect.stringMatching(/^\d+ of \d+ answered: /),
      expect.stringMatching(/^\d of \d\n.*\nlkp_\w{26} \d\n$/s),
      expect.stringMatching(/customer-1 finished.*customer-2 finished/s),
      expect.stringMatching(/^lkp_\w{26}\n.* req_\w+\n\[.*lkp_/s),
    ]);
  });

  it('in Python', { timeout: MINUTES_10 }, async () => {
    const { folder, archives } = folderFor('conformance.py');
    await PYTHON_CLIENT.generate();
    const [, wheel = ''] = await PYTHON_CLIENT.build(archives);
    await run('python3', ['-m', 'venv', path.join(folder, 'venv')]);
    const python = path.join(folder, 'venv/bin/python');
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wheel]);
    await conformance.run(folder, async (env) => {
      const { stdout } = await run(python, ['conformance.py'], { cwd: folder, env, maxBuffer: MAX_BUFFER });
      return stdout;
    });
  });

  if (lackingGo !== null) it(`not in Go, because this machine lacks: ${lackingGo}`, () => expect(lackingGo).toMatch(/\w/));
  else
    it('in Go', { timeout: MINUTES_10 }, async () => {
      const { folder, archives } = folderFor('conformance.go');
      await GO_CLIENT.generate();
      const go = await emptyModule(folder, archives);
      await go('build', '-o', 'conformance', '.');
      await conformance.run(folder, async (env) => {
        const { stdout } = await run(path.join(folder, 'conformance'), [], { cwd: folder, env, maxBuffer: MAX_BUFFER });
        return stdout;
      });
    });
});
