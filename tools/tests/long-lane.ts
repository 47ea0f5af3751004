/**
 * The long lane: tests that need other languages' compilers, several installations, real downloads or more than a minute. Each group is
 * a project of vitest, `long:NAME`.
 */
export interface LongGroup {
  /** Test files; `*` stands for any part of a name. */
  readonly tests: readonly string[];
  /** What they depend on beside their own files: prefixes of paths. */
  readonly paths: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const integration = (...names: readonly string[]): string[] => names.map((name) => `test/integration/${name}.test.ts`);

export const LONG_LANE: Readonly<Record<string, LongGroup>> = {
  clients: {
    tests: ['test/clients/*.test.ts', ...integration('clients', 'webhook-stripe-python', 'express-receiver', 'quickstart')],
    paths: [
      'clients/',
      'tools/clients/',
      'test/clients/',
      'test/support/clients/',
      'docs/openapi.json',
      'docs/quickstart.md',
      'docs/examples/',
    ],
  },
  deploy: {
    tests: [
      ...['image', 'tls-proxy', 'prometheus', 'chart'].map((name) => `test/deploy/${name}.test.ts`),
      ...integration('secured-servers', 'pooler', 'backup-commands', 'restored-backup'),
    ],
    paths: ['deploy/', 'docker-compose.yml', 'tools/deploy/', 'tools/launch/build.mjs', 'src/kernel/db/'],
  },
  installation: {
    tests: [
      ...integration('embedded/dev', 'embedded/documented-commands', 'embedded/postgres', 'embedded/simulator-home', 'embedded/first-page'),
      ...integration('embedded/watch', 'source-bundle', 'catalogue-refresh', 'schemathesis'),
    ],
    paths: ['tools/embedded/', 'tools/launch/', 'tools/importers/', 'README.md', 'CONTRIBUTING.md', 'package-lock.json'],
  },
  versions: {
    tests: integration('side-by-side', 'worker-versions', 'upgrade', 'older-database'),
    paths: ['drizzle/', 'workflows/', 'activities/', 'src/kernel/temporal/', 'test/releases/'],
  },
  fleets: {
    tests: [
      ...integration('fleet-limits', 'stalled-streams', 'scale-out', 'chaos'),
      'test/browser/dashboard/accessible.test.ts',
      'test/browser/dashboard/exports.test.ts',
    ],
    paths: ['src/engine/flow/', 'src/kernel/http/', 'src/main/', 'src/dashboard/components/'],
  },
  catalogue: {
    tests: [
      'test/stores/catalogue-updates.test.ts',
      'test/stores/catalogue-companions.test.ts',
      ...integration('catalogue-updates', 'live-check', 'live-check-kill'),
    ],
    paths: ['src/engine/catalogue/', 'src/engine/controls/', 'src/main/wiring/', 'src/cli/catalogue', 'src/cli/live'],
  },
  kills: {
    tests: integration('*-kill'),
    paths: ['src/features/lookups/store/', 'src/features/webhooks/store/', 'src/features/batches/store/', 'workflows/', 'activities/'],
    env: { CHAOS_SEEDS: '3' },
  },
};

/** What `npm test` leaves out. The group of kills runs further seeds of files that `npm test` runs too. */
export const LONG_TESTS: readonly string[] = Object.values(LONG_LANE).flatMap(({ tests, env }) => (env ? [] : tests));
