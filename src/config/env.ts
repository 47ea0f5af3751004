/**
 * All settings, read once and handed in. docs/env.md and .env.example are generated from this table.
 */
import { z } from 'zod';

const url = (protocols: RegExp) => z.url({ protocol: protocols });
const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1');

const settings = {
  PORT: port.default(8080).describe('Port of the API.'),
  HOST: z.string().default('0.0.0.0').describe('Address the API listens on.'),
  FOOTPRINT_HOME: z.string().default('.footprint').describe('State of the embedded stack: database, engine, logs, the demo key.'),
  DATABASE_URL: url(/^postgres(ql)?$/).optional().describe('Postgres. Unset: `npm start` runs an embedded one.'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).describe('Connections to Postgres a process.'),
  TEMPORAL_ADDRESS: z.string().min(3).optional().describe('Temporal, host:port. Unset: `npm start` runs an embedded one.'),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('Temporal namespace.'),
  CATALOGUE_PATH: z.string().optional().describe('More platform files: files or folders, comma-separated; `only:` before it replaces the shipped ones.'),
  PROBE_PROXY_URL: z.string().optional().describe('Proxies for probes (http, https, socks5), comma-separated. Never bypassed.'),
  PROBE_CA_FILE: z.string().optional().describe('PEM file of further certificate authorities that probes trust.'),
  PROBE_USER_AGENT: z.string().optional().describe('User-Agent of probes.'),
  PROBE_CONCURRENCY: z.coerce.number().int().min(1).max(20_000).default(1_000).describe('Probes in flight a worker.'),
  SERVICE_PREFIX: z.string().regex(/^[a-z][a-z0-9]{1,11}$/, 'lower-case letters and digits').default('svc').describe('Prefix of API keys and webhook headers.'),
  DEFAULT_REGION: z.string().regex(/^[A-Z]{2}$/, 'an ISO 3166 code in capitals').optional().describe('Country in whose plan phone numbers without + are read.'),
  INSTANT_CEILING_MS: z.coerce.number().int().min(100).max(10_000).default(900).describe('Ceiling of the instant path, in milliseconds.'),
  WAIT_CEILING_MS: z.coerce.number().int().min(100).max(600_000).default(120_000).describe('Longest `wait`, in milliseconds.'),
  TRUST_PROXY: flag.default(false).describe('Take the client address from X-Forwarded-For (only behind your own proxy).'),
  METRICS_PORT: port.optional().describe('Port on which a worker serves /metrics and /healthz. Unset: it does not.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('Least severe log line that is written.'),
} as const;

const schema = z.object(settings);
export type Config = z.infer<typeof schema>;

/** What the generated pages say of each setting. */
export const SETTINGS: readonly { name: string; description: string; default: string | null }[] = Object.entries(settings).map(
  ([name, setting]) => {
    const parsed = setting.safeParse(undefined);
    const value = parsed.success && parsed.data !== undefined ? String(parsed.data) : null;
    return { name, description: setting.description ?? '', default: value };
  },
);

/** Settings that could not be read; the message names each of them and says why. */
export class ConfigError extends Error {}

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @throws ConfigError naming every setting that is not valid
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`These settings are not valid: ${faults.join('; ')}.`);
}
