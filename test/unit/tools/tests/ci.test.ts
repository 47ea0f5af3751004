import { describe, expect, test } from 'vitest';
import { LONG_LANE } from '../../../../tools/tests/long-lane.js';
import { type ContinuousRun, summarise } from '../../../../tools/tests/summary.js';
import type { Report } from '../../../../tools/tests/vitest-report.js';

const report = (passed: number, ...failed: readonly string[]): Report => ({
  passed,
  failures: failed.map((file) => ({ file, test: 'holds', message: 'expected 1 to be 2' })),
  longest: [],
});

/** @returns what is printed, the exit code, and what was run */
async function ci(options: Partial<ContinuousRun>) {
  const lines: string[] = [];
  const runs: string[] = [];
  const run: ContinuousRun['run'] = (args, name) => {
    runs.push(args[0] ?? '');
    return options.run?.(args, name) ?? Promise.resolve(report(1));
  };
  const code = await summarise({ npmTest: 0, first: report(7), groups: [], say: (line) => void lines.push(line), ...options, run });
  return { lines, last: lines.at(-1), code, runs };
}

describe('continuous integration ends with the counts', () => {
  test('all green is 0', async () => {
    expect(await ci({})).toMatchObject({ last: '7 passed, 0 failed', code: 0, runs: [] });
  });

  test('a file that passes when it runs once more, alone, is flaky and counted as passed', async () => {
    const { lines, last, code, runs } = await ci({ npmTest: 1, first: report(5, 'test/http/stream/200.test.ts') });
    expect(lines).toContain('flaky: test/http/stream/200.test.ts > holds');
    expect(lines).toContain('1 flaky');
    expect({ last, code, runs }).toEqual({ last: '6 passed, 0 failed', code: 0, runs: ['test/http/stream/200.test.ts'] });
  });

  test('one that fails again, or whose second run has no test, fails', async () => {
    const first = report(5, 'test/http/stream/200.test.ts');
    for (const second of [report(0, 'test/http/stream/200.test.ts'), report(0)])
      expect(await ci({ npmTest: 1, first, run: () => Promise.resolve(second) })).toMatchObject({ last: '5 passed, 1 failed', code: 1 });
  });

  test.each([
    'test/integration/worker-kill.test.ts',
    'test/stores/plan-change-bills.test.ts',
    'test/stores/erasures.test.ts',
    'test/http/common/scopes.test.ts',
    'test/integration/truth.test.ts',
    'test/unit/engine/evaluation/evaluate-response.test.ts',
  ])('%s gets no second try: its failure is a finding', async (file) => {
    expect(await ci({ npmTest: 1, first: report(5, file) })).toMatchObject({ last: '5 passed, 1 failed', code: 1, runs: [] });
  });

  test('a file that could not begin has found nothing: it runs once more, whatever it keeps', async () => {
    const file = 'test/integration/worker-kill.test.ts';
    const first = { ...report(5), failures: [{ file, test: '(the file)', message: 'The api process was not ready' }] };
    expect(await ci({ npmTest: 1, first })).toMatchObject({ last: '6 passed, 0 failed', code: 0, runs: [file] });
    const second = () => Promise.resolve(report(0, file));
    expect(await ci({ npmTest: 1, first, run: second })).toMatchObject({ last: '5 passed, 1 failed', code: 1 });
  });

  test('a run that failed outside of any test, or left no report, is never green', async () => {
    expect(await ci({ npmTest: 3 })).toMatchObject({ last: '7 passed, 1 failed', code: 1 });
    expect(await ci({ first: null })).toMatchObject({ last: '0 passed, 1 failed', code: 1 });
  });

  test('groups of the long lane that a change concerns are counted, and those for which no time is left are named', async () => {
    let minute = 0;
    const groups = [
      ['clients', 'clients/go/webhook.go changed'],
      ['deploy', 'deploy/Dockerfile changed'],
    ] as const;
    const { lines, last, runs } = await ci({ groups, now: () => (minute += 30) * 60_000, run: () => Promise.resolve(report(3)) });
    expect(runs).toEqual(['--project=long:clients']);
    expect(lines).toContain('not run, for lack of time: long:deploy (deploy/Dockerfile changed)');
    expect(last).toBe('10 passed, 0 failed');
    expect(Object.keys(LONG_LANE)).toEqual(expect.arrayContaining(['clients', 'deploy']));
  });
});
