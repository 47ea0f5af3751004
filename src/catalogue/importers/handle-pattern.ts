/**
 * Derives which handles an imported rule may be used for. The naming rules of sources are searched for, unanchored, and say what
 * is forbidden; ours are anchored and say what is allowed, so that a control can generate a handle from them. The source's rule
 * is therefore tested on short texts and rewritten from what it accepts. Pure.
 */
import { regexFault } from '../regex-safety.js';

const LETTERS = 'A-Za-z';
/** Characters besides letters that a pattern may allow, each as written in a character class; the hyphen comes last. */
const OTHER_CHARACTERS: readonly string[] = ['0-9', '_', '.', '-'];
const SAMPLE_CHARACTER: Readonly<Record<string, string>> = { '0-9': '7' };
const MAX_HANDLE_LENGTH = 40;
/** Wider default pattern, for sites whose source restricts nothing. */
const DEFAULT_PATTERN = String.raw`^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,38}[\p{L}\p{N}_-])?$`;

export interface NamingSource {
  readonly namingRule?: string | undefined;
  readonly forbiddenCharacters?: string | undefined;
  /** The handle is part of the host's name. */
  readonly inHost: boolean;
  readonly positiveControls: readonly string[];
}

export interface HandlePattern {
  readonly pattern: string;
  /** Those of the source that it accepts. */
  readonly positiveControls: readonly string[];
}

/** The pattern for a site's handles, or why there is none, in one sentence. */
export function handlePattern(source: NamingSource): HandlePattern | string {
  const accepts = namingRuleTest(source.namingRule);
  if (typeof accepts === 'string') return accepts;
  const allowed = (text: string) => accepts(text) && ![...(source.forbiddenCharacters ?? '')].some((character) => text.includes(character));
  const narrow = source.inHost ? hostPattern(allowed) : derivePattern(allowed);
  if (narrow === null) return 'its naming rule takes no ordinary handle';
  const fitting = (pattern: string) => source.positiveControls.filter((handle) => new RegExp(pattern, 'u').test(handle));
  const positiveControls = fitting(narrow);
  if (positiveControls.length > 0 || source.inHost || source.namingRule !== undefined) return { pattern: narrow, positiveControls };
  const wide = source.forbiddenCharacters === undefined ? fitting(DEFAULT_PATTERN) : [];
  return wide.length > 0 ? { pattern: DEFAULT_PATTERN, positiveControls: wide } : { pattern: narrow, positiveControls };
}

function namingRuleTest(naming: string | undefined): ((text: string) => boolean) | string {
  if (naming === undefined) return () => true;
  // `\_` and the like are plain characters in Python and an error in ECMAScript's `u` mode.
  const source = naming
    .replace(/\\([^\w\\^$.*+?()[\]{}|/-])/g, '$1')
    .replace(/\\([_ ])/g, '$1')
    .replaceAll('\\Z', '$')
    .replaceAll('\\A', '^');
  const problem = regexFault(source, 'u');
  if (problem !== null) return `its naming rule ${problem}`;
  if (/^\^?(?:\[0-9\]|\\d)[+*{]?[\d,}]*\$?$/.test(source)) return 'it is asked with a number that the site gave out, not with a name';
  const pattern = new RegExp(source, 'u');
  return (text) => pattern.test(text);
}

/** Letters, digits and hyphens of a DNS label (RFC 1123), as far as the rule accepts them. */
function hostPattern(allowed: (text: string) => boolean): string | null {
  if (!allowed('abcabc')) return null;
  const hyphen = allowed('abc-abc') ? '-' : '';
  return `^[A-Za-z0-9](?:[A-Za-z0-9${hyphen}]{0,${MAX_HANDLE_LENGTH - 2}}[A-Za-z0-9])?$`;
}

function derivePattern(allowed: (text: string) => boolean): string | null {
  const shortest = lengths(1, MAX_HANDLE_LENGTH).find((length) => allowed('a'.repeat(length)));
  if (shortest === undefined) return null;
  const longest = lengths(shortest, MAX_HANDLE_LENGTH).findLast((length) => allowed('a'.repeat(length))) ?? shortest;
  const middle = 'a'.repeat(Math.max(shortest, 3) - 1);
  const letters = allowed('A'.repeat(shortest)) ? LETTERS : 'a-z';
  const taking = (place: (character: string) => string, dots: boolean) =>
    letters + OTHER_CHARACTERS.filter((each) => (dots || each !== '.') && allowed(place(SAMPLE_CHARACTER[each] ?? each))).join('');
  // A dot at either end means a relative path or a file extension, whatever the rule says.
  const first = taking((character) => character + middle, false);
  const last = taking((character) => middle + character, false);
  const inner = taking((character) => `a${character}${'a'.repeat(Math.max(shortest - 2, 1))}`, true);
  if (longest === 1) return `^[${first}]$`;
  const within = `[${inner}]{${Math.max(shortest - 2, 0)},${longest - 2}}[${last}]`;
  return shortest === 1 ? `^[${first}](?:${within})?$` : `^[${first}]${within}$`;
}

const lengths = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
