/** HTML in which every value is escaped: what came from outside can never become an element or an attribute. */

/** Markup that may be written as it is. */
export class Markup {
  readonly #text: string;

  /** @param text only what `html` has made, or a literal of the program */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Value = Markup | string | number | null | undefined | readonly Value[];

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Controls that no document may hold, and those that turn the direction of what follows: a name could disguise its neighbours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

export const escapeHtml = (text: string): string => text.replace(UNWANTED, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const write = (value: Value): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.map(write).join('');
  return escapeHtml(String(value));
};

/** A template whose values are escaped, but for markup of other templates. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(parts.map((part, index) => part + (index < values.length ? write(values[index]) : '')).join(''));
