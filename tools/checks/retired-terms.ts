import { citedIn } from './cited-names.js';
import { EVERYWHERE, EXCEPTIONS, type Exception, IN_COMMENTS, IN_NAMES, type Terms, WHOLE_NAMES } from './terms.js';
import { type TextPart, writtenFiles } from './source-text.js';
import { PROJECT_ROOT, type Findings } from './tool.js';

/** Prefixes of constants that are `MAX_` now. */
const RETIRED_CONSTANT = /^(?:MOST|LONGEST)_[A-Z]/;
/** What was decided or released is told in the words of its time; the lists name what they retire. */
const NOT_READ = /^(?:CHANGELOG\.md|docs\/adr\/|docs\/glossary\.md$|tools\/checks\/terms\.ts$|test\/unit\/scripts\/words\.test\.ts$)/;

const NAMES = [...EVERYWHERE, ...IN_NAMES].map(entryOf);
const PROSE = EVERYWHERE.map(entryOf);

/**
 * Retired terms in names, comments, texts and documents, with the term to use instead, and exceptions that nothing needs any more.
 *
 * @param exceptions names that cannot be changed
 */
export function checkRetiredTerms(root: string = PROJECT_ROOT, exceptions: readonly Exception[] = EXCEPTIONS): Findings {
  const used = new Set<Exception>();
  const isExcepted = (path: string, name: string): boolean => {
    const exception = exceptions.find((each) => each.names.includes(name) && path.startsWith(each.path ?? ''));
    if (exception) used.add(exception);
    return exception !== undefined;
  };
  const findings = writtenFiles(root)
    .filter(({ path }) => !NOT_READ.test(path))
    .flatMap(({ path, parts }) =>
      parts.flatMap((part) => {
        const found = part.kind === 'name' ? inName(part) : inProse(part);
        if (found.length === 0 || (part.kind === 'name' && isExcepted(path, part.text))) return [];
        return found.map((finding) => `${part.line === 0 ? path : `${path}:${part.line}`}: ${finding}`);
      }),
    );
  const unused = exceptions
    .filter((each) => !used.has(each))
    .map(({ names, path = 'any file' }) => `an exception that nothing needs: ${names.join(', ')} in ${path}`);
  return [...findings, ...unused];
}

function inName({ text, line }: TextPart): string[] {
  const whole = WHOLE_NAMES.filter(([name]) => name === text.replace(/^#|^.*\//g, '')).map(([name, use]) => `"${name}", now: ${use}`);
  const limit = RETIRED_CONSTANT.test(text) ? ['a limit that is not named MAX_…'] : [];
  return [...termsIn(text, NAMES), ...(line === 0 || !text.includes('.') ? whole : []), ...limit];
}

function inProse({ text, kind }: TextPart): string[] {
  if (kind === 'text') return termsIn(text, PROSE);
  const openings = IN_COMMENTS.filter(([, , pattern]) => pattern.test(text));
  const cited = citedIn(text).flatMap((name) => termsIn(name, NAMES));
  const begun = openings.map(([opening, use]) => `a comment that begins with "${opening}": ${use}`);
  return [...new Set([...termsIn(text, PROSE), ...cited]), ...begun];
}

type Entry = readonly [retired: string, use: string, pattern: RegExp];

function entryOf([retired, use]: Terms[number]): Entry {
  return [retired, use, new RegExp(`(?<![a-z])${retired}(?:s|es|ly)?(?![a-z])`)];
}

/** Names are split into their words: camel case, upper case and dashes are one. */
function termsIn(text: string, entries: readonly Entry[]): string[] {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll('/', ' / ')
    .toLowerCase();
  return entries.filter(([, , pattern]) => pattern.test(words)).map(([retired, use]) => `"${retired}", now: ${use}`);
}
