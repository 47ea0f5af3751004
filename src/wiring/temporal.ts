import { connect as connectHttp2 } from 'node:http2';
import { isIP } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { ConfigError, type Config } from '../kernel/config/env.js';
import type { TemporalClient, TemporalOptions } from '../kernel/temporal/connection.js';
import { supportsStandaloneActivities } from '../temporal/setup.js';
import { tlsFault, secureContextOf, type TlsPeer } from './tls-fault.js';
import { readFileSync } from 'node:fs';
import { loadClientConfigProfile, toClientOptions } from '@temporalio/envconfig';
import { parseUrl } from '../kernel/values/parse-url.js';

const DEFAULT_PORT = '7233';
/** Only a server that responds within this time is checked; an unavailable server is no fault of the settings. */
const HANDSHAKE_TIMEOUT_MS = 5_000;
/** gRPC's own codes. */
const UNAVAILABLE = 14;
const REFUSED = new Map([
  [16, 'UNAUTHENTICATED'],
  [7, 'PERMISSION_DENIED'],
]);

/** Resolves when Temporal responds for the namespace within two seconds. @throws when it does not */
export function pingTemporal({ connection }: TemporalClient, namespace: string): Promise<unknown> {
  return connection.withDeadline(Date.now() + 2_000, () => connection.workflowService.describeNamespace({ namespace }));
}

/** @throws ConfigError when the server is too old for single checks, or is not there */
export async function assertCapable(temporal: TemporalClient, namespace: string): Promise<void> {
  const isCapable = await supportsStandaloneActivities(temporal, namespace).catch((error: { code?: number }) => {
    if (error.code !== UNAVAILABLE) throw error;
    throw new ConfigError('No Temporal server answers at TEMPORAL_ADDRESS. If it uses TLS, set TEMPORAL_TLS=true.');
  });
  if (isCapable) return;
  throw new ConfigError(
    'The Temporal server at TEMPORAL_ADDRESS runs no standalone activities: use 1.31 or newer, with activity.enableStandalone on.',
  );
}

/**
 * Checks once, at a process's start, whether a secured Temporal can be reached with these settings: its clients would retry
 * silently. An unavailable server is not reported here; without TLS and key there is nothing to be wrong.
 *
 * @throws ConfigError in one sentence
 */
export async function assertTemporalReachable(temporal: TemporalClient, settings: TemporalOptions): Promise<void> {
  if (settings.tls) await greet(settings);
  if (settings.apiKey === undefined) return;
  await pingTemporal(temporal, settings.namespace).catch((error: { code?: number }) => {
    const code = REFUSED.get(error.code ?? -1);
    if (code)
      throw new ConfigError(
        `The server that TEMPORAL_ADDRESS names refuses TEMPORAL_API_KEY for the namespace ${settings.namespace} (${code}).`,
      );
  });
}

/**
 * One HTTP/2 greeting over TLS, with the certificates of the settings. The handshake alone would not do: in TLS 1.3 a server
 * refuses a client's certificate after it, and only its first frame shows that the client was accepted.
 */
async function greet({ address, tls }: TemporalOptions): Promise<void> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = (typeof tls === 'object' && tls?.serverNameOverride) || (isIP(host) === 0 ? host : undefined);
  const fault = await new Promise<unknown>((resolve) => {
    const socket = connectTls({
      host,
      port: Number(port || DEFAULT_PORT),
      ALPNProtocols: ['h2'],
      secureContext: temporalSecureContext(tls),
      ...(servername === undefined ? {} : { servername }),
    });
    // TLS errors after the handshake reach only the socket, not its session.
    socket.on('error', end);
    const session = connectHttp2(`https://${hostname}`, { createConnection: () => socket });
    session.on('error', end);
    session.once('remoteSettings', () => end(null));
    session.once('close', () => end(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    const timer = setTimeout(end, HANDSHAKE_TIMEOUT_MS, null);
    function end(outcome: unknown): void {
      clearTimeout(timer);
      resolve(outcome);
      session.destroy();
      socket.destroy();
    }
  });
  const outcome = fault === null ? null : tlsFault(fault, TEMPORAL_PEER);
  if (outcome !== null) throw new ConfigError(outcome);
}

const TEMPORAL_PEER: TlsPeer = {
  server: 'TEMPORAL_ADDRESS',
  authority: 'name its PEM file in TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  name: 'set TEMPORAL_TLS_SERVER_NAME to the name of its certificate',
  client: 'set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH',
};

/**
 * Reads from the settings how Temporal is reached: the variables of its own tools, which override those of a profile. A profile
 * file is read only when TEMPORAL_CONFIG_FILE names it: one in a home folder must not send lookups to another server.
 *
 * @throws ConfigError in one sentence
 */
export function temporalSettings(config: Config): TemporalOptions {
  const { address, namespace, tls, apiKey, metadata } = readProfile(config);
  if (address === undefined) {
    throw new ConfigError(
      'TEMPORAL_ADDRESS is not set. Set it to host:port of a Temporal server, or use `npm start`, which brings its own.',
    );
  }
  if (parseUrl(`tcp://${address}`) === null) throw new ConfigError('TEMPORAL_ADDRESS is not host:port.');
  if (tls) temporalSecureContext(tls); // the clients would end the process with a stack, one of them in Rust
  return { address, namespace: namespace ?? 'default', tls, apiKey, metadata };
}

/** The certificates of the settings, for a connection of Node's. @throws ConfigError when they cannot be used */
function temporalSecureContext(tls: TemporalOptions['tls']): SecureContext {
  const { serverRootCACertificate: ca, clientCertPair: own } = typeof tls === 'object' && tls ? tls : {};
  return secureContextOf(
    {
      ...(ca === undefined ? {} : { ca: Buffer.from(ca) }),
      ...(own === undefined ? {} : { cert: Buffer.from(own.crt), key: Buffer.from(own.key) }),
    },
    TEMPORAL_PEER,
  );
}

function readProfile(config: Config) {
  const { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: profile } = config;
  if (profile !== undefined && file === undefined)
    throw new ConfigError('TEMPORAL_PROFILE is set without TEMPORAL_CONFIG_FILE: name the file that holds the profile.');
  const source = file === undefined ? undefined : read(file);
  try {
    const read = loadClientConfigProfile({
      overrideEnvVars: variablesOf(config),
      ...(source === undefined ? { disableFile: true } : { configSource: { data: source }, configFileStrict: true }),
      ...(profile === undefined ? {} : { profile }),
    });
    if ((read.tls?.clientCert === undefined) !== (read.tls?.clientKey === undefined)) {
      throw new Error('a client certificate and its key go together, one of them is missing');
    }
    const { namespace, connectionOptions } = toClientOptions(read);
    return { ...connectionOptions, namespace };
  } catch (error) {
    // The parser quotes the faulty line below the first line of its message; it could contain a key.
    const [why] = (error as Error).message.split('\n');
    throw new ConfigError(`The settings of Temporal${file === undefined ? '' : `, with ${file},`} cannot be used: ${String(why)}.`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`The file ${file} (TEMPORAL_CONFIG_FILE) cannot be read (${String((error as NodeJS.ErrnoException).code)}).`);
  }
}

/** The settings as the variables that they were read from. */
function variablesOf(config: Config): Record<string, string> {
  const given = Object.entries(config).filter(([name, value]) => name.startsWith('TEMPORAL_') && value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
