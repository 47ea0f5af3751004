import { readFileSync } from 'node:fs';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { codeOf, failureOf, OutboundFailure } from './failure.js';
import type { EgressProxy } from './proxies.js';
import { skipChainObject, serverIdentityError } from './server-identity.js';
import { withoutPeerCertificate } from './tls-sessions.js';
import { openTunnel, type Target } from './tunnels.js';

export interface ConnectorOptions {
  readonly lookup: LookupFunction;
  /** PEM file of certificates trusted besides the public roots. */
  readonly caFile?: string | undefined;
}

/**
 * TLS sessions kept for resumption, below 1 kB each: a handshake with one costs this machine a third of one without. More than there are
 * platforms: with fewer, a sweep of all evicts each before its next use.
 */
const MAX_SESSIONS = 6_000;

/**
 * Opens connections: directly or through a proxy, with TLS where the target requires it. Certificates are always verified, a proxy's too.
 * When a proxy is given, no connection bypasses it.
 */
export class Connector {
  readonly #secureContext: SecureContext;
  readonly #sessions = new LRUCache<string, Buffer>({ max: MAX_SESSIONS });
  readonly #options: ConnectorOptions;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#secureContext = createSecureContext(
      options.caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(options.caFile, 'utf8')] },
    );
  }

  /**
   * A connected socket, after TLS when `secure`. The signal ends it at any stage and destroys what was open.
   *
   * @throws OutboundFailure
   */
  async connect(target: Target, secure: boolean, proxy: EgressProxy | null, signal: AbortSignal): Promise<Socket> {
    if (signal.aborted) throw new OutboundFailure('interrupted', 'ended before a connection was opened');
    if (proxy === null) {
      const direct = await this.#openTcp(target, signal, failureOf);
      return secure ? this.#secure(direct, target, '', signal, failureOf) : direct;
    }
    const via = `${proxy.kind}://${proxy.host}:${proxy.port}`;
    let tunnel = await this.#openTcp(proxy, signal, proxyFailure);
    if (proxy.kind === 'https') tunnel = await this.#secure(tunnel, proxy, '', signal, proxyFailure);
    await abortable(tunnel, signal, openTunnel(tunnel, proxy, target));
    return secure ? this.#secure(tunnel, target, via, signal, failureOf) : tunnel;
  }

  #openTcp(target: Target, signal: AbortSignal, asFailure: (error: unknown) => OutboundFailure): Promise<Socket> {
    const socket = connect({
      host: target.host,
      port: target.port,
      lookup: this.#options.lookup,
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: false,
    });
    return abortable(socket, signal, opened(socket, 'connect', asFailure));
  }

  #secure(
    socket: Socket,
    target: Target,
    via: string,
    signal: AbortSignal,
    asFailure: (error: unknown) => OutboundFailure,
  ): Promise<TLSSocket> {
    const key = `${via}>${target.host}:${target.port}`;
    const session = this.#sessions.get(key);
    const tls: TLSSocket = connectTls({
      socket,
      host: target.host,
      ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
      ...(session === undefined ? {} : { session }),
      secureContext: this.#secureContext,
      rejectUnauthorized: true,
      checkServerIdentity: () => serverIdentityError(tls, target.host),
      ALPNProtocols: ['http/1.1'],
    });
    skipChainObject(tls);
    this.#keepSessions(tls, key);
    // A socket under TLS reports its own errors too, after the TLS socket has; without a listener they would be fatal.
    socket.on('error', (error) => tls.destroy(error));
    return abortable(tls, signal, opened(tls, 'secureConnect', asFailure));
  }

  /** Keeps tickets of verified peers only: a resumed handshake does not check the certificate's name again. */
  #keepSessions(tls: TLSSocket, key: string): void {
    let early: Buffer | undefined;
    let verified = false;
    const keep = (session: Buffer) => this.#sessions.set(key, withoutPeerCertificate(session));
    tls.on('session', (session: Buffer) => {
      if (verified) keep(session);
      else early = session;
    });
    tls.once('secureConnect', () => {
      verified = true;
      if (early !== undefined) keep(early);
    });
  }
}

function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  asFailure: (error: unknown) => OutboundFailure,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const done = () => {
      socket.removeListener(event, onOpen);
      socket.removeListener('error', onError);
      socket.removeListener('close', onClose);
    };
    const onOpen = () => {
      done();
      resolve(socket);
    };
    const onError = (error: Error) => {
      done();
      socket.on('error', () => undefined); // a destroyed socket may emit further errors
      reject(asFailure(error));
    };
    const onClose = () => onError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once(event, onOpen);
    socket.once('error', onError);
    socket.once('close', onClose);
  });
}

async function abortable<T>(socket: Socket, signal: AbortSignal, step: Promise<T>): Promise<T> {
  const onAbort = () => {
    socket.destroy();
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await step;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Any failure between this process and the proxy is the proxy's failure. */
function proxyFailure(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const { detail, transient } = failureOf(error);
  return new OutboundFailure('proxy_failed', `${codeOf(error) === detail ? '' : 'proxy '}${detail}`, transient);
}
