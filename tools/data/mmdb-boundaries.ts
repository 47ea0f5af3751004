import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'mmdb-lib';
import type { Boundary } from './range-writer.js';

/** Every leaf of the search tree of a MaxMind DB (24-bit records, both families), in the order of addresses. */
export function* boundariesOf(file: Buffer, textOf: (record: unknown) => string | null): Generator<Boundary> {
  const reader = new Reader<Response>(file);
  const { nodeCount, nodeByteSize, recordSize, ipVersion } = reader.metadata;
  if (recordSize !== 24 || ipVersion !== 6) throw new Error('only trees of 24-bit records for both families are read');
  const known = new Map<number, string | null>();

  function* walk(node: number, depth: number, prefix: bigint): Generator<Boundary> {
    if (node < nodeCount) {
      const at = node * nodeByteSize;
      yield* walk(file.readUIntBE(at, 3), depth + 1, prefix << 1n);
      yield* walk(file.readUIntBE(at + 3, 3), depth + 1, (prefix << 1n) | 1n);
      return;
    }
    const start = prefix << BigInt(128 - depth);
    if (!known.has(node)) known.set(node, node === nodeCount ? null : textOf(reader.get(spell(start))));
    yield { start, value: known.get(node) ?? null };
  }
  yield* walk(0, 0, 0n);
}

/** The address of this number; the lowest 32 bits are IPv4's. */
function spell(address: bigint): string {
  const digits = address < 1n << 32n ? 8 : 32;
  return ipaddr.fromByteArray([...Buffer.from(address.toString(16).padStart(digits, '0'), 'hex')]).toString();
}
