/** Encoders for the formats in which an identity is written or read. */

/** For a header value: anything but visible ASCII is percent-encoded, so that no identity can break a header. */
export function escapeHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, (chars) => encodeURIComponent(Buffer.from(chars).toString()));
}

/** Percent-decodes; an invalidly encoded text is returned unchanged. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
