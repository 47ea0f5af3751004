import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../../support/chromium.js';
import { PROJECT } from '../../../tools/embedded/program.js';
import { demoHome, parts, startDev } from './running-dev.js';
import { temporaryHome } from './temporary-home.js';
import { isSameProcess } from '../../../tools/embedded/process-table.mjs';

test('`npm run demo` prints the report of its lookup, with platforms omitted beside those that answered, and leaves nothing running', async () => {
  const home = temporaryHome();
  const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...inherited } = process.env;
  // As npm runs it, in a folder that is not the project's: nothing may depend on where it is called.
  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'footprint-demo-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  const child = spawn(process.execPath, [path.join(PROJECT, 'tools/launch/start.mjs'), '--demo'], {
    cwd: elsewhere,
    env: { ...inherited, FOOTPRINT_HOME: home.dir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const verdict = stripVTControlCharacters(output);
  expect(code, verdict).toBe(0);
  expect(verdict).toContain('Footprint of robinsample');
  const [, registered, absent, omitted] = /● (\d+) registered +○ (\d+) not registered +◌ (\d+) omitted/.exec(verdict) ?? [];
  expect(Number(registered), verdict).toBeGreaterThan(10);
  expect(Number(absent), verdict).toBeGreaterThan(10);
  expect(Number(omitted), verdict).toBeGreaterThan(0);
  const [, answered, planned] = /(\d+) of (\d+) platforms answered/.exec(verdict) ?? [];
  expect(Number(answered), verdict).toBe(Number(registered) + Number(absent));
  expect(Number(planned), verdict).toBe(Number(answered) + Number(omitted));
  expect(parts(demoHome(home)).filter(isSameProcess)).toEqual([]);
}, 240_000);

test('`npm run demo -- --stay` goes on, and its link opens the lookup of the report after signing in', async () => {
  const home = temporaryHome();
  const dev = startDev(home, {}, ['--demo', '--stay']);
  await dev.stated('Ctrl-C stops everything.');
  const [, registered] = /● (\d+) registered/.exec(dev.output()) ?? [];
  const [, link = ''] = /Dashboard +(http:\S+)/.exec(dev.output()) ?? [];
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
    await page.waitForURL(/\/dashboard\/acc_\w+\/lookups\/lkp_\w+$/);
    await page.getByText('robinsample', { exact: true }).waitFor();
    const tab = page.locator('[data-tab="registered"]');
    expect(await tab.locator('.tab-value').innerText()).toBe(registered);
  } finally {
    await browser.close();
  }
  dev.process.kill('SIGINT');
  expect(await dev.exited).toBe(0);
  expect(parts(demoHome(home)).filter(isSameProcess)).toEqual([]);
}, 240_000);

test('`--stay` without the demo ends in one sentence', async () => {
  const dev = startDev(temporaryHome(), {}, ['--stay']);
  expect(await dev.exited).toBe(1);
  expect(dev.output()).toContain('--stay works only with --demo: `npm run demo -- --stay`.');
});
