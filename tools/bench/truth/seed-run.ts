/** What is measured in process, of one seed; and the same of all seeds, in as many processes as there are cores. */
import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type FaultDay, faultDays } from './fault-days.js';
import { healthy, mailDomains, nameForms, namesakes, pageWords } from './page-queries.js';
import type { Tallies } from './site-tally.js';

export interface SeedResult {
  readonly seed: string;
  readonly days: readonly FaultDay[];
  readonly pages: Tallies;
  readonly namesakes: Tallies;
  readonly healthy: Tallies;
  readonly forms: Tallies;
  readonly domains: Tallies;
  readonly seconds: number;
}

/** @param index of the seed in its run */
export async function runSeed(seed: string, index: number): Promise<SeedResult> {
  const started = performance.now();
  return {
    seed,
    pages: await pageWords(seed),
    namesakes: await namesakes(seed),
    healthy: await healthy(seed),
    forms: await nameForms(seed),
    domains: await mailDomains(seed),
    days: await faultDays(seed, index),
    seconds: (performance.now() - started) / 1_000,
  };
}

/** Runs all seeds. @throws Error when one of the processes fails */
export async function runSeeds(seeds: readonly string[]): Promise<SeedResult[]> {
  const results: SeedResult[] = [];
  const left = [...seeds.entries()];
  await Promise.all(
    Array.from({ length: Math.min(cpus().length, seeds.length) }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [index, seed] = next;
        const result = await inProcess(seed, index);
        process.stdout.write(`seed ${seed}: ${result.seconds.toFixed(0)} s\n`);
        results.push(result);
      }
    }),
  );
  return results;
}

const WORKER = fileURLToPath(new URL('seed-worker.ts', import.meta.url));

/** One seed in a process of its own, which begins with what the service's processes begin with. */
function inProcess(seed: string, index: number): Promise<SeedResult> {
  const child = fork(WORKER, [seed, String(index)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as SeedResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the process of seed ${seed} ended with ${code}`)));
  });
}
