/**
 * The import fence: one row a layer, saying what it may import; everything else is refused. ARCHITECTURE.md shows the
 * same table in prose. `npm run check` and test/architecture.test.ts run it.
 */

/** @typedef {{ local: string[], packages?: 'any' | string[], types?: string[], core?: boolean }} Allowed */

/** Values and rules of identities: pure, known to every layer. */
const VALUES = '^src/kernel/(values|identity)/';
const NET = '^src/kernel/net/';
/** The probe engine: from platform and identity to a verdict. It has neither database nor accounts, so that whoever probes may use it. */
const ENGINE = '^src/engine/';
/** What is known beside the platforms: how the answers of sources are merged. The sources themselves are in folders of their own. */
const FACTS = '^src/facts/(?!.*sources?/)(?!provider-http|query-sources|configured-sources)';
const DOMAIN = ['^src/domain/', VALUES, FACTS, ENGINE];
const CONTRACTS = '^workflows/contracts[.]ts$';
/** A store is named by its class, as a type: whoever creates it, `bootstrap` or a test, passes it in. */
const STORES = '^src/db/';
/** Waiting within a time: timers and signals only, no I/O, so that every layer that waits may use it. */
const DEADLINE = '^src/kernel/net/deadline[.]ts$';
/** A response as data: no I/O. */
const RESPONSE = '^src/kernel/net/(http-response|probe-host)[.]ts$';

/** @type {Record<string, { path: string } & Allowed>} */
const LAYERS = {
  values: { path: '^src/kernel/values/', local: ['^src/kernel/values/'], packages: ['csv-parse'] },
  // Numbering plans are a library's; parsing an identity does no I/O.
  identity: { path: '^src/kernel/identity/', local: [VALUES], packages: ['ipaddr[.]js', 'libphonenumber-js'], core: true },
  net: { path: NET, local: [NET, VALUES], packages: 'any', core: true },
  config: {
    path: '^src/kernel/config/',
    // A network that the guard would refuse to allow is refused when the settings are read.
    local: ['^src/kernel/config/', '^src/kernel/net/guarded-http/addresses[.]ts$', '^src/kernel/values/schema-faults[.]ts$'],
    packages: ['zod'],
  },
  temporal: {
    path: '^src/kernel/temporal/',
    local: ['^src/kernel/temporal/', CONTRACTS, '^activities/runtime/failures[.]ts$', ...DOMAIN],
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
  domain: { path: '^src/domain/', local: [...DOMAIN, RESPONSE], packages: ['csv-parse', 'entities'] },
  workflows: {
    path: '^workflows/',
    local: ['^workflows/', '^src/domain/', VALUES, FACTS, '^src/engine/'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    // Activities exist for a workflow as types only; its sandbox could not load them.
    types: ['^activities/'],
  },
  activities: {
    path: '^activities/',
    local: ['^activities/', DEADLINE, RESPONSE, ...DOMAIN],
    packages: ['@temporalio/activity', '@temporalio/common'],
    types: ['node_modules/@temporalio/worker/', STORES],
  },
  services: { path: '^src/services/', local: ['^src/services/', DEADLINE, ...DOMAIN], types: [STORES] },
  api: { path: '^src/api/', local: ['^src/api/', '^src/services/', DEADLINE, ...DOMAIN], types: [STORES], packages: 'any', core: true },
  database: { path: '^src/db/', local: ['^src/db/', DEADLINE, ...DOMAIN], packages: 'any', core: true },
  adapters: { path: '^src/adapters/', local: ['^src/adapters/', NET, ...DOMAIN], packages: 'any', core: true },
  // Runs in browsers: of the service it knows the published client only.
  dashboard: {
    path: '^src/dashboard/',
    local: ['^src/dashboard/', '^clients/typescript/', '^src/domain/', VALUES, FACTS, '^src/engine/'],
    packages: 'any',
  },
  simulator: {
    path: '^tools/simulator/',
    local: ['^tools/simulator/', NET, ...DOMAIN],
    packages: 'any',
    core: true,
  },
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
    {
      name: 'sql-in-the-database-layer-only',
      severity: 'error',
      from: { path: '^(src|workflows|activities|tools)/', pathNot: '^(src/(db|bootstrap)|tools/embedded)/' },
      to: { path: 'node_modules/(postgres|drizzle-orm)/' },
    },
    {
      name: 'temporal-in-its-layers-only',
      severity: 'error',
      from: { path: '^(src|tools)/', pathNot: '^(src/(kernel/temporal|bootstrap)|tools/embedded)/' },
      to: { path: 'node_modules/@temporalio/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-from-tests-or-scripts',
      severity: 'error',
      from: { path: '^(src|workflows|activities|tools)/' },
      to: { path: '^(test|scripts)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'declared-packages',
      comment: 'what runs in production must be a dependency of package.json',
      severity: 'error',
      // The dashboard is bundled when it is built.
      from: { path: '^(src|workflows|activities|tools)/', pathNot: '^src/dashboard/' },
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
