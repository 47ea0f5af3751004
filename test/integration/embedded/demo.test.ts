import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../../tools/embedded/program.js';
import { parts } from './running-dev.js';
import { temporaryHome } from './temporary-home.js';
import { openStateDir } from '../../../tools/embedded/state-dir.js';
import { isSameProcess } from '../../../tools/embedded/process-table.mjs';

test('`npm run demo` prints the report of its lookup, with platforms omitted beside those that answered, and leaves nothing running', async () => {
  const home = temporaryHome();
  const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...inherited } = process.env;
  // As npm runs it, in a folder that is not the project's: nothing may depend on where it is called.
  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'footprint-demo-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  const child = spawn(process.execPath, [path.join(PROJECT, 'scripts/start.mjs'), '--demo'], {
    cwd: elsewhere,
    env: { ...inherited, FOOTPRINT_HOME: home.dir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = stripVTControlCharacters(output);
  expect(code, said).toBe(0);
  expect(said).toContain('Footprint of robinsample');
  const [, registered, absent, omitted] = /● (\d+) registered +○ (\d+) not registered +◌ (\d+) omitted/.exec(said) ?? [];
  expect(Number(registered), said).toBeGreaterThan(10);
  expect(Number(absent), said).toBeGreaterThan(10);
  expect(Number(omitted), said).toBeGreaterThan(0);
  const [, answered, planned] = /(\d+) of (\d+) platforms answered/.exec(said) ?? [];
  expect(Number(answered), said).toBe(Number(registered) + Number(absent));
  expect(Number(planned), said).toBe(Number(answered) + Number(omitted));
  expect(parts(openStateDir(path.join(home.dir, 'demo'))).filter(isSameProcess)).toEqual([]);
}, 240_000);
