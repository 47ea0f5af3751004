import type { Boundary } from './boundaries.js';

/** Ranges of the wheel iporigin (`data/ranges.bin`, version 1, little-endian), disjoint and in order. */
export interface OriginRanges {
  readonly builtAt: Date;
  readonly boundaries: readonly Boundary[];
}

/**
 * Reads ranges and leaves out those whose label is refused.
 *
 * @param refused names of labels
 * @returns values are `kind<TAB>name`: `tor<TAB>Tor`
 * @throws when the file is another one, or a label to be refused is not in it (the list is out of date)
 */
export function readOriginRanges(file: Buffer, refused: ReadonlySet<string>): OriginRanges {
  if (file.toString('latin1', 0, 8) !== 'IPORIGIN' || file.readUInt16LE(8) !== 1) throw new Error('no ranges of version 1');
  const [labelCount, v4Count, v6Count] = [file.readUInt16LE(18), file.readUInt32LE(20), file.readUInt32LE(24)];
  let at = 28;
  const labels = Array.from({ length: labelCount }, () => {
    const length = file.readUInt16LE(at);
    const [name = '', kind = ''] = file.toString('utf8', at + 2, at + 2 + length).split('\t');
    at += 2 + length;
    return { name, text: `${kind}\t${name}` };
  });
  const absent = [...refused].filter((name) => !labels.some((label) => label.name === name));
  if (absent.length > 0) throw new Error(`labels to be refused that are not there: ${absent.join(', ')}`);

  const boundaries: Boundary[] = [];
  const add = (start: bigint, end: bigint, label: number): void => {
    const { name, text } = labels[label] as { name: string; text: string };
    if (refused.has(name)) return;
    if (boundaries.at(-1)?.start === start) boundaries.pop(); // the gap after the previous range
    boundaries.push({ start, value: text }, { start: end + 1n, value: null });
  };
  for (let index = 0; index < v4Count; index += 1, at += 10) {
    add(BigInt(file.readUInt32LE(at)), BigInt(file.readUInt32LE(at + 4)), file.readUInt16LE(at + 8));
  }
  for (let index = 0; index < v6Count; index += 1, at += 34) {
    add(wide(file, at), wide(file, at + 16), file.readUInt16LE(at + 32));
  }
  if (at !== file.length) throw new Error('ranges of the wrong size');
  return { builtAt: new Date(Number(file.readBigUInt64LE(10)) * 1_000), boundaries };
}

const wide = (file: Buffer, at: number): bigint => (file.readBigUInt64BE(at) << 64n) | file.readBigUInt64BE(at + 8);
