import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Trials, TRIALS } from './trials.js';

const { root, tests }: Trials = JSON.parse(readFileSync(process.env[TRIALS] ?? '', 'utf8'));

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = new Map(tests.map((test, index) => [join(root, test), index]));
    return [...files].sort((a, b) => (order.get(a.moduleId) ?? 0) - (order.get(b.moduleId) ?? 0));
  }
}

/** For `npm run mutants`: one process that loads each module once. */
export default defineConfig({
  root,
  test: {
    include: [...tests],
    setupFiles: [join(root, 'tools/mutants/fewer-runs.ts')],
    runner: join(root, 'tools/mutants/runner.ts'),
    sequence: { sequencer: InOrder },
    isolate: false,
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['dot'],
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
