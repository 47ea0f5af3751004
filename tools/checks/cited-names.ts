import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles } from './project-files.js';
import { type TextFile, writtenFiles } from './source-text.js';
import { PROJECT_ROOT, type Findings } from './tool.js';

/** Where comments and documents are read. What was decided, measured or released names things as they were. */
const READ =
  /\.(?:tsx?|mts|mjs|css)$|^(?:ARCHITECTURE|CONTRIBUTING|README)\.md$|\/README\.md$|^docs\/(?:contract|glossary|load|runbook)\.md$/;
/** Names that no code declares: data, settings of programs, SQL, clients in other languages. */
const DATA =
  /\/surface\.txt$|\.(?:sql|ya?ml|toml|sh|html)$|^(?:package|tsconfig[\w.]*|biome)\.json$|\.schema\.json$|(?:^|\/)Dockerfile$|^\.env/;
/** One name, or several joined by dots: `Deadline`, `#follow`, `RuleScope.countries`, `platform_stats`, `--live`. */
const CITED = /(?<![`\w])`([#.@-]*[A-Za-z_$][\w$-]*(?:\.#?[A-Za-z_$][\w$-]*)*)(?:\(\))?`(?!`)/g;

/** Names of programs, standards and operators' keys that this code meets. */
const FOREIGN = new Set(
  `pg_dump prefer allow lock_not_available deadlock_detected getaddrinfo X-Real-IP Sec-Fetch-Site Expect CI
  canParse randomUUID PublicKeyCredential toJSON itemSchema TestWorkflowEnvironment createTimeSkipping existing-path wmn-data
  OAUTH_JWT_CLAIM_COMPARISON_FAILED OAUTH_JWT_TIMESTAMP_CHECK_FAILED OAUTH_INVALID_RESPONSE footprint_nodejs_eventloop_lag_p99_seconds footprint_process_resident_memory_bytes
  github-token twitch-client-id twitch-client-secret youtube-api-key`.split(/\s+/),
);

/**
 * Names in backticks, in comments and documents, that nothing in the code bears: what they describe is gone. Tests do not keep a name
 * of the product alive.
 */
export function checkCitedNames(root: string = PROJECT_ROOT): Findings {
  const files = writtenFiles(root);
  const isTest = (path: string): boolean => path.startsWith('test/');
  const product = namesOf(root, files, (path) => !isTest(path));
  const tests = namesOf(root, files, isTest);
  return files
    .filter(({ path }) => READ.test(path))
    .flatMap(({ path, parts }) => {
      const sets = isTest(path) ? [product, tests] : [product];
      const isNamed = (name: string): boolean =>
        FOREIGN.has(name) ||
        sets.some((names) => names.has(name) || (name.endsWith('_') && [...names].some((each) => each.startsWith(name))));
      return parts
        .filter(({ kind }) => kind === 'comment' || (kind === 'text' && path.endsWith('.md')))
        .flatMap(({ line, text }) =>
          citedIn(text)
            .filter((cited) => !cited.split('.').every((name) => name === '' || isNamed(name.replace(/^[#@-]+/, ''))))
            .map((cited) => `${path}:${line}: \`${cited}\` is nowhere in the code`),
        );
    });
}

/** What stands in backticks and is a name. */
export function citedIn(text: string): string[] {
  return [...text.matchAll(CITED)].map(([, cited = '']) => cited);
}

/** Every word of the code outside of comments and sentences, the words of SQL and of settings, and the names of files. */
function namesOf(root: string, files: readonly TextFile[], isRead: (path: string) => boolean): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (text: string): void => {
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$-]*/g)) for (const name of [word, ...word.split('-')]) names.add(name);
  };
  for (const path of projectFiles(root).filter(isRead)) {
    add(path);
    if (DATA.test(path)) add(readFileSync(join(root, path), 'utf8'));
  }
  for (const { path, code } of files) if (isRead(path)) add(code);
  return names;
}
