/** The Go client. Its generator is installed once, into the user's cache; Go itself is the machine's. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT, PROJECT_VERSION } from '../checks/tool.js';
import { type ProgramResult, runProgram } from '../embedded/child.js';
import { cacheFolder, PLATFORM } from '../embedded/python-packages.js';
import { exclusively } from '../embedded/exclusively.js';
import type { ClientTool } from './client.js';
import { documentForGenerators } from './document.js';
import { generateOnce } from './generated.js';

const FOLDER = path.join(PROJECT_ROOT, 'clients/go');
const GENERATED = path.join(FOLDER, 'api');
const GENERATOR = { package: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', version: '2.8.2' };
const MIN_GO = 25;
const IN_FOLDER = { cwd: FOLDER, timeoutMs: 600_000 };
/** Temporal's server took twenty minutes on two busy cores. */
const INSTALL_MS = 2_400_000;

/** What oapi-codegen reads beside the document. Names follow the language, and those of values never depend on other types. */
const CONFIG = {
  package: 'api',
  output: path.join(GENERATED, 'api.gen.go'),
  generate: { models: true, client: true },
  compatibility: { 'always-prefix-enum-values': true },
  'output-options': {
    // Events and lines are types that no operation refers to.
    'skip-prune': true,
    'name-normalizer': 'ToCamelCaseWithInitialisms',
    'skip-enum-validate': true,
    'skip-response-body-getters': true,
    'skip-client-response-content-type': true,
    // Amounts in millicents have more digits than 32 bits hold.
    'type-mapping': { number: { default: { type: 'float64' } } },
  },
};
/** Types of requests in whose optional texts and lists the empty value means none: they need no pointers. */
const WITHOUT_POINTERS = ['LookupRequestV2', 'Identities', 'SentBatchItem'];

export const GO_CLIENT: ClientTool = {
  name: 'go',

  async missing() {
    const version = await runProgram('go', ['env', 'GOVERSION']);
    const minor = Number(/^go1\.(\d+)/.exec(version.out)?.[1] ?? 0);
    if (!version.ok || minor < MIN_GO) return `Go 1.${MIN_GO} or newer`;
    const fault = await goProgram(GENERATOR).then(
      () => null,
      ({ message }: Error) => message,
    );
    if (fault !== null) return fault;
    const modules = await runProgram('go', ['mod', 'download'], IN_FOLDER);
    return modules.ok ? null : `the modules of clients/go/go.mod: ${modules.all}`;
  },

  generate: () => generateOnce(GENERATED, generateGo),

  async check() {
    const unformatted = await runProgram('gofmt', ['-l', '.'], IN_FOLDER);
    const findings = unformatted.all === '' ? [] : [`gofmt would change: ${unformatted.all}`];
    for (const command of ['vet', 'test']) {
      const { ok, all } = await runProgram('go', [command, './...'], IN_FOLDER);
      if (!ok) findings.push(`go ${command}: ${all}`);
    }
    return findings;
  },

  async surface() {
    return `${await orThrow(runProgram('go', ['run', './internal/surface'], IN_FOLDER))}\n`;
  },

  async build(folder) {
    return (await orThrow(runProgram('go', ['run', './internal/archive', path.resolve(folder), PROJECT_VERSION], IN_FOLDER))).split('\n');
  },
};

async function generateGo(): Promise<void> {
  const generator = await goProgram(GENERATOR);
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED);
  const inputs = { document: path.join(GENERATED, 'document.json'), config: path.join(GENERATED, 'config.json') };
  writeFileSync(inputs.document, JSON.stringify(documentForGo()));
  writeFileSync(inputs.config, JSON.stringify(CONFIG));
  const generated = await runProgram(generator, ['-config', inputs.config, inputs.document], IN_FOLDER);
  for (const input of Object.values(inputs)) rmSync(input);
  if (!generated.ok || generated.all !== '') throw new Error(`oapi-codegen printed: ${generated.all}`);
  const head = '// Code generated from package.json. DO NOT EDIT.\n\npackage api\n';
  writeFileSync(path.join(GENERATED, 'version.go'), `${head}\n// Version of the client.\nconst Version = "${PROJECT_VERSION}"\n`);
}

async function orThrow(outcome: Promise<ProgramResult>): Promise<string> {
  const { ok, all } = await outcome;
  if (!ok) throw new Error(all);
  return all;
}

/**
 * Installs a program at its first use, into the user's cache.
 *
 * @returns its file
 * @throws Error when Go cannot install it
 */
export async function goProgram(program: { readonly package: string; readonly version: string }): Promise<string> {
  const name = path.basename(program.package);
  const folder = path.join(cacheFolder('.footprint'), `${name}-${program.version}-${PLATFORM}`);
  const file = path.join(folder, name);
  return exclusively(`${folder}.lock`, async () => {
    if (existsSync(file)) return file;
    // Without the machine's C library it runs in containers too.
    const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
    const { ok, all } = await runProgram('go', ['install', `${program.package}@v${program.version}`], { env, timeoutMs: INSTALL_MS });
    if (!ok) throw new Error(`${program.package} ${program.version} cannot be installed with Go: ${all}`);
    return file;
  });
}

interface Schema {
  readonly type?: string;
  readonly properties: Record<string, Record<string, unknown>>;
}

/**
 * Without refusals, and without headers: of every operation a refusal is the client's own error, which the part that is written by hand
 * makes, and types of both would be three quarters of what is generated.
 */
function documentForGo(): unknown {
  const {
    paths,
    components: all,
    ...document
  } = documentForGenerators() as ReturnType<typeof documentForGenerators> & {
    components: { schemas: Record<string, Schema>; responses: unknown; headers: unknown };
  };
  const { responses: _, headers: __, ...components } = all;
  for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!/^2|^304$/.test(status)) delete operation.responses[status];
      else Reflect.deleteProperty(response, 'headers');
    }
  }
  for (const name of WITHOUT_POINTERS) {
    for (const property of Object.values(components.schemas[name]?.properties ?? {})) {
      if (property['type'] === 'string' || property['type'] === 'array') property['x-go-type-skip-optional-pointer'] = true;
    }
  }
  const details = components.schemas['ErrorReason']?.properties['details'];
  if (details) details['x-go-type-name'] = 'ErrorDetails';
  return { ...document, paths, components };
}
