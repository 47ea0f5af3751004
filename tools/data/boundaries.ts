import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'mmdb-lib';
import type { MmdbNetwork } from './mmdb-writer.js';

/** Where a value begins; it holds until the next entry. An address is a number of 128 bits, IPv4 in the lowest 32. */
export interface Boundary {
  readonly start: bigint;
  /** Null where nothing is known. */
  readonly value: string | null;
}

/** Every leaf of the search tree of a MaxMind DB (24-bit records, both families), in the order of addresses. */
export function* boundariesOf(file: Buffer, textOf: (record: unknown) => string | null): Generator<Boundary> {
  const reader = new Reader<Response>(file);
  const { nodeCount, nodeByteSize, recordSize, ipVersion } = reader.metadata;
  if (recordSize !== 24 || ipVersion !== 6) throw new Error('only trees of 24-bit records for both families are read');
  const known = new Map<number, string | null>();
  const waiting = [{ node: 0, start: 0n, bits: 128n }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, start } = next;
    if (node < nodeCount) {
      const at = node * nodeByteSize;
      const bits = next.bits - 1n;
      waiting.push({ node: file.readUIntBE(at + 3, 3), start: start + (1n << bits), bits }, { node: file.readUIntBE(at, 3), start, bits });
      continue;
    }
    if (!known.has(node)) known.set(node, node === nodeCount ? null : textOf(reader.get(spell(start))));
    yield { start, value: known.get(node) ?? null };
  }
}

/** The address of this number; the lowest 32 bits are IPv4's. */
function spell(address: bigint): string {
  const digits = address < 1n << 32n ? 8 : 32;
  return ipaddr.fromByteArray([...Buffer.from(address.toString(16).padStart(digits, '0'), 'hex')]).toString();
}

/**
 * The networks of ascending boundaries: the fewest that hold the addresses of each value.
 *
 * @throws when boundaries are not in order
 */
export function* networksOf(boundaries: Iterable<Boundary>): Generator<MmdbNetwork> {
  let range: Boundary = { start: 0n, value: null };
  let before = -1n;
  for (const { start, value } of boundaries) {
    if (start <= before) throw new Error('ranges overlap or are not in order');
    before = start;
    if (value === range.value) continue;
    yield* split(range, start);
    range = { start, value };
  }
  yield* split(range, 1n << 128n);
}

/** The networks of one range, up to `end`; half of all addresses is the largest that a tree has a record for. */
function* split({ start, value }: Boundary, end: bigint): Generator<MmdbNetwork> {
  if (value === null) return;
  for (let at = start; at < end; ) {
    let bits = 0n;
    while (bits < 127n && ((at >> bits) & 1n) === 0n && at + (2n << bits) <= end) bits += 1n;
    yield { start: at, length: 128 - Number(bits), value };
    at += 1n << bits;
  }
}
