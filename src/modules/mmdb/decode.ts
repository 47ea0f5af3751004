import type { PagedFile } from './paged-file.js';

/** Levels of maps and arrays that a record may have; real ones have four. */
const MAX_DEPTH = 16;

interface Decoded {
  readonly value: unknown;
  /** Where the next value begins. */
  readonly end: number;
}

/**
 * Reads the value at an offset in a data section (MaxMind DB format 2.0, "Output Data Section").
 *
 * @param base where the section begins: pointers count from it
 * @throws when the bytes are no value
 */
export async function decodeAt(file: PagedFile, base: number, offset: number): Promise<unknown> {
  return (await decode(file, base, offset, 0)).value;
}

async function decode(file: PagedFile, base: number, offset: number, depth: number): Promise<Decoded> {
  if (depth > MAX_DEPTH) throw new Error('a record without end');
  const [control = 0] = await file.read(offset, 1);
  if (control >> 5 === 1) {
    const { target, end } = await pointer(file, offset, control);
    return { value: (await decode(file, base, base + target, depth + 1)).value, end };
  }
  const extended = control >> 5 === 0;
  const type = extended ? 7 + ((await file.read(offset + 1, 1))[0] ?? 0) : control >> 5;
  const { size, start } = await sizeOf(file, offset + (extended ? 2 : 1), control & 31);
  switch (type) {
    case 7:
      return map({ file, base, depth: depth + 1 }, size, start);
    case 11:
      return array({ file, base, depth: depth + 1 }, size, start);
    case 14:
      return { value: size === 1, end: start };
    default:
      return { value: scalar(type, await file.read(start, size)), end: start + size };
  }
}

interface DecodeContext {
  readonly file: PagedFile;
  readonly base: number;
  readonly depth: number;
}

async function map({ file, base, depth }: DecodeContext, size: number, start: number): Promise<Decoded> {
  const members: [string, unknown][] = [];
  let end = start;
  for (let index = 0; index < size; index += 1) {
    const name = await decode(file, base, end, depth);
    const member = await decode(file, base, name.end, depth);
    members.push([String(name.value), member.value]);
    end = member.end;
  }
  return { value: Object.fromEntries(members), end };
}

async function array({ file, base, depth }: DecodeContext, size: number, start: number): Promise<Decoded> {
  const value: unknown[] = [];
  let end = start;
  for (let index = 0; index < size; index += 1) {
    const element = await decode(file, base, end, depth);
    value.push(element.value);
    end = element.end;
  }
  return { value, end };
}

function scalar(type: number, bytes: Buffer): unknown {
  switch (type) {
    case 2:
      return bytes.toString('utf8');
    case 3:
      return bytes.readDoubleBE();
    case 4:
      return bytes;
    case 8:
      return bytes.length === 0 ? 0 : bytes.readIntBE(0, bytes.length);
    case 15:
      return bytes.readFloatBE();
    case 5:
    case 6:
    case 9:
    case 10:
      return bytes.length <= 6 ? unsigned(bytes) : BigInt(`0x${bytes.toString('hex')}`);
    default:
      throw new Error('a type that is not known');
  }
}

const unsigned = (bytes: Buffer): number => (bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length));

/** Sizes from 29 on are written in one to three additional bytes. */
async function sizeOf(file: PagedFile, offset: number, short: number): Promise<{ size: number; start: number }> {
  if (short < 29) return { size: short, start: offset };
  const bytes = short - 28;
  const least = [29, 285, 65_821][bytes - 1] ?? 0;
  return { size: least + unsigned(await file.read(offset, bytes)), start: offset + bytes };
}

/** A pointer's size is in two bits of its control byte; three more are the top of its value, except for the longest size. */
async function pointer(file: PagedFile, offset: number, control: number): Promise<{ target: number; end: number }> {
  const bytes = ((control >> 3) & 3) + 1;
  const value = unsigned(await file.read(offset + 1, bytes));
  const top = bytes === 4 ? 0 : (control & 7) * 2 ** (8 * bytes);
  const least = [0, 2_048, 526_336, 0][bytes - 1] ?? 0;
  return { target: top + value + least, end: offset + 1 + bytes };
}
