/** What readers of foreign text take of a processor: at their largest input beside half of it, whatever the text is. */
import type { Reader } from '../../test/unit/foreign-text/reader.js';
import { READERS_OF_ANSWERS, startPeer } from '../../test/unit/foreign-text/readers-of-answers.js';
import { READERS_OF_REQUESTS } from '../../test/unit/foreign-text/readers-of-requests.js';
import { ms, table } from './stats.js';

const TIMES = 5;
/** Below it a ratio says nothing. */
const LEAST_MS = 2;

/** @returns the least CPU time of five runs, in milliseconds */
async function leastMs(read: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    const before = process.cpuUsage();
    await read();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** The shape whose time grows most. */
async function rowOf(path: string, { shapes, largest, read }: Reader): Promise<string[]> {
  let worst = { shape: '', half: 0, whole: 0, ratio: 0 };
  for (const [shape, textOf] of Object.entries(shapes)) {
    const [half, whole] = [textOf(largest / 2), textOf(largest)];
    const [less, more] = [await leastMs(() => read(half)), await leastMs(() => read(whole))];
    const ratio = more / Math.max(less, LEAST_MS);
    if (ratio > worst.ratio) worst = { shape, half: less, whole: more, ratio };
  }
  return [`\`${path}\``, `${largest / 1_024} kB`, worst.shape, ms(worst.half), ms(worst.whole), worst.ratio.toFixed(2)];
}

export async function benchReaders(): Promise<string> {
  const stop = await startPeer();
  try {
    const rows = [];
    for (const [path, reader] of Object.entries({ ...READERS_OF_ANSWERS, ...READERS_OF_REQUESTS })) rows.push(await rowOf(path, reader));
    return table(['reader', 'largest input', 'its worst text', 'half of it', 'all of it', 'ratio'], rows);
  } finally {
    await stop();
  }
}
