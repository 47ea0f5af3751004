import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddedDatabaseUrl } from '../../tools/embedded/postgres-data.js';
import { entryArguments } from '../../tools/embedded/program.js';
import type { LiveCheck, LiveReport } from '../../src/engine/controls/live-report.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createDatabase } from '../support/databases.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Run {
  readonly code: number;
  readonly checks: readonly LiveCheck[];
  readonly stdout: string;
  readonly stderr: string;
}

describe('footprint catalogue check --live', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let databaseUrl: string;
  beforeAll(async () => {
    [sites, databaseUrl] = await Promise.all([startGeneratedSites(10), createDatabase()]);
  });
  afterAll(() => sites.close());
  beforeEach(() => {
    sites.simulator.setFault('*', null);
    sites.simulator.resetRequests();
  });

  /** Runs the command as an operator does. */
  function check(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
    const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'], FOOTPRINT_HOME: sites.env.PROBE_CA_FILE };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        entryArguments('cli', ['catalogue', 'check', '--live', ...args]),
        { cwd: ROOT, env: { ...inherited, ...sites.env, ...env } },
        (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : 0;
          const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
          const checks = lines.map((line) => JSON.parse(line) as LiveCheck);
          resolve({ code, checks, stdout, stderr });
        },
      );
    });
  }
  const stateOf = ({ checks }: Run, slug: string) => [
    ...new Set(checks.filter(({ platform }) => platform === slug).map(({ state }) => state)),
  ];

  it('asks every platform for a known account and an impossible one, and ends well when all is well', async () => {
    expect(embeddedDatabaseUrl(sites.env.PROBE_CA_FILE)).toBeNull();
    const run = await check(['--all', '--json']);
    expect(run.code).toBe(0);
    expect(new Set(run.checks.map(({ platform }) => platform))).toEqual(new Set(sites.slugs));
    expect(new Set(run.checks.map(({ state }) => state))).toEqual(new Set(['healthy']));
    for (const { latencyMs } of run.checks) expect(latencyMs).toBeGreaterThanOrEqual(0);
    const { byPlatform, maxInFlightByHost } = sites.simulator.requests();
    for (const slug of sites.slugs) expect(byPlatform[slug]).toBe(2 * run.checks.filter(({ platform }) => platform === slug).length);
    expect(Math.max(...Object.values(maxInFlightByHost))).toBeLessThanOrEqual(2);
    expect(run.stderr).toMatch(/database of the service is not reachable/);
  });

  it('ends with code 1 when a control fails, and says what it saw', async () => {
    sites.simulator.setFault('site-0001', 'not_found_for_all');
    sites.simulator.setFault('site-0002', 'captcha_200');
    const run = await check(['--platform', 'site-0001', 'site-0002', 'site-0003', '--json']);
    expect(run.code).toBe(1);
    expect([stateOf(run, 'site-0001'), stateOf(run, 'site-0002'), stateOf(run, 'site-0003')]).toEqual([
      ['failed'],
      ['blocked'],
      ['healthy'],
    ]);
    expect(run.checks[0]?.explanation).toMatch(/positive controls: not_registered, not_registered; negative control: not_registered/);
  });

  it('a platform that turns the check away is no failure; the strongest platforms are checked unless others are named', async () => {
    sites.simulator.setFault('*', 'captcha_200');
    const run = await check(['--json']);
    expect(run.code).toBe(0);
    expect(new Set(run.checks.map(({ state }) => state))).toEqual(new Set(['blocked']));
    const strongest = sites.catalogue.platforms.filter(({ strength, instant }) => strength === 'strong' || instant.length > 0);
    expect(new Set(run.checks.map(({ platform }) => platform))).toEqual(new Set(strongest.map(({ slug }) => slug)));
  });

  it('keeps pauses with the service: a platform that asked for one is not asked again', async () => {
    sites.simulator.setFault('site-0003', 'rate_limited_429');
    const env = { DATABASE_URL: databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY };
    expect(stateOf(await check(['--platform', 'site-0003', '--json'], env), 'site-0003')).toEqual(['blocked']);
    sites.simulator.setFault('site-0003', null);
    sites.simulator.resetRequests();
    const run = await check(['--platform', 'site-0003', '--json'], env);
    expect(stateOf(run, 'site-0003')).toEqual(['backing_off']);
    expect(run.stderr).not.toMatch(/database of the service is not reachable/);
    expect(sites.simulator.requests().total).toBe(0);
  });

  it('says before what it will send, prints first what needs attention, and counts', async () => {
    sites.simulator.setFault('site-0003', 'rule_gone_stale');
    const { code, stdout, stderr } = await check(['--platform', 'site-0004', 'site-0003']);
    expect(code).toBe(1);
    expect(stdout.indexOf('site-0003')).toBeLessThan(stdout.indexOf('site-0004'));
    expect(stderr).toMatch(/2 platforms to check: 2 controls of two requests or more, .* about 1 min\..*2 controls: 1 failed, 1 healthy/s);
  });

  it('says so where there is no network, and fails: nothing is known of the platforms', async () => {
    const run = await check(['--platform', 'site-0001', '--json'], { PROBE_PROXY_URL: 'http://127.0.0.1:1' });
    expect([run.code, stateOf(run, 'site-0001')]).toEqual([1, ['blocked']]);
    expect(run.stderr).toContain('No platform could be reached, so there are no results.');
  });

  it('--report writes what the controls showed, without an identity; it needs --live', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'footprint-report-')), 'report.json');
    sites.simulator.setFault('site-0002', 'captcha_200');
    const run = await check(['--platform', 'site-0002', 'site-0001', '--json', '--report', file]);
    const report = JSON.parse(readFileSync(file, 'utf8')) as LiveReport;
    const rows = run.checks.map(({ platform, queryType, state, checkedOn }) => ({ platform, queryType, state, checkedOn }));
    expect(report.controls).toEqual(rows.sort((a, b) => (a.platform < b.platform ? -1 : 1)));
    expect(existsSync(`${file}.part`)).toBe(false);
    expect(new Set(report.controls.map(({ state }) => state))).toEqual(new Set(['healthy', 'blocked']));
  });

  it('a slug that no platform has is said in a sentence', async () => {
    const { code, stderr } = await check(['--platform', 'no-such-platform']);
    expect(code).toBe(2);
    expect(stderr.trim()).toBe('No platform is called no-such-platform.');
  });
});
