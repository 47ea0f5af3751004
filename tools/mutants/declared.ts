import type { Instrumenter } from '@stryker-mutator/instrumenter';

type Ignorer = Parameters<Instrumenter['instrument']>[1]['ignorers'][number];

/** What is read of a node of Babel's syntax tree. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly elements?: readonly (Node | null)[];
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

const LONG_LIST = 10;

/**
 * What is declared, not done, is not changed: a sentence (a text with a space; codes have none) and a list of ten words or more. Sentences
 * are read by people, and a test that repeats such a list holds nothing.
 */
export const declared: Ignorer = {
  shouldIgnore(path) {
    const { type, value = '', elements = [], quasis = [] } = (path as unknown as { node: Node }).node;
    if (type === 'StringLiteral' && value.includes(' ')) return 'a sentence';
    if (type === 'TemplateLiteral' && quasis.some((each) => /\w\s|\s\w/.test(each.value.raw))) return 'a sentence';
    const isLong = type === 'ArrayExpression' && elements.length >= LONG_LIST;
    return isLong && elements.every((each) => each?.type === 'StringLiteral') ? 'a list of words' : undefined;
  },
};
