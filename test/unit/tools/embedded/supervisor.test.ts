import { describe, expect, test } from 'vitest';
import type { Exit, Running } from '../../../../tools/embedded/child.js';
import { Supervisor } from '../../../../tools/embedded/supervisor.js';

/** A part without a process, which can be made to end. */
function part(name: string, journal: string[]): Running & { crash(): void } {
  let end: (exit: Exit) => void = () => undefined;
  const exited = new Promise<Exit>((resolve) => {
    end = resolve;
  });
  return {
    name,
    pid: 1,
    exited,
    crash: () => end({ code: null, signal: 'SIGKILL' }),
    async stop() {
      journal.push(`stop ${name}`);
      end({ code: 0, signal: null });
    },
  };
}

function watched() {
  const journal: string[] = [];
  const waiting: { line: string; resolve: () => void }[] = [];
  const write = (line: string) => {
    journal.push(line);
    for (const wait of waiting) if (wait.line === line) wait.resolve();
  };
  const supervisor = new Supervisor({
    lost: (name, how) => write(`lost ${name} ${how}`),
    restored: (name) => write(`restored ${name}`),
    failing: (name, error) => write(`failing ${name} ${(error as Error).message}`),
  });
  const seen = (line: string) =>
    new Promise<void>((resolve) => {
      if (journal.includes(line)) resolve();
      else waiting.push({ line, resolve });
    });
  return { supervisor, journal, seen };
}

describe('Supervisor', () => {
  test('stops the parts in the reverse of the order in which they were asked for', async () => {
    const { supervisor, journal } = watched();
    let finishSlow: () => void = () => undefined;
    const slow = supervisor.supervise(
      () =>
        new Promise<Running>((resolve) => {
          finishSlow = () => resolve(part('slow', journal));
        }),
    );
    await supervisor.supervise(async () => part('quick', journal));
    finishSlow();
    await slow;
    await supervisor.stop();
    expect(journal).toEqual(['stop quick', 'stop slow']);
  });

  test('starts a part again that ended by itself, and says so', async () => {
    const { supervisor, journal, seen } = watched();
    const started: boolean[] = [];
    const first = await supervisor.supervise(async (again) => {
      started.push(again);
      return part('api', journal);
    });
    first.crash();
    await seen('restored api');
    await supervisor.stop();
    expect(started).toEqual([false, true]);
    expect(journal).toEqual(['lost api SIGKILL', 'restored api', 'stop api']);
  });

  test('goes on trying when a start fails', async () => {
    const { supervisor, journal, seen } = watched();
    let attempts = 0;
    const first = await supervisor.supervise(async () => {
      attempts += 1;
      if (attempts === 2) throw new Error('not yet');
      return part('worker', journal);
    });
    first.crash();
    await seen('restored worker');
    await supervisor.stop();
    expect(journal).toContain('failing worker not yet');
  });

  test('a part that becomes ready after the stop was asked for is stopped too', async () => {
    const { supervisor, journal } = watched();
    let finish: () => void = () => undefined;
    const late = supervisor.supervise(
      () =>
        new Promise<Running>((resolve) => {
          finish = () => resolve(part('late', journal));
        }),
    );
    await supervisor.stop();
    finish();
    await late;
    expect(journal).toEqual(['stop late']);
  });

  test('stopping while a part waits for its next attempt does not start it again', async () => {
    const { supervisor, journal, seen } = watched();
    let starts = 0;
    const first = await supervisor.supervise(async () => {
      starts += 1;
      return part('api', journal);
    });
    first.crash();
    await seen('lost api SIGKILL');
    await supervisor.stop();
    expect(starts).toBe(1);
  });

  test('a part that is replaced ends in order and is started at once, and is not reported as lost', async () => {
    const { supervisor, journal } = watched();
    await supervisor.supervise(async () => part('api', journal));
    await supervisor.replace('worker');
    await supervisor.replace('api');
    await supervisor.replace('api');
    expect(journal).toEqual(['stop api', 'restored api', 'stop api', 'restored api']);
    await supervisor.stop();
    await supervisor.replace('api');
    expect(journal.slice(4)).toEqual(['stop api']);
  });

  test('a replacement that cannot be started is tried again as any other part', async () => {
    const { supervisor, journal, seen } = watched();
    let starts = 0;
    await supervisor.supervise(async () => {
      starts += 1;
      if (starts === 2) throw new Error('it does not compile');
      return part('api', journal);
    });
    await supervisor.replace('api');
    expect(journal).toEqual(['stop api', 'failing api it does not compile']);
    await seen('restored api');
    await supervisor.stop();
  });
});
