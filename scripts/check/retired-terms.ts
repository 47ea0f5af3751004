import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

/** Words that were replaced, as they stand in prose, and the term of docs/glossary.md to use. Names are split into their words first. */
const RETIRED: readonly (readonly [retired: string, use: string])[] = [
  ['bare answer', 'weak evidence'],
  ['witness', 'positive control or negative control'],
  ['impossible identity', 'identity of a negative control'],
  ['second look', 'required reprobe'],
  ['vouched', 'verified'],
  ['page sketch', 'page fingerprint'],
  ['likeness', 'similarity'],
  ['haystack', 'searchable text'],
  ['grudge', 'recent statistics'],
  ['hurried', 'high priority'],
  ['patience', 'budget'],
  ['impatient', 'with a timeout'],
  ['call clock', 'deadline'],
  ['loop pace', 'event loop throttle'],
  ['host pauses', 'host backoff'],
  ['dialler', 'connector'],
  ['kept list', 'refreshing cache'],
  ['fact cache', 'TTL cache'],
  ['heard news', 'change buffer'],
  ['teller', 'stream projector'],
  ['inquire', 'run sources'],
  ['own index', 'local index'],
  ['slug book', 'slug registry'],
  ['keep out', 'exclusions'],
  ['unfold', 'expand'],
  ['soundness', 'validation'],
  ['never word', 'denied term'],
  ['answer book', 'response templates'],
  ['fault desk', 'fault registry'],
  ['leftovers', 'stale processes'],
  ['line facts', 'phone details'],
  ['mailbox facts', 'email details'],
  ['address facts', 'IP details'],
  ['passing fault', 'transient fault'],
  ['change set', 'lookup change'],
];

/** Prefixes of constants that are `MAX_` now. */
const RETIRED_CONSTANT = /\b(?:MOST|LONGEST)_[A-Z]/;

const PATTERNS = RETIRED.map(([retired, use]) => ({ retired, use, pattern: new RegExp(`(?<![a-z])${retired}(?:s|es|ly)?(?![a-z])`) }));

/** Where names and prose are read. What was decided or released is told in the words of its time. */
const READ =
  /^(?:src|activities|workflows|scripts|test|docs|tools)\/.*\.(?:ts|mts|mjs|md)$|^[A-Z]+\.md$|^(?:activities|workflows)\/README\.md$/;
const NOT_READ =
  /^(?:CHANGELOG\.md|docs\/(?:adr\/|benchmarks\.md|platforms\.md|glossary\.md)|scripts\/check\/retired-terms\.ts|test\/architecture)|fixtures|histories/;

/** Retired terms in names, comments and documents, with the term to use instead. */
export function checkRetiredTerms(root: string = PROJECT_ROOT): Findings {
  return projectFiles(root)
    .filter((path) => READ.test(path) && !NOT_READ.test(path))
    .flatMap((path) => {
      const inName = findingsOf(path, path.replaceAll('/', ' / '));
      const inText = readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => findingsOf(`${path}:${index + 1}`, line));
      return [...inName, ...inText];
    });
}

function findingsOf(where: string, line: string): string[] {
  const prose = wordsOf(line);
  const terms = PATTERNS.filter(({ pattern }) => pattern.test(prose)).map(({ retired, use }) => `${where}: "${retired}", now: ${use}`);
  return RETIRED_CONSTANT.test(line) ? [...terms, `${where}: a limit that is not named MAX_…`] : terms;
}

/** A line in lower case with names split into their words: `bareAnswer`, `BARE_ANSWER` and `bare-answer` become "bare answer". */
function wordsOf(line: string): string {
  return line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
}
