/** The log file of one child. Children write to it themselves, so logging continues when the supervisor has ended. */
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const ROTATE_AT_BYTES = 20 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

export interface ChildLog {
  readonly file: string;
  /** File descriptor for the child's stdout and stderr; `release` it once the child is spawned. */
  readonly descriptor: number;
  release(): void;
  /** What was written since this child was started, up to its last 64 kB. */
  written(): string;
  /** The last `count` lines since this child was started. */
  tail(count: number): string;
}

/** Opens the file for appending; a large one is renamed to `<file>.1` first. */
export function openChildLog(file: string): ChildLog {
  if (existsSync(file) && statSync(file).size > ROTATE_AT_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  const from = statSync(file).size;
  const written = () => readFrom(file, from);
  return {
    file,
    descriptor,
    release: () => closeSync(descriptor),
    written,
    tail: (count) => written().trimEnd().split('\n').slice(-count).join('\n'),
  };
}

function readFrom(file: string, from: number): string {
  if (!existsSync(file)) return '';
  const size = statSync(file).size;
  const start = Math.max(from, size - TAIL_BYTES);
  if (size <= start) return '';
  const buffer = Buffer.alloc(size - start);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, start));
  } finally {
    closeSync(descriptor);
  }
}
