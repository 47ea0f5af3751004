/** All settings, read once and passed on. docs/env.md, .env.example and the list in docker-compose.yml are generated from this table. */
import { z } from 'zod';
import { schemaFault } from '../values/schema-faults.js';
import { ConfigError } from './config-error.js';
import {
  addresses,
  contact,
  flag,
  integer,
  networks,
  personName,
  platformKeys,
  port,
  publicKeys,
  secret,
  secretKeys,
  secretText,
  text,
  url,
} from './setting-types.js';
import { breachAndSearchSettings, enrichmentSettings } from './source-settings.js';
import { traceSettings, withoutIdleTraces } from './trace-settings.js';

export { ConfigError } from './config-error.js';
export { NO_ENV_FILE } from './config-error.js';

const settings = {
  PORT: port.default(8080).describe('Port of the API.'),
  HOST: z.string().default('127.0.0.1').describe('Address the API listens on. The image sets 0.0.0.0.'),
  ADMIN_PORT: port
    .optional()
    .describe(
      'Port on which an API serves /livez, /readyz, /metrics and /healthz; only monitoring should reach it. Unset: PORT serves them, the first two to clients on this machine only.',
    ),
  ADMIN_HOST: z.string().default('127.0.0.1').describe('Address that ADMIN_PORT and METRICS_PORT listen on. The image sets 0.0.0.0.'),
  FOOTPRINT_ENV_FILE: z
    .string()
    .default('.env')
    .describe('File with settings that every program reads at its start. Variables that are already set take precedence. `none`: no file.'),
  FOOTPRINT_HOME: z
    .string()
    .default('.footprint')
    .describe(
      'Folder for the state of the embedded stack: database, Temporal, logs, the demo key, and for each database a SECRETS_KEY and a ledger of erasures.',
    ),
  FOOTPRINT_URL: url(/^https?$/)
    .default('http://localhost:8080')
    .describe('Address of the API that the command line calls. Unset: the one that `footprint init` stored, else the default.'),
  FOOTPRINT_API_KEY: secretText(1).describe(
    'API key of the command line. Unset: the one that `footprint init` stored, else the key of the embedded stack that runs there.',
  ),
  FOOTPRINT_OPERATOR: personName.describe("Who runs commands, for the audit log; accounts can read it. Unset: the system's user."),
  DATABASE_URL: secret(url(/^postgres(ql)?$/)).describe(
    'Postgres. Unset: `npm start` runs an embedded one. TLS: `?sslmode=verify-full`, with `sslrootcert`, `sslcert` and `sslkey` (docs/runbook.md).',
  ),
  DATABASE_OWNER_URL: secret(url(/^postgres(ql)?$/)).describe(
    'The same database as the user who owns its tables. Only migrations use it; they give the user of DATABASE_URL the rights ' +
      'of the service (docs/runbook.md). Unset: DATABASE_URL.',
  ),
  DATABASE_DIRECT_URL: secret(url(/^postgres(ql)?$/)).describe(
    'Set it for every process, and only if DATABASE_URL names a pooler (PgBouncer in transaction mode): the same database ' +
      'without the pooler. One connection of each process uses it, and so do migrations if DATABASE_OWNER_URL is unset. ' +
      'Statements are then not prepared (docs/runbook.md). Unset: DATABASE_URL is not a pooler.',
  ),
  DATABASE_CA_FILE: text.describe(
    "PEM file of the certificate authorities that verify Postgres' certificate, instead of the public ones; `sslrootcert` in " +
      'DATABASE_URL takes precedence.',
  ),
  DATABASE_POOL: integer(2, 200, 20).describe(
    'Connections to Postgres per process; a worker reserves half of them for lookups that a caller waits for.',
  ),
  TEMPORAL_ADDRESS: z.string().min(3).optional().describe('Temporal, host:port. Unset: `npm start` runs an embedded one.'),
  TEMPORAL_NAMESPACE: text.describe('Temporal namespace. Unset: the namespace of the profile, else `default`.'),
  TEMPORAL_API_KEY: secretText(1).describe('API key for Temporal. Turns TLS on unless TEMPORAL_TLS says otherwise.'),
  TEMPORAL_TLS: flag
    .optional()
    .describe('Whether Temporal is reached over TLS. Unset: yes if an API key or any other TLS setting is present.'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text.describe(
    "PEM file of the certificate authorities that verify Temporal's certificate, instead of the system's.",
  ),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: text.describe('The same as text.'),
  TEMPORAL_TLS_SERVER_NAME: text.describe("Name in Temporal's certificate, if it is not the host of TEMPORAL_ADDRESS."),
  TEMPORAL_TLS_CLIENT_CERT_PATH: text.describe('PEM file of our certificate for Temporal (mTLS).'),
  TEMPORAL_TLS_CLIENT_CERT_DATA: text.describe('The same as text.'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: text.describe("PEM file of that certificate's key."),
  TEMPORAL_TLS_CLIENT_KEY_DATA: secretText(1).describe('The same as text.'),
  TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: z
    .enum(
      ['false', '0'],
      'a certificate is always verified here: name its authority in TEMPORAL_TLS_SERVER_CA_CERT_PATH, or its name in TEMPORAL_TLS_SERVER_NAME',
    )
    .optional()
    .describe("Cannot be turned on: Temporal's certificate is always verified."),
  TEMPORAL_CONFIG_FILE: text.describe(
    "Temporal's client configuration (TOML) with profiles. Read only if it is named here; the settings above take precedence.",
  ),
  TEMPORAL_PROFILE: text.describe('Profile of that file. Unset: `default`.'),
  TEMPORAL_WORKER_DEPLOYMENT: z
    .string()
    .regex(/^[^.:\s]{1,200}$/, 'a name without dots, colons and spaces')
    .optional()
    .describe(
      'Worker Deployment of Temporal that this worker is a version of. Unset: a worker without a version, which replaces ' +
        'earlier ones in place (docs/runbook.md, "Upgrades").',
    ),
  TEMPORAL_WORKER_BUILD_ID: z
    .string()
    .regex(/^[^:\s]{1,200}$/, 'an id without colons and spaces')
    .optional()
    .describe("This worker's version in that deployment. Unset: the version of Footprint and a digest of its workflows."),
  TEMPORAL_UI_URL: url(/^https?$/)
    .optional()
    .describe("Address of the Temporal UI, for links to executions on the operators' pages. Unset: no links. `npm start` starts its own."),
  CATALOGUE_PATH: text.describe(
    'More platform files: files or folders, comma-separated; with `only:` in front, they replace the shipped ones.',
  ),
  CATALOGUE_KEYS: publicKeys.optional().describe('Public keys (Ed25519) whose bundles are accepted, comma-separated. Unset: none.'),
  PROBE_PROXY_URL: secret(z.string()).describe('Proxies for probes (http, https, socks5), comma-separated. Never bypassed.'),
  PROBE_EGRESS: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits, dots, hyphens and underscores')
    .optional()
    .describe(
      'Name of the egress that probes use. Facts, controls and statistics are stored separately for each name. API and worker must have the same value. Unset: derived from PROBE_PROXY_URL.',
    ),
  PROBE_CA_FILE: z.string().optional().describe('PEM file of further certificate authorities that probes trust.'),
  PROBE_CONTACT: contact.optional().describe('URL or e-mail address of the operator, for the User-Agent of probes; some sites require it.'),
  PLATFORM_KEYS: secret(platformKeys).describe(
    'Keys for official APIs of platforms, `name=value`, comma-separated; catalogue/README.md names them. Each is sent only to the host of its platform. API, worker and command line must have the same value.',
  ),
  TRAFFIC_CALIBRATION: flag
    .default(true)
    .describe(
      'Whether "not registered" can count without a known control account, while lookups by several accounts show that the ' +
        'platform does not deny everybody.',
    ),
  PROBE_CONCURRENCY: integer(1, 20_000, 1_024).describe('Probes that a worker has in flight at once.'),
  PROBE_HOST_CONCURRENCY: integer(1, 64, 8).describe(
    'Maximum number of probes in flight at one platform, for all workers together, per egress. The limit starts at 2 and grows while the platform keeps up.',
  ),
  PROBE_HOST_RATE: integer(1, 1_000, 10).describe('Probes started per second at one platform, for all workers together, per egress.'),
  QUEUE_LIMIT_WAIT_MS: integer(0, 120_000, 20_000).describe(
    'How long a lookup whose caller is waiting waits for platforms without a free slot, in milliseconds. After that, they are ' +
      'omitted as `busy`.',
  ),
  QUEUE_LIMIT_ASYNC_MS: integer(0, 3_600_000, 120_000).describe('The same for asynchronous lookups.'),
  QUEUE_LIMIT_BATCH_MS: integer(0, 3_600_000, 900_000).describe('The same for lookups of a batch.'),
  SERVICE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,11}$/, 'lower-case letters and digits')
    .default('svc')
    .describe('Prefix of API keys and webhook headers.'),
  DEFAULT_REGION: z
    .string()
    .regex(/^[A-Z]{2}$/, 'an ISO 3166 code in capitals')
    .optional()
    .describe('Country of phone numbers without +.'),
  INSTANT_CEILING_MS: integer(100, 10_000, 900).describe('Ceiling of the instant path, in milliseconds.'),
  INSTANT_PLATFORMS: integer(2, 500, 40).describe(
    'Maximum number of platforms that an instant lookup probes before the ceiling: those of the instant band that have the ' +
      "highest signal and a free slot. With the caller's own deadline (`deadlineMs`), the number is in proportion to it.",
  ),
  WAIT_CEILING_MS: integer(100, 600_000, 120_000).describe('Longest `wait`, in milliseconds.'),
  DRAIN_MS: integer(0, 300_000, 5_000).describe(
    'How long a stopping API still accepts requests while /readyz returns 503, so that load balancers stop using it, in milliseconds.',
  ),
  TRUST_PROXY: networks
    .optional()
    .describe(
      'Networks of your own proxies, in CIDR notation, comma-separated. The client is the last address in X-Forwarded-For that ' +
        'is outside these networks. The header is ignored if it comes from anywhere else.',
    ),
  KEEP_ALIVE_MS: integer(1_000, 3_600_000, 75_000).describe(
    'How long the API keeps an idle connection, in milliseconds. Set it longer than your proxy or balancer does (usually 60 ' +
      's): otherwise the proxy answers 502 if it sends a request while the API closes the connection.',
  ),
  MAX_CONNECTIONS: integer(10, 100_000, 5_000).describe(
    'Client connections that an API process keeps open; it closes further connections immediately.',
  ),
  ...breachAndSearchSettings,
  OUTBOUND_ALLOWED_NETWORKS: networks
    .optional()
    .describe(
      'Non-public networks in which platforms (without a proxy), pages, mail servers and registries may be: CIDR notation, ' +
        'comma-separated.',
    ),
  WEBHOOK_ALLOWED_NETWORKS: networks
    .optional()
    .describe('Non-public networks to which webhooks may be delivered, on any port: CIDR notation, comma-separated.'),
  WEBHOOK_CONCURRENCY: integer(1, 100, 5).describe('Webhook deliveries in flight to one endpoint at once.'),
  WEBHOOK_STORAGE_MB: integer(0, 100_000_000, 10_240).describe(
    'How many megabytes of webhook event bodies are stored for one account. Above that, the body of a new event is written ' +
      'when it is first sent.',
  ),
  SECRETS_KEY: secret(secretKeys).describe(
    'Key that encrypts signing secrets and control accounts, and keys the digests of identities: 32 bytes in base64 or ' +
      'hexadecimal. If there are several, comma-separated, the first is used and all are recognised. Processes do not start ' +
      'without one; `npm start` makes one and keeps it in FOOTPRINT_HOME. Give API, worker and command line the same.',
  ),
  ERASURE_LEDGER: secretText(1).describe(
    'File on a volume that API and workers share, or another database (postgres://…), to which keyed digests of erased ' +
      'identities are appended. After a restore from a backup, their erasures are repeated before the API accepts requests. Give ' +
      'API, worker and command line the same. Unset: a restored backup brings erased identities back; `npm start` keeps one in ' +
      'FOOTPRINT_HOME.',
  ),
  SMTP_URL: secret(url(/^smtps?$/)).describe(
    'Mail server, smtp:// or smtps://, with user and password if it requires them. Unset: e-mails are stored but not sent.',
  ),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n@]*@[^\r\n]+$/, 'an address, with or without a name')
    .default('Footprint <footprint@localhost>')
    .describe('Sender of e-mails.'),
  PUBLIC_URL: url(/^https?$/)
    .default('http://localhost:8080')
    .describe(
      'Public address of this service, without a path. Links in e-mails begin with it. With https://, cookies are sent over ' +
        'HTTPS only.',
    ),
  SIGN_IN: z
    .enum(['any', 'openid'])
    .default('any')
    .describe(
      'How people sign in. any: with a mailed code, a passkey, or the provider of OIDC_ISSUER. openid: only with that ' +
        'provider; the operator can still use `footprint sign-in`.',
    ),
  SIGN_UP: z
    .enum(['closed', 'open'])
    .default('closed')
    .describe(
      'open: an unknown address may sign in, and gets an account on the free trial. closed: only people who were invited or ' +
        'have an account may sign in.',
    ),
  OPERATORS: addresses
    .optional()
    .describe(
      'E-mail addresses of the operators of this service, comma-separated. A person who signs in with one of them can see the state of the service and change accounts and platforms. Unset: nobody.',
    ),
  OIDC_ISSUER: url(/^https?$/)
    .optional()
    .describe(
      'Provider of OpenID Connect with which people may sign in, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Its redirect address is PUBLIC_URL and /dashboard/api/sign-in/openid/callback.',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client of this service at that provider.'),
  OIDC_CLIENT_SECRET: secretText(1).describe('Secret of that client.'),
  WEBHOOK_CA_FILE: z.string().optional().describe('PEM file of further certificate authorities that webhook deliveries trust.'),
  ...enrichmentSettings,
  METRICS_PORT: port.optional().describe('Port on which a worker serves /livez, /readyz, /metrics and /healthz. Unset: it does not.'),
  WORKER_QUEUES: z
    .enum(['all', 'lookups', 'webhooks'])
    .default('all')
    .describe(
      'Task queues that a worker serves. `webhooks`: only deliveries; such a worker has no share of the limits of platforms. ' +
        '`lookups`: everything else. Every queue needs a worker.',
    ),
  ...traceSettings,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Lowest level of log lines that are written.'),
} as const;

const schema = z.object(settings);
export type Config = z.infer<typeof schema>;

/** Each setting, for the generated documentation. */
export const SETTINGS: readonly { name: string; description: string; default: string | null; isSecret: boolean }[] = Object.entries(
  settings,
).map(([name, setting]) => {
  const parsed = setting.safeParse(undefined);
  const value = parsed.success && parsed.data !== undefined ? String(parsed.data) : null;
  return { name, description: setting.description ?? '', default: value, isSecret: setting.meta()?.['secret'] === true };
});

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @throws ConfigError naming every invalid setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(env).filter((each): each is [string, string] => Boolean(each[1]?.trim()));
  const parsed = schema.safeParse(withoutIdleTraces(Object.fromEntries(given)), { error: schemaFault });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`These settings are not valid: ${faults.join('; ')}.`);
}
