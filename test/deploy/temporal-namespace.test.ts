import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../deploy/temporal-namespace.sh', import.meta.url));
/** The server's own words for a namespace that was registered a moment ago. */
const UNKNOWN = 'Error: namespace update failed: Namespace default is not found.';

/** Runs the step beside a server that refuses the first updates. @returns its exit code, what it wrote, and the commands that it gave */
async function runStep({ refusals, exists = false, isReady = true }: { refusals: number; exists?: boolean; isReady?: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-namespace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = path.join(folder, 'log');
  const program = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${log}\n${text}`);
    chmodSync(path.join(folder, name), 0o755);
  };
  program('sleep', '');
  program(
    'temporal',
    `case "$*" in
      *health*) exit ${isReady ? 0 : 1} ;;
      *describe*) exit ${exists ? 0 : 1} ;;
      *update*) [ "$(grep -c update ${log})" -gt ${refusals} ] || { echo '${UNKNOWN}' >&2; exit 1; } ;;
    esac`,
  );
  const env = { PATH: `${folder}:${process.env['PATH']}`, TEMPORAL_NAMESPACE: 'default' };
  const run = await promisify(execFile)('/bin/sh', [SCRIPT], { env }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
  const commands = readFileSync(log, 'utf8').split('\n');
  const count = (word: string) => commands.filter((command) => command.includes(word)).length;
  return { ...run, created: count('namespace create -n default'), updates: count('update'), pauses: count('sleep 1') };
}

it('waits for a server that does not know the namespace which it has just made', async () => {
  expect(await runStep({ refusals: 3 })).toMatchObject({ code: 0, created: 1, updates: 4, pauses: 3 });
});

it('sets the retention of a namespace that is there', async () => {
  expect(await runStep({ refusals: 0, exists: true })).toMatchObject({ code: 0, created: 0, updates: 1, pauses: 0, stderr: '' });
});

it('ends with a sentence when Temporal does not get ready', async () => {
  const { code, pauses, created, stderr } = await runStep({ refusals: 0, isReady: false });
  expect([code, pauses, created]).toEqual([1, 59, 0]);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^After a minute Temporal is not ready: /);
});

it('ends after a minute, with a sentence', async () => {
  const { code, updates, stderr } = await runStep({ refusals: 1_000 });
  expect([code, updates]).toEqual([1, 60]);
  expect(stderr).toContain(UNKNOWN);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^After a minute Temporal still does not know the namespace default: /);
});
