import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

/** Most characters of a line, as the formatter breaks code. It leaves comments as they are. */
export const MAX_LINE_LENGTH = 140;

/** Lines of source files that are longer, except where a string, a template or a regular expression goes on beyond the limit. */
export function checkLineLength(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const tooLong = text.split('\n').flatMap((line, index) => (line.length > MAX_LINE_LENGTH ? [{ index, length: line.length }] : []));
    if (tooLong.length === 0) return [];
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    return tooLong
      .filter(({ index }) => !isInLiteral(source, source.getPositionOfLineAndCharacter(index, MAX_LINE_LENGTH)))
      .map(({ index, length }) => `${path}:${index + 1}: ${length} characters, at most ${MAX_LINE_LENGTH}`);
  });
}

function isInLiteral(source: ts.SourceFile, position: number): boolean {
  let node: ts.Node = source;
  for (
    let next: ts.Node | undefined = node;
    next;
    next = node.getChildren(source).find((child) => child.getStart(source) <= position && position < child.getEnd())
  )
    node = next;
  return ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}
