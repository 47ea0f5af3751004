/** Runs documented commands one after the other, as a reader of the page would. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Clone, RunOptions } from './clean-clone.js';
import type { DocumentedCommand } from './documented-commands.js';
import type { StartedStack } from './started-stack.js';

/** Where the pages say that the API is. */
const SHOWN_ADDRESS = 'http://127.0.0.1:8080';

/** What is wrong with a command, or null. */
type Check = (text: string, clone: Clone) => string | null | Promise<string | null>;

export interface Exception {
  readonly matches: RegExp;
  readonly reason: string;
  /** What is looked at instead of running it. */
  readonly check: Check;
}

/** Shown, but not run: each has to be well-formed, and to name what exists. */
export const NOT_RUN: readonly Exception[] = [
  { matches: /^npm run test:unit$/, reason: 'the tests are a part of `npm test`', check: scriptExists },
  { matches: /^npm test$/, reason: 'this test is a part of it', check: scriptExists },
  { matches: /^npm run demo( -- --stay)?$/, reason: 'tests of their own run the same program and read what it says', check: isDemo },
  { matches: /^npm run check$/, reason: 'continuous integration runs it; it takes a minute', check: scriptExists },
  { matches: /^npm run dev$/, reason: '`test/integration/embedded/watch.test.ts` runs it and changes files', check: scriptExists },
  { matches: /^npm run verify$/, reason: 'its checks and tests are parts of `npm run check` and `npm test`', check: scriptExists },
  { matches: /^npm run bench$/, reason: 'it measures for many minutes', check: scriptExists },
  { matches: /^npm run screenshots$/, reason: 'it takes a hundred pictures', check: scriptExists },
  { matches: /^npm run docs$/, reason: 'another test compares every generated page', check: scriptExists },
  { matches: /^npx vitest run /, reason: 'the test files are a part of `npm test`', check: argumentsExist },
  { matches: /^npx footprint catalogue check --live/, reason: 'it asks platforms on the Internet', check: footprintTakes },
  {
    matches: /^npx footprint (?:lookup delete|report) lkp_…/,
    reason: 'the id is an example',
    check: (text, clone) => footprintTakes(text.replace(' lkp_…', ''), clone),
  },
  { matches: /^curl .*\bapi\.example\.com\b/, reason: 'the host is an example', check: curlTakes },
];

/** What a command is given besides, so that it ends soon. */
const SHORTENED: readonly { matches: RegExp; append: string; options?: RunOptions }[] = [
  { matches: /^npx footprint lookup .*--deep/, append: ' --platforms github,gitlab' },
  { matches: /^npx footprint webhook listen$/, append: ' --port 0', options: { stopAfter: 'Listening on' } },
];

/** Starts a stack for the commands after it. */
export const isStart = (text: string): boolean => /^npm start(?! -- --help)/.test(text);

export const exceptionFor = (text: string): Exception | undefined => NOT_RUN.find(({ matches }) => matches.test(text));

/** @param stack what the page has started before this command; null when nothing. @returns a finding, or null */
export async function runDocumented({ at, text }: DocumentedCommand, clone: Clone, stack: StartedStack | null): Promise<string | null> {
  const exception = exceptionFor(text);
  const problem = exception ? await exception.check(text, clone) : await runIn(clone, text, stack);
  return problem === null ? null : `${at}: \`${text}\`: ${problem}`;
}

async function runIn(clone: Clone, text: string, stack: StartedStack | null): Promise<string | null> {
  const shortened = SHORTENED.find(({ matches }) => matches.test(text));
  const typed = `${text}${shortened?.append ?? ''}`.replaceAll(SHOWN_ADDRESS, stack?.apiUrl ?? SHOWN_ADDRESS);
  const env = stack ? { FOOTPRINT_API_KEY: stack.key, FOOTPRINT_URL: stack.apiUrl } : {};
  const { code, output } = await clone.run(typed, { ...shortened?.options, env });
  return code === 0 ? null : `ended with ${String(code)}:\n${output.trim()}`;
}

/** `npm test` and `npm run …`: the script exists, and so does every file that it names. */
function scriptExists(text: string, clone: Clone): string | null {
  const script = scriptOf(text, clone);
  if (script === undefined) return 'package.json has no such script';
  const missing = (script.match(/(?:tools|src|test)\/\S+/g) ?? []).find((file) => !existsSync(path.join(clone.dir, file)));
  return missing === undefined ? null : `the script names ${missing}, which does not exist`;
}

function scriptOf(text: string, clone: Clone): string | undefined {
  const name = text.replace(/^npm (?:run )?/, '').split(' ')[0] ?? '';
  const { scripts } = JSON.parse(readFileSync(path.join(clone.dir, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  return scripts[name];
}

/** What `test/integration/embedded/demo.test.ts` runs. */
function isDemo(text: string, clone: Clone): string | null {
  return scriptOf(text, clone) === 'node tools/launch/start.mjs --demo' ? null : 'it is not the program that its own test runs';
}

function argumentsExist(text: string, clone: Clone): string | null {
  const files = text.split(/\s+/).filter((word) => word.includes('/'));
  const missing = files.find((file) => !existsSync(path.join(clone.dir, file)));
  return missing === undefined ? null : `${missing} does not exist`;
}

/** `npx footprint …`: the subcommand's help lists every option. */
async function footprintTakes(text: string, clone: Clone): Promise<string | null> {
  const words = text.split(/\s+/);
  const subcommand = words.slice(0, words.findIndex((word) => word.startsWith('-')) >>> 0);
  const { code, output } = await clone.run(`${subcommand.join(' ')} --help`);
  if (code !== 0 || !output.includes(`Usage: ${subcommand.slice(1).join(' ')} `)) return `there is no such command:\n${output.trim()}`;
  return optionsIn(words, output);
}

async function curlTakes(text: string, clone: Clone): Promise<string | null> {
  const parsed = await clone.run(`bash -n -c "$TEXT"`, { env: { TEXT: text } });
  if (parsed.code !== 0) return parsed.output.trim();
  const { output } = await clone.run('curl --help all');
  return optionsIn(text.split(/\s+/), output);
}

function optionsIn(words: readonly string[], help: string): string | null {
  const listed = new Set(help.match(/(?<=^|[\s,])--?[\w-]+/gm));
  const unknown = words.find((word) => word.startsWith('-') && !listed.has(word.split('=')[0] ?? ''));
  return unknown === undefined ? null : `there is no option ${unknown}`;
}
