/**
 * The structure fingerprint: hashes of the names that the makers of a site gave to the parts of a page (elements, classes, ids, pairs of
 * parent and child, vocabulary), and of nothing that a person wrote. Two pages made from one template have most of them in common,
 * whatever they say. The text fingerprint (`page-fingerprint.ts`) is the opposite: words, and no structure.
 */
import { Tokenizer } from 'htmlparser2';
import { fnv1a, scramble } from '../../kernel/values/fnv1a.js';
import { fingerprintOf, LIMITS } from './structure-hashes.js';

const WIDTH = 2 ** 28;

/** Characters that are read: what distinguishes a profile may stand last, so all that the probe client accepts (1 MB). */
const MAX_READ_LENGTH = 1_048_576;
/** Open elements, attributes and classes of an element, and characters of a name that are looked at: hostile pages have millions. */
const MAX_DEPTH = 256;
const MAX_UNWOUND = 32;
const MAX_ATTRIBUTES = 48;
const MAX_CLASSES = 24;
const MAX_NAME_LENGTH = 48;
const MAX_SCRIPT_LENGTH = 16_384;
/** Characters of a text or an attribute in which the name is looked for, and of what is left around it. */
const MAX_POSITION_LENGTH = 200;
const MAX_AROUND = 60;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements whose start ends others that are open: old pages do not write such end tags (HTML, 13.1.2.4). */
const IN_PARAGRAPH_NEVER =
  'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav';
const ENDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...`${IN_PARAGRAPH_NEVER} ol p pre section table ul`.split(' ').map((tag) => [tag, ['p']] as const),
  ['li', ['p', 'li']],
  ['dt', ['p', 'dt', 'dd']],
  ['dd', ['p', 'dt', 'dd']],
  ['option', ['option']],
  ['td', ['p', 'td', 'th']],
  ['th', ['p', 'td', 'th']],
  ['tr', ['p', 'td', 'th', 'tr']],
  ['tbody', ['p', 'td', 'th', 'tr', 'thead', 'tbody']],
]);
/** Attributes whose values name a part of the site; of others nothing but the name of `data-` attributes is read. */
const NAMING = new Set('itemtype itemprop role rel type name property data-testid data-component data-controller data-page'.split(' '));
/** A property whose value is the page's kind. */
const KIND = 'og:type';

/**
 * Fingerprint of a page's structure. It is linear in the body's length, whatever the body is.
 *
 * @param name that the page was requested for: where it is shown belongs to the structure, whatever name it is
 * @returns what `fingerprintOf` makes; null for a body without a single element: JSON, text, nothing
 */
export function structureFingerprint(body: string, name: string): string | null {
  const hashes = new Structure(body.slice(0, MAX_READ_LENGTH), name.toLowerCase()).read();
  return hashes.size === 0 ? null : fingerprintOf(hashes);
}

interface OpenElement {
  readonly tag: string;
  readonly hash: number;
  /** With its first class. */
  readonly key: number;
  readonly hasClass: boolean;
  /** The last element in it. */
  lastTag: number;
}

interface Names {
  all: number[];
  first: number;
  together: number;
}

const [CLASS, ELEMENT, PAIR, ID, TERM, FILE, MARK, NESTING, SIBLING, CHAIN, POSITION] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** One reading of a page by the tokenizer: the parser above it searches all open elements for each end tag, which is quadratic. */
class Structure {
  readonly #hashes = new Set<number>();
  #isHead = false;
  readonly #open: OpenElement[] = [];
  readonly #names = new Map<string, Names>();
  readonly #attributes = new Map<string, string>();
  #tag = '';
  #attribute = '';
  #script: { from: number; read: (text: string) => void } | undefined;

  constructor(
    private readonly body: string,
    private readonly name: string,
  ) {}

  read(): Set<number> {
    const ignored = (): void => undefined;
    const tokenizer = new Tokenizer(
      { decodeEntities: false },
      {
        onopentagname: (start, end) => {
          this.#tag = this.body.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toLowerCase();
          this.#attributes.clear();
        },
        onattribname: (start, end) => {
          this.#attribute = this.body.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toLowerCase();
          if (this.#attributes.size < MAX_ATTRIBUTES) this.#attributes.set(this.#attribute, '');
        },
        onattribdata: (start, end) => {
          if (this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.body.slice(start, end));
        },
        onopentagend: (end) => this.#element(end, VOID.has(this.#tag)),
        onselfclosingtag: (end) => this.#element(end, VOID.has(this.#tag)),
        onclosetag: (start, end) => this.#close(this.body.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toLowerCase(), start),
        ontext: (start, end) => this.#readText(this.body.slice(start, Math.min(end, start + MAX_POSITION_LENGTH + 1))),
        onattribentity: ignored,
        onattribend: ignored,
        oncdata: ignored,
        oncomment: ignored,
        ondeclaration: ignored,
        onend: ignored,
        onprocessinginstruction: ignored,
        ontextentity: ignored,
      },
    );
    tokenizer.write(this.body);
    tokenizer.end();
    return this.#hashes;
  }

  #element(end: number, isVoid: boolean): void {
    this.#endImplied();
    const tag = fnv1a(this.#tag);
    const names = this.#namesOf(this.#attributes.get('class') ?? '');
    const id = generalId(this.#attributes.get('id') ?? '');
    const key = combine(0, tag, names.first);
    const hasClass = names.all.length > 0;
    const parent = this.#open.at(-1);
    if (hasClass || id !== 0) this.#add(ELEMENT, combine(0, tag, names.together), id);
    if (hasClass || parent?.hasClass) this.#add(PAIR, parent?.key ?? 0, key);
    this.#addNesting(tag);
    if (this.#tag === 'head' || this.#tag === 'body') this.#isHead = this.#tag === 'head';
    // The only class of an element says no more than the element with its class.
    if (names.all.length > 1 || id !== 0) for (const name of names.all) this.#add(CLASS, tag, name);
    if (id !== 0) this.#add(ID, tag, id);
    if (this.#tag === 'body' || this.#tag === 'html') for (const name of [...names.all, id]) this.#mark('root', name);
    for (const [name, value] of this.#attributes) this.#readAttribute(name, value, tag, key);
    this.#readHead(end);
    if (isVoid) return;
    if (this.#open.length < MAX_DEPTH) this.#open.push({ tag: this.#tag, hash: tag, key, hasClass, lastTag: 0 });
  }

  #endImplied(): void {
    const ends = ENDS.get(this.#tag) ?? [];
    while (ends.includes(this.#open.at(-1)?.tag ?? '')) this.#open.pop();
  }

  /** An end tag closes the nearest open element of its name, if one is near; others are ignored, as browsers do. */
  #close(tag: string, start: number): void {
    if (tag === 'head') this.#isHead = false;
    if (tag === 'script' && this.#script !== undefined) {
      this.#script.read(this.body.slice(this.#script.from, start - 2));
      this.#script = undefined;
    }
    const lowest = Math.max(0, this.#open.length - MAX_UNWOUND);
    for (let at = this.#open.length - 1; at >= lowest; at -= 1) {
      if (this.#open[at]?.tag !== tag) continue;
      this.#open.length = at;
      return;
    }
  }

  #readAttribute(name: string, value: string, tag: number, key: number): void {
    if (name !== 'class') this.#addPosition(value, combine(0, fnv1a(name), tag), combine(1, fnv1a(name), key));
    if (name.startsWith('data-')) this.#addFree(TERM, fnv1a('data'), fnv1a(name.startsWith('data-v-') ? name : general(name)));
    if (!NAMING.has(name) || value.length > MAX_NAME_LENGTH) return;
    if (name === 'name' && this.#tag !== 'meta' && this.#tag !== 'input') return;
    this.#addFree(TERM, fnv1a(`${this.#tag} ${name}`), fnv1a(general(value.trim())));
  }

  #readText(text: string): void {
    const [own, above, top] = [this.#open.at(-1), this.#open.at(-2), this.#open.at(-3)];
    if (own === undefined) return;
    this.#addPosition(text, combine(2, own.hash, combine(0, above?.hash ?? 0, top?.hash ?? 0)), combine(3, own.key, above?.key ?? 0));
  }

  /** Where a text of the page's body holds the name, and what is around it there: `/{}/followers`. */
  #addPosition(text: string, nesting: number, classed: number): void {
    if (this.#isHead || this.name === '' || text.length > MAX_POSITION_LENGTH) return;
    const around = text.trim().toLowerCase().split(this.name);
    if (around.length === 1 || around.some((part, at) => continuesName(part, at, around.length))) return;
    const position = around.join('{}').replace(/^https?:\/\/[^/{}]+/, '');
    if (position.length > MAX_AROUND) return;
    const shown = fnv1a(general(position));
    this.#hashes.add(LIMITS.nesting + (combine(POSITION, nesting, shown) % WIDTH));
    this.#hashes.add(LIMITS.position + (combine(POSITION, classed, shown) % WIDTH));
  }

  /** The element among those above it, and after the one before it. */
  #addNesting(tag: number): void {
    const [one, two, three, four] = [1, 2, 3, 4].map((depth) => this.#open.at(-depth));
    const above = combine(0, two?.hash ?? 0, one?.hash ?? 0);
    this.#addFree(NESTING, above, tag);
    this.#addFree(CHAIN, combine(0, combine(0, four?.hash ?? 0, three?.hash ?? 0), above), tag);
    this.#addFree(SIBLING, combine(0, one?.hash ?? 0, one?.lastTag ?? 0), tag);
    if (one !== undefined) one.lastTag = tag;
  }

  #readHead(end: number): void {
    const value = (name: string): string => this.#attributes.get(name) ?? '';
    if (this.#tag === 'meta' && (value('property') || value('name')) === KIND) this.#mark(KIND, fnv1a(general(value('content'))));
    const file = this.#tag === 'script' ? value('src') : value('rel') === 'stylesheet' ? value('href') : '';
    if (file !== '') this.#addFree(FILE, fnv1a(general(fileName(file))), 0);
    if (this.#tag === 'form') this.#addFree(TERM, fnv1a('form'), fnv1a(value('method').toLowerCase()));
    if (this.#tag !== 'script') return;
    if (value('type') === 'application/ld+json') this.#script = { from: end + 1, read: (text) => this.#readTypes(text) };
    else if (value('id') === '__NEXT_DATA__') this.#script = { from: end + 1, read: (text) => this.#readRoute(text) };
  }

  /** Types of schema.org: the first of a block says what the page is about, the others what occurs in it. */
  #readTypes(json: string): void {
    const types = json.slice(0, MAX_SCRIPT_LENGTH).matchAll(/"@type"\s*:\s*(?:\[\s*)?"([A-Za-z]{1,40})"/g);
    for (const [index, [, type = '']] of [...types].entries()) {
      if (index === 0) this.#mark('@type', fnv1a(type));
      this.#addFree(TERM, fnv1a('@type'), fnv1a(type));
    }
  }

  /** The pattern of the route that a page of Next.js was made for (`/[user]`). */
  #readRoute(json: string): void {
    const [, route = ''] = /"page":"(\/[^"\\]{0,80})","query":/.exec(json.slice(-MAX_SCRIPT_LENGTH)) ?? [];
    if (route !== '') this.#mark('route', fnv1a(general(route)));
  }

  #namesOf(attribute: string): Names {
    const known = this.#names.get(attribute);
    if (known !== undefined) return known;
    const words = attribute.slice(0, MAX_CLASSES * MAX_NAME_LENGTH).split(/\s+/, MAX_CLASSES);
    const all = words.filter((word) => word !== '' && word.length <= MAX_NAME_LENGTH).map((word) => fnv1a(general(word)));
    const names = {
      all,
      first: all[0] ?? 0,
      together: [...new Set(all)].sort((a, b) => a - b).reduce((hash, name) => combine(0, hash, name), 0),
    };
    this.#names.set(attribute, names);
    return names;
  }

  #add(kind: number, one: number, other: number): void {
    const hash = combine(kind, one, other);
    this.#hashes.add(hash < LIMITS.classedPosition ? hash + LIMITS.classedPosition : hash);
  }

  #addFree(kind: number, one: number, other: number): void {
    this.#hashes.add(LIMITS.mark + (combine(kind, one, other) % WIDTH));
  }

  #mark(kind: string, name: number): void {
    if (name !== 0) this.#hashes.add(combine(MARK, fnv1a(kind), name) % LIMITS.mark);
  }
}

/** Whether a part of a text beside the name continues it, so that it is part of another word. */
function continuesName(part: string, at: number, parts: number): boolean {
  return (at > 0 && /^[\p{L}\p{N}]/u.test(part)) || (at < parts - 1 && /[\p{L}\p{N}]$/u.test(part));
}

function combine(kind: number, one: number, other: number): number {
  return scramble(scramble(scramble(kind) ^ one) ^ Math.imul(other, 0x9e3779b1)) >>> 0;
}

/** A name without what differs from load to load or from item to item: long numbers and random tokens. */
function general(name: string): string {
  return name
    .toLowerCase()
    .replace(/[a-z0-9]{8,}/g, (part) => (part.replace(/[^0-9]/g, '').length >= 3 ? '#' : part))
    .replace(/\d{3,}/g, '#');
}

function generalId(id: string): number {
  return id === '' || id.length > MAX_NAME_LENGTH ? 0 : fnv1a(general(id).replace(/\d+/g, '#'));
}

function fileName(address: string): string {
  const path = address.replace(/[?#].*/s, '');
  return path.slice(path.lastIndexOf('/') + 1).slice(-MAX_NAME_LENGTH);
}
