import { basename } from 'node:path/posix';
import ts from 'typescript';
import type { SourceFile } from './measure.js';

/** What a test file holds. */
interface TestFile {
  readonly assertions: number;
  /** Names of its tests and groups, as they are written. */
  readonly titles: readonly string[];
}

export interface AssertionChanges {
  /** Assertions of all test files: before, now. */
  readonly total: readonly [before: number, now: number];
  /** Files with fewer assertions than before, those that are gone included. */
  readonly fewer: readonly { readonly path: string; readonly before: number; readonly now: number }[];
  /** Tests whose name is in no file any more, with the file that had them. */
  readonly gone: readonly { readonly path: string; readonly title: string }[];
}

const ASSERTS = /^(?:expect|assert|expectTypeOf)/;
const DECLARES_TEST = /^(?:it|test|describe)$/;

/** Assertions and tests of one commit and another. A file that was moved is compared with the only one of its name that is new. */
export function assertionChanges(before: readonly SourceFile[], now: readonly SourceFile[]): AssertionChanges {
  const [earlier, present] = [testFilesOf(before), testFilesOf(now)];
  const added = [...present.keys()].filter((path) => !earlier.has(path));
  const pathNow = (path: string): string | undefined => {
    if (present.has(path)) return path;
    const moved = added.filter((each) => basename(each) === basename(path));
    return moved.length === 1 ? moved[0] : undefined;
  };
  const titles = new Set([...present.values()].flatMap((file) => file.titles));
  const files = [...earlier].map(([path, file]) => ({
    path,
    before: file.assertions,
    now: present.get(pathNow(path) ?? '')?.assertions ?? 0,
  }));
  return {
    total: [sum(earlier), sum(present)],
    fewer: files.filter((file) => file.now < file.before),
    gone: [...earlier].flatMap(([path, file]) => file.titles.filter((title) => !titles.has(title)).map((title) => ({ path, title }))),
  };
}

const sum = (files: ReadonlyMap<string, TestFile>): number => [...files.values()].reduce((total, file) => total + file.assertions, 0);

/** Files of `test`; those that help tests may assert as well. */
function testFilesOf(files: readonly SourceFile[]): Map<string, TestFile> {
  return new Map(files.filter(({ path }) => path.startsWith('test/')).map(({ path, text }) => [path, read(path, text)]));
}

function read(path: string, text: string): TestFile {
  const titles: string[] = [];
  let assertions = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const callee = calleeOf(node.expression);
      if (ASSERTS.test(callee)) assertions += 1;
      if (DECLARES_TEST.test(callee) && first !== undefined && ts.isStringLiteralLike(first)) titles.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return { assertions, titles };
}

/** The name that a call begins with: of `expect.poll(…)`, `it.each(…)(…)`, `fc.assert(…)`; none for a matcher on its result. */
function calleeOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isCallExpression(expression)) return DECLARES_TEST.test(calleeOf(expression.expression)) ? calleeOf(expression.expression) : '';
  if (!ts.isPropertyAccessExpression(expression)) return '';
  if (ts.isIdentifier(expression.expression))
    return expression.expression.text === 'fc' ? expression.name.text : expression.expression.text;
  return '';
}
