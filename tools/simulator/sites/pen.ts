/** Writes HTML in the hand of one site: its tags, its classes, its habits of quoting. */
import { escapeHtml } from '../escapes.js';
import type { ClassNames } from './class-names.js';
import type { Prose } from './prose.js';
import type { Random } from './words.js';

/** `old`: capital tags, attributes without quotes, items that are not closed; `verbose`: data attributes and wrappers everywhere. */
export const MARKUPS = ['modern', 'modern', 'old', 'verbose'] as const;
export type Markup = (typeof MARKUPS)[number];

export interface PenOptions {
  readonly random: Random;
  readonly prose: Prose;
  readonly classes: ClassNames;
  readonly markup: Markup;
}

const VOID = new Set(['img', 'input', 'br', 'hr', 'link', 'meta']);
/** Tags that old sites do not have. */
const OLD_TAGS: Readonly<Record<string, string>> = {
  section: 'div',
  article: 'div',
  nav: 'div',
  aside: 'div',
  figure: 'div',
  main: 'div',
  header: 'div',
  footer: 'div',
};
const UNCLOSED = new Set(['li', 'p', 'td']);

export class Pen {
  readonly random: Random;
  readonly prose: Prose;
  readonly #classes: ClassNames;
  readonly #markup: Markup;

  constructor({ random, prose, classes, markup }: PenOptions) {
    this.random = random;
    this.prose = prose;
    this.#classes = classes;
    this.#markup = markup;
  }

  /** @param name of the element, for its class; '' has none. @param content HTML */
  el(tag: string, name: string, content: string | readonly string[] = '', attributes: Readonly<Record<string, string>> = {}): string {
    const inner = typeof content === 'string' ? content : content.join('\n');
    const classes = this.#classes(name);
    const given = { ...(classes === '' ? {} : { class: classes }), ...attributes };
    if (this.#markup === 'old') return this.#old(OLD_TAGS[tag] ?? tag, given, inner);
    const own =
      this.#markup === 'verbose' && name !== '' ? { ...given, 'data-testid': `${name.replace('.', '-')}-${name.length % 7}` } : given;
    const open = `<${tag}${Object.entries(own)
      .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      .join('')}`;
    if (VOID.has(tag)) return this.#markup === 'verbose' ? `${open} />` : `${open}>`;
    return this.#markup === 'verbose' && tag === 'section' ? `${open}><div>${inner}</div></${tag}>` : `${open}>${inner}</${tag}>`;
  }

  #old(tag: string, attributes: Readonly<Record<string, string>>, inner: string): string {
    const quoted = (value: string): string => (/^[\w-]+$/.test(value) ? value : `'${escapeHtml(value)}'`);
    const open = `<${tag.toUpperCase()}${Object.entries(attributes)
      .map(([key, value]) => ` ${key}=${quoted(value)}`)
      .join('')}>`;
    if (VOID.has(tag)) return open;
    return UNCLOSED.has(tag) ? `${open}${inner}` : `${open}${inner}</${tag.toUpperCase()}>`;
  }

  /** @param content text, escaped here */
  text(tag: string, name: string, content: string): string {
    return this.el(tag, name, escapeHtml(content));
  }

  link(name: string, href: string, label: string, attributes: Readonly<Record<string, string>> = {}): string {
    return this.el('a', name, escapeHtml(label), { href, ...attributes });
  }

  image(name: string, path: string): string {
    return this.el('img', name, '', { src: `/media/${path}.webp`, alt: '', width: '64', height: '64' });
  }

  each(count: number, item: (index: number) => string): string[] {
    return Array.from({ length: count }, (_, index) => item(index));
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.random() < share;
  }
}
