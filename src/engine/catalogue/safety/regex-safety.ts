/**
 * Refuses regular expressions that could run for ever, or for long, on a long text. Works on the syntax tree (ECMAScript
 * 2024, flag `u`), so the result is the same on every machine. Star-height checkers admit `^([a-z]|[a-z0-9])*$` and refuse
 * the harmless `^[a-z0-9]+(-[a-z0-9]+)*$`; what matters is in how many ways one text can be split between repeats.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { MAX_MATCHED } from '../../evaluation/json-assertion.js';
import { memoize } from '../../../kernel/values/memoize.js';

/** Maximum steps: the square of the longest text, a fraction of a second. One more repeat would make it a minute. */
const MAX_STEPS = MAX_MATCHED ** 2;

const faultByFlags = {
  u: memoize((source) => findRegexFault(source, 'u')),
  iu: memoize((source) => findRegexFault(source, 'iu')),
};

/** Why a regular expression is refused, in one sentence; null when it is valid and cheap. */
export function regexFault(source: string, flags: 'u' | 'iu'): string | null {
  return faultByFlags[flags](source);
}

function findRegexFault(source: string, flags: 'u' | 'iu'): string | null {
  const pattern = parse(source);
  if (typeof pattern === 'string') return pattern;
  try {
    new RegExp(source, flags);
  } catch (error) {
    return `is not a regular expression: ${(error as Error).message}`;
  }
  const steps = worstSteps(pattern, flags, MAX_MATCHED);
  if (steps === Infinity) return 'could run for ever: a repeated group can read the same text in two ways';
  return steps > MAX_STEPS ? 'could run long: too many repeats can share out one text among them' : null;
}

/** True when every alternative of the pattern is anchored at both ends: `^a|b$` is anchored at neither. */
export const isAnchored = memoize((source): boolean => {
  const pattern = parse(source);
  if (typeof pattern === 'string') return false;
  const isEdge = (node: AST.Element | undefined, kind: 'start' | 'end') => node?.type === 'Assertion' && node.kind === kind;
  return pattern.alternatives.every(({ elements }) => isEdge(elements[0], 'start') && isEdge(elements.at(-1), 'end'));
});

/** True when all that the (anchored) pattern accepts consists of ASCII letters, digits and hyphens: valid in a host name. */
export function onlyLettersDigitsHyphens(source: string): boolean {
  const pattern = parse(source);
  if (typeof pattern === 'string' || !isAnchored(source)) return false;
  return descendants(pattern, false)
    .filter((node) => isSingle(node) || node.type === 'Backreference')
    .every((node) => isSingle(node) && isHostClass(node));
}

/** Decided by spelling: without escapes, negation or names, a class matches the ASCII characters that it lists. */
function isHostClass(node: Single): boolean {
  if (!/^(?:[A-Za-z0-9-]|\\-|\\d|\[(?:[A-Za-z0-9-]|\\-|\\d)+\])$/.test(node.raw)) return false;
  const single = new RegExp(`^${node.raw}$`, 'u');
  return SAMPLE_CHARACTERS.every((character) => !single.test(character) || /^[A-Za-z0-9-]$/.test(character));
}

/** Number of capturing groups of a valid pattern of one alternative; 0 for any other. */
export function capturingGroups(source: string): number {
  const pattern = parse(source);
  if (typeof pattern === 'string' || pattern.alternatives.length !== 1) return 0;
  return descendants(pattern, true).filter(({ type }) => type === 'CapturingGroup').length;
}

function parse(source: string): AST.Pattern | string {
  try {
    return new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    return `is not a regular expression: ${(error as Error).message}`;
  }
}

/** All nodes under one; lookarounds only narrow what is read, and are left out unless requested. */
function descendants(node: AST.Node, lookarounds: boolean): AST.Node[] {
  return children(node).flatMap((child) => (child.type === 'Assertion' && !lookarounds ? [] : [child, ...descendants(child, lookarounds)]));
}

// Bounds the running time of a regular expression by its syntax tree: in how many ways can one text be split among its repeats
// and alternatives? Where the next character always decides which of them continues, there is one way, however they are
// nested. What cannot be decided counts as the worst case. Pure.

export type Single = AST.Character | AST.CharacterSet | AST.CharacterClass;
type Lookaround = AST.LookaroundAssertion;
/** What may be read next; `any` where that is unknown, empty where the expression ends. */
type Next = readonly (Single | 'any')[];

export const isSingle = (node: AST.Node): node is Single =>
  node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass';

/** ASCII and a few other characters, as samples. */
export const SAMPLE_CHARACTERS: readonly string[] = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...['é', 'ß', 'Σ', '٣', '漢', '\u00a0', '😀'],
];

export function children(node: AST.Node): readonly AST.Node[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives;
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives : [];
    case 'Alternative':
      return node.elements;
    case 'Quantifier':
      return [node.element];
    default:
      return [];
  }
}

/**
 * An upper bound for the steps of a mismatch, up to a constant factor; infinite when each further character could
 * double them.
 * @param longest length of the longest text that is matched, in characters
 */
export function worstSteps(pattern: AST.Pattern, flags: 'u' | 'iu', longest: number): number {
  const meet = createOverlapTest(pattern, flags);
  /** Number of characters that may be read again on each way. */
  let reread = 1;

  function firstOf(element: AST.Element, after: Next, backwards: boolean): Next {
    if (isSingle(element)) return [element];
    if (element.type === 'Assertion') return after;
    if (element.type === 'Quantifier') return [...firstOf(element.element, after, backwards), ...(element.min === 0 ? after : [])];
    if (element.type !== 'Group' && element.type !== 'CapturingGroup') return ['any', ...after];
    return element.alternatives.flatMap((alternative) => sequence(alternative, after, backwards).first);
  }

  function sequence({ elements }: AST.Alternative, after: Next, backwards: boolean): { readonly first: Next; readonly ways: number } {
    let [first, ways] = [after, 1];
    for (const element of backwards ? elements : [...elements].reverse()) {
      ways *= waysOf(element, first, backwards);
      first = firstOf(element, first, backwards);
    }
    return { first, ways };
  }

  function waysOfAny(alternatives: readonly AST.Alternative[], after: Next, backwards: boolean): number {
    const tried = alternatives.map((alternative) => sequence(alternative, after, backwards));
    const isDecided = !tried.some(({ first }, index) => tried.slice(index + 1).some((other) => meet(first, other.first)));
    const ways = tried.map((each) => each.ways);
    return isDecided ? Math.max(...ways) : ways.reduce((sum, each) => sum + each);
  }

  function waysOf(element: AST.Element, after: Next, backwards: boolean): number {
    if (element.type === 'Group' || element.type === 'CapturingGroup') return waysOfAny(element.alternatives, after, backwards);
    if (element.type !== 'Quantifier') return 1;
    const { min, max } = element;
    const first = firstOf(element.element, after, backwards);
    const within = waysOf(element.element, max > 1 ? [...first, ...after] : after, backwards);
    const rounds = Math.min(max - min + 1, longest);
    const chosen = meet(first, after);
    if (!chosen) reread = Math.min(reread * rounds, longest);
    // A lookaround with a repeat reads to the end in each round.
    const looks = max > 1 && lookaroundsIn(element).some(repeats) ? longest : 1;
    return (within === 1 ? 1 : within ** max) * (chosen ? rounds : 1) * looks;
  }

  /** A lookaround is tried only once on each way, so that the costs of several do not multiply. */
  function stepsOf(node: AST.Pattern | Lookaround): number {
    const ways = waysOfAny(node.alternatives, [], node.type === 'Assertion' && node.kind === 'lookbehind');
    return ways * Math.max(1, ...lookaroundsIn(node).map(stepsOf));
  }

  const ways = stepsOf(pattern);
  const startsAnywhere = pattern.alternatives.some(({ elements: [first] }) => first?.type !== 'Assertion' || first.kind !== 'start');
  return (startsAnywhere ? longest : 1) * ways * reread;
}

function lookaroundsIn(node: AST.Node): Lookaround[] {
  return children(node).flatMap((child) => (child.type === 'Assertion' && 'alternatives' in child ? [child] : lookaroundsIn(child)));
}

const repeats = (node: AST.Node): boolean => (node.type === 'Quantifier' && node.max > 1) || children(node).some(repeats);

/** Whether two lists of what may be read next have a character in common. */
function createOverlapTest(pattern: AST.Pattern, flags: 'u' | 'iu'): (some: Next, others: Next) => boolean {
  const alphabet = [...new Set([...SAMPLE_CHARACTERS, ...boundaryCharacters(pattern)])];
  const readBy = memoize((raw): ReadonlySet<string> => {
    const single = new RegExp(`^${raw}$`, flags);
    return new Set(alphabet.filter((character) => single.test(character)));
  });
  const meet = (one: Single, other: Single): boolean => {
    // Two Unicode properties may share a character that is in no sample.
    if ([one, other].every(({ raw }) => /\\p\{/i.test(raw))) return true;
    const read = readBy(one.raw);
    return [...readBy(other.raw)].some((character) => read.has(character));
  };
  return (some, others) => some.some((one) => others.some((other) => one === 'any' || other === 'any' || meet(one, other)));
}

/** Characters that the expression names, and their neighbours: where classes overlap, one of these is in both. */
function boundaryCharacters(node: AST.Node): string[] {
  if (node.type === 'Character') {
    const near = [node.value - 1, node.value, node.value + 1];
    return near
      .filter((code) => code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code));
  }
  if (node.type === 'CharacterClass') return node.elements.flatMap(boundaryCharacters);
  if (node.type === 'CharacterClassRange') return [node.min, node.max].flatMap(boundaryCharacters);
  return children(node).flatMap(boundaryCharacters);
}
