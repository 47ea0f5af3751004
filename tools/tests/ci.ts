/**
 * What `.ci/run` does after `npm test`: a second try for a file that failed, the groups of the long lane that a change concerns, and the
 * summary. Its last line is `N passed, N failed`. Argument: the exit code of `npm test`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';
import { changedGroups } from './long-record.js';
import { readReport, type Report, runTests, STDERR } from './vitest-report.js';

/** A failure of what keeps a promise is a finding, whatever the next run says: kills, money, erasure, tenants, truth. */
const NO_SECOND_TRY =
  /kill|chaos|stop|unconfirmed|idempoten|acceptance|bill|allowance|pool|plan-change|prices|ledger|eras|privacy|deletion|suppress|tenant|unknown-names|exposed|scopes|readers|40[1-4]|truth|three-states|\/engine\/|weak-evidence|root-redirects|same-account|catalogue\//;
/** No group begins after this time; the longest takes a quarter of an hour. */
const LONG_BUDGET_MS = 40 * 60_000;

const npmTest = Number(process.argv[2]);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const total = { passed: 0, failed: 0, flaky: 0 };

function count(report: Report): void {
  total.passed += report.passed;
  for (const { file, test, message } of report.failures) {
    total.failed += 1;
    say(`FAILED ${file} > ${test}: ${message}`);
  }
}

/** Runs each failed file once more, alone. @returns the report with what passed then counted as passed */
async function secondTry(report: Report): Promise<Report> {
  const again = [...new Set(report.failures.map(({ file }) => file))].filter((file) => !NO_SECOND_TRY.test(file));
  let { passed, failures } = report;
  for (const file of again) {
    const alone = await runTests([file, '--maxWorkers=1'], 'second-try');
    if (alone.failures.length > 0 || alone.passed === 0) continue;
    const flaky = failures.filter((failure) => failure.file === file);
    for (const { test } of flaky) say(`flaky: ${file} > ${test}`);
    total.flaky += flaky.length;
    passed += flaky.length;
    failures = failures.filter((failure) => failure.file !== file);
  }
  return { ...report, passed, failures };
}

const first = readReport('vitest');
if (first === null) {
  say(`npm test left no report:\n${readFileSync(join(PROJECT_ROOT, STDERR), 'utf8').slice(-5_000)}`);
  total.failed = 1;
} else {
  say(`longest: ${first.longest.map(({ file, seconds }) => `${file} ${seconds} s`).join(', ')}`);
  // A run that failed outside of any test (global setup, a crash) must not read as all green.
  if (npmTest !== 0 && first.failures.length === 0) total.failed = 1;
  count(await secondTry(first));
}
const deadline = Date.now() + LONG_BUDGET_MS;
for (const [group, why] of changedGroups()) {
  if (Date.now() > deadline) say(`not run, for lack of time: long:${group} (${why})`);
  else {
    say(`long:${group}, because ${why}`);
    count(await secondTry(await runTests([`--project=long:${group}`], `long-${group}`)));
  }
}
for (const line of readFileSync(join(PROJECT_ROOT, STDERR), 'utf8')
  .split('\n')
  .filter((each) => /Unhandled|Timeout calling|Worker .*exited/.test(each))
  .slice(0, 5))
  say(line.slice(0, 300));
say(`${total.flaky} flaky`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
