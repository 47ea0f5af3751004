import { connect, type LookupFunction, type Socket } from 'node:net';
import { endpointOf, opened } from '../../kernel/net/connect.js';
import { codeOf, OutboundFailure } from '../../kernel/net/failure.js';
import { HttpClient } from '../../kernel/net/http/client.js';
import { probeFailureOf, ProbeFailure } from './probe-failure.js';
import { type EgressProxy, proxyOrigin } from '../../kernel/net/proxies.js';
import { isPermitted, type Network, parseAllowedNetworks } from '../../kernel/net/guarded-http/addresses.js';
import { TlsClient } from './tls.js';
import { openTunnel, type Target } from './tunnels.js';

export interface ConnectorOptions {
  readonly lookup: LookupFunction;
  /** PEM file of certificates trusted besides the public roots. */
  readonly caFile?: string | undefined;
  /** Networks in CIDR notation in which platforms may be besides public addresses. @throws Error for an invalid one */
  readonly allowedNetworks?: readonly string[] | undefined;
}

/** Largest head of a response, in bytes. */
const MAX_HEAD_BYTES = 32_768;

/**
 * The client of probes, which goes through the proxy of each call, or directly where it has none.
 *
 * @param keep unused connections that stay open, and for how many milliseconds
 */
export function createProbeClient(
  options: ConnectorOptions,
  keep?: { readonly max: number; readonly idleMs: number },
): HttpClient<EgressProxy | null> {
  const connector = new Connector(options);
  return new HttpClient({
    connect: (url, proxy, signal) => connector.connect(endpointOf(url), proxy, signal),
    maxHeadBytes: MAX_HEAD_BYTES,
    keep: keep && { ...keep, keyOf: proxyOrigin },
  });
}

/**
 * Opens connections: directly or through a proxy, with TLS where the target requires it. Certificates are always verified, a proxy's too.
 * When a proxy is given, no connection bypasses it.
 */
class Connector {
  readonly #tls: TlsClient;
  readonly #lookup: LookupFunction;
  readonly #allowed: readonly Network[];

  constructor({ lookup, caFile, allowedNetworks = [] }: ConnectorOptions) {
    this.#allowed = parseAllowedNetworks(allowedNetworks);
    this.#tls = new TlsClient(caFile);
    this.#lookup = lookup;
  }

  /**
   * A connected socket, after TLS when the target is `secure`. The signal ends it at any stage and destroys what was open.
   *
   * @throws ProbeFailure for a failure of the proxy; errors of the target's connection as they are
   */
  async connect(target: Target & { readonly secure: boolean }, proxy: EgressProxy | null, signal: AbortSignal): Promise<Socket> {
    if (signal.aborted) throw new ProbeFailure('interrupted', 'ended before a connection was opened');
    const socket = proxy === null ? await this.#openDirect(target, signal) : await this.#throughProxy(proxy, target, signal);
    return target.secure ? this.#secure(socket, target, proxyOrigin(proxy), signal) : socket;
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
      const { detail, transient } = probeFailureOf(error);
      throw new ProbeFailure('proxy_failed', `${codeOf(error) === detail ? '' : 'proxy '}${detail}`, transient);
    }
  }

  /**
   * A connection without a proxy. The address that the socket has is checked before anything is sent: a name that resolves into the
   * operator's own network leads nowhere.
   */
  async #openDirect(target: Target, signal: AbortSignal): Promise<Socket> {
    const socket = await this.#openTcp(target, signal);
    if (isPermitted(socket.remoteAddress ?? '', this.#allowed)) return socket;
    socket.destroy();
    throw new ProbeFailure('unreachable', 'not a public address');
  }

  #openTcp({ host, port }: Target, signal: AbortSignal): Promise<Socket> {
    const socket = connect({ host, port, lookup: this.#lookup, autoSelectFamily: true, noDelay: true, keepAlive: false });
    return opened(socket, 'connect', signal);
  }

  #secure(socket: Socket, { host, port }: Target, via: string, signal: AbortSignal): Promise<Socket> {
    return opened(this.#tls.start(socket, host, `${via}>${host}:${port}`), 'secureConnect', signal);
  }
}
