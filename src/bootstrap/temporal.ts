import { connect as connectHttp2 } from 'node:http2';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ConfigError } from '../config/env.js';
import type { TemporalClient, TemporalOptions } from '../temporal/connection.js';
import { supportsStandaloneActivities } from '../temporal/capabilities.js';
import { TEMPORAL_PEER, temporalSecureContext } from './temporal-settings.js';
import { tlsFault } from './tls-fault.js';

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
    throw new ConfigError('No Temporal server answers at TEMPORAL_ADDRESS; where it speaks TLS, set TEMPORAL_TLS=true.');
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
    function end(said: unknown): void {
      clearTimeout(timer);
      resolve(said);
      session.destroy();
      socket.destroy();
    }
  });
  const said = fault === null ? null : tlsFault(fault, TEMPORAL_PEER);
  if (said !== null) throw new ConfigError(said);
}
