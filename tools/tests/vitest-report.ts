/** Runs of vitest, and what their reports say. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { PROJECT_ROOT } from '../checks/tool.js';

/** Native threads write pages of backtraces when a test ends them: beside the report, not in it. */
export const STDERR = 'test-results/stderr.log';
const NAMED_FILES = 10;
/** In place of a test: what a file does before and after its tests. */
export const THE_FILE = '(the file)';

export interface Report {
  readonly passed: number;
  readonly failures: readonly { readonly file: string; readonly test: string; readonly message: string }[];
  readonly longest: readonly { readonly file: string; readonly seconds: number }[];
}

interface VitestJson {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** @param name of the file in `test-results`. @returns null where the run wrote none */
export function readReport(name: string): Report | null {
  let json: VitestJson;
  try {
    json = JSON.parse(readFileSync(join(PROJECT_ROOT, 'test-results', `${name}.json`), 'utf8')) as VitestJson;
  } catch {
    return null;
  }
  const fileOf = (path: string): string => relative(PROJECT_ROOT, path);
  const failures = json.testResults.flatMap((suite) => {
    // A file that could not be loaded or prepared has no test to count, yet is a failure.
    if (suite.status === 'failed' && suite.assertionResults.every(({ status }) => status !== 'failed')) {
      const message = suite.message || printedOf(fileOf(suite.name));
      return [{ file: fileOf(suite.name), test: THE_FILE, message: message.slice(0, 500) }];
    }
    return suite.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => {
        const [message = '', ...stack] = failureMessages.join(' ').split('\n');
        const position = stack.find((line) => line.includes('/test/'))?.trim() ?? '';
        return { file: fileOf(suite.name), test: fullName, message: `${message.slice(0, 300)} ${position}` };
      });
  });
  const longest = json.testResults
    .map(({ name: path, startTime, endTime }) => ({ file: fileOf(path), seconds: Math.round((endTime - startTime) / 1_000) }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, NAMED_FILES);
  return { passed: json.numPassedTests, failures, longest };
}

/** What was printed of a file whose hooks failed: the report leaves it out. */
function printedOf(file: string): string {
  const path = join(PROJECT_ROOT, STDERR);
  const printed = existsSync(path) ? stripVTControlCharacters(readFileSync(path, 'utf8')).split('\n') : [];
  const at = printed.findLastIndex((line) => line.includes('FAIL') && line.includes(file));
  return at === -1 ? '' : printed.slice(at + 1, at + 4).join(' ');
}

/** Runs vitest to its end, with a report in `test-results/<name>.json`. */
export async function runTests(args: readonly string[], name: string): Promise<Report> {
  const output = join(PROJECT_ROOT, 'test-results', `${name}.json`);
  rmSync(output, { force: true });
  const vitest = [join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args];
  const { exitCode: code } = await execa(
    process.execPath,
    [...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${output}`],
    { cwd: PROJECT_ROOT, stdin: 'ignore', stdout: 'inherit', stderr: { file: join(PROJECT_ROOT, STDERR), append: true }, reject: false },
  );
  const report = readReport(name);
  if (report !== null && (code === 0 || report.failures.length > 0)) return report;
  return { passed: report?.passed ?? 0, failures: [{ file: name, test: '(the run)', message: `vitest ended with ${code}` }], longest: [] };
}
