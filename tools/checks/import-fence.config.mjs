/**
 * The import fence: one row a layer, saying what it may import; everything else is refused. ARCHITECTURE.md shows the
 * same table in prose. `npm run check` and test/architecture.test.ts run it.
 */

/** @typedef {{ local: string[], packages?: 'any' | string[], types?: string[], core?: boolean }} Allowed */

/** What is built and shipped: the service, and the tools that its commands use. */
const PRODUCT = '^(src|workflows|activities|tools/(embedded|simulator|importers))/';
/** Values and rules of identities: pure, known to every layer. */
const VALUES = '^src/kernel/(values|identity)/';
const NET = '^src/kernel/net/';
/** The probe engine: from platform and identity to a verdict. It has neither database nor accounts, so that whoever probes may use it. */
const ENGINE = '^src/engine/';
/** What is known beside the platforms: how the answers of sources are merged. The sources themselves are in folders of their own. */
const FACTS = '^src/facts/(?!.*sources?/)(?!provider-http|query-sources|configured-sources)';
/** What a feature is about: types and rules, pure and synchronous. */
const NOUNS = '^src/features/[^/]+/([^/]+|(v2|report)/[^/]+)[.]ts$';
const PURE = [NOUNS, VALUES, FACTS, ENGINE];
const USE_CASES = '^src/features/[^/]+/use-cases/';
/** A store is named by its class, as a type: whoever creates it, `main` or a test, passes it in. */
const STORES = '^src/features/[^/]+/(store|export)/';
const BODIES = '^src/features/lookups/routes/shared/v2/(body-schemas|finding-schemas|identity-name)[.]ts$';
const ROUTE = '^src/features/route[.]ts$';
const ROUTES = '^src/features/[^/]+/routes/';
/** What a feature needs of the world: mail servers, receivers, identity providers. */
const CLIENTS = '^src/features/[^/]+/(smtp|sender|credentials)/';
/** What starts and carries out workflows: workers, schedules, starters. */
const TEMPORAL = '^src/temporal/';
const CONNECTION = '^src/kernel/temporal/';
const SECRETS = '^src/kernel/secrets/';
const CONTRACTS = '^workflows/contracts[.]ts$';
/** Waiting within a time: timers and signals only, no I/O, so that every layer that waits may use it. */
const DEADLINE = '^src/kernel/net/deadline[.]ts$';
/** A response as data: no I/O. */
const RESPONSE = '^src/kernel/net/(http-response|probe-host)[.]ts$';

/**
 * Which features a feature may use. Who owns a transaction over several: `lookups` the acceptance (allowance, audit, idempotency),
 * `privacy` every erasure, `people` the signing in.
 *
 * @type {Record<string, string[]>}
 */
const EDGES = {
  accounts: [],
  audit: ['accounts'],
  batches: ['accounts', 'lookups', 'test-keys', 'webhooks'],
  breaches: [],
  disputes: ['accounts', 'lookups'],
  emails: ['accounts'],
  lookups: ['accounts', 'audit', 'platforms', 'test-keys', 'webhooks'],
  operators: ['accounts', 'lookups', 'people', 'platforms', 'privacy', 'webhooks'],
  outcomes: ['accounts', 'disputes', 'lookups'],
  people: ['accounts', 'audit', 'emails', 'webhooks'],
  platforms: ['suppressions'],
  privacy: ['accounts', 'batches', 'breaches', 'lookups', 'people', 'webhooks'],
  suppressions: ['accounts', 'privacy'],
  'test-keys': [],
  webhooks: ['accounts', 'emails'],
};

/** @type {Record<string, { path: string } & Allowed>} */
const LAYERS = {
  values: { path: '^src/kernel/values/', local: ['^src/kernel/values/'], packages: ['csv-parse', 'fastest-levenshtein'] },
  // Numbering plans are a library's; parsing an identity does no I/O.
  identity: { path: '^src/kernel/identity/', local: [VALUES], packages: ['ipaddr[.]js', 'libphonenumber-js'], core: true },
  net: { path: NET, local: [NET, VALUES, '^catalogue/package-registries[.]json$'], packages: 'any', core: true },
  config: {
    path: '^src/kernel/config/',
    // A network that the guard would refuse to allow is refused when the settings are read.
    local: ['^src/kernel/config/', '^src/kernel/net/guarded-http/addresses[.]ts$', '^src/kernel/values/schema-faults[.]ts$'],
    packages: ['zod'],
  },
  secrets: { path: SECRETS, local: [SECRETS, VALUES], packages: ['nanoid', 'typeid-js'], core: true },
  database: { path: '^src/kernel/db/', local: ['^src/kernel/db/', DEADLINE, VALUES], packages: 'any', core: true },
  http: { path: '^src/kernel/http/', local: ['^src/kernel/http/', VALUES], packages: 'any', core: true },
  connection: { path: CONNECTION, local: [CONNECTION, VALUES], packages: 'any', core: true },
  temporal: {
    path: TEMPORAL,
    local: [TEMPORAL, CONNECTION, CONTRACTS, '^activities/runtime/', ...PURE],
    types: ['^activities/index[.]ts$'],
    packages: 'any',
    core: true,
  },
  engine: {
    path: ENGINE,
    local: [ENGINE, NET, VALUES],
    // Listed one by one: whoever uses the engine alone gets these and no more.
    packages: [
      '@eslint-community/regexpp',
      'entities',
      'htmlparser2',
      'ipaddr[.]js',
      'libphonenumber-js',
      'lru-cache',
      'nanoid',
      'tldts',
      'tough-cookie',
      'undici',
      'zod',
    ],
    core: true,
  },
  facts: { path: FACTS, local: [FACTS, VALUES, RESPONSE, '^src/engine/catalogue/rules/platform[.]ts$'], packages: ['csv-parse'] },
  sources: {
    path: '^src/facts/',
    local: ['^src/facts/', NET, VALUES, '^src/engine/catalogue/rules/platform[.]ts$'],
    // The settings of a source are read where it is described and created; its values are passed in.
    types: ['^src/kernel/config/env[.]ts$'],
    packages: 'any',
    core: true,
  },
  // The report shows a body; its schema is its type.
  nouns: { path: NOUNS, local: [...PURE, RESPONSE], types: [BODIES] },
  'use-cases': { path: USE_CASES, local: [USE_CASES, DEADLINE, ...PURE], types: [STORES, CLIENTS] },
  stores: {
    path: STORES,
    types: [CLIENTS],
    local: [STORES, '^src/kernel/db/', SECRETS, DEADLINE, '^src/features/[^/]+[.]ts$', ...PURE],
    packages: 'any',
    core: true,
  },
  clients: { path: CLIENTS, local: [NET, SECRETS, ...PURE], packages: 'any', core: true },
  routes: {
    path: ROUTES,
    local: [ROUTES, ROUTE, USE_CASES, '^src/kernel/http/', DEADLINE, ...PURE],
    types: [STORES],
    packages: ['zod', 'lru-cache'],
    core: true,
  },
  // The shape of a route names who calls it.
  route: { path: ROUTE, local: ['^src/kernel/http/', VALUES], types: [NOUNS, USE_CASES], packages: ['zod'] },
  workflows: {
    path: '^workflows/',
    local: ['^workflows/', ...PURE],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    // Activities exist for a workflow as types only; its sandbox could not load them.
    types: ['^activities/'],
  },
  activities: {
    path: '^activities/',
    local: ['^activities/', DEADLINE, RESPONSE, ...PURE],
    packages: ['@temporalio/activity', '@temporalio/common'],
    types: ['node_modules/@temporalio/worker/', STORES],
  },
  // Runs in browsers: of the service it knows the published client, and what is pure.
  dashboard: { path: '^src/dashboard/', local: ['^src/dashboard/', '^clients/typescript/', ...PURE], types: [BODIES], packages: 'any' },
  importers: { path: '^tools/importers/', local: ['^tools/importers/', NET, ...PURE], packages: 'any', core: true },
  simulator: { path: '^tools/simulator/', local: ['^tools/simulator/', NET, '^src/kernel/', ...PURE], packages: 'any', core: true },
};

/** @param {string} name @param {{ path: string } & Allowed} layer */
function fenceOf(name, layer) {
  const packages = layer.packages === 'any' ? ['node_modules/'] : (layer.packages ?? []).map((each) => `node_modules/${each}/`);
  const always = [...layer.local, ...packages];
  const rule = (suffix, to) => ({ name: `${name}-${suffix}`, severity: 'error', from: { path: layer.path }, to });
  return [
    rule('imports-only', {
      dependencyTypesNot: ['core', 'type-only'],
      pathNot: always,
    }),
    rule('types-only', {
      dependencyTypes: ['type-only'],
      dependencyTypesNot: ['core'],
      pathNot: [...always, ...(layer.types ?? [])],
    }),
    ...(layer.core ? [] : [rule('without-node', { dependencyTypes: ['core'] })]),
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(LAYERS).flatMap(([name, layer]) => fenceOf(name, layer)),
    ...Object.entries(EDGES).map(([feature, others]) => ({
      name: `${feature}-edges`,
      severity: 'error',
      from: { path: `^src/features/${feature}/` },
      to: { path: '^src/features/[^/]+/', pathNot: `^src/features/(${[feature, ...others].join('|')})/` },
    })),
    {
      name: 'sql-in-stores-only',
      severity: 'error',
      from: {
        path: '^(src|workflows|activities|tools)/',
        pathNot: '^(src/(kernel/db|features/[^/]+/(store|export)|main|wiring|cli)|tools/(embedded|bench|checks|release))/',
      },
      to: { path: 'node_modules/(postgres|drizzle-orm)/' },
    },
    {
      name: 'temporal-in-its-layers-only',
      severity: 'error',
      from: { path: '^(src|tools)/', pathNot: '^(src/(kernel/temporal|temporal|wiring|main)|tools/(embedded|bench|checks|release))/' },
      to: { path: 'node_modules/@temporalio/' },
    },
    { name: 'no-cycles', severity: 'error', from: { pathNot: '^test/' }, to: { circular: true } },
    {
      name: 'nothing-from-tests-or-workshop',
      severity: 'error',
      from: { path: PRODUCT },
      to: { path: '^(test|tools/(bench|checks|catalogue|data|docs|release))/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'declared-packages',
      comment: 'what runs in production must be a dependency of package.json',
      severity: 'error',
      // The dashboard is bundled when it is built.
      from: { path: PRODUCT, pathNot: '^src/dashboard/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
