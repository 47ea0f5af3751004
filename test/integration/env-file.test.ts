/** `.env` in the working directory, as every program reads it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { entryArguments } from '../../tools/embedded/program.js';

const PROGRAMS = [
  ['api', []],
  ['worker', []],
  ['migrate', []],
  ['dev', []],
  ['simulator', []],
  ['cli', ['breaches', 'list']],
] as const;

/** Runs a program in a folder with this file of settings; null: without one. */
async function run(content: string | null, entry: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'footprint-env-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  if (content !== null) writeFileSync(join(cwd, '.env'), content);
  return ended(cwd, entry, args, env);
}

function ended(cwd: string, entry: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return promisify(execFile)(process.execPath, entryArguments(entry, args), { cwd, env: { PATH: process.env['PATH'], ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

describe('.env in the working directory', () => {
  it.each(PROGRAMS)('%s: a malformed line ends it with one sentence that shows its number and nothing of its text', async (entry, args) => {
    const { code, stderr } = await run('# settings\nSECRETS_KEY="over\ntwo lines"\n\nsecret-without-a-name\n', entry, args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Line 5 of \S+\.env is neither NAME=value nor a comment[^\n]*\.\n$/);
  });

  it('is read: a setting in it counts, a variable that is there already wins', async () => {
    expect((await run('DATABASE_POOL=many\n', 'migrate')).stderr).toMatch(/^These settings are not valid: DATABASE_POOL/);
    expect((await run('DATABASE_POOL=many\n', 'migrate', [], { DATABASE_POOL: '4' })).stderr).toMatch(/^DATABASE_URL is not set/);
  });

  it('is read before what is decided while a program is loaded: the address of the API', async () => {
    const { stderr } = await run(
      'export FOOTPRINT_URL=http://127.0.0.1:9\nFOOTPRINT_API_KEY="svc_key" # of nobody\n',
      'cli',
      ['batch', '-'],
      {},
    );
    expect(stderr).not.toMatch(/No API key/);
    expect((await run('FOOTPRINT_URL=http://127.0.0.1:9\nFOOTPRINT_API_KEY=svc_key', 'cli', ['lookup', 'ada-example'])).stderr).toContain(
      'http://127.0.0.1:9',
    );
  });

  it('a missing file is fine, one that was named is not', async () => {
    expect((await run(null, 'migrate')).stderr).toMatch(/^DATABASE_URL is not set/);
    expect((await run(null, 'migrate', [], { FOOTPRINT_ENV_FILE: 'production.env' })).stderr).toMatch(
      /production\.env with settings cannot be read \(ENOENT\)\.\n$/,
    );
    expect((await run('nonsense', 'migrate', [], { FOOTPRINT_ENV_FILE: 'none' })).stderr).toMatch(/^DATABASE_URL is not set/);
  });

  it('a name in it that is no setting is named, with the one that was meant; it is no error', async () => {
    const started = await run('INSTANT_CEILNG_MS=500\nINSTANT_CEILING_MS=500\nDATABASE_POOL=many\n', 'dev');
    const warnings = started.stdout.split('\n').filter((line) => line.includes('is not a setting'));
    expect(warnings).toEqual(['  ! INSTANT_CEILNG_MS is not a setting: did you mean INSTANT_CEILING_MS?']);
    expect(started.stdout).toContain('These settings are not valid: DATABASE_POOL');
    for (const entry of ['api', 'worker']) {
      const { stdout, stderr } = await run('DATABASE_URL=postgres://x@127.0.0.1:9/x\nTEMPORAL_ADRESS=127.0.0.1:9\n', entry);
      expect(`${stdout}${stderr}`).toContain('TEMPORAL_ADRESS is not a setting: did you mean TEMPORAL_ADDRESS?');
    }
  });

  it('is never committed', () => {
    expect(readFileSync(join(import.meta.dirname, '../../.gitignore'), 'utf8').split('\n')).toContain('.env');
  });

  it('one that cannot be read is an error', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'footprint-env-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    mkdirSync(join(cwd, '.env'));
    const { code, stderr } = await ended(cwd, 'migrate', []);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The file \S+\.env with settings cannot be read \(EISDIR\)\.\n$/);
  });
});
