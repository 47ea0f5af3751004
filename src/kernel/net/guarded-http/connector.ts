import { connect, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { opened, openTls, secureContextFor } from '../connect.js';
import { addressBytes } from './addresses.js';
import { GuardedError, guardedError } from './failure.js';
import type { CheckedAddress } from './types.js';

/** Timeout for one address while others are left to try, in milliseconds. */
const TIMEOUT_PER_ADDRESS_MS = 2_500;

/** Opens connections to checked addresses: it connects to the address itself, so that no name is resolved a second time. */
export class Connector {
  readonly #secureContext: SecureContext;

  /** @param options.caFile PEM file of authorities trusted besides the public ones; an unreadable one throws */
  constructor(private readonly options: { readonly caFile?: string | undefined; readonly permits: (address: string) => boolean }) {
    this.#secureContext = secureContextFor(options.caFile);
  }

  /**
   * A TCP connection to the first of the addresses that accepts one.
   *
   * @throws GuardedError `connect`, or `blocked_address` when the socket turns out to be connected elsewhere
   */
  async open(addresses: readonly CheckedAddress[], port: number, signal: AbortSignal): Promise<Socket> {
    let failure: unknown = new GuardedError('connect', 'no address');
    for (const [index, address] of addresses.entries()) {
      const last = index === addresses.length - 1;
      try {
        return this.#verified(await this.#openOne(address, port, signal, last ? null : TIMEOUT_PER_ADDRESS_MS), address);
      } catch (error) {
        failure = error;
        if (signal.aborted || (error instanceof GuardedError && error.reason === 'blocked_address')) break;
      }
    }
    throw guardedError(failure, 'connect');
  }

  /**
   * TLS on a connection, the certificate verified against the name (or address) of the URL.
   *
   * @throws GuardedError `tls`
   */
  secure(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
    return openTls(socket, host, { secureContext: this.#secureContext }, signal).catch((error: unknown) => {
      throw guardedError(error, 'tls');
    });
  }

  async #openOne(address: CheckedAddress, port: number, signal: AbortSignal, timeoutMs: number | null): Promise<Socket> {
    const socket = connect({ host: address.address, port, family: address.family, noDelay: true });
    const timer =
      timeoutMs === null ? undefined : setTimeout(() => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), timeoutMs);
    try {
      return await opened(socket, 'connect', signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Checks the remote address of the socket itself: the kernel's view decides. */
  #verified(socket: Socket, wanted: CheckedAddress): Socket {
    const actual = socket.remoteAddress;
    if (actual === undefined) throw new GuardedError('connect', 'ECONNRESET');
    const same = String(addressBytes(actual)) === String(addressBytes(wanted.address));
    if (same && this.options.permits(actual)) return socket;
    socket.destroy();
    throw new GuardedError('blocked_address', 'connected elsewhere');
  }
}
