/** Figures of a run: how many, and the usual percentiles, in the unit of the samples. */
export interface Summary {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** @param samples at least one */
export function summary(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;
export const ratio = (value: number): string => `${value.toFixed(2)} ×`;

/** A Markdown table, which also reads well in a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** Runs `task` `count` times, `atOnce` at a time. @returns what each gave, and the seconds it all took */
export async function closedLoop<T>(
  count: number,
  atOnce: number,
  task: (index: number) => Promise<T>,
): Promise<{ results: T[]; seconds: number }> {
  const results: T[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < count; index = next++) results[index] = await task(index);
    }),
  );
  return { results, seconds: (performance.now() - started) / 1_000 };
}

/** Waits until something is so, which is looked at each time after some milliseconds. */
export async function until(isSo: () => Promise<boolean>, everyMs = 500): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}

/** Starts `task` at a steady rate, whether or not earlier ones have ended. Resolves when all have. */
export async function openLoop<T>(count: number, perMinute: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const gap = 60_000 / perMinute;
  const started = performance.now();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, started + index * gap - performance.now())));
      return task(index);
    }),
  );
}
