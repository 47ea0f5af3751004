import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpClaim } from '../../domain/ip/claim.js';
import { claimOfKind } from '../../domain/ip/kinds.js';
import { claimOfNetwork } from '../../domain/ip/networks.js';
import { parseCountryCode, parseName } from '../../domain/readings.js';
import type { Source } from '../query-sources.js';
import { Lazy } from './lazy.js';
import { RangeTable } from './range-table.js';
import { folderOf, type ShippedSource } from './shipped-sources.js';
import { readVerified } from './verified-file.js';

/** A source whose data is in this process. */
export interface EmbeddedSource extends Source<IPv4 | IPv6, IpClaim> {
  /** Loads the data before the first lookup. @throws when it cannot be loaded */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Readers for the texts of the shipped tables. */
const READERS = {
  'network-owners': (text: string) => {
    const [number = '', owner] = text.split('\t');
    return claimOfNetwork('network-owners', { number: Number(number), owner: parseName(owner) });
  },
  'network-countries': (text: string): IpClaim => ({
    source: 'network-countries',
    fields: { countryCode: parseCountryCode(text) },
    codes: [],
  }),
  'network-kinds': (text: string) => {
    const [kind = '', name = ''] = text.split('\t');
    return claimOfKind(kind, name);
  },
} as const;

export type RangeSourceName = keyof typeof READERS;

/** A source that reads a table in data/. */
export function createRangeSource(name: RangeSourceName, table: Lazy<RangeTable>): EmbeddedSource {
  return {
    name,
    warm: async () => {
      await table.get();
    },
    close: () => Promise.resolve(),
    query: async (address) => {
      const text = (await table.get()).find(address);
      return text === null ? { silence: 'unknown' } : READERS[name](text);
    },
  };
}

/** A table in data/, loaded at first use and verified against its recorded hash. */
export function shippedTable(shipped: ShippedSource): Lazy<RangeTable> {
  return new Lazy(async () => {
    const [first] = shipped.files;
    const folder = folderOf(shipped);
    if (first === undefined || folder === null) throw new Error('no data');
    const file = await readVerified(join(folder, first.file), first.sha256);
    return RangeTable.decode(await promisify(brotliDecompress)(file));
  });
}
