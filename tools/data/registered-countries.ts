import type { Boundary } from './boundaries.js';

/**
 * The country in which each network's number is registered, from a table that gives every address of a network that country. Some ranges
 * have changed networks between the two tables, so the country of most addresses counts. IPv4 alone.
 *
 * @param owners values begin with the number of the network
 * @param countries of the networks
 */
export function registeredCountries(owners: Iterable<Boundary>, countries: Iterable<Boundary>): ReadonlyMap<string, string> {
  const sizes = new Map<string, Map<string, bigint>>();
  for (const { size, owner, country } of overlaps(ipv4Ranges(owners), ipv4Ranges(countries))) {
    const number = numberOf(owner);
    const ofNetwork = sizes.get(number) ?? new Map<string, bigint>();
    sizes.set(number, ofNetwork.set(country, (ofNetwork.get(country) ?? 0n) + size));
  }
  const largest = (ofNetwork: ReadonlyMap<string, bigint>): string =>
    [...ofNetwork].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  return new Map([...sizes].map(([number, ofNetwork]) => [number, largest(ofNetwork)]));
}

/** Adds its registered country to each network that has one: `15169<TAB>Google LLC<TAB>US`. */
export function* withCountries(owners: Iterable<Boundary>, registered: ReadonlyMap<string, string>): Generator<Boundary> {
  for (const { start, value } of owners) {
    const country = value === null ? undefined : registered.get(numberOf(value));
    yield { start, value: country === undefined ? value : `${value}\t${country}` };
  }
}

const numberOf = (owner: string): string => owner.split('\t', 1)[0] as string;

interface Range {
  readonly start: bigint;
  readonly end: bigint;
  readonly value: string;
}

const V4_END = 1n << 32n;

/** Ranges that have a value. */
function ipv4Ranges(boundaries: Iterable<Boundary>): Range[] {
  const starts = [...boundaries].filter(({ start }) => start < V4_END);
  return starts.flatMap(({ start, value }, index) => (value === null ? [] : { start, end: starts[index + 1]?.start ?? V4_END, value }));
}

/** What two lists of ranges, both in order, have in common. */
function* overlaps(owners: readonly Range[], countries: readonly Range[]): Generator<{ size: bigint; owner: string; country: string }> {
  for (let left = 0, right = 0; left < owners.length && right < countries.length; ) {
    const [a, b] = [owners[left] as Range, countries[right] as Range];
    const [start, end] = [a.start > b.start ? a.start : b.start, a.end < b.end ? a.end : b.end];
    if (start < end) yield { size: end - start, owner: a.value, country: b.value };
    if (a.end <= b.end) left += 1;
    else right += 1;
  }
}
