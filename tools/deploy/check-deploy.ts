/**
 * `npm run check:deploy`: what deploys the service, with the tools that read it: the chart, the compose files, the proxy's configuration,
 * the workflows and the Dockerfile. `-- --write` notes what was checked, which `npm run check` compares.
 */
import path from 'node:path';
import { type Check, type Findings, passes, PROJECT_ROOT } from '../checks/tool.js';
import { goProgram } from '../clients/go.js';
import { checkChart } from './chart.js';
import { writeDeployDigest } from './digest.js';
import { ACTIONLINT, CADDY, lint, pythonProgram } from './programs.js';

const OVERLAYS = ['image', 'tls', 'temporal-ui'].map((name) => `deploy/compose/${name}.yml`);
/** Alone and with overlays, of which the last needs the one before it. */
const COMPOSE = [0, 1, 2, 3].map((count) => ['docker-compose.yml', ...OVERLAYS.slice(0, count)]);
/** What an operator has in .env. */
const COMPOSE_ENV = {
  ...Object.fromEntries(['', '_SERVICE', '_TEMPORAL'].map((of) => [`POSTGRES${of}_PASSWORD`, 'example'])),
  SECRETS_KEY: '7e57'.repeat(16),
  FOOTPRINT_IMAGE: 'registry.example.com/footprint:1',
  PUBLIC_HOST: 'footprint.example.com',
  TEMPORAL_UI_HOST: 'temporal.example.com',
  // bcrypt of "example".
  TEMPORAL_UI_PASSWORD_HASH: '$2a$04$0V8C9hEjSwlyu/L.Wc1hX.2k.0xhEtqD/gxYvw4nwvQcsMKBtSQ0.',
};

async function composeFindings(): Promise<Findings> {
  const compose = await pythonProgram('docker-compose');
  const runs = COMPOSE.map((files) => lint(compose, [...files.flatMap((file) => ['-f', file]), 'config', '--quiet'], COMPOSE_ENV));
  return (await Promise.all(runs)).flat();
}

async function caddyFindings(): Promise<Findings> {
  const caddy = await goProgram(CADDY);
  const folder = path.join(PROJECT_ROOT, 'deploy/compose');
  return lint(caddy, ['validate', '--config', path.join(folder, 'Caddyfile')], { ...COMPOSE_ENV, SITES: folder });
}

const CHECKS: readonly Check[] = [
  { name: 'chart, rendered with five files of values', run: checkChart },
  { name: 'compose files', run: composeFindings },
  { name: "the proxy's configuration", run: caddyFindings },
  { name: 'workflows: actionlint', run: async () => lint(await goProgram(ACTIONLINT), []) },
  { name: 'workflows: zizmor', run: async () => lint(await pythonProgram('zizmor'), ['--offline', '--no-progress', '.github']) },
  { name: 'Dockerfile: hadolint', run: async () => lint(await pythonProgram('hadolint'), ['--no-color', 'deploy/Dockerfile']) },
];

let isGood = true;
for (const check of CHECKS) isGood = (await passes(check)) && isGood;
if (isGood && process.argv.includes('--write')) writeDeployDigest();
process.exitCode = isGood ? 0 : 1;
