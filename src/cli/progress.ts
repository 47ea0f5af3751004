import { SingleBar } from 'cli-progress';
import { colours } from './output.js';
import type { Progress } from './report.js';

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
    update({ planned, ended }: Progress): void {
      if (!stream.isTTY) return;
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
