import type { RawAnswer } from './exchange.js';

/** What only whole documents have. Fragments that an API answers with are without, and need no document's end. */
const OF_A_DOCUMENT = /<(?:!doctype|html|head|body|title|meta)\b/i;
/** The same where no label says that it is HTML: feeds have titles too. */
const OF_A_PAGE = /<(?:!doctype\s+html|html|head|body)\b/i;

/**
 * Whether a page that ends with its connection stops before its end. Such an answer has no length to check, and a
 * connection that was cut is not told from one that was closed; a page that lacks its second half also lacks its markers.
 * A page that never had an end is taken for one too: it is omitted, where the other mistake would be a wrong answer.
 */
export function isCutOffPage(raw: RawAnswer, text: string): boolean {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-type': type = '' } = raw.headers;
  if (length !== undefined || framing !== undefined || text === '') return false;
  const isPage = /html/i.test(type) ? OF_A_DOCUMENT.test(text) : /^\s*</.test(text) && OF_A_PAGE.test(text);
  return isPage && !/<\/(?:html|body)\s*>/i.test(text.slice(-2_000));
}
