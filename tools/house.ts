/**
 * `npm run house`: the marks of the house that can be counted from the code, without exceptions. Prints a table; with `-- --numbers` each
 * number in flow, controls and instant files instead, with its line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { everyRoute } from '../src/api/routes.js';
import { table } from './bench/stats.js';
import { areaOf, importedFolders, mutual, tiedFeatures } from './checks/folder-cycles.js';
import { operationFile } from './checks/operation-file.js';
import { projectFiles, sourceFiles } from './checks/project-files.js';
import { PROJECT_ROOT } from './checks/tool.js';

const read = (file: string): string => readFileSync(join(PROJECT_ROOT, file), 'utf8');
const linesOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const sources = sourceFiles(PROJECT_ROOT);
const isProduct = (file: string): boolean => /^(?:src|workflows|activities)\//.test(file);
const parsed = (file: string): ts.SourceFile => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);

/** Numbers that somebody chose: every numeric literal but 0 and 1, with its line. */
function numbersIn(file: string): readonly string[] {
  const found: string[] = [];
  const source = parsed(file);
  const visit = (node: ts.Node): void => {
    if (ts.isNumericLiteral(node) && !['0', '1'].includes(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} [${node.getText()}] ${source.text.split('\n')[line]?.trim()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Functions of more than sixty lines, outside of pages. */
function longFunctions(file: string): readonly string[] {
  const found: string[] = [];
  const source = parsed(file);
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const [from, to] = [node.getStart(), node.end].map((at) => source.getLineAndCharacterOfPosition(at).line);
      if ((to ?? 0) - (from ?? 0) >= 60) found.push(`${file}:${(from ?? 0) + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A whole document that a command writes says so at its top. */
const isWritten = (file: string): boolean => /^#[^\n]*\n+<!-- Written by /.test(read(file));
const operations = everyRoute.map(({ operationId }) => operationFile(operationId));
const named = new Set(
  sources.filter((file) => /^src\/features\/[^/]+\/routes\/[^/]+\.ts$/.test(file)).map((file) => basename(file, '.ts')),
);
const imports = importedFolders(PROJECT_ROOT);
const isKernel = (folder: string): boolean => folder.startsWith('src/kernel/');
const fromProduct = imports.filter(([from, to]) => isKernel(from) && isProduct(`${to}/`) && !isKernel(to));
const areas = mutual(imports.map(([from, to]) => [areaOf(from), areaOf(to)] as const));
const features = tiedFeatures(imports);
const tuned = sources.filter((file) => /^src\/engine\/(?:flow|controls)\/|^(?:src|activities|workflows)\/.*instant[^/]*\.ts$/.test(file));
const numbers = tuned.flatMap(numbersIn);
const product = sources.filter(isProduct);
const surrounding = sources.filter((file) => file.startsWith('tools/'));
const documents = projectFiles(PROJECT_ROOT).filter((file) => file.endsWith('.md') && !file.startsWith('test/') && !isWritten(file));
/** Without code, and without what `npm run docs` writes between two comments. */
const wordsOf = (text: string): number =>
  text
    .replaceAll(/<!-- [^>]*, written by [^>]*-->.*?<!-- end[^>]*-->/gs, '')
    .replaceAll(/```.*?```/gs, '')
    .split(/\s+/)
    .filter(Boolean).length;
const words = documents.reduce((sum, file) => sum + wordsOf(read(file)), 0);
const root = readdirSync(PROJECT_ROOT).filter((name) =>
  projectFiles(PROJECT_ROOT).some((file) => file === name || file.startsWith(`${name}/`)),
);
const long = product.filter((file) => !file.startsWith('src/dashboard/')).flatMap(longFunctions);

const rows: readonly (readonly [mark: string, count: string])[] = [
  ['operations whose file bears their operationId', `${operations.filter((id) => named.has(id)).length} of ${operations.length}`],
  ['imports of the product in the kernel', String(fromProduct.length)],
  ['pairs of areas that import each other', `${areas.length}: ${areas.join(', ')}`],
  ['pairs of features', `${features.length}: ${features.join(', ')}`],
  ['numbers in flow, controls and instant files', String(numbers.length)],
  ['lines of the product', String(linesOf(product))],
  ['lines of tools', String(linesOf(surrounding))],
  ['words of documents by hand', String(words)],
  ['entries of the root', String(root.length)],
  ['functions of more than 60 lines, outside of pages', String(long.length)],
  ['files of more than 300 lines', String(product.filter((file) => linesOf([file]) > 300).length)],
];
const marks = table(
  ['mark', 'today'],
  rows.map((row) => [...row]),
);
process.stdout.write(`${process.argv.includes('--numbers') ? numbers.join('\n') : marks}\n`);
