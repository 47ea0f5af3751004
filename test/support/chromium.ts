import { chromium, type Browser } from 'playwright-core';
import { debianProgram } from './debian.js';

const CHROMIUM = {
  // Without its windows first: the whole browser draws tabs and toolbars that nobody sees, for several times the CPU.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  packages: ['chromium-headless-shell', 'chromium'],
};

/** A browser without windows, and without requests of its own. It is this machine's; CHROMIUM_PATH names another. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await debianProgram(CHROMIUM)),
    // The sandbox cannot be set up by root, which tests in containers are.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'],
  });
}
