import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { ConfigError, type Config } from '../kernel/config/env.js';
import type { Sql } from '../kernel/db/client.js';
import { secureContextOf, tlsFault, type TlsPeer } from './tls-fault.js';

/** A database as the driver is to reach it. */
export interface DatabaseTarget {
  /** Without the parameters of libpq that say how TLS is done. */
  readonly url: string;
  /** false: without TLS. */
  readonly ssl: ConnectionOptions | false;
  /** What an operator should know of it, once at the start; null: nothing. */
  readonly warning: string | null;
  /** Whether there is a pooler in between. */
  readonly isPooled: boolean;
}

/** They name the same database. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL';

const PEER: TlsPeer = {
  server: 'DATABASE_URL',
  authority: 'name its PEM file in DATABASE_CA_FILE',
  name: 'use the name of its certificate in DATABASE_URL',
  client: 'set sslcert and sslkey in DATABASE_URL',
};
/** Why the server refuses a connection, by its own codes (SQLSTATE). */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or the password',
  '28000': 'refuses the user, or wants a client certificate (sslcert and sslkey in DATABASE_URL) or TLS (sslmode=verify-full)',
  '3D000': 'has no such database',
  '42501': 'gives its user no right to this: to connect, or, when it migrates, to change tables, which DATABASE_OWNER_URL is for',
};
const PARAMETERS = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey']);

/** @throws ConfigError that says what to do when the settings name no database */
export function databaseUrl(config: Pick<Config, 'DATABASE_URL'>): string {
  if (config.DATABASE_URL !== undefined) return config.DATABASE_URL;
  throw new ConfigError('DATABASE_URL is not set. Set it to a Postgres database, or use `npm start`, which brings its own.');
}

/**
 * Reads how the database is reached: libpq's `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of DATABASE_URL, DATABASE_CA_FILE.
 * Stricter than libpq, never laxer: what asks for TLS is verified unless it says `no-verify` (ADR 27).
 *
 * @throws ConfigError for a mode that would not do what it seems to, and for a file that cannot be read
 */
export function databaseTarget(config: Partial<Pick<Config, DatabaseSetting | 'DATABASE_CA_FILE'>>): DatabaseTarget {
  const url = new URL(databaseUrl(config));
  const given = (name: string): string | undefined => url.searchParams.get(name) || undefined;
  const unknown = [...url.searchParams.keys()].find((name) => /^ssl/i.test(name) && !PARAMETERS.has(name));
  if (unknown) throw new ConfigError(`DATABASE_URL: ${unknown} is not known here; TLS is set with ${[...PARAMETERS].join(', ')}.`);
  const [mode = 'disable', rootCert = config.DATABASE_CA_FILE, cert, key] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].map(given);
  if (mode === 'disable' && (cert ?? key ?? rootCert) !== undefined) {
    throw new ConfigError('DATABASE_URL does not use TLS, but certificates are set for it: add sslmode=verify-full.');
  }
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError('DATABASE_URL: sslcert and sslkey go together, one of them is missing.');
  for (const name of PARAMETERS) url.searchParams.delete(name);
  const ca = rootCert === undefined || rootCert === 'system' ? undefined : read('sslrootcert or DATABASE_CA_FILE', rootCert);
  const own = cert === undefined || key === undefined ? {} : { cert: read('sslcert', cert), key: read('sslkey', key) };
  const tls: ConnectionOptions = {
    // Given to an address too: the driver names no host for one, and Node would verify the certificate for `localhost`.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    // Made here and not by the driver, where certificates that cannot be used would end the process from a callback.
    secureContext: secureContextOf({ ...(ca === undefined ? {} : { ca }), ...own }, PEER),
  };
  return { url: url.href, isPooled: config.DATABASE_DIRECT_URL !== undefined, ...secured(mode, tls, ca !== undefined) };
}

function secured(mode: string, tls: ConnectionOptions, hasOwnAuthority: boolean): Pick<DatabaseTarget, 'ssl' | 'warning'> {
  switch (mode) {
    case 'disable':
      return { ssl: false, warning: null };
    case 'require':
    case 'verify-full':
      return { ssl: { ...tls, rejectUnauthorized: true }, warning: null };
    case 'verify-ca':
      // With public authorities anyone's certificate would be accepted.
      if (!hasOwnAuthority) throw new ConfigError('DATABASE_URL: sslmode=verify-ca needs your own authorities in DATABASE_CA_FILE.');
      return { ssl: { ...tls, rejectUnauthorized: true, checkServerIdentity: () => undefined }, warning: null };
    case 'no-verify':
      return {
        ssl: { ...tls, rejectUnauthorized: false },
        warning: 'DATABASE_URL says sslmode=no-verify: the connection is encrypted, but the server is not verified',
      };
    default:
      throw new ConfigError(
        `DATABASE_URL: sslmode=${mode} is not known here or may fall back to no TLS: use verify-full, verify-ca, no-verify or disable.`,
      );
  }
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`The file ${file} (${name}) cannot be read (${String((error as NodeJS.ErrnoException).code)}).`);
  }
}

/** Where a session can be had: everything that is set in it stays. */
export const sessionSetting = (config: Pick<Config, 'DATABASE_DIRECT_URL'>): DatabaseSetting =>
  config.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';

/** Who may change tables, in a session of its own. */
export const ownerSetting = (config: Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL'>): DatabaseSetting =>
  config.DATABASE_OWNER_URL === undefined ? sessionSetting(config) : 'DATABASE_OWNER_URL';

/** The database that a setting names. @throws ConfigError that names the setting */
export function targetOf(setting: DatabaseSetting, config: Pick<Config, DatabaseSetting | 'DATABASE_CA_FILE'>): DatabaseTarget {
  if (setting === 'DATABASE_URL') return databaseTarget(config);
  const of = (sentence: string): string => sentence.replaceAll('DATABASE_URL', setting);
  try {
    const target = databaseTarget({ ...config, DATABASE_URL: config[setting], DATABASE_DIRECT_URL: undefined });
    return { ...target, warning: target.warning && of(target.warning) };
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(of(error.message)) : error;
  }
}

/** Runs `work` with it. @throws ConfigError that names the setting, when that is at fault; the work's own errors otherwise */
export async function withTarget<T>(
  setting: DatabaseSetting,
  config: Pick<Config, DatabaseSetting | 'DATABASE_CA_FILE'>,
  work: (target: DatabaseTarget) => Promise<T>,
): Promise<T> {
  const target = targetOf(setting, config);
  try {
    return await work(target);
  } catch (error) {
    const fault = databaseFault(error, target.ssl !== false) ?? unreachableFault(error);
    throw fault === null ? error : new ConfigError(fault.replaceAll('DATABASE_URL', setting));
  }
}

/** What is wrong with the settings of a database that could not be queried, in one sentence; null: nothing. */
export function databaseFault(error: unknown, isSecured: boolean): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const refusal = REFUSALS[code];
  if (refusal) return `The server that DATABASE_URL names ${refusal} (${code}).`;
  return isSecured ? tlsFault(error, PEER) : null;
}

/** Codes of connections that nobody took: of the system, and of the driver. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT']);

/** That no server answers, in one sentence for whoever waits at a terminal; null: that is not what happened. */
export function unreachableFault(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return UNREACHABLE.has(code) ? `No server answers at the host and port that DATABASE_URL names (${code}).` : null;
}

/**
 * Queries the database once, at a process's start: with wrong settings its pool would retry for ever.
 * An unavailable database is not reported here.
 *
 * @throws ConfigError when it can never be reached with these settings
 */
export async function assertDatabase(sql: Sql, { ssl }: DatabaseTarget): Promise<void> {
  try {
    await sql`SELECT 1`;
  } catch (error) {
    const fault = databaseFault(error, ssl !== false);
    if (fault !== null) throw new ConfigError(fault);
  }
}
