/** What `.ci/run` does after `npm test`, whose exit code is the argument. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';
import { changedGroups } from './long-record.js';
import { summarise } from './summary.js';
import { readReport, runTests, STDERR } from './vitest-report.js';

const first = readReport('vitest');
const printed = existsSync(join(PROJECT_ROOT, STDERR)) ? readFileSync(join(PROJECT_ROOT, STDERR), 'utf8') : '';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (first === null) say(`npm test left no report:\n${printed.slice(-5_000)}`);
// A file whose process ended, an error outside of any test.
for (const line of printed
  .split('\n')
  .filter((each) => /Unhandled|Timeout calling|Worker .*exited/.test(each))
  .slice(0, 5))
  say(line.slice(0, 300));
process.exitCode = await summarise({ npmTest: Number(process.argv[2]), first, groups: changedGroups(), run: runTests, say });
