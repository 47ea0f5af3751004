/**
 * Refuses regular expressions that could run for ever, or for long, on a long text. Works on the syntax tree (ECMAScript
 * 2024, flag `u`), so the result is the same on every machine. Star-height checkers admit `^([a-z]|[a-z0-9])*$` and refuse
 * the harmless `^[a-z0-9]+(-[a-z0-9]+)*$`; what matters is in how many ways one text can be split between repeats.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { MAX_MATCHED } from '../domain/evaluation/json-assertion.js';
import { children, isSingle, SAMPLE_CHARACTERS, type Single, worstSteps } from './regex-cost.js';
import { memoize } from './memoize.js';

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
    return `is no regular expression: ${(error as Error).message}`;
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

function parse(source: string): AST.Pattern | string {
  try {
    return new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    return `is no regular expression: ${(error as Error).message}`;
  }
}

/** All nodes under one; lookarounds only narrow what is read, and are left out unless requested. */
function descendants(node: AST.Node, lookarounds: boolean): AST.Node[] {
  return children(node).flatMap((child) => (child.type === 'Assertion' && !lookarounds ? [] : [child, ...descendants(child, lookarounds)]));
}
