/**
 * Lines of a text that arrives in pieces, without what ends them.
 *
 * @param maxLength of a line, in characters; a longer one is cut off and yielded as null
 */
export async function* linesOf(pieces: AsyncIterable<string>, maxLength: number): AsyncGenerator<string | null> {
  let rest = '';
  let isTooLong = false;
  const shown = (line: string): string | null => {
    const known = isTooLong || line.length > maxLength ? null : line.replace(/\r$/, '');
    isTooLong = false;
    return known;
  };
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    rest += first;
    for (const next of others) {
      yield shown(rest);
      rest = next;
    }
    if (rest.length > maxLength) [rest, isTooLong] = ['', true];
  }
  if (rest !== '' || isTooLong) yield shown(rest);
}
