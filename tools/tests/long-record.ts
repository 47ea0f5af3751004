/**
 * Which groups of the long lane have to run. test/long-lane.json has the commit whose tree a group last passed on;
 * `npx tsx tools/tests/long-record.ts NAME …` writes the present one after `npm run test:long` passed, to be committed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT_ROOT } from '../checks/tool.js';
import { LONG_LANE, type LongGroup } from './long-lane.js';

const RECORD = join(PROJECT_ROOT, 'test/long-lane.json');
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const readRecord = (): Record<string, string> => JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>;

/** Groups whose tests or paths differ from the commit that they passed on, each with the reason. */
export function changedGroups(): (readonly [group: string, why: string])[] {
  const record = readRecord();
  return Object.entries(LONG_LANE).flatMap(([group, lane]) => {
    const why = changedSince(record[group], lane);
    return why === null ? [] : [[group, why] as const];
  });
}

/** @returns what changed since a group passed; null: nothing */
function changedSince(commit: string | undefined, { tests, paths }: LongGroup): string | null {
  if (commit === undefined) return 'it never passed';
  try {
    const [changed] = git('diff', '--name-only', commit, 'HEAD', '--', ...tests, ...paths)
      .split('\n')
      .filter(Boolean);
    return changed === undefined ? null : `${changed} changed`;
  } catch {
    return 'the commit that it passed on is not in this clone';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const head = git('rev-parse', 'HEAD');
  const passed = Object.fromEntries(process.argv.slice(2).map((group) => [group, head]));
  writeFileSync(RECORD, `${JSON.stringify({ ...readRecord(), ...passed }, null, 2)}\n`);
}
