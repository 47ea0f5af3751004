/** Debian's Prometheus over the running service: what the rules and the dashboard name is there, and each alert fires for its reason. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { runProgram } from '../../tools/embedded/child.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { call } from '../support/chaos-client.js';
import { debianProgram } from '../support/debian.js';
import { createFleetWithReceiver } from '../support/fleet-with-receiver.js';
import type { ApiProcess } from '../support/processes.js';

const RULES = join(PROJECT_ROOT, 'deploy/prometheus/rules.yml');
const RULE_TESTS = join(PROJECT_ROOT, 'deploy/prometheus/rules.test.yml');
const CONFIG = join(PROJECT_ROOT, 'deploy/prometheus/prometheus.yml');
const DASHBOARD = JSON.parse(readFileSync(join(PROJECT_ROOT, 'deploy/grafana/footprint.json'), 'utf8')) as {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
};
const { groups: GROUPS } = parse(readFileSync(RULES, 'utf8')) as {
  groups: { rules: { alert: string; expr: string; for: string; labels: { severity: string }; annotations: Record<string, string> }[] }[];
};
const ALERTS = GROUPS.flatMap(({ rules }) => rules);
const PANELS = DASHBOARD.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
/** Without a bundle of the catalogue nothing expires. */
const NEEDS_A_BUNDLE = 'footprint_catalogue_expiry_seconds';

const metricsIn = (expr: string): string[] => expr.match(/\b(?:footprint|temporal)_\w+|\bup\b/g) ?? [];
const USED = [...new Set([...ALERTS, ...PANELS].flatMap(({ expr }) => metricsIn(expr)))].sort();

const PROGRAM = { names: ['prometheus'], packages: ['prometheus'] };

describe('the rules of alerts', () => {
  let folder: string;
  let promtool: string;

  beforeAll(async () => {
    promtool = (await debianProgram(PROGRAM)).replace(/prometheus$/, 'promtool');
    folder = mkdtempSync(join(tmpdir(), 'footprint-rules-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = async (...args: readonly string[]) => {
    const { ok, lastLines } = await runProgram(promtool, args, { timeoutMs: 60_000 });
    expect(ok, lastLines).toBe(true);
  };

  it('are rules of Prometheus, and the example of its configuration names them', async () => {
    await check('check', 'rules', RULES);
    await check('check', 'config', CONFIG);
  });

  it('each fire, alone, for the series that they are written for; none while all is well', async () => {
    const tested = [...readFileSync(RULE_TESTS, 'utf8').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name);
    expect(tested).toEqual(ALERTS.map(({ alert }) => alert));
    await check('test', 'rules', RULE_TESTS);
  });

  it('say how urgent they are, and where more is said', () => {
    const runbook = readFileSync(join(PROJECT_ROOT, 'docs/runbook.md'), 'utf8');
    const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
    for (const { for: held, labels, annotations } of ALERTS) {
      expect([held, labels.severity]).toEqual([expect.stringMatching(/^\d+[mh]$/), expect.stringMatching(/^(critical|warning)$/)]);
      expect(anchors).toContain(annotations['runbook']?.split('#')[1]);
      expect(annotations['summary'] && annotations['description']).toBeTruthy();
    }
  });
});

describe('Prometheus over the running service', () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof createFleetWithReceiver>>;
  let api: ApiProcess;
  let url: string;
  let stop: () => Promise<unknown>;

  beforeAll(async () => {
    const [prometheus, adminPort, metricsPort, port] = await Promise.all([debianProgram(PROGRAM), getPort(), getPort(), getPort()]);
    service = await createFleetWithReceiver([10]);
    const { fleet, hooks, owner } = service;
    [api] = await Promise.all([fleet.api({ ADMIN_PORT: String(adminPort) }), fleet.worker({ METRICS_PORT: String(metricsPort) })]);
    await call(api.url, 'POST', '/v2/lookup', { key: owner.key, body: { identities: { usernames: ['ada-example'] }, mode: 'wait' } });
    await call(api.url, 'POST', '/v2/batches', {
      key: owner.key,
      body: { items: [{ identities: { usernames: ['grace-example'] } }] },
    });
    const hasHappened = () => hooks.received.length >= 3; // of two lookups and the batch
    expect(await waitUntil(async () => hasHappened(), 60_000)).toBe(true);

    // The example's own jobs, at the addresses that they have here.
    folder = mkdtempSync(join(tmpdir(), 'footprint-prometheus-'));
    const example = parse(readFileSync(CONFIG, 'utf8')) as { scrape_configs: { job_name: string }[] };
    const targets: Readonly<Record<string, number>> = { 'footprint-api': adminPort, 'footprint-worker': metricsPort };
    const config = {
      ...example,
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [RULES],
      scrape_configs: example.scrape_configs.map(({ job_name }) => ({
        job_name,
        static_configs: [{ targets: [`127.0.0.1:${targets[job_name]}`] }],
      })),
    };
    writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
    url = `http://127.0.0.1:${port}`;
    const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`];
    const child = spawn(prometheus, [...args, '--log.level=error'], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    stop = () => {
      child.kill('SIGTERM');
      return ended;
    };
    const isUp = async () => (await query('count(up == 1)').catch(() => [])).some(({ value }) => value[1] === '2');
    expect(await waitUntil(isUp, 180_000)).toBe(true);
  });
  afterAll(async () => {
    await stop?.();
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Sample {
    readonly metric: Readonly<Record<string, string>>;
    readonly value: readonly [number, string];
  }
  /** @throws when Prometheus cannot evaluate it */
  async function query(expr: string): Promise<readonly Sample[]> {
    const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expr }).toString()}`);
    const { status, error, data } = (await response.json()) as { status: string; error?: string; data: { result: readonly Sample[] } };
    if (status !== 'success') throw new Error(`${expr}: ${error}`);
    return data.result;
  }

  it('finds every metric that a rule or a panel names', async () => {
    const missing = async () => {
      const found = await Promise.all(
        USED.filter((name) => name !== NEEDS_A_BUNDLE).map(async (name) => ({ name, of: await query(name) })),
      );
      return found.filter(({ of }) => of.length === 0).map(({ name }) => name);
    };
    await expect.poll(missing).toEqual([]);
    const metadata = (await (await fetch(`${url}/api/v1/metadata`)).json()) as { data: Record<string, unknown> };
    expect(Object.keys(metadata.data)).toContain(NEEDS_A_BUNDLE);
  });

  it('raises no alert on a fresh installation, not even one that waits for its time', async () => {
    expect(await query(NEEDS_A_BUNDLE)).toEqual([]);
    expect(await query('ALERTS')).toEqual([]);
  });

  it('can compute every rule and every panel, and has something to draw in each', async () => {
    for (const { expr } of ALERTS) await query(expr);
    const empty = async () => {
      const drawn = await Promise.all(
        PANELS.map(async ({ title, expr }) => ({ title, samples: await query(expr.replaceAll('$__rate_interval', '1m')) })),
      );
      return drawn.filter(({ samples }) => samples.length === 0).map(({ title }) => title);
    };
    // No request has failed.
    await expect.poll(empty).toEqual(['Errors of the service']);
  });

  it('counts what has happened, and no label names anybody', async () => {
    const [finished] = await query('sum(footprint_lookup_seconds_count{kind="lookup"})');
    expect(finished?.value[1]).toBe('2');
    const [attempted] = await query('sum(temporal_activity_execution_latency_seconds_count{activity_type="attemptDelivery"})');
    expect(Number(attempted?.value[1])).toBeGreaterThanOrEqual(3);
    const labels = await query('{__name__=~"(footprint|temporal)_.+"}');
    expect(JSON.stringify(labels)).not.toMatch(/ada-example|grace-example|lkp_|acc_|evt_|whk_/);
  });
});
