import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { runProgram } from '../../tools/embedded/child.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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
  const installed = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    timeoutMs: 300_000,
    env,
  });
  const found = onPath();
  if (found !== undefined) return found;
  throw new Error(
    `This test needs Chromium, and apt-get could not install it: install it, or name one in CHROMIUM_PATH. ${installed.lastLines}`,
  );
}

/** A browser without windows, and without requests of its own. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    // The sandbox cannot be set up by root, which tests in containers are.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'],
  });
}
