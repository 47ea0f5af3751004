/** How sites name the classes of their elements; drawn for each site. */
import { hash32, randomStream } from '../deterministic.js';
import { pick, sample } from './word-lists.js';

/**
 * `bem`: card__title; `plain`: card-title; `utility`: flex mt-2; `modules`: Card_title__x8Kq, new with each release of the site;
 * `scrambled`: random letters, new with each release; `sparse`: hardly any; `volatile`: new with each response.
 */
export const CLASS_SCHEMES = ['bem', 'plain', 'utility', 'modules', 'scrambled', 'sparse'] as const;
export type ClassScheme = (typeof CLASS_SCHEMES)[number] | 'volatile';

/** @param name of an element, as `card` or `card.title`; '' has no class */
export type ClassNames = (name: string) => string;

const UTILITIES = (
  'flex grid block hidden inline-flex relative absolute sticky items-center items-start justify-between justify-center gap-1 gap-2 gap-4 p-1 p-2 ' +
  'p-4 px-3 py-2 m-0 mt-2 mt-4 mb-6 mx-auto w-full w-1/2 max-w-lg max-w-screen h-8 h-12 h-full text-xs text-sm text-base text-lg text-2xl ' +
  'font-medium font-bold leading-5 tracking-tight text-gray-500 text-gray-900 bg-white bg-gray-50 border border-t rounded rounded-full shadow-sm ' +
  'overflow-hidden truncate space-y-2 divide-y col-span-2 order-first z-10 md:flex md:grid-cols-3 lg:w-1/3 hover:underline dark:bg-black'
).split(' ');
const PREFIXES = ['', '', 'c-', 'o-', 'site-', 'x-', 'ui-'];
const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';

/** @param seed of the site; @param release changes what is made anew with each release; @param response with each response */
export function classNames(
  scheme: ClassScheme,
  { seed, release, response }: { seed: string; release: number; response: string },
): ClassNames {
  const prefix = pick(randomStream(`${seed}|prefix`), PREFIXES);
  const cache = new Map<string, string>();
  const make = (name: string): string => {
    const [block = '', element] = name.split('.');
    switch (scheme) {
      case 'bem':
        return `${prefix}${block}${element === undefined ? '' : `__${element}`}`;
      case 'plain':
        return `${prefix}${name.replace('.', '-')}`;
      case 'utility':
        return utilitiesOf(`${seed}|${name}`);
      case 'modules':
        return `${block.replace(/^./, (first) => first.toUpperCase())}_${element ?? 'root'}__${letters(`${seed}|${name}|${release}`, 5)}`;
      case 'scrambled':
        return `_${letters(`${seed}|${name}|${release}`, 6)}`;
      case 'volatile':
        return `_${letters(`${seed}|${name}|${response}`, 7)}`;
      case 'sparse':
        return element === undefined ? block : '';
    }
  };
  return (name) => {
    if (name === '') return '';
    let made = cache.get(name);
    if (made === undefined) {
      made = make(name);
      cache.set(name, made);
    }
    return made;
  };
}

function utilitiesOf(seed: string): string {
  const random = randomStream(seed);
  return sample(random, UTILITIES, 2 + Math.floor(random() * 5)).join(' ');
}

function letters(seed: string, count: number): string {
  let value = hash32(seed);
  let text = '';
  for (let i = 0; i < count; i++) {
    text += ALPHABET[value % ALPHABET.length];
    value = Math.floor(value / ALPHABET.length) || hash32(`${seed}${i}`);
  }
  return text;
}
