import { Parser } from 'htmlparser2';

/** Elements whose text is not visible. */
const INVISIBLE_ELEMENTS = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'canvas',
  'audio',
  'video',
  'datalist',
  'select',
]);
/** Elements without an end tag. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);
/** Nesting depth, limited as in browsers; deeper pages are made to keep parsers busy for minutes. */
const MAX_DEPTH = 512;
/** Longest snippet that is read, in characters. */
const MAX_MARKUP = 20_000;
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * The visible text of a page, with the addresses of its mail and phone links. Every tag separates text: what only the layout joins is not
 * joined. Scripts, styles and elements hidden by an attribute or an inline style are left out.
 *
 * @throws RangeError for a page with too deeply nested elements
 */
export function visibleText(html: string): string {
  const pieces: string[] = [];
  const open: { name: string; hides: boolean }[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        pieces.push(' ');
        const hides = INVISIBLE_ELEMENTS.has(name) || 'hidden' in attributes || HIDDEN_STYLE.test(attributes['style'] ?? '');
        if (!VOID.has(name)) {
          if (open.push({ name, hides }) > MAX_DEPTH) throw new RangeError('elements lie too deep');
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

/** Text of a search engine's snippet; highlighting markup is removed without a gap. */
export function snippetText(markup: string): string {
  const pieces: string[] = [];
  const parser = new Parser({ ontext: (text) => pieces.push(text) }, { decodeEntities: true });
  parser.end(markup.slice(0, MAX_MARKUP));
  return pieces.join('').trim();
}

/** The address of a `mailto:` (RFC 6068) or `tel:` (RFC 3966) link, between spaces. */
function contactIn(href: string): string {
  const [, scheme = '', rest = ''] = /^\s*(mailto|tel):([^?;]*)/i.exec(href) ?? [];
  if (scheme === '') return '';
  try {
    return ` ${decodeURIComponent(rest)} `;
  } catch {
    return ` ${rest} `;
  }
}
