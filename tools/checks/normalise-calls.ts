import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

const METHOD = ['normal', 'ize'].join('');
const CHECKED = /^(?:src|workflows|activities|clients|scripts|tools|bin)\//;
/** The helper, and the baseline of its benchmark. */
const ALLOWED = new Set(['src/kernel/values/normalise.ts', 'tools/bench/raw-normalise.ts']);

/**
 * Uses of the strings' own Unicode normalisation outside of the helper: its time grows with the square of a run of marks. However the
 * method is reached: by its name, as a text in brackets, taken out of an object, or not called at all.
 */
export function checkNormaliseCalls(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root)
    .filter((path) => CHECKED.test(path) && !ALLOWED.has(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      // Parsing takes time. An escape or a `+` can hide the name from this expression, not from the parser.
      if (!/normal|\\[ux]/.test(text)) return [];
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return usesIn(source).map((position) => {
        const line = source.getLineAndCharacterOfPosition(position).line + 1;
        return `${path}:${line}: normalises a text itself; src/kernel/values/normalise.ts does it in linear time`;
      });
    });
}

function usesIn(source: ts.SourceFile): number[] {
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (isUse(node)) found.push(node.getStart(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isUse(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === METHOD;
  if (ts.isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    return ts.isIdentifier(name) && name.text === METHOD;
  }
  // In brackets, in `Reflect.get`, or joined of texts that are written out.
  return (ts.isStringLiteralLike(node) || ts.isBinaryExpression(node)) && writtenText(node) === METHOD;
}

/** The value of a text, or of texts joined by `+`; null: it is not written out. */
function writtenText(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return writtenText(node.expression);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
  const [left, right] = [writtenText(node.left), writtenText(node.right)];
  return left === null || right === null ? null : left + right;
}
