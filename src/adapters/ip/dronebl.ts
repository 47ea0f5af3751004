import type { IPv4, IPv6 } from 'ipaddr.js';
import type { AddressClaim } from '../../domain/address/claim.js';
import { claimOfDronebl } from '../../domain/address/dronebl.js';
import type { Source } from '../ask-source.js';
import { DnsList, type DnsListOptions } from './dns-list.js';

/** DroneBL, a list of addresses that attacked or are open proxies; free, also for commercial use. */
export function createDronebl(options: DnsListOptions): Source<IPv4 | IPv6, AddressClaim> {
  const list = new DnsList(options);
  return {
    name: 'dronebl',
    ask: async (address) => {
      const found = await list.find(address);
      return 'silence' in found ? found : claimOfDronebl(found.numbers);
    },
  };
}
