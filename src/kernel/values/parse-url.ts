/** Longer than any that is requested. The runtime normalises host names in time that grows with the square of their marks. */
const MAX_URL_LENGTH = 16_384;

/**
 * Reads a URL. `URL.canParse` would be wrong on Node 20: once a caller is optimised, it refuses every text with a Latin-1 letter outside
 * of ASCII, such as a host name with an umlaut.
 *
 * @param base what a relative reference is resolved against
 * @returns null when the text is no URL
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  if (text.length > MAX_URL_LENGTH) return null;
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
