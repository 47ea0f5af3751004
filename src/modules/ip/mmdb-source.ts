import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpClaim } from '../../domain/ip/claim.js';
import { readCityRecord } from '../../domain/ip/city-record.js';
import { readNetworkRecord } from '../../domain/ip/network-record.js';
import { claimOfNetwork } from '../../domain/ip/networks.js';
import type { EmbeddedSource } from './range-source.js';
import { Mmdb, type MmdbFile } from './mmdb.js';
import { timezoneAt } from './timezone.js';

/** Cities, from files that come with the service or that an operator mounted. */
export function createCitySource(name: 'dbip-city-lite' | 'mounted-city-database', files: readonly MmdbFile[]): EmbeddedSource {
  return createMmdbSource(name, files, (record) => {
    const { fields, anycast } = readCityRecord(record);
    const { countryCode = null, latitude = null, longitude = null } = fields;
    const timezone = fields.timezone ?? timezoneAt({ countryCode, latitude, longitude });
    return { source: name, fields: { ...fields, timezone }, codes: anycast ? ['anycast'] : [] };
  });
}

/** Network owners, from a file that an operator mounted. */
export function createNetworkSource(files: readonly MmdbFile[]): EmbeddedSource {
  return createMmdbSource('mounted-network-database', files, (record) => {
    const network = readNetworkRecord(record);
    return network === null ? null : claimOfNetwork('mounted-network-database', network);
  });
}

function createMmdbSource(name: string, files: readonly MmdbFile[], read: (record: unknown) => IpClaim | null): EmbeddedSource {
  const database = new Mmdb(files);
  return {
    name,
    warm: () => database.warm(),
    close: () => database.close(),
    query: async (address: IPv4 | IPv6) => {
      const record = await database.find(address);
      return (record === null ? null : read(record)) ?? { silence: 'unknown' };
    },
  };
}
