import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isProperty = ({ moduleId }: TestSpecification): boolean => moduleId.includes('properties');

/** Examples first: they notice most mutants at once, and a run ends with the first test that does. */
class PropertiesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => Number(isProperty(a)) - Number(isProperty(b)) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** For `npm run mutants`: the tests of one area. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: JSON.parse(process.env['MUTANTS_TESTS'] ?? '[]'),
    setupFiles: ['tools/mutants/fewer-runs.ts'],
    sequence: { sequencer: PropertiesLast },
    isolate: false,
    testTimeout: 60_000,
  },
});
