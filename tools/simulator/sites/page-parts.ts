/** What pages of sites are made of. */
import type { Pen } from './pen.js';

export interface PageTopic {
  /** The word of the address, as a title. */
  readonly label: string;
  /** From the root. */
  readonly path: string;
}

/** @returns the page's own HTML, to be framed */
export type PageTemplate = (pen: Pen, topic: PageTopic) => string;

export const heading = (pen: Pen, { label }: PageTopic): string => pen.text('h1', 'heading', label);
export const paragraphs = (pen: Pen, count: number): string[] =>
  pen.each(count, () => pen.text('p', 'prose', pen.prose.paragraph(2 + pen.between(0, 2))));
export const field = (pen: Pen, name: string): string =>
  pen.el('label', 'field', [pen.text('span', 'field.label', name), pen.el('input', 'field.input', '', { name, type: 'text' })]);
