import { defineConfig } from 'vitest/config';

/** What needs neither Postgres nor Temporal: `npm run test:unit`. */
const UNIT = ['test/unit/**/*.test.ts', 'test/catalogue/**/*.test.ts', 'test/architecture.test.ts'];
/** Replaces a module: the others must not meet the replacement. */
export const REPLACES_MODULES = ['test/unit/catalogue/importers-maigret.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A condition is waited for; how long a busy machine takes decides nothing.
    expect: { poll: { timeout: 15_000 } },
    // Two cores: more forks would only make timings noisy.
    maxWorkers: 2,
    projects: [
      // Modules are loaded once a process: in a process of its own each file spends more time on imports than on its tests.
      { extends: true, test: { name: 'unit', include: UNIT, exclude: REPLACES_MODULES, isolate: false } },
      { extends: true, test: { name: 'unit-isolated', include: REPLACES_MODULES } },
      {
        extends: true,
        test: { name: 'stack', include: ['test/**/*.test.ts'], exclude: UNIT, globalSetup: ['test/support/global-setup.ts'] },
      },
    ],
  },
});
