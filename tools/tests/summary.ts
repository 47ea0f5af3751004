import { THE_FILE, type Report } from './vitest-report.js';

/** A failure of what keeps a promise is a finding, whatever the next run says: kills, money, erasure, tenants, truth. */
const NO_SECOND_TRY =
  /kill|chaos|stop|unconfirmed|idempoten|acceptance|bill|allowance|pool|plan-change|prices|ledger|eras|privacy|deletion|suppress|tenant|unknown-names|exposed|scopes|readers|40[1-4]|truth|three-states|\/engine\/|weak-evidence|root-redirects|same-account|catalogue\//;
/** No group begins after this time; the longest takes a quarter of an hour. */
const LONG_BUDGET_MS = 40 * 60_000;

export interface ContinuousRun {
  /** Exit code of `npm test`. */
  readonly npmTest: number;
  /** Its report; null: it left none. */
  readonly first: Report | null;
  /** Groups of the long lane that a change concerns, with the reason. */
  readonly groups: readonly (readonly [group: string, why: string])[];
  readonly run: (args: readonly string[], name: string) => Promise<Report>;
  readonly say: (line: string) => void;
  readonly now?: () => number;
}

/**
 * Tries a file that failed once more, runs the groups, and prints what failed, what is flaky, and the counts: `N passed, N failed` last.
 *
 * @returns the exit code
 */
export async function summarise({ npmTest, first, groups, run, say, now = Date.now }: ContinuousRun): Promise<number> {
  const total = { passed: 0, failed: 0, flaky: 0 };
  const count = async (report: Report): Promise<void> => {
    const flaky = await passedAlone(report, run);
    for (const { file, test, message } of report.failures) {
      if (flaky.has(file)) say(`flaky: ${file} > ${test}`);
      else say(`FAILED ${file} > ${test}: ${message}`);
    }
    const again = report.failures.filter(({ file }) => flaky.has(file)).length;
    total.flaky += again;
    total.passed += report.passed + again;
    total.failed += report.failures.length - again;
  };
  if (first === null) total.failed += 1;
  else {
    say(`longest: ${first.longest.map(({ file, seconds }) => `${file} ${seconds} s`).join(', ')}`);
    await count(first);
    // A run that failed outside of any test (global setup, a crash) must not read as all green.
    if (npmTest !== 0 && first.failures.length === 0) total.failed += 1;
  }
  const deadline = now() + LONG_BUDGET_MS;
  for (const [group, why] of groups) {
    if (now() > deadline) say(`not run, for lack of time: long:${group} (${why})`);
    else {
      say(`long:${group}, because ${why}`);
      await count(await run([`--project=long:${group}`], `long-${group}`));
    }
  }
  say(`${total.flaky} flaky`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** @returns files that failed and passed when they ran once more, each alone */
async function passedAlone({ failures }: Report, run: ContinuousRun['run']): Promise<ReadonlySet<string>> {
  const passed = new Set<string>();
  for (const file of new Set(failures.map((failure) => failure.file))) {
    // What could not begin has found nothing.
    const isFinding = NO_SECOND_TRY.test(file) && failures.some((failure) => failure.file === file && failure.test !== THE_FILE);
    if (isFinding || !file.endsWith('.test.ts')) continue;
    const alone = await run([file, '--project=!long:kills'], 'second-try');
    if (alone.failures.length === 0 && alone.passed > 0) passed.add(file);
  }
  return passed;
}
