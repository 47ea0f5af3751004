import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A condition is waited for; how long a busy machine takes decides nothing.
    expect: { poll: { timeout: 15_000 } },
    // Two cores: more forks would only make timings noisy.
    maxWorkers: 2,
  },
});
