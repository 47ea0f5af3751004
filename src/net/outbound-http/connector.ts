import { connect, type LookupFunction, type Socket } from 'node:net';
import { opened } from '../connect.js';
import { codeOf, failureOf, OutboundFailure } from '../failure.js';
import { type EgressProxy, proxyOrigin } from '../proxies.js';
import { TlsClient } from './tls.js';
import { openTunnel, type Target } from './tunnels.js';

export interface ConnectorOptions {
  readonly lookup: LookupFunction;
  /** PEM file of certificates trusted besides the public roots. */
  readonly caFile?: string | undefined;
}

/**
 * Opens connections: directly or through a proxy, with TLS where the target requires it. Certificates are always verified, a proxy's too.
 * When a proxy is given, no connection bypasses it.
 */
export class Connector {
  readonly #tls: TlsClient;
  readonly #lookup: LookupFunction;

  constructor({ lookup, caFile }: ConnectorOptions) {
    this.#tls = new TlsClient(caFile);
    this.#lookup = lookup;
  }

  /**
   * A connected socket, after TLS when `secure`. The signal ends it at any stage and destroys what was open.
   *
   * @throws OutboundFailure for a failure of the proxy; errors of the target's connection as they are
   */
  async connect(target: Target, secure: boolean, proxy: EgressProxy | null, signal: AbortSignal): Promise<Socket> {
    if (signal.aborted) throw new OutboundFailure('interrupted', 'ended before a connection was opened');
    const socket = proxy === null ? await this.#openTcp(target, signal) : await this.#throughProxy(proxy, target, signal);
    return secure ? this.#secure(socket, target, proxyOrigin(proxy), signal) : socket;
  }

  /** Any failure between this process and the proxy is the proxy's failure. */
  async #throughProxy(proxy: EgressProxy, target: Target, signal: AbortSignal): Promise<Socket> {
    try {
      const plain = await this.#openTcp(proxy, signal);
      const socket = proxy.kind === 'https' ? await this.#secure(plain, proxy, '', signal) : plain;
      await openTunnel(socket, proxy, target, signal);
      return socket;
    } catch (error) {
      if (error instanceof OutboundFailure) throw error;
      const { detail, transient } = failureOf(error);
      throw new OutboundFailure('proxy_failed', `${codeOf(error) === detail ? '' : 'proxy '}${detail}`, transient);
    }
  }

  #openTcp({ host, port }: Target, signal: AbortSignal): Promise<Socket> {
    const socket = connect({ host, port, lookup: this.#lookup, autoSelectFamily: true, noDelay: true, keepAlive: false });
    return opened(socket, 'connect', signal);
  }

  #secure(socket: Socket, { host, port }: Target, via: string, signal: AbortSignal): Promise<Socket> {
    return opened(this.#tls.start(socket, host, `${via}>${host}:${port}`), 'secureConnect', signal);
  }
}
