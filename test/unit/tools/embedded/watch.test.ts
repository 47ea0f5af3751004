import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { partsOf, watchPaths } from '../../../../tools/embedded/watch.js';

/** A watched folder and a watched file, and what was reported so far. */
function watched() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'footprint-watch-'));
  mkdirSync(path.join(root, 'src', 'old'), { recursive: true });
  for (const name of ['src/old/a.ts', 'package.json']) writeFileSync(path.join(root, name), '');
  const reported: string[] = [];
  let running = 0;
  const atOnce: number[] = [];
  const end = watchPaths([path.join(root, 'src'), path.join(root, 'package.json')], async (paths) => {
    atOnce.push((running += 1));
    reported.push(...paths.map((file) => path.relative(root, file)));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  });
  onTestFinished(() => {
    end();
    rmSync(root, { recursive: true, force: true });
  });
  const write = (name: string) => writeFileSync(path.join(root, name), 'x');
  return { root, reported, atOnce, end, write };
}

describe('watchPaths', () => {
  test('reports a file that is written, one that an editor replaces, and one of a new folder', async () => {
    const { root, reported, atOnce, write } = watched();
    write('src/old/a.ts');
    await expect.poll(() => reported).toContain('src/old/a.ts');
    for (let time = 0; time < 2; time += 1) {
      reported.length = 0;
      write('src/old/a.ts~');
      renameSync(path.join(root, 'src/old/a.ts~'), path.join(root, 'src/old/a.ts'));
      await expect.poll(() => reported).toContain('src/old/a.ts');
    }
    mkdirSync(path.join(root, 'src/new'));
    await expect.poll(() => reported).toContain('src/new');
    await vi.waitFor(() => {
      write('src/new/b.ts');
      expect(reported).toContain('src/new/b.ts');
    });
    rmSync(path.join(root, 'src/new'), { recursive: true });
    write('package.json');
    await expect.poll(() => reported).toContain('package.json');
    expect(Math.max(...atOnce)).toBe(1);
  });

  test('leaves out what is beside a watched file', async () => {
    const { reported, write } = watched();
    write('other.json');
    write('package.json');
    await expect.poll(() => reported).toContain('package.json');
    expect(reported).not.toContain('other.json');
  });
});

test.each([
  [['src/dashboard/pages/home.tsx'], ['api']],
  [['src/features/lookups/routes/create-lookup.ts'], ['api']],
  [
    ['src/engine/evaluation/verdict.ts', 'src/dashboard/main.tsx'],
    ['api', 'worker'],
  ],
  [['workflows/lookup.ts'], ['api', 'worker']],
  [['catalogue/curated/github.json'], ['simulator', 'api', 'worker']],
  [['tools/simulator/counters.ts'], ['simulator', 'api']],
])('a change of %j replaces %j', (paths, parts) => {
  expect(partsOf(paths)).toEqual(parts);
});
