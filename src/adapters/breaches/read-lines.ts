import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** No record is longer; memory is bounded by it. */
const MOST_CHARACTERS = 65_536;

/** Lines of a UTF-8 text without their ends; null for one that is too long, of which nothing is kept. */
export async function* readLines(bytes: Readable): AsyncGenerator<string | null> {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  let tooLong = false;
  let first = true;
  const whole = (text: string) => {
    const line = tooLong || text.length > MOST_CHARACTERS ? null : text.replace(/\r$/, '').replace(first ? /^\uFEFF/ : '', '');
    [tooLong, first] = [false, false];
    return line;
  };
  for await (const chunk of bytes) {
    const pieces = (begun + decoder.write(chunk as Buffer)).split('\n');
    begun = pieces.pop() ?? '';
    for (const piece of pieces) yield whole(piece);
    if (begun.length > MOST_CHARACTERS) [begun, tooLong] = ['', true];
  }
  if (begun !== '' || tooLong) yield whole(begun);
}
