import { SingleBar } from 'cli-progress';
import colours from 'picocolors';

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
    update(checked: number, planned: number | null): void {
      if (!stream.isTTY || planned === null) return;
      if (!started) bar.start(planned, checked);
      else bar.update(Math.min(checked, planned));
      started = true;
    },
    stop(): void {
      if (started) bar.stop();
    },
  };
}
