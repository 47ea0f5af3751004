import { isIPv4 } from 'node:net';
import { isInNamedNetwork, isPermitted, type Network } from './addresses.js';
import type { Failure, Refused } from './failure.js';
import { parseHost, parseTarget, type Target, type UrlRules } from './target.js';
import type { CheckedAddress, CheckedHost } from './types.js';

/** Resolves a name to all its addresses, in any order; rejects or returns none when none can be found. */
export type NameResolver = (host: string) => Promise<readonly string[]>;

export interface GuardOptions {
  readonly resolve: NameResolver;
  readonly allowed: readonly Network[];
  readonly rules: Omit<UrlRules, 'namedNetworks'>;
}

export interface CheckedTarget {
  readonly ok: true;
  readonly target: Target;
  readonly addresses: readonly [CheckedAddress, ...CheckedAddress[]];
}

/** Addresses of one name that are tried at most; further ones are ignored. */
const MAX_ADDRESSES = 4;

/** Ends a wait when the call's signal aborts; the call's deadline holds the reason. */
export type Bounded = <T>(work: Promise<T>) => Promise<T>;

/**
 * Decides where connections may go. A name is resolved once; when any of its addresses is not allowed, the whole name is refused. The
 * connection is made to the checked addresses only.
 */
export class Guard {
  constructor(private readonly options: GuardOptions) {}

  /** Whether an address may be connected to; also applied to the remote address of a connected socket. */
  permits(address: string): boolean {
    return isPermitted(address, this.options.allowed);
  }

  async checkUrl(raw: string, bounded: Bounded): Promise<CheckedTarget | Refused> {
    const { rules, allowed } = this.options;
    const read = parseTarget(raw, { ...rules, namedNetworks: allowed.length > 0 });
    if (!read.ok) return refused(read.violation, 'the spelling of the URL');
    const { target } = read;
    const checked = await this.#addressesOf(target.host, target.isAddress, bounded);
    if (!checked.ok) return checked;
    if (target.needsNamedNetwork && !checked.addresses.every(({ address }) => isInNamedNetwork(address, allowed))) {
      return refused('port_not_allowed', 'the port is for networks that the operator named');
    }
    return { ok: true, target, addresses: checked.addresses };
  }

  async checkHost(raw: string, bounded: Bounded): Promise<CheckedHost> {
    const read = parseHost(raw);
    if (!read.ok) return refused(read.violation, 'the spelling of the host');
    return this.#addressesOf(read.host, read.isAddress, bounded);
  }

  async #addressesOf(host: string, isAddress: boolean, bounded: Bounded): Promise<CheckedHost> {
    const found = isAddress ? [host] : await bounded(this.options.resolve(host).catch(() => []));
    if (found.length === 0) return refused('dns', 'no address');
    if (!found.every((address) => this.permits(address))) return refused('blocked_address', 'not a public address');
    // IPv4 first: machines without a route for IPv6 are more common.
    const inOrder = [...new Set(found)].sort((a, b) => Number(isIPv4(b)) - Number(isIPv4(a))).slice(0, MAX_ADDRESSES);
    const [first, ...others] = inOrder.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }) as CheckedAddress);
    return first === undefined ? refused('dns', 'no address') : { ok: true, addresses: [first, ...others] };
  }
}

function refused(failure: Failure, detail: string): Refused {
  return { ok: false, failure, detail };
}
