import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpClaim } from '../../domain/ip/claim.js';
import { claimOfDronebl } from '../../domain/ip/dronebl.js';
import type { Source } from '../query-sources.js';
import { DnsList, type DnsListOptions } from './dns-list.js';

/** DroneBL, a list of addresses that attacked or are open proxies; free, also for commercial use. */
export function createDronebl(options: DnsListOptions): Source<IPv4 | IPv6, IpClaim> {
  const list = new DnsList(options);
  return {
    name: 'dronebl',
    query: async (address) => {
      const found = await list.find(address);
      return 'silence' in found ? found : claimOfDronebl(found.numbers);
    },
  };
}
