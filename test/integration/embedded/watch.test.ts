import { statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../../tools/embedded/program.js';
import { waitUntil } from '../../../tools/embedded/wait-until.js';
import { part, simulatorHome, startDev } from './running-dev.js';
import { temporaryHome } from './temporary-home.js';

test('npm run dev replaces the API by one of the changed sources, and the worker only where it runs them', async () => {
  const home = temporaryHome();
  const dev = startDev(home, {}, ['--simulator', '--watch']);
  await dev.stated('watching the sources');
  const api = /API {2,}(http:\S+)/.exec(dev.output())?.[1] ?? '';
  const pids = () => ['api', 'worker'].map((name) => part(simulatorHome(home), name).pid);
  const [apiBefore, workerBefore] = pids();
  const file = path.join(PROJECT, 'src/dashboard/main.tsx');
  const { atime, mtime } = statSync(file);
  onTestFinished(() => utimesSync(file, atime, mtime));
  utimesSync(file, atime, new Date(mtime.getTime() + 1_000));
  await dev.stated('src/dashboard/main.tsx changed, rebuilt in');
  await dev.stated('api runs again');
  expect(await waitUntil(async () => (await fetch(`${api}/dashboard`)).ok, 60_000)).toBe(true);
  const [apiAfter, workerAfter] = pids();
  expect(apiAfter).not.toBe(apiBefore);
  expect(workerAfter).toBe(workerBefore);
  expect(dev.output()).not.toContain('api ended');
});
