import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import { type Coverage, type Trials, TRIALS } from './trials.js';

/** What Stryker's instrumented code reads and writes. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: Coverage;
}

const global = globalThis as { __stryker__?: Switches; mutantTrials?: Progress };
const switches: Switches = global.__stryker__ ?? {};
global.__stryker__ = switches;
const trials: Trials = JSON.parse(readFileSync(process.env[TRIALS] ?? '', 'utf8'));
const { setInterval: startTimer, clearInterval: stopTimer } = globalThis;
const utilization = performance.eventLoopUtilization.bind(performance);
const cpuUsage = process.cpuUsage.bind(process);

/** What this process and those before it did: a change that stalls a process costs that process. */
interface Progress {
  readonly noticed: Set<string>;
  readonly tried: Set<string>;
}

/** The same for all files of a process. */
const progress: Progress = global.mutantTrials ?? readProgress();
global.mutantTrials = progress;

function readProgress(): Progress {
  const lines = readFileSync(trials.journal, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const of = (kind: string): Set<string> => new Set(lines.filter(([found]) => found === kind).map(([, ...rest]) => rest.join('\t')));
  return { noticed: new Set([...of('noticed')].map((line) => line.split('\t')[0] ?? '')), tried: of('tried') };
}

const write = (...words: readonly string[]): void => appendFileSync(trials.journal, `${words.join('\t')}\n`);

function notice(mutant: string, test: string): void {
  if (progress.noticed.has(mutant)) return;
  progress.noticed.add(mutant);
  write('noticed', mutant, test);
}

/** Rejects once the process has done nothing for two seconds: what a test waits for then never comes. */
async function orIdle(work: unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise((_, reject) => {
    let [last, used, quiet] = [utilization(), cpuUsage(), 0];
    timer = startTimer(() => {
      const { active, idle: rested } = utilization(utilization(), last);
      const { user } = cpuUsage(used);
      [last, used] = [utilization(), cpuUsage()];
      quiet = rested > 200 && active < 25 && user < 25_000 ? quiet + 1 : 0;
      if (quiet >= 8) reject(new Error('nothing happens any more'));
    }, 250);
  });
  return Promise.race([work, idle]).finally(() => stopTimer(timer));
}

function nameOf(test: RunnerTestCase): string {
  const names = [test.name];
  for (let suite = test.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return `${test.file.filepath}#${names.join(' ').trim()}`.replaceAll(/[\t\n]/g, ' ');
}

function testsIn(tasks: readonly RunnerTask[]): readonly RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === 'test' ? [task] : testsIn(task.tasks)));
}

/**
 * Runs tests in one of three ways (`Trials`): once, to see which changes each covers; once for each change that it covers, and once more
 * without one, since a test that fails then was upset by an earlier change; or with the change that its file has set before it imports anything.
 */
export default class MutantRunner extends TestRunner {
  readonly #mutants = new WeakMap<RunnerTestCase, readonly string[]>();
  readonly #started = new WeakMap<RunnerTestCase, NodeJS.CpuUsage>();

  onCollected(files: RunnerTestFile[]): void {
    if (!trials.coverage) return;
    for (const test of testsIn(files)) {
      const covered = Object.keys(trials.coverage.perTest[nameOf(test)] ?? {});
      const mutants = covered.filter((mutant) => !progress.noticed.has(mutant) && !progress.tried.has(`${mutant}\t${nameOf(test)}`));
      this.#mutants.set(test, mutants);
      test.repeats = mutants.length;
      if (mutants.length === 0) test.mode = 'skip';
    }
  }

  override onBeforeTryTask(test: RunnerTestCase, { repeats }: { repeats: number } = { repeats: 0 }): void {
    super.onBeforeTryTask(test);
    switches.currentTestId = nameOf(test);
    this.#started.set(test, cpuUsage());
    const mutants = this.#mutants.get(test);
    if (!mutants) return utimesSync(trials.journal, new Date(), new Date());
    // What failed are the hooks: the test itself is caught below.
    const earlier = mutants[repeats - 1];
    if (test.result?.state === 'fail' && earlier !== undefined) notice(earlier, nameOf(test));
    if (test.result) test.result = { ...test.result, state: 'run', errors: [] };
    const mutant = mutants[repeats];
    switches.activeMutant = mutant !== undefined && !progress.noticed.has(mutant) ? mutant : undefined;
    switches.hitCount = 0;
    switches.hitLimit = Math.max(2_000, 100 * (trials.coverage?.perTest[nameOf(test)]?.[mutant ?? ''] ?? 0));
    if (switches.activeMutant !== undefined) write('tried', switches.activeMutant, nameOf(test));
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = async (): Promise<unknown> => orIdle(Promise.resolve(TestRunner.getTestFn(test)()));
    const mutant = switches.activeMutant;
    const mutants = this.#mutants.get(test);
    if (!mutants) return void (mutant !== undefined && progress.noticed.has(mutant) ? null : await run());
    const isLast = test.result?.repeatCount === mutants.length;
    if (mutant === undefined && !isLast) return;
    try {
      await run();
      if ((switches.hitCount ?? 0) > (switches.hitLimit ?? 0)) notice(mutant ?? '', nameOf(test));
    } catch {
      if (mutant === undefined) write('upset', nameOf(test));
      else notice(mutant, nameOf(test));
    }
  }

  onAfterRetryTask(): void {
    if (trials.coverage) switches.activeMutant = undefined;
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    switches.currentTestId = undefined;
    const started = this.#started.get(test);
    if (trials.kind === 'cover' && started) write('took', nameOf(test), String(cpuUsage(started).user));
  }

  override onAfterRunFiles(files: readonly RunnerTestFile[] = []): void {
    super.onAfterRunFiles();
    if (trials.kind === 'cover') writeFileSync(trials.coverageFile, JSON.stringify(switches.mutantCoverage ?? { static: {}, perTest: {} }));
    if (trials.kind !== 'load') return;
    for (const file of files) {
      const failed = file.result?.state === 'fail' || testsIn(file.tasks).some(({ result }) => result?.state === 'fail');
      if (failed) notice(switches.activeMutant ?? 'none', file.filepath);
    }
    switches.activeMutant = undefined;
  }
}
