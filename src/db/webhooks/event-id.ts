import { createHash } from 'node:crypto';
import { TypeID } from 'typeid-js';
import { ID_PREFIX } from '../../domain/ids.js';

/**
 * The id of an event, from its cause alone: the same cause always gives the same id. It has the form of a UUIDv7
 * (RFC 9562, 5.7) whose random bits are of the cause's SHA-256.
 *
 * @param at a time that belongs to the cause, so that ids are in the order of time
 */
export function eventIdOf(cause: string, at: Date): string {
  const bytes = new Uint8Array(16);
  bytes.set(createHash('sha256').update(cause).digest().subarray(0, 16));
  const time = new DataView(new ArrayBuffer(8));
  time.setBigUint64(0, BigInt(Math.max(0, at.getTime())));
  bytes.set(new Uint8Array(time.buffer, 2, 6));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return TypeID.fromUUIDBytes(ID_PREFIX.event, bytes).toString();
}
