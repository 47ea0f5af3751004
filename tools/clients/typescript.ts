/** The TypeScript client: its types, its package, and what it exports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { runProgram } from '../embedded/child.js';
import { PROJECT_ROOT, runTool } from '../checks/tool.js';
import { makeGenerated } from '../launch/generated.mjs';
import type { ClientTool } from './client.js';

const FOLDER = path.join(PROJECT_ROOT, 'clients/typescript');
const TIMEOUT_MS = 120_000;

export const TYPESCRIPT_CLIENT: ClientTool = {
  name: 'typescript',
  missing: async () => null,
  generate: () => makeGenerated(PROJECT_ROOT),
  check: () => runTool('typescript/bin/tsc', ['-p', 'clients/typescript/tsconfig.json', '--noEmit']),
  surface: async () =>
    exportLines()
      .map((line) => `${line}\n`)
      .join(''),
  async build(folder) {
    const built = await runProgram(process.execPath, ['tools/clients/build-client.mjs'], { timeoutMs: TIMEOUT_MS, cwd: PROJECT_ROOT });
    if (!built.ok) throw new Error(built.lastLines);
    const packed = await runProgram('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      timeoutMs: TIMEOUT_MS,
      cwd: FOLDER,
    });
    if (!packed.ok) throw new Error(packed.lastLines);
    const [{ filename }] = JSON.parse(packed.out) as [{ filename: string }];
    const file = path.join(folder, filename);
    const faults = await runTool('publint/src/cli.js', ['run', file, '--strict']);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return [file];
  },
};

/** What the package exports, each with its type. */
function exportLines(): string[] {
  const file = path.join(FOLDER, 'index.ts');
  const { config } = ts.readConfigFile(path.join(FOLDER, 'tsconfig.json'), (name) => readFileSync(name, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, FOLDER);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error('the client has no index');
  return checker
    .getExportsOfModule(module)
    .flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const declaration = symbol.declarations?.[0];
      // What is generated follows from the document.
      return !declaration || declaration.getSourceFile().isDeclarationFile ? [] : [`export ${exported.name}: ${lineOf(declaration)}`];
    })
    .sort();
}

/** A declaration in one line: of a function its head, of an interface or a class the names of its members. */
function lineOf(declaration: ts.Declaration): string {
  const source = declaration.getSourceFile();
  const text = (from: number, to: number) => source.text.slice(from, to).replaceAll(/\s+/g, ' ').trim();
  if (ts.isFunctionDeclaration(declaration))
    return text(declaration.name?.end ?? declaration.getStart(), declaration.body?.pos ?? declaration.end);
  if (ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)) {
    const parents = (declaration.heritageClauses ?? []).map((clause) => clause.getText());
    const members = declaration.members.flatMap(({ name }) => (name && !ts.isPrivateIdentifier(name) ? [name.getText()] : []));
    return [...parents, `{ ${members.join(' ')} }`].join(' ');
  }
  return ts.isTypeAliasDeclaration(declaration) ? text(declaration.type.getStart(), declaration.type.end) : declaration.getText();
}
