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
  readonly parts: readonly TextPart[];
  /** The code of a source or a style sheet without comments and without texts that are sentences; empty for other files. */
  readonly code: string;
}

const WRITTEN = /\.(?:ts|tsx|mts|mjs|css|html|md|ya?ml|sh|toml)$|(?:^|\/)Dockerfile$|^\.ci\/run$|^NOTICE$/;
/** What a tool writes is checked at its source; migrations and histories are never edited. */
const NOT_BY_HAND =
  /\.d\.ts$|^drizzle\/|^patches\/|fixtures\/|histories\/|^docs\/(?:env|errors|platforms|privacy|risk|sources|webhooks|benchmarks)\.md$/;

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g;

const readOnce = new Map<string, readonly TextFile[]>();

/** Files that are written by hand, with their names and words. A process parses a tree once: several checks read it. */
export function writtenFiles(root: string): readonly TextFile[] {
  const files = readOnce.get(root) ?? readFiles(root);
  readOnce.set(root, files);
  return files;
}

function readFiles(root: string): TextFile[] {
  return projectFiles(root)
    .filter((path) => WRITTEN.test(path) && !NOT_BY_HAND.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const read = /\.(?:ts|tsx|mts|mjs)$/.test(path) ? readScript(path, text) : readOther(path, text);
      return { path, code: read.code, parts: [{ kind: 'name', line: 0, text: path }, ...read.parts] };
    });
}

function readOther(path: string, text: string): Omit<TextFile, 'path'> {
  if (!path.endsWith('.css')) return { parts: linesOf('text', 1, text), code: '' };
  return { parts: styleParts(text), code: text.replaceAll(COMMENT, ' ') };
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

function readScript(path: string, text: string): Omit<TextFile, 'path'> {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const parts: TextPart[] = [];
  const add = (kind: TextPart['kind'], position: number, words: string): void => {
    if (words.trim() !== '') parts.push(...linesOf(kind, source.getLineAndCharacterOfPosition(position).line + 1, words));
  };
  let [masked, code] = ['', ''];
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) {
      const [start, end] = [ts.isJsxText(node) ? node.pos : node.getStart(source), node.getEnd()];
      const literal = text.slice(start, end);
      if (isDeclaredName(node)) add('name', start, node.text);
      else if (!(isModuleName(node) || ts.isRegularExpressionLiteral(node))) add('text', start, literal);
      // A comment sign within a literal begins no comment.
      masked += text.slice(masked.length, start) + ' '.repeat(end - start);
      if (!isSentence(literal)) code += ` ${literal}`;
    } else if (isDeclaredName(node)) add('name', node.getStart(source), node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  masked += text.slice(masked.length);
  for (const { 0: comment, index } of masked.matchAll(COMMENT)) add('comment', index, text.slice(index, index + comment.length));
  parts.sort((one, other) => one.line - other.line);
  return { parts, code: `${masked.replace(COMMENT, ' ')} ${code}` };
}

/** Words with spaces between them, unless they are SQL, options of a command or a path. */
function isSentence(text: string): boolean {
  return /[a-z,] [a-z]/i.test(text) && !/\b[A-Z]{4,} |--\w|[{}<>=$]/.test(text);
}

/** A name where it is given: uses follow it. A name that a library gave, in an import or an object taken apart, is not ours. */
function isDeclaredName(node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier | ts.StringLiteral {
  const { parent } = node;
  if (!(ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteral(node))) return false;
  if (!('name' in parent) || parent.name !== node || /[^\w$#-]/.test(node.text)) return false;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName !== undefined;
  if (ts.isBindingElement(parent)) return parent.propertyName !== undefined || ts.isArrayBindingPattern(parent.parent);
  return !(ts.isPropertyAccessExpression(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isJsxAttribute(parent));
}

function isLiteral(node: ts.Node): node is ts.Node & { readonly text: string } {
  return (ts.isLiteralExpression(node) && !ts.isNumericLiteral(node)) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
}

function isModuleName({ parent }: ts.Node): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent);
}
