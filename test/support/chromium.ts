import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { runProgram } from '../../tools/embedded/child.js';

/** Chromium without its windows first: the whole browser draws tabs and toolbars that nobody sees, for several times the CPU. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Not every distribution has the first. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The browser of this machine; CHROMIUM_PATH names another. Installed with apt once when there is none. */
async function findChromium(): Promise<string> {
  const there = process.env['CHROMIUM_PATH'] ?? onPath();
  if (there !== undefined) return there;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update', '-qq'], { timeoutMs: 120_000, env });
  let reason = '';
  for (const name of PACKAGES) {
    const args = ['install', '-y', '-qq', '--no-install-recommends', name];
    const installed = await runProgram('apt-get', args, { timeoutMs: 300_000, env });
    const found = onPath();
    if (found !== undefined) return found;
    reason = installed.lastLines;
  }
  throw new Error(`This test needs Chromium, and apt-get could not install it: install it, or name one in CHROMIUM_PATH. ${reason}`);
}

/** A browser without windows, and without requests of its own. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    // The sandbox cannot be set up by root, which tests in containers are.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'],
  });
}
