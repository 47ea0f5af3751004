/** Text of files as programs save it. Runs in browsers too. */

/**
 * Decodes a text from its first bytes on: UTF-16 by its mark (Unicode, 23.8), else UTF-8.
 *
 * @throws TypeError for a text in another encoding, UTF-32 and UTF-16 without a mark among them: nobody begins a text with NUL
 */
export function decoderOf([first, second, third, fourth]: Uint8Array): InstanceType<typeof TextDecoder> {
  const isBig = first === 0xfe && second === 0xff;
  const isLittle = first === 0xff && second === 0xfe;
  const hasNul = isLittle ? third === 0 && fourth === 0 : !isBig && (first === 0 || second === 0);
  if (hasNul) throw new TypeError('a text without its mark');
  return new TextDecoder(isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8', { fatal: true });
}

/** What is said of a text in another encoding. */
export const NOT_UNICODE = 'not in UTF-8; in a spreadsheet, save the file as “CSV UTF-8”';

/** A whole file; null: it is in another encoding, and nobody knows in which. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return decoderOf(bytes).decode(bytes);
  } catch {
    return null;
  }
}

/** A mark has two bytes, and two more tell it from that of UTF-32. */
const MARK_BYTES = 4;

/** A text that arrives. @param refusal of one in another encoding */
export async function* decodePieces(pieces: AsyncIterable<Uint8Array>, refusal: () => Error): AsyncGenerator<string> {
  let decoder: ReturnType<typeof decoderOf> | undefined;
  let held = new Uint8Array();
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    try {
      decoder ??= decoderOf(bytes);
      return decoder.decode(bytes, { stream });
    } catch {
      throw refusal();
    }
  };
  for await (const piece of pieces) {
    if (!decoder) held = Uint8Array.from([...held, ...piece]);
    if (decoder) yield decode(piece, true);
    else if (held.length >= MARK_BYTES) yield decode(held, true);
  }
  yield decode(decoder ? new Uint8Array() : held, false);
}
