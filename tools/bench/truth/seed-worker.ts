/** A process that measures one seed: `seed-worker.ts SEED INDEX`; sends the result to the process that started it. */
import { runSeed } from './seed-run.js';

const [seed, index] = process.argv.slice(2) as [string, string];
const result = await runSeed(seed, Number(index));
process.send?.(result, () => process.exit(0));
