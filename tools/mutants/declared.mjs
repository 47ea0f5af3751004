/**
 * What is declared, not done, is not mutated: a sentence (a text with a space; codes have none) and a list of ten words or more. Sentences
 * are read by people, and a test that repeats such a list holds nothing.
 */
const LONG_LIST = 10;

const isWord = ({ type }) => type === 'StringLiteral';

/** @param {{ node: any }} path of Stryker's syntax tree @returns {string | undefined} why the node is left as it is */
function shouldIgnore({ node }) {
  if (isWord(node) && node.value.includes(' ')) return 'a sentence';
  if (node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => /\w\s|\s\w/.test(value.raw))) return 'a sentence';
  if (node.type === 'ArrayExpression' && node.elements.length >= LONG_LIST && node.elements.every(isWord)) return 'a list of words';
  return undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'declared', value: { shouldIgnore } }];
