/**
 * Refuses regular expressions that could run for ever on a long text. Works on the syntax tree (ECMAScript 2024, flag
 * `u`), so the answer is the same on every machine. Star-height checkers admit `^([a-z]|[a-z0-9])*$` and refuse the
 * harmless `^[a-z0-9]+(-[a-z0-9]+)*$`; what matters is whether one text can be split between repeats in two ways.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { remembered } from './remembered.js';

/** ASCII and a few beyond it: enough to tell whether two character classes meet. */
const SAMPLE = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', 'ß', 'Σ', '٣', '漢', '\u00a0', '😀'];
/** Repeats without a bound in a row: each one raises the cost of a mismatch by a power of the text's length. */
const UNBOUNDED_AT_MOST = 3;

type Single = AST.Character | AST.CharacterSet | AST.CharacterClass;
const isSingle = (node: AST.Node): node is Single =>
  node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass';

const objectionByFlags = {
  u: remembered((source) => objectionTo(source, 'u')),
  iu: remembered((source) => objectionTo(source, 'iu')),
};

/** Why a regular expression is refused, in one sentence; null when it is valid and cheap. */
export function regexObjection(source: string, flags: 'u' | 'iu'): string | null {
  return objectionByFlags[flags](source);
}

function objectionTo(source: string, flags: 'u' | 'iu'): string | null {
  const pattern = parse(source);
  if (typeof pattern === 'string') return pattern;
  try {
    new RegExp(source, flags);
  } catch (error) {
    return `is no regular expression: ${(error as Error).message}`;
  }
  if (pattern.alternatives.some((alternative) => hasAmbiguousRepeat(alternative, flags))) {
    return 'could run for ever: a repeated group can read the same text in two ways';
  }
  const unbounded = descendants(pattern, false).filter((node) => node.type === 'Quantifier' && node.max === Infinity);
  return unbounded.length > UNBOUNDED_AT_MOST ? `could run long: more than ${UNBOUNDED_AT_MOST} repeats without an upper bound` : null;
}

/** True when every alternative of the pattern is anchored at both ends: `^a|b$` is anchored at neither. */
export const isAnchored = remembered((source): boolean => {
  const pattern = parse(source);
  if (typeof pattern === 'string') return false;
  const isEdge = (node: AST.Element | undefined, kind: 'start' | 'end') => node?.type === 'Assertion' && node.kind === kind;
  return pattern.alternatives.every(
    ({ elements }) => isEdge(elements[0], 'start') && isEdge(elements.at(-1), 'end'),
  );
});

/** True when whatever the (anchored) pattern accepts is made of ASCII letters, digits and hyphens: fit for a host name. */
export function onlyLettersDigitsHyphens(source: string): boolean {
  const pattern = parse(source);
  if (typeof pattern === 'string' || !isAnchored(source)) return false;
  return descendants(pattern, false)
    .filter((node) => isSingle(node) || node.type === 'Backreference')
    .every((node) => isSingle(node) && isHostClass(node));
}

/** Judged by spelling: without escapes, negation or names, a class means the ASCII characters it shows. */
function isHostClass(node: Single): boolean {
  if (!/^(?:[A-Za-z0-9-]|\\-|\\d|\[(?:[A-Za-z0-9-]|\\-|\\d)+\])$/.test(node.raw)) return false;
  const single = new RegExp(`^${node.raw}$`, 'u');
  return SAMPLE.every((character) => !single.test(character) || /^[A-Za-z0-9-]$/.test(character));
}

function parse(source: string): AST.Pattern | string {
  try {
    return new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    return `is no regular expression: ${(error as Error).message}`;
  }
}

function children(node: AST.Node): readonly AST.Node[] {
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

/** All nodes under one; lookarounds only narrow what is read, and are left out unless asked for. */
function descendants(node: AST.Node, lookarounds: boolean): AST.Node[] {
  return children(node).flatMap((child) =>
    child.type === 'Assertion' && !lookarounds ? [] : [child, ...descendants(child, lookarounds)],
  );
}

function hasAmbiguousRepeat(node: AST.Node, flags: string): boolean {
  if (node.type === 'Quantifier' && node.max > 1 && isAmbiguous(node.element, flags)) return true;
  return children(node).some((child) => hasAmbiguousRepeat(child, flags));
}

/**
 * Whether a repeated element could end one round and begin the next at more than one place. It cannot when each
 * alternative begins (or, for a lone one, ends) with a character that nothing else in the group reads.
 */
function isAmbiguous(element: AST.QuantifiableElement, flags: string): boolean {
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return false;
  const { alternatives } = element;
  const [only] = alternatives;
  const varies = descendants(element, false).some((node) => node.type === 'Quantifier' && node.min !== node.max);
  if (alternatives.length === 1 && only !== undefined) {
    if (!varies || isMark(withoutLookarounds(only).at(-1), singlesIn(element), flags)) return false;
  }
  const firsts = alternatives.map((alternative) => withoutLookarounds(alternative)[0]);
  const rivals: readonly AST.Node[] = varies ? singlesIn(element) : firsts.flatMap((first) => first ?? []);
  return !firsts.every((first) => isMark(first, rivals, flags));
}

const withoutLookarounds = (alternative: AST.Alternative): readonly AST.Element[] =>
  alternative.elements.filter((element) => element.type !== 'Assertion');

const singlesIn = (node: AST.Node): Single[] => descendants(node, false).filter(isSingle);

/** A single character that no other of the given ones can be. */
function isMark(node: AST.Node | undefined, others: readonly AST.Node[], flags: string): boolean {
  return node !== undefined && isSingle(node) && others.every((other) => other === node || !meet(node, other, flags));
}

function meet(left: AST.Node, right: AST.Node, flags: string): boolean {
  if (!isSingle(left) || !isSingle(right)) return true;
  const [a, b] = [new RegExp(`^${left.raw}$`, flags), new RegExp(`^${right.raw}$`, flags)];
  return SAMPLE.some((character) => a.test(character) && b.test(character));
}
