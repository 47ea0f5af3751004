import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PLAN } from '../../../src/features/accounts/plans.js';
import { runProgram } from '../../../tools/embedded/child.js';
import { entryArguments } from '../../../tools/embedded/program.js';
import { isSameProcess } from '../../../tools/embedded/process-table.mjs';
import { waitUntil } from '../../../tools/embedded/wait-until.js';
import { part, parts, startDev } from './running-dev.js';
import { temporaryHome } from './temporary-home.js';
import { NO_ENV_FILE } from '../../../src/kernel/config/env.js';
import type { StateDir } from '../../../tools/embedded/state-dir.js';
import { portOf } from '../../support/port-of.js';

const READY = 'Ctrl-C stops everything.';
/** A port on which nobody listens. */
const NOWHERE = 'http://127.0.0.1:9';
const UNREACHABLE = 'hardly any platform can be reached, so lookups find nothing: check the network and PROBE_PROXY_URL';

function apiOf(output: string): string {
  return /API {2,}(http:\S+)/.exec(output)?.[1] ?? '';
}

function keyOf(output: string): string {
  return /API key {2,}(\S+)/.exec(output)?.[1] ?? '';
}

/** A command of the operator on that home, without any other setting. */
async function command(home: StateDir, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, FOOTPRINT_HOME: home.dir, FOOTPRINT_ENV_FILE: NO_ENV_FILE };
  const done = await runProgram(process.execPath, entryArguments('cli', args), { timeoutMs: 60_000, env });
  if (!done.ok) throw new Error(`${args.join(' ')}: ${done.lastLines}`);
  return JSON.parse(done.out.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}

describe('npm start', () => {
  // One stack for all of it: each start costs ten seconds and more.
  test(`starts everything, shows a key that works without a monthly limit, says once that no platform can be reached, and heals each part
    after kill -9;
    after kill -9 of itself API and worker leave by themselves, and the next start goes on with the same state and stops in order;
    seals control accounts and carries out erasures with a key and a ledger that it keeps, and starts with no other key`, async () => {
    const home = temporaryHome();
    const dev = startDev(home, { PROBE_PROXY_URL: NOWHERE });
    await dev.stated(READY);
    const api = apiOf(dev.output());
    const headers = { Authorization: `Bearer ${keyOf(dev.output())}`, 'Content-Type': 'application/json' };
    const authorized = () => fetch(`${api}/v1/platforms`, { headers });
    const answer = await authorized();
    expect(answer.status).toBe(200);
    // The plan without a monthly limit is told by its rate.
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(PLAN.higher_volume.requestsPerMinute));
    expect(PLAN.higher_volume.lookupsPerPeriod).toBeNull();
    expect(statSync(path.join(home.dir, 'demo-key')).mode & 0o777).toBe(0o600);

    await fetch(`${api}/v1/lookup`, { method: 'POST', headers, body: JSON.stringify({ query: 'ada-example' }) });
    await dev.stated(UNREACHABLE);

    const second = startDev(home);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`already runs at ${api} (pid ${dev.process.pid})`);

    for (const name of ['postgres', 'temporal', 'worker', 'api']) {
      process.kill(part(home, name).pid, 'SIGKILL');
      await dev.stated(`${name} runs again`);
    }
    expect(await waitUntil(async () => (await fetch(`${api}/readyz`)).ok, 90_000)).toBe(true);
    expect((await authorized()).status).toBe(200);

    const keyFile = path.join(home.dir, 'secrets-key');
    const kept = () => [keyFile, path.join(home.dir, 'erasures')].map((file) => readFileSync(file, 'utf8'));
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    await command(home, 'catalogue', 'controls', 'set', 'wordpress-com', 'operator@example.com');
    expect(await command(home, 'erasure', 'run', 'quixotic.zephyr@example.com')).toMatchObject({ state: 'done', isInLedger: true });
    const [secretsKey, ledger] = kept();

    expect(dev.output().split(UNREACHABLE), 'it is said once').toHaveLength(2);
    const before = parts(home);
    expect(before).toHaveLength(4);
    const [apiPart, workerPart] = [part(home, 'api'), part(home, 'worker')];
    dev.process.kill('SIGKILL');
    await dev.exited;
    expect(await waitUntil(() => !isSameProcess(apiPart) && !isSameProcess(workerPart), 90_000)).toBe(true);

    const next = startDev(home);
    await next.stated(READY);
    // Shown by the start that made it, and in a file since.
    expect(next.output()).not.toContain(keyOf(dev.output()));
    expect(next.output()).toContain('$(cat ');
    expect(readFileSync(path.join(home.dir, 'demo-key'), 'utf8').trim()).toBe(keyOf(dev.output()));
    expect(before.filter(isSameProcess)).toEqual([]);
    expect(kept()).toEqual([secretsKey, ledger]);
    // Opened with the key: another one would not know whose it is.
    expect(await command(home, 'catalogue', 'controls', 'list', '--json')).toMatchObject({
      account: expect.stringContaining('@') as string,
    });

    const running = parts(home);
    expect(running).toHaveLength(4);
    next.process.kill('SIGTERM');
    expect(await next.exited).toBe(0);
    expect(running.filter(isSameProcess)).toEqual([]);
    expect(readdirSync(home.run)).toEqual([]);
    expect(readFileSync(path.join(home.log, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/);

    rmSync(keyFile);
    const without = startDev(home);
    expect(await without.exited).toBe(1);
    expect(without.output()).toContain(`made with a key that is not there: put ${keyFile} back`);
    expect(readdirSync(home.dir)).not.toContain('secrets-key');
  }, 240_000);

  test('a stop that is asked for while it starts leaves nothing behind', async () => {
    const home = temporaryHome();
    const dev = startDev(home);
    await dev.stated('Postgres');
    dev.process.kill('SIGINT');
    expect(await dev.exited).toBe(0);
    expect(await waitUntil(() => parts(home).filter(isSameProcess).length === 0, 90_000)).toBe(true);
  });

  test('`--help` tells every option and starts nothing; an unknown option ends in one sentence', async () => {
    const home = temporaryHome();
    const help = startDev(home, {}, ['--help']);
    expect(await help.exited).toBe(0);
    for (const each of ['--simulator', '--demo', '--stay', '--help', 'PORT', 'FOOTPRINT_HOME', 'DATABASE_URL', 'TEMPORAL_ADDRESS'])
      expect(help.output()).toContain(each);
    expect(readdirSync(home.run)).toEqual([]);
    const unknown = startDev(home, {}, ['--simulate']);
    expect(await unknown.exited).toBe(1);
    expect(unknown.output()).toContain('--simulate is not an option: `npm start -- --help` lists the options.');
  });

  test('a PORT that is taken, or is none, ends in one sentence', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const port = portOf(taken);
    for (const [wanted, sentence] of [
      [String(port), `Port ${port} is taken by another program: set PORT to a free one`],
      ['http', 'These settings are not valid: PORT: must be a number.'],
    ] as const) {
      const dev = startDev(temporaryHome(), { PORT: wanted });
      expect(await dev.exited).toBe(1);
      expect(dev.output()).toContain(sentence);
      expect(dev.output()).not.toContain('    at ');
    }
  });
});
