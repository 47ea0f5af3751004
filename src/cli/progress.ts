import { SingleBar } from 'cli-progress';
import { colours } from './output.js';
import type { LookupProgress } from '../../clients/typescript/index.js';

/**
 * A bar on standard error, shown on terminals only, so that piped output stays clean.
 *
 * @param what name of what is counted, in the plural
 */
export function progressBar(what = 'platforms', stream: NodeJS.WriteStream = process.stderr) {
  const bar = new SingleBar({
    format: `  ${colours.cyan('{bar}')} {value}/{total} ${what}  ${colours.dim('{duration_formatted}')}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    // Its own handlers would leave the command running; `interruptible` stops the bar.
    gracefulExit: false,
    clearOnComplete: true,
    stream,
    barsize: 40,
  });
  let started = false;
  return {
    update({ planned, ended }: LookupProgress): void {
      if (!stream.isTTY || planned === 0) return;
      if (!started) bar.start(planned, ended);
      else bar.update(Math.min(ended, planned));
      bar.setTotal(planned);
      started = true;
    },
    /** Removes the bar and shows the cursor again; harmless when there is none. */
    stop(): void {
      if (started) bar.stop();
      started = false;
    },
  };
}

/** As in shells: 128 plus the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs work and, when it is interrupted, `leave` before the process ends: it restores the terminal and says how to continue.
 *
 * @param detach synchronous, and safe to run when the work has just ended
 */
export async function interruptible<T>(work: () => Promise<T>, detach: () => void): Promise<T> {
  // A launcher may pass on a signal that the terminal has sent already: the second one finds a process that is exiting.
  const handlers = Object.entries(EXIT_CODES).map(([signal, code]) => {
    const handler = (): void => {
      detach();
      process.exit(code);
    };
    return [signal, handler] as const;
  });
  for (const [signal, handler] of handlers) process.on(signal, handler);
  try {
    return await work();
  } finally {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  }
}
