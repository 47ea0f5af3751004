import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

/** In place of a word that is known when the program runs; a name of a script, which some are. */
const WORD = 'Latin';
const PRODUCT = /^(?:src|activities|workflows)\//;

/** Files whose expressions are put together when the program runs, of what is in other files. */
const MADE_OF: Readonly<Record<string, 'rules' | 'words'>> = {
  // Patterns of rules: `regexFault` refuses those that could run long, before anything is matched. Those that read pages are measured with
  // hostile ones (test/unit/foreign-text).
  'src/engine/catalogue/check-catalogue.ts': 'rules',
  'src/engine/catalogue/rules/rule-scope.ts': 'rules',
  'src/engine/catalogue/safety/regex-safety.ts': 'rules',
  'src/engine/catalogue/validation/validate-evidence.ts': 'rules',
  'src/engine/catalogue/validation/validate-rule.ts': 'rules',
  'src/engine/controls/negative-control-identities.ts': 'rules',
  'src/engine/controls/site-pages.ts': 'rules',
  'src/engine/evaluation/capture.ts': 'rules',
  'src/engine/evaluation/json-assertion.ts': 'rules',
  // Escaped words and alternatives of words, which hold no repeat: analysed with a word in place of each.
  'src/dashboard/pages/audit/actions.ts': 'words',
  'src/cli/clean-text.ts': 'words',
  'src/engine/catalogue/rules/fictional-numbers.ts': 'words',
  'src/engine/catalogue/safety/check-request.ts': 'words',
  'src/engine/evaluation/block-page-markers.ts': 'words',
  'src/engine/evaluation/page-fingerprint.ts': 'words',
  'src/facts/ip/networks/owner-names.ts': 'words',
  'src/kernel/secrets/api-key-format.ts': 'words',
  'src/api/audited-requests.ts': 'words',
};

/**
 * Expressions of the product whose time can grow faster than the text that they read (ADR 57): literals, and `new RegExp` of texts that
 * the same file writes out. Those made of more are in the files of `MADE_OF`, which names no others.
 */
export function checkExpressions(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root)
    .filter((path) => PRODUCT.test(path))
    .flatMap((path) => {
      const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
      const madeOf = MADE_OF[path];
      const found = expressionsIn(source, madeOf === 'words' ? WORD : null);
      const faults = found.flatMap(({ node, expression }) => {
        const fault = expression === null ? (madeOf ? null : 'is made of what the check cannot read') : faultOf(expression);
        return fault === null ? [] : [`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${fault}`];
      });
      return madeOf && !found.some(({ isMade }) => isMade) ? [...faults, `${path}: makes no expression, and is in MADE_OF`] : faults;
    });
}

function faultOf({ source, flags }: Expression): string | null {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  return reports.length === 0 ? null : `/${source}/${flags} can take the square of its text's length, or more`;
}

interface Expression {
  readonly source: string;
  readonly flags: string;
}

interface Found {
  readonly node: ts.Node;
  /** Null: it cannot be read. */
  readonly expression: Expression | null;
  /** Parts of it are not written out. */
  readonly isMade: boolean;
}

/** @param word in place of a part that is not written out; null: such an expression cannot be read */
function expressionsIn(file: ts.SourceFile, word: string | null): Found[] {
  const constants = new Map<string, ts.Expression>();
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer);
    if (ts.isRegularExpressionLiteral(node)) found.push({ node, expression: literal(node), isMade: false });
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [text, flags] = node.arguments ?? [];
      const source = text === undefined ? null : written(text, constants, word);
      const expression = source === null ? null : { source, flags: (flags && written(flags, constants, null)) ?? '' };
      found.push({ node, expression, isMade: text !== undefined && written(text, constants, null) === null });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function literal({ text }: ts.RegularExpressionLiteral): Expression {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

/** The value of a text that is written out, also by parts; `unknown` in place of what is not. */
function written<T extends string | null>(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>, unknown: T): string | T {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value === undefined ? unknown : written(value, constants, unknown);
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source' && ts.isIdentifier(node.expression)) {
    const value = constants.get(node.expression.text);
    return value !== undefined && ts.isRegularExpressionLiteral(value) ? literal(value).source : unknown;
  }
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  const template = isRaw ? node.template : node;
  const textOf = (part: ts.TemplateLiteralToken): string => (isRaw ? (part.rawText ?? part.text) : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return textOf(template);
  if (!ts.isTemplateExpression(template)) return unknown;
  const parts = template.templateSpans.map((span) => [written(span.expression, constants, unknown), textOf(span.literal)] as const);
  return parts.some(([value]) => value === null) ? unknown : textOf(template.head) + parts.flat().join('');
}
