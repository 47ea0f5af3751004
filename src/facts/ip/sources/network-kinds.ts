/** The table of networks whose kind is published: clouds, VPN brands, privacy relays, crawlers, Tor exits. A bundle can bring a newer one. */
import ipaddr, { type IPv4 } from 'ipaddr.js';
import { Reader, type Response } from 'mmdb-lib';
import { DataTable, shippedTable, type TableContent, unpackTable } from '../../sources/data-table.js';
import { shippedData } from '../../sources/shipped-sources.js';

/** Read at the first lookup of an address, or at the start of a worker. */
export const networkKinds = new DataTable<Reader<Response>>({
  shipped: () => shippedTable('network-kinds', shippedData('ip')),
  read: readKinds,
});

/** Of the table in use: controls for the live list of exits. */
export const torExits = (): IPv4[] => (networkKinds.about.torExits ?? []).map((exit) => ipaddr.IPv4.parse(exit));

function readKinds(table: TableContent): Reader<Response> {
  const { torExits: exits = [] } = table;
  let reader: Reader<Response>;
  let odd: string | undefined;
  try {
    reader = new Reader<Response>(unpackTable(table));
    // In a database of the other family an address would be found by its first 32 bits.
    if (reader.metadata.ipVersion !== 6) throw new Error('has no IPv6 networks');
    odd = exits.find((exit) => !String(reader.get(exit)).startsWith('tor\t'));
  } catch (error) {
    throw new Error('is no database of networks', { cause: error });
  }
  if (exits.length === 0 || odd !== undefined) throw new Error(`does not have ${odd ?? 'any address'} as a Tor exit`);
  return reader;
}
