/** Letters and signs that pages of western languages commonly spell by name; numbers are decoded as they are. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  rsquo: "'",
  lsquo: "'",
  ndash: '–',
  mdash: '—',
  laquo: '«',
  raquo: '»',
  middot: '·',
  aacute: 'á',
  agrave: 'à',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  aring: 'å',
  ccedil: 'ç',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  iacute: 'í',
  igrave: 'ì',
  ntilde: 'ñ',
  oacute: 'ó',
  ograve: 'ò',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  szlig: 'ß',
  uacute: 'ú',
  ugrave: 'ù',
  uuml: 'ü',
};

/** The text of a piece of markup without tags, its character references decoded and curly apostrophes made plain. */
export function plainText(markup: string): string {
  return markup
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex: string, decimal: string, name: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll('’', "'")
    .trim();
}
