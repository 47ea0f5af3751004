import type { LookupAddress } from 'node:dns';
import { createNameLookup } from '../name-lookup.js';
import { isPermitted, parseAllowedNetworks } from './addresses.js';
import { GuardedClient } from './client.js';
import { Connector } from './connector.js';
import { Guard, type NameResolver } from './guard.js';
import type { GuardedHttp } from './types.js';

export { classifyAddress, isPublicAddress } from './addresses.js';
export type { Failure, Refused } from './failure.js';
export type { NameResolver } from './guard.js';
export type * from './types.js';

export interface GuardedHttpOptions {
  /** Networks in CIDR notation that are allowed besides public addresses (`OUTBOUND_ALLOWED_NETWORKS`, …), on any port. */
  readonly allowedNetworks?: readonly string[] | undefined;
  /** PEM file of certificate authorities trusted besides the public ones. */
  readonly caFile?: string | undefined;
  /** Plain http besides https; default false. */
  readonly allowHttp?: boolean;
  /** Every port from this one is allowed on any host, besides the scheme's own (443, 80); default none. */
  readonly portsFrom?: number;
  /** Name servers, `address` or `address:port` (`DNS_SERVERS`); default: the system's. Names in the hosts file take precedence. */
  readonly nameServers?: readonly string[] | undefined;
  /** Replaces the name servers. */
  readonly resolver?: NameResolver | undefined;
}

/**
 * Creates a client for targets that third parties name. It connects to public addresses, and to the networks given here.
 *
 * @throws Error when a network is invalid or the CA file cannot be read
 */
export function createGuardedHttp(options: GuardedHttpOptions = {}): GuardedHttp {
  const allowed = parseAllowedNetworks(options.allowedNetworks ?? []);
  const rules = { allowHttp: options.allowHttp ?? false, portsFrom: options.portsFrom ?? Infinity };
  const guard = new Guard({ resolve: options.resolver ?? dnsResolver(options.nameServers), allowed, rules });
  const connector = new Connector({ caFile: options.caFile, permits: (address) => isPermitted(address, allowed) });
  return new GuardedClient({ guard, connector });
}

function dnsResolver(servers: readonly string[] | undefined): NameResolver {
  const lookup = createNameLookup({ servers });
  return (host) =>
    new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, found) => {
        if (error === null) resolve((found as LookupAddress[]).map(({ address }) => address));
        else reject(error);
      });
    });
}
