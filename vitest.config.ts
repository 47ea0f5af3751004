import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

/** What needs neither Postgres nor Temporal: `npm run test:unit`. */
const UNIT = ['test/unit/**/*.test.ts', 'test/catalogue/**/*.test.ts', 'test/architecture.test.ts'];
/** Replaces a module: the others must not meet the replacement. */
export const REPLACES_MODULES = ['test/unit/catalogue/importers-maigret.test.ts'];
/** Tests of the whole service that start it in their own process. */
const IN_PROCESS = [
  'bands', 'bare-answers', 'batch', 'breaches-and-mentions', 'cache', 'commit-in-doubt', 'derived', 'encoding', 'enrichment', 'idempotency',
  'import-then-lookup', 'instant', 'instant-v2', 'lookup', 'modules', 'no-egress', 'politeness', 'pools', 'quarantined-facts', 'root-redirects',
  'stream', 'three-states', 'truth', 'webhook-mails', 'webhooks',
];
/** What runs against Postgres and Temporal, in a process that other files use as well: it leaves nothing behind. */
const SHARED = ['test/{http,contract,activities}/**/*.test.ts', `test/integration/{${IN_PROCESS.join()}}.test.ts`];
const STACK = { globalSetup: ['test/support/global-setup.ts'] };

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A condition is waited for; how long a busy machine takes decides nothing.
    expect: { poll: { timeout: 15_000 } },
    // One more than the two cores of continuous integration: a test of the stack waits for a third of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Modules are loaded once a process: in a process of its own each file spends more time on imports than on its tests.
      { extends: true, test: { name: 'unit', include: UNIT, exclude: REPLACES_MODULES, isolate: false } },
      { extends: true, test: { name: 'unit-isolated', include: REPLACES_MODULES } },
      { extends: true, test: { ...STACK, name: 'stack', include: SHARED, isolate: false } },
      { extends: true, test: { ...STACK, name: 'stack-isolated', include: ['test/**/*.test.ts'], exclude: [...UNIT, ...SHARED] } },
    ],
  },
});
