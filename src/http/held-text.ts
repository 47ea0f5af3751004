import { promisify } from 'node:util';
import { constants, createGunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Longer texts are compressed. */
const MAX_PLAIN = 64 * 1_024;
const PIECE_BYTES = 16 * 1_024;

/**
 * Text for a client that may take long to read it. A long text, such as the JSON of thousands of results, is kept compressed,
 * at about a twentieth of its size, and expanded piece by piece as it is read.
 */
export async function holdText(text: string): Promise<Iterable<string> | AsyncIterable<Uint8Array>> {
  if (text.length <= MAX_PLAIN) return [text];
  const compressed = await compress(text, { level: constants.Z_BEST_SPEED });
  return expand(compressed);
}

async function* expand(compressed: Uint8Array): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  gunzip.end(compressed);
  for await (const piece of gunzip) yield piece as Uint8Array;
}
