import { ApplicationFailure } from '@temporalio/common';
import { Runtime } from '@temporalio/worker';
import { pino, type Logger } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { installRuntime, writeSdkLine } from '../../../../src/kernel/temporal/runtime.js';

/** The lines that a log of this level writes. */
function lines(write: (log: Logger) => void): Record<string, unknown>[] {
  const written: string[] = [];
  write(pino({ level: 'info', base: null, timestamp: false }, { write: (line) => void written.push(line) }));
  return written.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("lines of the SDK in a worker's log", () => {
  it('what it warns of in every normal run is not written', () => {
    expect(
      lines((log) =>
        writeSdkLine(log, {
          level: 'WARN',
          message: 'No workflows registered, not polling for workflow tasks',
          meta: { taskQueue: 'footprint-checks' },
        }),
      ),
    ).toEqual([]);
  });

  it('a failed activity is written with the name of its fault, and none of its words', () => {
    const error = ApplicationFailure.create({ type: 'PostgresError', message: 'invalid input: "ada@example.com"' });
    expect(
      lines((log) =>
        writeSdkLine(log, {
          level: 'WARN',
          message: 'Activity failed',
          meta: { error, workflowId: 'lookup/lkp_1', activityType: 'planLookup', attempt: 2, activityId: '7' },
        }),
      ),
    ).toEqual([
      { level: 40, msg: 'Activity failed', workflowId: 'lookup/lkp_1', activityType: 'planLookup', attempt: 2, fault: 'PostgresError' },
    ]);
  });

  it('a line of our own activities keeps what it says of itself', () => {
    expect(
      lines((log) =>
        writeSdkLine(log, {
          level: 'WARN',
          message: 'the sources of a module failed',
          meta: { module: 'breaches', fault: 'TypeError', identity: 'ada@example.com' },
        }),
      ),
    ).toEqual([{ level: 40, msg: 'the sources of a module failed', module: 'breaches', fault: 'TypeError' }]);
  });

  it('errors are errors', () => {
    expect(lines((log) => writeSdkLine(log, { level: 'ERROR', message: 'Worker failed', meta: {} }))).toEqual([
      { level: 50, msg: 'Worker failed' },
    ]);
  });

  it('go to the log of the first worker, and once its workers have ended to that of the next', async () => {
    onTestFinished(() => Runtime.instance().shutdown());
    const warn = (message: string) => Runtime.instance().logger.warn(message);
    const logged: Record<string, unknown>[][] = [[], []];
    const [first, second] = logged.map((into) =>
      pino(
        { level: 'warn', base: null, timestamp: false },
        { write: (line) => void into.push(JSON.parse(line) as Record<string, unknown>) },
      ),
    );
    await installRuntime(first as Logger);
    await installRuntime(second as Logger);
    warn('while the first runs');
    await Runtime.instance().shutdown();
    await installRuntime(second as Logger);
    warn('afterwards');
    // The SDK writes its lines behind.
    await expect.poll(() => logged).toEqual([[{ level: 40, msg: 'while the first runs' }], [{ level: 40, msg: 'afterwards' }]]);
  });
});
