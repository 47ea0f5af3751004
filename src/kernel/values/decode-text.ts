/** Text of files as programs save it. Runs in browsers too. */

/** The encoding that the first bytes of a text name: UTF-16 by its mark (Unicode, 23.8), else UTF-8. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** What is said of a text in another encoding. */
export const NOT_UNICODE = 'not in UTF-8; in a spreadsheet, save the file as “CSV UTF-8”';

/** A whole file; null: it is in another encoding, and nobody knows in which. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
