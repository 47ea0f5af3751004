/** How spreadsheets, address books, links and messengers write identities. Runs in browsers too. */
import { MAX_IDENTITY_LENGTH } from './identity.js';

/** White space, marks of direction, joiners and other characters that nobody sees. */
const INVISIBLE = /[\s\p{Cf}]/u;

function trimInvisible(text: string): string {
  if (INVISIBLE.test(text.slice(0, 1))) return trimInvisible(text.slice(1));
  return INVISIBLE.test(text.slice(-1)) ? trimInvisible(text.slice(0, -1)) : text;
}

/**
 * An identity without what only its carrier added: what nobody sees around it, the apostrophe or formula that keeps a cell text (`'+1…`,
 * `="+1…"`, `"+1…"`), the encoding of links (`ada%40example.com`) and the width of an at sign. What is longer than an identity is only
 * trimmed.
 */
export function plainText(raw: string): string {
  if (raw.length > MAX_IDENTITY_LENGTH) return raw.trim();
  const trimmed = trimInvisible(raw);
  const text = trimInvisible(/^=?"([^"]*)"$/.exec(trimmed)?.[1] ?? trimmed.replace(/^'(?=[+\d])/, '')).replaceAll('\uff20', '@');
  return text.includes('@') ? text : text.replace(/^([^%\s]+)%40([^%\s]+)$/, '$1@$2');
}

/**
 * The same for a cell or a field of a page: the address in what mail programs copy, `Robin Sample <robin@example.com>` (RFC 5322, 3.4), in
 * `mailto:` (RFC 6068), and behind or between the apostrophes of spreadsheets and databases.
 */
export function cellText(raw: string): string {
  const text = plainText(raw);
  return /^(?:[^<>]*<(?=.*>$)|'|mailto:)([^<>@\s]+@[^<>@\s'?]+)[>']?$/i.exec(text)?.[1] ?? text;
}
