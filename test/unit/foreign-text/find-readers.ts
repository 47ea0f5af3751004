/** Which modules of the product take bytes or text of others, from what they import. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { productFiles } from '../../../tools/checks/project-files.js';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';

/** What gives bytes or text in packages, by name, or as a whole; an empty list: each name does. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'node:fs': ['readFile', 'readFileSync', 'createReadStream', 'open', 'openSync', 'readSync'],
  'node:fs/promises': ['readFile', 'open', 'FileHandle'],
  'node:net': ['connect', 'createConnection', 'createServer', 'Socket'],
  'node:tls': ['connect', 'createServer', 'TLSSocket'],
  'node:child_process': [],
  'node:dgram': [],
  'node:dns': [],
  'node:dns/promises': [],
  'node:http': [],
  'node:http2': [],
  'node:https': [],
  'node:readline': [],
  'node:stream/consumers': [],
  '@modelcontextprotocol/server': ['McpServer', 'createMcpHandler'],
  '@modelcontextprotocol/server/stdio': [],
  '@simplewebauthn/server': [],
  execa: [],
  koa: ['Context', 'Middleware', 'ParameterizedContext'],
  nodemailer: [],
  'openapi-fetch': [],
  'openid-client': [],
  'raw-body': [],
  undici: [],
};
/** Functions that need no import. */
const GLOBALS = /(?<![\w.'"])(?:fetch\(|process\.stdin\b)/;
/** Modules from which whatever is imported is, or makes, bytes or text of others. */
const SOURCES =
  /^src\/(?:kernel\/(?:http|net)\/|facts\/provider-http\.ts$|features\/route\.ts$|engine\/http\/(?:transport|types|connector|download)\.ts$)/;
/** But for these: time, names, numbers, settings of the operator, and what is sent. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  [
    ...'connect deadline failure host-limiter listen probe-host proxies guarded-http/addresses guarded-http/failure'
      .split(' ')
      .map((name) => `net/${name}`),
    ...'answers chunked-text errors metrics object-lines open-streams operation-notes request-context'
      .split(' ')
      .map((name) => `http/${name}`),
    ...'reusable-buffer security-headers shown sse static-file tagged-json'.split(' ').map((name) => `http/${name}`),
  ].map((name) => `src/kernel/${name}.ts`),
);
/** Of an operation: its declaration, whose schemas parse the request before it runs. */
const DECLARES = /^src\/(?:kernel\/http\/(?:cursor|request-fields|validation)|features\/route)\.ts$/;

export interface Module {
  readonly path: string;
  /** Modules of the product that it imports. */
  readonly imports: ReadonlySet<string>;
  /** It takes bytes or text of others; `operation`: only what schemas of an operation have parsed. */
  readonly takes: 'text' | 'operation' | null;
}

/** The modules of the product by path, relative to its root. */
export function productModules(root: string = PROJECT_ROOT): ReadonlyMap<string, Module> {
  return new Map(productFiles(root).map((file) => [file, moduleOf(file, readFileSync(path.join(root, file), 'utf8'))]));
}

function moduleOf(file: string, content: string): Module {
  const imports = new Set<string>();
  let takes: Module['takes'] = GLOBALS.test(content) ? 'text' : null;
  const visit = (node: ts.Node): void => {
    const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const specifier = isCall
      ? node.arguments[0]
      : ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : undefined;
    if (specifier && ts.isStringLiteral(specifier)) see(specifier.text, ts.isImportDeclaration(node) ? namesOf(node.importClause) : ['*']);
    ts.forEachChild(node, visit);
  };
  const see = (text: string, names: readonly string[]): void => {
    const from = text.startsWith('.') ? path.posix.join(path.posix.dirname(file), text).replace(/\.js$/, '.ts') : text;
    imports.add(from);
    if (Object.hasOwn(PACKAGES, from)) {
      const known = PACKAGES[from] ?? [];
      if (known.length === 0 || names.some((name) => name === '*' || known.includes(name))) takes = 'text';
    } else if (SOURCES.test(from) && !WITHOUT_TEXT.has(from)) {
      if (!DECLARES.test(from)) takes = 'text';
      else takes ??= 'operation';
    }
  };
  visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest));
  return { path: file, imports, takes };
}

function namesOf(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  const named =
    bindings && (ts.isNamedImports(bindings) ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text) : ['*']);
  return [...(clause?.name ? ['*'] : []), ...(named ?? [])];
}
