/** While a change is made: `npm run verify`. Types, lint, the import fence and the nearest unit tests; no Postgres, no Temporal. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LONG_TESTS } from '../tests/long-lane.js';
import { affectedTests } from './affected-tests.js';
import { checksOf, TREE } from './list.js';
import { passes, PROJECT_ROOT } from './tool.js';

/** As many files as take ten seconds; those farther away meet a change through many others. */
const NEAREST = 12;
/** These take longer by themselves, and are near to most changes: `npm run test:unit` has them. */
const SLOW =
  /^test\/(?:unit\/(?:foreign-text\/foreign-text|api\/refusals|facts\/risk\/properties|unit-files)|catalogue\/every-rule)\.test\.ts$/;

/** What differs from the point where the branch left `main`, committed or not. */
function changedFiles(): string[] {
  const base = ['origin/main', 'main', 'HEAD'].map(mergeBase).find((commit) => commit !== null) ?? 'HEAD';
  const lines = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')].join('\n').split('\n');
  return lines.filter(Boolean);
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function mergeBase(branch: string): string | null {
  try {
    return git('merge-base', 'HEAD', branch);
  } catch {
    return null;
  }
}

const changed = changedFiles();
const present = changed.filter((path) => existsSync(join(PROJECT_ROOT, path)));
const passed = await Promise.all([...(present.length > 0 ? checksOf(present) : []), ...TREE].map(passes));

const changedTests = new Set(changed);
const tests = affectedTests(PROJECT_ROOT, changed).filter(
  (path) => !LONG_TESTS.includes(path) && (changedTests.has(path) || !SLOW.test(path)),
);
const run = tests.slice(0, NEAREST);
if (tests.length > run.length)
  process.stdout.write(`  The ${run.length} nearest of ${tests.length} unit tests follow; all: npm run test:unit\n`);
if (tests.length === 0) process.stdout.write(`  No unit test imports what changed (${changed.length} files)\n`);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--project=unit-isolated', ...run];
const status = run.length === 0 ? 0 : spawnSync(process.execPath, vitest, { cwd: PROJECT_ROOT, stdio: 'inherit' }).status;
process.exitCode = status === 0 && passed.every(Boolean) ? 0 : 1;
