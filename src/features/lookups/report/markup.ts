/** HTML in which every value is escaped: what came from outside can never become an element or an attribute. */
import { escapeHtml } from '../../../kernel/values/escape.js';

/** Markup that may be written as it is. */
export class Markup {
  /** @param text only what `html` has made, or a literal of the program */
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

type Value = Markup | string | number | null | undefined | readonly Value[];

/** Controls that no document may hold, and what turns the direction of what follows, or is never seen: a name could disguise itself. */
const UNWANTED = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

const write = (value: Value): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.map(write).join('');
  return escapeHtml(String(value).replace(UNWANTED, ''));
};

/** A template whose values are escaped, but for markup of other templates. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(parts.map((part, index) => part + (index < values.length ? write(values[index]) : '')).join(''));
