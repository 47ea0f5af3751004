import type { RawResponse } from './exchange.js';

/** Elements that only whole documents have. Fragments in API responses lack them, and need no end of a document. */
const DOCUMENT_ELEMENT = /<(?:!doctype|html|head|body|title|meta)\b/i;
/** The same where no content type says that it is HTML: feeds have titles too. */
const PAGE_ELEMENT = /<(?:!doctype\s+html|html|head|body)\b/i;

/**
 * Whether a page that ends with its connection is truncated. Such a response has no length to check, and a cut connection looks like a
 * closed one; a page that lacks its second half also lacks its markers. A page that never had an end counts as truncated too: it is
 * omitted, where the opposite mistake would be a wrong result.
 */
export function isTruncatedPage(raw: RawResponse, text: string): boolean {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-type': type = '' } = raw.headers;
  if (length !== undefined || framing !== undefined || text === '') return false;
  const isPage = /html/i.test(type) ? DOCUMENT_ELEMENT.test(text) : /^\s*</.test(text) && PAGE_ELEMENT.test(text);
  return isPage && !/<\/(?:html|body)\s*>/i.test(text.slice(-2_000));
}
