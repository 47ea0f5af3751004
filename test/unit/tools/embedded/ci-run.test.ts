import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../../.ci/run', import.meta.url));

/** Runs .ci/run with an npm that leaves that report and ends with that code. */
function ci(report: unknown, code: number): { last: string; status: number | null } {
  const root = mkdtempSync(path.join(os.tmpdir(), 'footprint-ci-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['.ci', 'bin', 'test-results']) mkdirSync(path.join(root, folder));
  cpSync(SCRIPT, path.join(root, '.ci', 'run'));
  writeFileSync(path.join(root, 'made.json'), JSON.stringify(report));
  const release = report === null ? '' : 'cp made.json test-results/vitest.json';
  writeFileSync(path.join(root, 'bin', 'npm'), `#!/bin/sh\n${release}\nexit ${code}\n`);
  chmodSync(path.join(root, 'bin', 'npm'), 0o755);
  const env = { ...process.env, PATH: `${path.join(root, 'bin')}:${process.env.PATH}` };
  const done = spawnSync(path.join(root, '.ci', 'run'), { encoding: 'utf8', env });
  return { last: done.stdout.trim().split('\n').at(-1) ?? '', status: done.status };
}

const suite = (status: string, tests: number) => ({ status, assertionResults: Array(tests).fill({}) });

describe('.ci/run ends with the counts', () => {
  test('all green is 0', () => {
    expect(ci({ numPassedTests: 7, numFailedTests: 0, testResults: [suite('passed', 7)] }, 0)).toEqual({
      last: '7 passed, 0 failed',
      status: 0,
    });
  });

  test('a failed test, and a file that cannot be loaded, both count', () => {
    const report = { numPassedTests: 5, numFailedTests: 1, testResults: [suite('failed', 6), suite('failed', 0)] };
    expect(ci(report, 1)).toEqual({ last: '5 passed, 2 failed', status: 1 });
  });

  test('a run that failed outside of any test, or left no report, is never green', () => {
    expect(ci({ numPassedTests: 5, numFailedTests: 0, testResults: [suite('passed', 5)] }, 3)).toEqual({
      last: '5 passed, 1 failed',
      status: 3,
    });
    expect(ci(null, 1)).toEqual({ last: '0 passed, 1 failed', status: 1 });
    expect(ci(null, 0).status).toBe(1);
  });
});
