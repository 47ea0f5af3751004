import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { execa } from 'execa';
import { affectedTests } from '../checks/affected-tests.js';
import { projectFiles } from '../checks/project-files.js';
import { PROJECT_ROOT } from '../checks/tool.js';
import { type Area, type Mutant, OBSERVED } from './areas.js';
import { declared } from './declared.js';

/** Environment variable with the path of a file of `Trials`. */
export const TRIALS = 'MUTANT_TRIALS';
/** No test of an area takes as long. A process in which nothing begins for this long is in an endless loop. */
const STALLED_MS = 120_000;
const JOURNAL = 'journal.txt';
/** In place of a change's number. */
const NO_MUTANT = 'none';
/** Of a change that takes effect when its module is loaded, the tests that are tried before all the others. */
const NEAREST = 3;

/** How often a change was reached: by each test, and outside of any (as its module was loaded). */
export interface Coverage {
  readonly static: Readonly<Record<string, number>>;
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What one process of vitest is to do. */
export interface Trials {
  /** Run tests once and see what they cover; run each for each change that it covers; run files that name their change. */
  readonly kind: 'cover' | 'each' | 'load';
  readonly root: string;
  /** Paths of tests, relative to the root, in their order. */
  readonly tests: readonly string[];
  /** Lines of a kind and its words: `took`, `tried`, `noticed`, `upset`. */
  readonly journal: string;
  /** Where coverage is written, of the kind `cover`; null before. */
  readonly coverageFile: string;
  readonly coverage: Coverage | null;
}

/** What became of the changes of an area. */
export interface Outcome {
  readonly mutants: readonly Mutant[];
  readonly survivors: readonly Mutant[];
  /** Tests that failed without a change, after changes: what they noticed is not counted. */
  readonly upset: readonly string[];
}

/**
 * Tries each change of an area against the area's tests, in a copy of the tree below `.footprint`.
 *
 * Tests run in one process that loads modules once; what takes effect as a module is loaded gets the modules anew.
 *
 * @throws {Error} when the tests fail without a change
 */
export async function tryArea(name: string, area: Area): Promise<Outcome> {
  const root = join(PROJECT_ROOT, '.footprint/mutants', name);
  const files = projectFiles(PROJECT_ROOT);
  rmSync(root, { recursive: true, force: true });
  // A second configuration would stop the linter of the first.
  for (const file of files.filter((each) => each !== 'biome.json')) cpSync(join(PROJECT_ROOT, file), join(root, file));
  const mutants = await instrument(
    root,
    files.filter((file) => area.changed.test(file) && file.endsWith('.ts') && file !== OBSERVED),
  );
  const tests = files.filter((file) => area.tests.test(file) && file.endsWith('.test.ts'));
  const [journal, coverageFile] = [join(root, JOURNAL), join(root, 'coverage.json')];
  const common = { root, journal, coverageFile };
  writeFileSync(journal, '');
  const first = await runTrials({ ...common, kind: 'cover', tests, coverage: null });
  if (first.exitCode !== 0) throw new Error(`The tests of ${name} fail without a change:\n${first.output.slice(-5_000)}`);
  const coverage: Coverage = JSON.parse(readFileSync(coverageFile, 'utf8'));
  await untilDone({ ...common, kind: 'each', tests: cheapestFirst(tests, journal), coverage });
  const left = (): readonly Mutant[] => {
    const noticed = noticedIn(journal);
    return mutants.filter(({ id }) => !noticed.has(id));
  };
  const atLoad = (): readonly Mutant[] => left().filter(({ id }) => coverage.static[id] !== undefined);
  // What is loaded anew has to pass without a change, or every change would count as noticed.
  await untilDone({ ...common, kind: 'load', tests: [loadFile(root, NO_MUTANT, tests)], coverage: null });
  if (noticedIn(journal).has(NO_MUTANT)) throw new Error(`The tests of ${name} fail without a change when they are loaded anew.`);
  for (const most of [NEAREST, tests.length]) {
    const unnoticed = atLoad();
    const nearest = new Map(unnoticed.map(({ fileName }) => [fileName, [] as readonly string[]]));
    for (const file of nearest.keys()) nearest.set(file, affectedTests(PROJECT_ROOT, [file], area.tests));
    const chosen = unnoticed.map((mutant) => loadFile(root, mutant.id, nearest.get(mutant.fileName)?.slice(0, most) ?? []));
    if (chosen.length > 0) await untilDone({ ...common, kind: 'load', tests: chosen, coverage: null });
  }
  const outcome = { mutants, survivors: left(), upset: [...upsetIn(journal)] };
  rmSync(root, { recursive: true });
  return outcome;
}

/** Writes the changed files with a switch for each change. */
async function instrument(root: string, changed: readonly string[]): Promise<readonly Mutant[]> {
  const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];
  const sources = changed.map((name) => ({ name, mutate: true, content: readFileSync(join(PROJECT_ROOT, name), 'utf8') }));
  const options = { plugins: null, excludedMutations: [], ignorers: [declared] };
  const { files, mutants } = await new Instrumenter(silent).instrument(sources, options);
  for (const { name, content } of files) writeFileSync(join(root, name), content);
  return mutants.filter(({ status }) => status !== 'Ignored');
}

/** A test file that loads other tests with a change. Returns its path. */
function loadFile(root: string, id: string, tests: readonly string[]): string {
  const path = `loads/${tests.length}-${id}.test.ts`;
  mkdirSync(join(root, 'loads'), { recursive: true });
  const lines = [
    "import { appendFileSync } from 'node:fs';",
    "import { describe, vi } from 'vitest';",
    `appendFileSync(${JSON.stringify(join(root, JOURNAL))}, 'tried\\t${id}\\t${path}\\n');`,
    `Object.assign((globalThis.__stryker__ ??= {}), { activeMutant: '${id}', hitCount: 0, hitLimit: 1_000_000 });`,
    'vi.resetModules();',
    // Each in a suite of its own, which its hooks are of.
    ...tests.map((test) => `describe('${test}', async () => void (await import('../${test}')));`),
  ];
  writeFileSync(join(root, path), `${lines.join('\n')}\n`);
  return path;
}

/** Goes on in a new process after a change that stalls one: it counts as noticed. */
async function untilDone(trials: Trials): Promise<void> {
  let tests = trials.tests;
  while (tests.length > 0) {
    const { stalled } = await runTrials({ ...trials, tests });
    if (!stalled) return;
    const last = linesOf(trials.journal, 'tried').at(-1);
    if (last === undefined) throw new Error('The tests stall without a change.');
    writeFileSync(trials.journal, `noticed\t${last[0]}\tstalled\n`, { flag: 'a' });
    if (trials.kind === 'load') tests = tests.slice(tests.indexOf(last[1] ?? '') + 1);
  }
}

async function runTrials(trials: Trials): Promise<{ exitCode: number | undefined; output: string; stalled: boolean }> {
  const file = join(trials.root, 'trials.json');
  writeFileSync(file, JSON.stringify(trials));
  const running = execa(
    'node',
    [join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'tools/mutants/vitest.config.ts'],
    {
      cwd: trials.root,
      env: { [TRIALS]: file },
      all: true,
      reject: false,
      detached: true,
    },
  );
  let stalled = false;
  const watch = setInterval(() => {
    if (trials.kind === 'cover' || Date.now() - statSync(trials.journal).mtimeMs < STALLED_MS) return;
    stalled = true;
    if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  }, 2_000);
  const { exitCode, all } = await running.finally(() => clearInterval(watch));
  return { exitCode, output: all ?? '', stalled };
}

/** The words behind a kind, of each of its lines. */
function linesOf(journal: string, kind: string): readonly (readonly string[])[] {
  return readFileSync(journal, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([found]) => found === kind)
    .map(([, ...words]) => words);
}

const upsetIn = (journal: string): ReadonlySet<string> => new Set(linesOf(journal, 'upset').map(([test]) => test ?? ''));

function noticedIn(journal: string): ReadonlySet<string> {
  const upset = upsetIn(journal);
  return new Set(linesOf(journal, 'noticed').flatMap(([id, test]) => (id === undefined || upset.has(test ?? '') ? [] : [id])));
}

/** Most changes are noticed by the cheap tests; what they leave meets the dear ones. */
function cheapestFirst(tests: readonly string[], journal: string): readonly string[] {
  const took = new Map<string, number>();
  for (const [test = '', time] of linesOf(journal, 'took')) {
    const file = test.split('#')[0] ?? '';
    took.set(file, (took.get(file) ?? 0) + Number(time));
  }
  const of = (test: string): number => [...took].find(([file]) => file.endsWith(`/${test}`))?.[1] ?? 0;
  return [...tests].sort((a, b) => of(a) - of(b));
}
