import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../deploy/compose/upgrade.sh', import.meta.url));
const FORMER = 'sha256:former';

/** Runs the script beside a Docker with two APIs. @param failing words of the command that fails @returns its exit code and what changes anything */
async function upgrade(args: readonly string[] = [], failing = 'nothing') {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [log, docker] = [path.join(folder, 'log'), path.join(folder, 'docker')];
  writeFileSync(
    docker,
    `#!/bin/sh
    case "$*" in
      'compose ps --quiet api') printf 'first\\nsecond\\n'; exit ;;
      inspect*first) echo ${FORMER}; exit ;;
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

const up = (more: string) => `compose up --detach --no-deps --no-build ${more}`;
const REPLACED = [
  up('--wait worker'),
  ...['first', 'second'].flatMap((container) => [`stop ${container}`, `rm ${container}`, up('--no-recreate --wait api')]),
];

it('migrates beside the release in use, then replaces workers, then one API at a time', async () => {
  expect(await upgrade()).toEqual({
    code: 0,
    changes: ['compose build migrate', `tag ${FORMER} footprint:previous`, 'compose run --rm --no-deps migrate', ...REPLACED],
  });
});

it('touches nothing that runs when the migration fails', async () => {
  const { code, changes } = await upgrade([], 'run --rm');
  expect([code, changes.at(-1)]).toEqual([1, 'compose run --rm --no-deps migrate']);
});

it('stops no second API while the first one is not replaced', async () => {
  const { code, changes } = await upgrade([], '--wait api');
  expect([code, changes.filter((change) => change.startsWith('stop'))]).toEqual([1, ['stop first']]);
});

it('goes back to the former image without a migration', async () => {
  expect(await upgrade(['back'])).toEqual({ code: 0, changes: ['tag footprint:previous footprint:local', ...REPLACED] });
});
