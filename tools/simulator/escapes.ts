/** Encoders for the formats in which an identity is written or read. */

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => ENTITIES[char] as string) : text;
}

/** For the inside of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

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
