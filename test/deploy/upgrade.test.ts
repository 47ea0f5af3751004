import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../deploy/compose/upgrade.sh', import.meta.url));
const FORMER = 'sha256:former';

/**
 * Runs the script beside a Docker with two workers and two APIs.
 *
 * @param failing words of the command that fails
 * @returns its exit code and what changes anything
 */
async function upgrade(args: readonly string[] = [], failing = 'nothing') {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [log, docker] = [path.join(folder, 'log'), path.join(folder, 'docker')];
  writeFileSync(
    docker,
    `#!/bin/sh
    case "$*" in
      'compose ps --quiet '*) printf "first-$4\\nsecond-$4\\n"; exit ;;
      inspect*first-api) echo ${FORMER}; exit ;;
    esac
    echo "$*" >> ${log}
    case "$*" in *'${failing}'*) exit 1 ;; esac`,
  );
  chmodSync(docker, 0o755);
  const code = await promisify(execFile)('/bin/sh', [SCRIPT, ...args], { env: { PATH: `${folder}:${process.env['PATH']}` } }).then(
    () => 0,
    ({ code: failed }: { code: number }) => failed,
  );
  return { code, changes: existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [] };
}

const REPLACED = ['first-worker', 'second-worker', 'first-api', 'second-api'].flatMap((container) => [
  `stop ${container}`,
  `rm ${container}`,
  `compose up --detach --no-deps --no-build --no-recreate --wait ${container.split('-')[1]}`,
]);

it('migrates beside the release in use, then replaces one worker at a time, then one API at a time', async () => {
  expect(await upgrade()).toEqual({
    code: 0,
    changes: ['compose build migrate', `tag ${FORMER} footprint:previous`, 'compose run --rm --no-deps migrate', ...REPLACED],
  });
});

it('touches nothing that runs when the migration fails', async () => {
  const { code, changes } = await upgrade([], 'run --rm');
  expect([code, changes.at(-1)]).toEqual([1, 'compose run --rm --no-deps migrate']);
});

it.each([
  ['worker', ['stop first-worker']],
  ['api', ['stop first-worker', 'stop second-worker', 'stop first-api']],
])('stops no second %s while the first one is not replaced', async (service, stopped) => {
  const { code, changes } = await upgrade([], `--wait ${service}`);
  expect([code, changes.filter((change) => change.startsWith('stop'))]).toEqual([1, stopped]);
});

it('goes back to the former image without a migration', async () => {
  expect(await upgrade(['back'])).toEqual({ code: 0, changes: ['tag footprint:previous footprint:local', ...REPLACED] });
});
