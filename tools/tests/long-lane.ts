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

/** A kill of each process, of which `npm test` runs one seed. */
const KILLS = integration('api-kill', 'worker-kill', 'temporal-kill', 'postgres-kill', 'module-kill', 'invitation-kill');

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
      ...['image', 'tls-proxy', 'tls-proxy-replicas', 'prometheus', 'chart'].map((name) => `test/deploy/${name}.test.ts`),
      ...integration('secured-servers', 'pooler', 'backup-commands', 'restored-backup'),
    ],
    paths: ['deploy/', 'docker-compose.yml', 'tools/deploy/', 'tools/launch/build.mjs', 'src/temporal/', 'src/kernel/db/'],
  },
  installation: {
    tests: [
      ...integration('embedded/dev', 'embedded/documented-commands', 'embedded/postgres', 'embedded/simulator-home', 'embedded/first-page'),
      ...integration('embedded/watch', 'embedded/temporal', 'source-bundle', 'catalogue-refresh', 'schemathesis'),
      'test/unit/tools/launch/dependencies.test.ts',
    ],
    paths: ['tools/embedded/', 'tools/launch/', 'tools/importers/', 'README.md', 'CONTRIBUTING.md', 'package-lock.json'],
  },
  versions: {
    tests: integration('side-by-side', 'worker-versions', 'passive-versions', 'upgrade', 'older-database'),
    paths: [
      ...['drizzle/', 'workflows/', 'activities/', 'src/kernel/temporal/', 'src/temporal/', 'test/releases/'],
      'src/features/lookups/sealed-plan.ts',
    ],
  },
  fleets: {
    tests: [
      ...integration('fleet-limits', 'stalled-streams', 'scale-out', 'chaos', 'traces', 'compressed-results', 'batches'),
      ...integration('async-room', 'instant-workers'),
      'test/stores/retention-load.test.ts',
    ],
    paths: [
      'src/engine/flow/',
      'src/kernel/http/',
      'src/main/',
      'src/wiring/',
      'src/features/batches/',
      'src/features/lookups/store/',
      'src/features/lookups/use-cases/',
      'src/temporal/starters/',
      'src/features/privacy/store/',
      'activities/lookups/',
    ],
  },
  truth: {
    tests: [
      ...integration('truth', 'lookup', 'weak-evidence', 'traffic', 'root-redirects', 'replaced-rule-facts', 'egress', 'test-keys'),
      ...integration('bands', 'preludes', 'simulator'),
      'test/activities/controls/site-pages.test.ts',
      ...['prober-meets-faults', 'faults'].map((name) => `test/unit/tools/simulator/${name}.test.ts`),
    ],
    paths: [
      'src/engine/',
      'activities/probes/',
      'activities/controls/',
      'activities/lookups/',
      'tools/simulator/',
      'src/features/test-keys/',
      'src/features/platforms/',
    ],
  },
  pages: {
    tests: [
      'accessible',
      'batch',
      'exports',
      'hostile',
      'people',
      'platforms',
      'privacy',
      'profile',
      'webhooks',
      'operator',
      'disputes',
      'calibration',
      'audit',
      'keys',
      'usage',
      'streaming',
      'simulated',
      'linked-accounts',
      'profiles',
      'passive',
    ].map((name) => `test/browser/dashboard/${name}.test.ts`),
    paths: [
      'src/dashboard/',
      'src/kernel/identity/',
      'src/features/accounts/routes/',
      'src/features/audit/routes/',
      'src/features/lookups/routes/',
      'src/api/',
    ],
  },
  programs: {
    tests: integration('cli', 'mcp', 'mcp-start', 'env-file', 'embedded/demo'),
    paths: ['src/cli/', 'tools/embedded/', 'src/main/cli.ts', 'src/main/read-env-file.ts', 'src/kernel/config/', 'clients/typescript/'],
  },
  integrations: {
    tests: integration('stix', 'connectors', 'graph-connectors', 'mcp-conformance'),
    paths: [
      'clients/integrations/',
      'clients/python/',
      'src/features/lookups/routes/shared/',
      'src/mcp/',
      'src/api/mcp.ts',
      'test/support/connectors.ts',
    ],
  },
  catalogue: {
    tests: [
      'test/stores/catalogue-updates.test.ts',
      'test/stores/catalogue-companions.test.ts',
      'test/catalogue/imported.test.ts',
      'test/catalogue/site-words.test.ts',
      ...integration('catalogue-updates', 'catalogue-tables', 'live-check', 'live-check-kill', 'changed-rules', 'control-accounts'),
    ],
    paths: [
      'catalogue/',
      'src/engine/catalogue/',
      'src/engine/controls/',
      'src/engine/evaluation/',
      'activities/controls/',
      'src/features/platforms/',
      'src/wiring/',
      'src/cli/catalogue',
      'src/cli/live',
      'tools/importers/',
      'tools/bench/truth/',
    ],
  },
  software: {
    tests: integration('real-mediawiki', 'real-synapse', 'real-wordpress', 'real-gitea'),
    paths: ['catalogue/site-software/', 'tools/importers/', 'src/engine/'],
  },
  kills: {
    tests: [...KILLS, ...integration('batch-kill', 'erasure-kill', 'webhook-kill'), 'test/workflows/outage.test.ts'],
    paths: ['src/features/lookups/store/', 'src/features/webhooks/store/', 'src/features/batches/store/', 'workflows/', 'activities/'],
    env: { CHAOS_SEEDS: '3' },
  },
};

/** `npm run test:deploy`: on a machine of its own with Docker, an hour. Too long for continuous integration. */
export const COMPOSE_TESTS: readonly string[] = ['test/compose/*.test.ts'];

/** What `npm test` leaves out. */
export const LONG_TESTS: readonly string[] = [...Object.values(LONG_LANE).flatMap(({ tests }) => tests), ...COMPOSE_TESTS].filter(
  (test) => !KILLS.includes(test),
);
