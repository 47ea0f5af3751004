import { readFileSync } from 'node:fs';
import type { SecureContext } from 'node:tls';
import { loadClientConfigProfile, toClientOptions } from '@temporalio/envconfig';
import { ConfigError, type Config } from '../config/env.js';
import { parseUrl } from '../domain/parse-url.js';
import type { TemporalOptions } from '../temporal/connection.js';
import { secureContextOf, type TlsPeer } from './tls-fault.js';

export const TEMPORAL_PEER: TlsPeer = {
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
export function temporalSecureContext(tls: TemporalOptions['tls']): SecureContext {
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
