import { SingleBar } from 'cli-progress';
import colours from 'picocolors';
import type { Progress } from './report.js';

/** A bar on standard error, shown on terminals only, so that piped output stays clean. */
export function progressBar(stream: NodeJS.WriteStream = process.stderr) {
  const bar = new SingleBar(
    {
      format: `  ${colours.cyan('{bar}')} {value}/{total} platforms  ${colours.dim('{duration_formatted}')}`,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      hideCursor: true,
      clearOnComplete: true,
      stream,
      barsize: 40,
    },
  );
  let started = false;
  return {
    update({ planned, ended }: Progress): void {
      if (!stream.isTTY) return;
      if (!started) bar.start(planned, ended);
      else bar.update(Math.min(ended, planned));
      bar.setTotal(planned);
      started = true;
    },
    stop(): void {
      if (started) bar.stop();
    },
  };
}
