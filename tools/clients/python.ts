/** The Python client: generated with a few templates of our own, and the blocking client made of the awaiting one. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT, PROJECT_VERSION } from '../checks/tool.js';
import { runProgram, type ProgramResult } from '../embedded/child.js';
import { cacheFolder, pythonEnvironment } from '../embedded/python-packages.js';
import type { ClientTool } from './client.js';
import { documentForGenerators } from './document.js';
import { generateOnce } from './generated.js';

const CLIENT = path.join(PROJECT_ROOT, 'clients/python');
/** Built with the client, over which they are: the source archive has them all, the wheel what they share. */
const CONNECTORS = path.join(PROJECT_ROOT, 'clients/integrations');
const SOURCE = path.join(CLIENT, 'src/footprint_client');
const GENERATED = path.join(SOURCE, 'generated');
const MAX_GENERATED_FILES = 800;
const TIMEOUT_MS = 300_000;

const GENERATOR = 'openapi-python-client';
/** What makes and checks the client; with its source on the path, also what runs it. */
export const PYTHON_TOOLS = {
  name: 'python-client-1',
  packages: [
    `${GENERATOR}==0.29.1`,
    'attrs==26.1.0',
    'build==1.6.1',
    'hatchling==1.33.0',
    'httpx==0.28.1',
    'mypy==2.4.1',
    'pytest==9.2.0',
    'ruff==0.17.6',
  ],
};

/** Replacements that turn the async client into the blocking one, in this order. */
const BLOCKING: readonly (readonly [RegExp, string])[] = [
  [/^""".*"""/, '"""The blocking client, generated from the async one."""'],
  [/\basync (?=def |with |for )|\bawait /g, ''],
  [/\bAn async client\. Tasks/g, 'A blocking client. Threads'],
  [/\bAsync(?=Client|BaseTransport|Footprint|Stream|Generator)/g, ''],
  [/\ba(?=(?:closing|close|read|iter_bytes|next|within)\b)/g, ''],
  [/\b__a(?=(?:iter|next|enter|exit)__)/g, '__'],
  [/(?<=\bGenerator\[\w+, None)\]/g, ', None]'],
  [/\bAwaitable\[object\]/g, 'object'],
  [/\basyncio\b/g, 'time'],
];

export const PYTHON_CLIENT: ClientTool = {
  name: 'python',

  async missing() {
    const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
    const { ok, lastLines } = await runProgram('python3', ['-c', check], { timeoutMs: 20_000 });
    return ok ? null : `Python 3.11 or newer with venv (python3) is needed to build the Python client. ${lastLines}`;
  },

  generate: () => generateOnce(GENERATED, generatePython),

  async check() {
    const cache = path.join(cacheFolder('.footprint'), 'python-client-checks');
    const tools: readonly (readonly [string, ...string[]])[] = [
      ['ruff', 'check', '--no-cache', '--output-format=concise', '.'],
      ['ruff', 'format', '--no-cache', '--check', '.'],
      ['mypy', '--cache-dir', cache, '--no-error-summary', 'src', 'tests', 'examples'],
      ['python', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--no-header', '--tb=short'],
    ];
    const findings: string[] = [];
    for (const [program, ...args] of tools) {
      const { ok, out, lastLines } = await run(program, args);
      if (!ok) findings.push(...(out.trim() || lastLines).split('\n').map((line) => `${program}: ${line}`));
    }
    return findings;
  },

  async surface() {
    const { ok, out, lastLines } = await run('python', [path.join(PROJECT_ROOT, 'tools/clients/python-surface.py'), SOURCE]);
    if (!ok) throw new Error(`The surface of the Python client cannot be read: ${lastLines}`);
    return `${out}\n`;
  },

  async build(folder) {
    mkdirSync(folder, { recursive: true });
    for (const cwd of [CLIENT, CONNECTORS]) {
      const built = await run('python', ['-m', 'build', '--no-isolation', '--sdist', '--wheel', '--outdir', folder], cwd);
      if (!built.ok) throw new Error(`${path.relative(PROJECT_ROOT, cwd)} cannot be built: ${built.lastLines}`);
    }
    const names = ['footprint_client', 'footprint_connectors'].map((name) => path.join(folder, `${name}-${PROJECT_VERSION}`));
    return names.flatMap((name) => [`${name}.tar.gz`, `${name}-py3-none-any.whl`]);
  },
};

/** Runs a program of the environment, by default in the client's folder, which keeps no caches. */
async function run(program: string, args: readonly string[], cwd = CLIENT): Promise<ProgramResult> {
  const bin = await pythonEnvironment(PYTHON_TOOLS);
  const env = { ...process.env, PYTHONPYCACHEPREFIX: path.join(cacheFolder('.footprint'), 'python-client-bytecode') };
  return runProgram(path.join(bin, program), args, { timeoutMs: TIMEOUT_MS, cwd, env });
}

async function generatePython(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'python-client-'));
  try {
    const document = path.join(folder, 'openapi.json');
    const config = path.join(folder, 'config.json');
    writeFileSync(document, JSON.stringify(documentForGenerators()));
    writeFileSync(config, JSON.stringify({ post_hooks: [], package_version_override: PROJECT_VERSION }));
    rmSync(GENERATED, { recursive: true, force: true });
    const templates = path.join(PROJECT_ROOT, 'tools/clients/python-templates');
    const inputs = ['--path', document, '--config', config, '--custom-template-path', templates];
    const made = await run(GENERATOR, ['generate', ...inputs, '--meta', 'none', '--output-path', GENERATED, '--fail-on-warning']);
    if (!made.ok) throw new Error(`${GENERATOR} failed: ${made.out}\n${made.lastLines}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  rmSync(path.join(GENERATED, 'errors.py')); // ours are written by hand, and so is the client
  const awaiting = readFileSync(path.join(SOURCE, '_async_client.py'), 'utf8');
  const blocking = BLOCKING.reduce((text, [from, to]) => text.replace(from, to), awaiting);
  writeFileSync(path.join(GENERATED, 'client.py'), blocking);
  const files = readdirSync(GENERATED, { recursive: true }).filter((name) => String(name).endsWith('.py')).length;
  if (files > MAX_GENERATED_FILES) throw new Error(`${files} files were generated, more than ${MAX_GENERATED_FILES}.`);
}
