import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Longest line in characters; bounds the memory used. */
const MAX_CHARACTERS = 65_536;

/** Lines of a UTF-8 text without their line ends; null for a line that is too long, which is discarded. */
export async function* readLines(bytes: Readable): AsyncGenerator<string | null> {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  let tooLong = false;
  let first = true;
  const whole = (text: string) => {
    const line = tooLong || text.length > MAX_CHARACTERS ? null : text.replace(/\r$/, '').replace(first ? /^\uFEFF/ : '', '');
    [tooLong, first] = [false, false];
    return line;
  };
  for await (const chunk of bytes) {
    const pieces = (begun + decoder.write(chunk as Buffer)).split('\n');
    begun = pieces.pop() ?? '';
    for (const piece of pieces) yield whole(piece);
    if (begun.length > MAX_CHARACTERS) [begun, tooLong] = ['', true];
  }
  if (begun !== '' || tooLong) yield whole(begun);
}
