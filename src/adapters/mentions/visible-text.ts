import { Parser } from 'htmlparser2';

/** Elements whose text no visitor reads. */
const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'canvas', 'audio', 'video', 'datalist', 'select']);
/** Elements that have no end of their own. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);
/** Elements within elements, as browsers bound them; deeper pages are made to keep parsers busy for minutes. */
const MOST_DEPTH = 512;
/** Longest snippet that is read, in characters. */
const LONGEST_MARKUP = 20_000;
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * The text that a visitor of a page can read, with the addresses that its mail and phone links lead to. Every tag ends a
 * piece: text that only a layout puts together is not taken as one. Scripts, styles and what is hidden in place are left out.
 *
 * @throws RangeError for a page whose elements lie too deep
 */
export function visibleText(html: string): string {
  const pieces: string[] = [];
  const open: { name: string; hides: boolean }[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        pieces.push(' ');
        const hides = UNREAD.has(name) || 'hidden' in attributes || HIDDEN_STYLE.test(attributes['style'] ?? '');
        if (!VOID.has(name)) {
          if (open.push({ name, hides }) > MOST_DEPTH) throw new RangeError('elements lie too deep');
          if (hides) hidden += 1;
        }
        if (hidden === 0) pieces.push(contactIn(attributes['href'] ?? ''));
      },
      ontext: (text) => {
        if (hidden === 0) pieces.push(text);
      },
      onclosetag: (name) => {
        pieces.push(' ');
        if (open.at(-1)?.name === name && open.pop()?.hides === true) hidden -= 1;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return pieces.join('');
}

/** Text of an engine's snippet: markup that highlights what was found is taken out without a gap. */
export function plainText(markup: string): string {
  const pieces: string[] = [];
  const parser = new Parser({ ontext: (text) => pieces.push(text) }, { decodeEntities: true });
  parser.end(markup.slice(0, LONGEST_MARKUP));
  return pieces.join('').trim();
}

/** The address of a `mailto:` (RFC 6068) or `tel:` (RFC 3966) link, with gaps around it. */
function contactIn(href: string): string {
  const [, scheme = '', rest = ''] = /^\s*(mailto|tel):([^?;]*)/i.exec(href) ?? [];
  if (scheme === '') return '';
  try {
    return ` ${decodeURIComponent(rest)} `;
  } catch {
    return ` ${rest} `;
  }
}
