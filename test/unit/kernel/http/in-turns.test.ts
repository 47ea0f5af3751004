import { describe, expect, it } from 'vitest';
import { inTurns } from '../../../../src/kernel/http/json-body.js';

async function* chunksOf(...sizes: number[]): AsyncGenerator<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size, 'x');
}

/** Reads all, and counts how often the event loop turns meanwhile. */
async function readAll(sizes: number[], now?: () => number): Promise<{ bytes: number; turns: number }> {
  let [bytes, turns, isOver] = [0, 0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for await (const piece of inTurns(chunksOf(...sizes), now)) bytes += piece.length;
  isOver = true;
  return { bytes, turns };
}

describe('a body that is read while it arrives', () => {
  it('gives everybody else a turn at least once in 64 kB, whatever its pieces', async () => {
    for (const sizes of [[1_000_000], Array<number>(16).fill(65_536), Array<number>(5_000).fill(200)]) {
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const { bytes, turns } = await readAll(sizes, () => 0);
      expect(bytes).toBe(total);
      expect(turns).toBeGreaterThanOrEqual(Math.floor(total / 65_536));
    }
  });

  it('gives it sooner where what was read takes long', async () => {
    let time = 0;
    const { turns } = await readAll([65_536], () => (time += 3));
    expect(turns).toBeGreaterThanOrEqual(60);
  });
});
