import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly volumes?: readonly string[];
  readonly [key: string]: unknown;
}
const overlay = (name: string) =>
  parse(readFileSync(path.join(ROOT, 'deploy/compose', name), 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
    networks: { front: { ipam: { config: [{ subnet: string }] } } };
    volumes: Record<string, unknown>;
  };
const { services, networks, volumes } = overlay('tls.yml');
const presetOf = (text: unknown): string => /:-([^}]*)\}/.exec(String(text))?.[1] ?? '';

/** Every compose file, with the presets of its settings. */
const composeFiles = ['docker-compose.yml', ...readdirSync(path.join(ROOT, 'deploy/compose')).map((name) => `deploy/compose/${name}`)]
  .filter((name) => name.endsWith('.yml'))
  .map((name) => {
    const preset = readFileSync(path.join(ROOT, name), 'utf8').replaceAll(/\$\{PROXY_\w+:-([^}]*)\}/g, '$1');
    return parse(preset, { merge: true, logLevel: 'error' }) as {
      services?: Record<string, { networks?: Record<string, { ipv4_address?: string } | null> | string[] }>;
      networks?: Record<string, { ipam?: { config: { subnet: string; gateway?: string; ip_range?: string }[] } } | null>;
    };
  });

it('gives no container an address that is meant for another one', () => {
  const pools = new Map(
    composeFiles
      .flatMap(({ networks = {} }) => Object.entries(networks).map(([name, network]) => [name, network?.ipam?.config[0]] as const))
      .filter(([, pool]) => pool),
  );
  const fixed = composeFiles.flatMap(({ services: all = {} }) =>
    Object.values(all).flatMap(({ networks: of = {} }) =>
      Array.isArray(of)
        ? []
        : Object.entries(of).flatMap(([name, each]) => (each?.ipv4_address ? [[name, each.ipv4_address] as const] : [])),
    ),
  );
  expect(fixed.length).toBeGreaterThan(0);
  const isIn = (address: string, range = '') => ipaddr.parse(address).match(ipaddr.parseCIDR(range));
  for (const [name, address] of fixed) {
    const pool = pools.get(name);
    // Without a gateway of its own a network takes the first address of the range.
    for (const each of [address, pool?.gateway ?? '']) {
      expect(isIn(each, pool?.subnet), `${each} in ${name}`).toBe(true);
      expect(isIn(each, pool?.ip_range), `${each} is left to ${name}'s others`).toBe(false);
    }
  }
  const taken = [...fixed.map((each) => each.join(' ')), ...[...pools].map(([name, pool]) => `${name} ${pool?.gateway}`)];
  expect(new Set(taken).size).toBe(taken.length);
});

describe('deploy/compose/tls.yml', () => {
  it('gives the proxy one right more than others have, a bounded part of the machine, and certificates that it keeps', () => {
    expect(services['proxy']).toMatchObject({
      image: expect.stringMatching(/^caddy:\d+\.\d+\.\d+-alpine@sha256:/) as unknown,
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
      mem_limit: expect.any(String) as unknown,
      pids_limit: expect.any(Number) as unknown,
      logging: { driver: 'local' },
      // Healthy when clients can connect: restarted for ever, it is not.
      healthcheck: expect.objectContaining({ test: ['CMD', 'nc', '-z', '127.0.0.1', '443'] }) as unknown,
    });
    expect(services['proxy']?.volumes).toContain('proxy:/data');
    expect(Object.keys(volumes)).toContain('proxy');
  });

  it('has every process believe the address of the proxy, and nobody else', () => {
    const address = presetOf(services['proxy']?.networks?.['front']?.ipv4_address);
    expect(networks.front.ipam.config[0].subnet).toContain(`${address.replace(/\d+$/, '0')}/24`);
    for (const name of ['api', 'worker', 'cli']) {
      expect(services[name]?.environment?.['TRUST_PROXY'], name).toBe(`\${TRUST_PROXY:-\${PROXY_ADDRESS:-${address}}/32}`);
      expect(services[name]?.environment?.['PUBLIC_URL'], name).toContain('https://${PUBLIC_HOST:?');
    }
  });

  it('mounts files that exist, as the second overlay does', () => {
    for (const proxy of [services['proxy'], overlay('temporal-ui.yml').services['proxy']]) {
      const files = (proxy?.volumes ?? []).map((volume) => volume.split(':')[0] ?? '').filter((source) => source.startsWith('./'));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(statSync(path.join(ROOT, file)).isFile(), file).toBe(true);
    }
  });

  it("does not show Temporal's interface without a password", () => {
    expect(overlay('temporal-ui.yml').services['proxy']?.environment?.['TEMPORAL_UI_PASSWORD_HASH']).toMatch(
      /^\$\{TEMPORAL_UI_PASSWORD_HASH:\?/,
    );
  });
});
