import { readdirSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { PLAN } from '../../../src/domain/plans.js';
import { isSame } from '../../../src/embedded/process-table.js';
import { waitUntil } from '../../../src/embedded/wait-until.js';
import { part, parts, startDev } from './running-dev.js';
import { temporaryHome } from './temporary-home.js';

const READY = 'Ctrl-C stops everything.';

function apiOf(output: string): string {
  return /API {2,}(http:\S+)/.exec(output)?.[1] ?? '';
}

function keyOf(output: string): string {
  return /API key {2,}(\S+)/.exec(output)?.[1] ?? '';
}

describe('npm start', () => {
  test('starts everything, shows a key that works without a monthly limit, heals each part after kill -9 and stops in order', async () => {
    const home = temporaryHome();
    const dev = startDev(home);
    await dev.says(READY);
    const api = apiOf(dev.output());
    const authorized = () => fetch(`${api}/v1/platforms`, { headers: { Authorization: `Bearer ${keyOf(dev.output())}` } });
    const answer = await authorized();
    expect(answer.status).toBe(200);
    // The plan without a monthly limit is told by its rate.
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(PLAN.higher_volume.requestsPerMinute));
    expect(PLAN.higher_volume.lookupsPerPeriod).toBeNull();
    expect(statSync(path.join(home.dir, 'demo-key')).mode & 0o777).toBe(0o600);

    const second = startDev(home);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`already runs at ${api} (pid ${dev.process.pid})`);

    for (const name of ['postgres', 'temporal', 'worker', 'api']) {
      process.kill(part(home, name).pid, 'SIGKILL');
      await dev.says(`${name} runs again`);
    }
    expect(await waitUntil(async () => (await fetch(`${api}/readyz`)).ok, 20_000)).toBe(true);
    expect((await authorized()).status).toBe(200);

    const running = parts(home);
    expect(running).toHaveLength(4);
    dev.process.kill('SIGTERM');
    expect(await dev.exited).toBe(0);
    expect(running.filter(isSame)).toEqual([]);
    expect(readdirSync(home.run)).toEqual([]);
    expect(readFileSync(path.join(home.log, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/);
  }, 180_000);

  test('after kill -9 of the supervisor API and worker leave by themselves, and the next start goes on with the same state', async () => {
    const home = temporaryHome();
    const first = startDev(home);
    await first.says(READY);
    const before = parts(home);
    const [api, worker] = [part(home, 'api'), part(home, 'worker')];
    first.process.kill('SIGKILL');
    await first.exited;
    expect(await waitUntil(() => !isSame(api) && !isSame(worker), 20_000)).toBe(true);

    const second = startDev(home);
    await second.says(READY);
    expect(keyOf(second.output())).toBe(keyOf(first.output()));
    expect(before.filter(isSame)).toEqual([]);
    second.process.kill('SIGINT');
    expect(await second.exited).toBe(0);
  }, 180_000);

  test('uses DATABASE_URL and TEMPORAL_ADDRESS and starts nothing of its own for them', async () => {
    const home = temporaryHome();
    const dev = startDev(home, { DATABASE_URL: inject('postgresUrl'), TEMPORAL_ADDRESS: inject('temporalAddress') });
    await dev.says(READY);
    expect(readdirSync(home.run).sort()).toEqual(['api.json', 'supervisor.json', 'worker.json']);
    dev.process.kill('SIGTERM');
    expect(await dev.exited).toBe(0);
  }, 120_000);

  test('a stop that is asked for while it starts leaves nothing behind', async () => {
    const home = temporaryHome();
    const dev = startDev(home);
    await dev.says('Postgres');
    dev.process.kill('SIGINT');
    expect(await dev.exited).toBe(0);
    expect(await waitUntil(() => parts(home).filter(isSame).length === 0, 5_000)).toBe(true);
  }, 120_000);

  test('`--help` tells every option and starts nothing; an unknown option ends in one sentence', async () => {
    const home = temporaryHome();
    const help = startDev(home, {}, ['--help']);
    expect(await help.exited).toBe(0);
    for (const each of ['--simulator', '--demo', '--help', 'PORT', 'FOOTPRINT_HOME', 'DATABASE_URL', 'TEMPORAL_ADDRESS']) expect(help.output()).toContain(each);
    expect(readdirSync(home.run)).toEqual([]);
    const unknown = startDev(home, {}, ['--simulate']);
    expect(await unknown.exited).toBe(1);
    expect(unknown.output()).toContain('--simulate is not known here: `npm start -- --help` shows what is.');
  });

  test('a PORT that is taken, or is none, ends in one sentence', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as net.AddressInfo;
    for (const [wanted, sentence] of [
      [String(port), `Port ${port} is taken by another program: set PORT to a free one`],
      ['http', 'PORT is "http", which is not a port'],
    ] as const) {
      const dev = startDev(temporaryHome(), { PORT: wanted });
      expect(await dev.exited).toBe(1);
      expect(dev.output()).toContain(sentence);
      expect(dev.output()).not.toContain('    at ');
    }
  });
});
