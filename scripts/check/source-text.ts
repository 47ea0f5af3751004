import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectFiles } from './project-files.js';

/** A name where it is declared; words that people read: a comment, a text in quotes or on a screen, a line of a document. */
export interface TextPart {
  readonly kind: 'name' | 'comment' | 'text';
  readonly line: number;
  readonly text: string;
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly parts: readonly TextPart[];
}

const WRITTEN = /\.(?:ts|tsx|mts|mjs|css|html|md|ya?ml|sh|toml)$|(?:^|\/)Dockerfile$|^\.ci\/run$|^NOTICE$/;
/** What a tool writes is checked at its source; migrations and histories are never edited. */
const NOT_BY_HAND =
  /\.d\.ts$|^drizzle\/|^patches\/|fixtures\/|histories\/|^docs\/(?:env|errors|platforms|privacy|risk|sources|webhooks|benchmarks)\.md$/;

/** Files that are written by hand, with their names and words. */
export function writtenFiles(root: string): TextFile[] {
  return projectFiles(root)
    .filter((path) => WRITTEN.test(path) && !NOT_BY_HAND.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, parts: [{ kind: 'name', line: 0, text: path }, ...partsOf(path, text)] };
    });
}

function partsOf(path: string, text: string): TextPart[] {
  if (/\.(?:ts|tsx|mts|mjs)$/.test(path)) return scriptParts(path, text);
  if (path.endsWith('.css')) return styleParts(text);
  return linesOf('text', 1, text);
}

function linesOf(kind: TextPart['kind'], first: number, text: string): TextPart[] {
  return text.split('\n').map((line, index) => ({ kind, line: first + index, text: line }));
}

/** Class names, custom properties and animations are names; comments are between `/*` and its end. */
function styleParts(text: string): TextPart[] {
  return text.split(/(\/\*[\s\S]*?\*\/)/).flatMap((piece, index, pieces) => {
    const first = pieces.slice(0, index).join('').split('\n').length;
    if (index % 2 === 1) return linesOf('comment', first, piece);
    return linesOf('name', first, piece).flatMap((part) =>
      (part.text.match(/\.[a-z][\w-]*|--[a-z][\w-]*|(?<=@keyframes )[\w-]+/gi) ?? []).map((name) => ({ ...part, text: name })),
    );
  });
}

/** Between two tokens of a source there is nothing but white space and comments. */
function scriptParts(path: string, text: string): TextPart[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const parts: TextPart[] = [];
  const add = (kind: TextPart['kind'], position: number, words: string): void => {
    if (words.trim() !== '') parts.push(...linesOf(kind, source.getLineAndCharacterOfPosition(position).line + 1, words));
  };
  let end = 0;
  const visit = (node: ts.Node): void => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    const start = node.getStart(source);
    add('comment', end, text.slice(end, start));
    end = node.getEnd();
    if (isDeclaredName(node)) add('name', start, node.text);
    else if (isText(node)) add('text', start, text.slice(start, end));
  };
  visit(source);
  return parts;
}

/** A name where it is given: uses follow it. A name that a library gave, in an import or an object taken apart, is not ours. */
function isDeclaredName(node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier | ts.StringLiteral {
  const { parent } = node;
  if (!(ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteral(node))) return false;
  if (!('name' in parent) || parent.name !== node) return false;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName !== undefined;
  if (ts.isBindingElement(parent)) return parent.propertyName !== undefined || ts.isArrayBindingPattern(parent.parent);
  return !(ts.isPropertyAccessExpression(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isJsxAttribute(parent));
}

function isText(node: ts.Node): boolean {
  if (ts.isStringLiteral(node)) return !(ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent));
  return (
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isJsxText(node)
  );
}
