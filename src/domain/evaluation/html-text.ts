import { decodeHTML } from 'entities';

/** The text of markup without tags: character references decoded, curly apostrophes and no-break spaces made plain. */
export function plainText(markup: string): string {
  return decodeHTML(markup).replaceAll(/[‘’]/g, "'").replaceAll('\u00a0', ' ').trim();
}
