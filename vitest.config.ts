import { defineConfig } from 'vitest/config';
import { CHECKED_CATALOGUE } from './test/support/checked-catalogue-path.js';
import { LongestFirst } from './test/support/longest-first.js';
import { COMPOSE_TESTS, LONG_LANE, LONG_TESTS } from './tools/tests/long-lane.js';

/** What needs neither Postgres nor Temporal: `npm run test:unit`. */
const UNIT = ['test/unit/**/*.test.ts', 'test/catalogue/**/*.test.ts', 'test/architecture.test.ts'];
/** Replaces a module: the others must not meet the replacement. */
export const REPLACES_MODULES = ['test/unit/tools/importers/maigret.test.ts'];
/** What needs a process of its own: the SDK's runtime and log, all that a process writes, a heap that is measured. */
const ISOLATED = ['test/workflows/**/*.test.ts', 'test/integration/{privacy,worker-log}.test.ts'];
const CATALOGUE = 'test/support/checked-catalogue.ts';
const STACK = { globalSetup: [CATALOGUE, 'test/support/global-setup.ts'] };
/** As in the bundle: some hundred services are started in one run. */
const CARRIED = { define: { CHECKED_CATALOGUE: JSON.stringify(CHECKED_CATALOGUE) } };

export default defineConfig({
  test: {
    pool: 'forks',
    // A line for each file: what is slow is named at the end of `.ci/run`.
    slowTestThreshold: 60_000,
    // A condition is waited for; how long a busy machine takes, or stands still, decides nothing.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than the cores of continuous integration: a test of the stack waits for a part of its time. With more, parts of the service
    // that run at once are so late that probes time out.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Modules are loaded once a process: in a process of its own each file spends more time on imports than on its tests.
      {
        extends: true,
        ...CARRIED,
        test: { globalSetup: [CATALOGUE], name: 'unit', include: UNIT, exclude: [...REPLACES_MODULES, ...LONG_TESTS], isolate: false },
      },
      { extends: true, test: { name: 'unit-isolated', include: REPLACES_MODULES } },
      {
        extends: true,
        ...CARRIED,
        test: { ...STACK, name: 'stack', include: ['test/**/*.test.ts'], exclude: [...UNIT, ...LONG_TESTS, ...ISOLATED], isolate: false },
      },
      { extends: true, ...CARRIED, test: { ...STACK, name: 'stack-isolated', include: ISOLATED, exclude: [...LONG_TESTS] } },
      { extends: true, test: { name: 'long:compose', include: [...COMPOSE_TESTS], testTimeout: 3_600_000, hookTimeout: 7_200_000 } },
      ...Object.entries(LONG_LANE).map(([name, { tests, env }]) => ({
        extends: true as const,
        ...CARRIED,
        // Beside another stack, on two cores, probes time out and a kill's recovery is late.
        test: { ...STACK, name: `long:${name}`, include: [...tests], maxWorkers: 1, ...(env && { env: { ...env } }) },
      })),
    ],
  },
});
