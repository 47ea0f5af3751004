/** Writes HTML in the hand of one site: its tags, its classes, its habits of quoting. */
import { escapeHtml } from '../../../src/kernel/values/escape.js';
import type { ClassNames } from './class-names.js';
import type { Prose } from './prose.js';
import type { Random } from './word-lists.js';

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
    const isOld = this.#markup === 'old';
    const own = isOld ? (OLD_TAGS[tag] ?? tag).toUpperCase() : tag;
    let open = `<${own}${this.#attribute('class', this.#classes(name))}`;
    for (const key in attributes) open += this.#attribute(key, attributes[key] as string);
    if (this.#markup === 'verbose' && name !== '') open += this.#attribute('data-testid', `${name.replace('.', '-')}-${name.length % 7}`);
    if (VOID.has(tag)) return this.#markup === 'verbose' ? `${open} />` : `${open}>`;
    if (isOld && UNCLOSED.has(tag)) return `${open}>${inner}`;
    return this.#markup === 'verbose' && tag === 'section' ? `${open}><div>${inner}</div></${tag}>` : `${open}>${inner}</${own}>`;
  }

  #attribute(key: string, value: string): string {
    if (value === '' && key === 'class') return '';
    if (this.#markup !== 'old') return ` ${key}="${escapeHtml(value)}"`;
    return /^[\w-]+$/.test(value) ? ` ${key}=${value}` : ` ${key}='${escapeHtml(value)}'`;
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
