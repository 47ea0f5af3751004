import { readFileSync } from 'node:fs';
import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpDetails } from '../../src/facts/ip/ip-details.js';
import { homeCountry } from '../../src/facts/ip/networks/classify.js';
import { shippedTable } from '../../src/facts/ip/sources/embedded.js';
import { readShippedSources, type ShippedSource } from '../../src/facts/ip/sources/shipped-sources.js';
import { parseIp } from '../../src/kernel/identity/canonical-ip.js';

/** What was told of one address. */
export interface DescribedIp {
  readonly ip: string;
  readonly facts: IpDetails;
  /** Whether it answers in many places, so that it has no country. */
  readonly isEverywhere: boolean;
  /** What the sources observed. */
  readonly codes: readonly string[];
  /** Source that decided the country. */
  readonly countryBy: string | null;
}

/** Answers that were told for one reason, compared with another database. */
interface Agreement {
  answers: number;
  same: number;
  /** It has another country, which is not the registries' either: it has data of its own. */
  differs: number;
  /** It repeats the registries' country, against which ours was told. */
  repeatsRegistries: number;
  /** Percentage of the same. */
  percent: number;
}

/** Codes that name no country: Europe, Asia and the Pacific, unknown. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'AP', '??']);

/**
 * Compares told countries with another database, by the reason for which they were told. Addresses of which it names no country are left
 * out.
 *
 * @param path of a file with lines `first,last,country`, addresses as numbers, in order
 */
export async function compareCountries(described: readonly DescribedIp[], path: string): Promise<Record<string, Agreement>> {
  const tableOf = (name: string) => shippedTable(readShippedSources().get(name) as ShippedSource).get();
  const [registries, newer] = await Promise.all([tableOf('network-countries'), tableOf('dbip-country-lite')]);
  const otherCountry = readOther(path);
  const rows: Record<string, Agreement> = {};
  for (const each of described) {
    const address = parseIp(each.ip);
    const [own, other] = [each.facts.countryCode, otherCountry(address)];
    if (own === null || other === null || NO_COUNTRY.has(other)) continue;
    const registered = registries.find(address);
    for (const reason of [reasonFor(each, { registered, newer: newer.find(address) }), 'all']) {
      const row = rows[reason] ?? { answers: 0, same: 0, differs: 0, repeatsRegistries: 0, percent: 0 };
      rows[reason] = row;
      row.answers += 1;
      row[other === own ? 'same' : other === registered ? 'repeatsRegistries' : 'differs'] += 1;
      row.percent = Math.round((1_000 * row.same) / row.answers) / 10;
    }
  }
  return rows;
}

/** Why a country was told, in the words of the table in docs/adr/0015-address-data.md. */
function reasonFor(
  { facts, codes, countryBy }: DescribedIp,
  { registered, newer }: { registered: string | null; newer: string | null },
): string {
  const country = facts.countryCode;
  if (countryBy === 'network-countries') return newer === country ? 'newer edition' : 'network in one country';
  if (country === registered) return 'both agree';
  if (codes.includes('cloud_region')) return 'cloud';
  return homeCountry(Number(facts.asn?.slice(2))) === country ? 'network in one country' : 'network registered there';
}

function readOther(path: string): (address: IPv4 | IPv6) => string | null {
  const lines = readFileSync(path, 'utf8').split('\n');
  const ranges = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',') as [string, string, string]);
  const starts = Float64Array.from(ranges, ([first]) => Number(first));
  return (address) => {
    const wanted = Buffer.from(address.toByteArray()).readUInt32BE();
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= wanted) low = middle + 1;
      else high = middle;
    }
    const [, last, country = null] = ranges[low - 1] ?? [];
    return last !== undefined && Number(last) >= wanted ? country : null;
  };
}
