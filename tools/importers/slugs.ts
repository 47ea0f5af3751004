/** Slugs for imported platforms: readable, unique, and the same from one build to the next. Pure. */
import { normalise } from '../../src/kernel/values/normalise.js';
import { siteHost } from './deduplicate.js';
import type { Source, SourceEntry } from './source-entry.js';

/** Slugs assigned before, by source and name (`maigret:Habr`). */
export type SlugMap = Readonly<Record<string, string>>;

const MAX_SLUG_LENGTH = 60;
/** Letters that Unicode decomposition does not reduce to ASCII. */
const SPELLED: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '+': ' plus ',
  '&': ' and ',
};

/** Lower-case ASCII words joined by hyphens; '' when nothing is left of the text. */
export function slugify(text: string): string {
  const spelled = text.toLowerCase().replace(/[łøđßæœı+&]/g, (character) => SPELLED[character] ?? character);
  return normalise(spelled, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/-+$/, '');
}

export const slugKey = (source: Source, name: string): string => `${source}:${name}`;

export class SlugRegistry {
  readonly #shipped: ReadonlySet<string>;
  readonly #taken: Set<string>;
  readonly #before: SlugMap;

  /**
   * @param taken slugs of existing entries
   * @param before slugs of earlier builds: reserved for their names, even when these no longer exist
   */
  constructor(taken: Iterable<string>, before: SlugMap) {
    this.#before = before;
    this.#shipped = new Set(taken);
    this.#taken = new Set([...this.#shipped, ...Object.values(before)]);
  }

  /** The slug of an entry: the one assigned before, else from its name, else from its host, else from its host with a number. */
  slugFor(entry: SourceEntry): string {
    const kept = this.#before[slugKey(entry.source, entry.name)];
    if (kept !== undefined && !this.#shipped.has(kept)) return kept;
    const host = slugify(entry.siteSoftware?.host ?? siteHost(entry.url));
    const candidates = [slugify(entry.name.replace(/^www\./, '')), host].filter((slug) => slug !== '');
    const base = candidates.at(-1) ?? 'site';
    const numbered = (number: number): string => `${base.slice(0, MAX_SLUG_LENGTH - 4)}-${number}`;
    let slug = candidates.find((candidate) => !this.#taken.has(candidate));
    for (let number = 2; slug === undefined; number++) if (!this.#taken.has(numbered(number))) slug = numbered(number);
    this.#taken.add(slug);
    return slug;
  }
}
