import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

/** Maximum length of a line in characters, as the formatter breaks code. It leaves comments as they are. */
export const MAX_LINE_LENGTH = 140;
/** What may stand beside a long literal on its line: the formatter cannot break between them everywhere. */
const MAX_BESIDE_LITERAL = MAX_LINE_LENGTH / 2;

/** Lines of source files that are longer, except those that a string, a template or a regular expression makes so long. */
export function checkLineLength(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const tooLong = text.split('\n').flatMap((line, index) => (line.length > MAX_LINE_LENGTH ? [{ index, length: line.length }] : []));
    if (tooLong.length === 0) return [];
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const literals = literalsOf(source);
    const lineStarts = source.getLineStarts();
    return tooLong
      .filter(({ index, length }) => {
        const start = lineStarts[index] ?? 0;
        const longest = Math.max(0, ...literals.map(([from, to]) => Math.min(to, start + length) - Math.max(from, start)));
        return length - longest > MAX_BESIDE_LITERAL;
      })
      .map(({ index, length }) => `${path}:${index + 1}: ${length} characters, at most ${MAX_LINE_LENGTH}`);
  });
}

/** Where strings, templates and regular expressions begin and end: the formatter does not break them. */
function literalsOf(source: ts.SourceFile): (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node))
      found.push([node.getStart(source), node.getEnd()]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
