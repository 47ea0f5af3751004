/** Milliseconds that outcomes are collected: few while a caller watches, more in the background, to spare the database. */
const FLUSH_MS = { watched: 15, background: 400 } as const;
/**
 * An instant lookup is answered once, at its end or its ceiling. Until shortly before the ceiling its outcomes are collected longer,
 * since each write and the read that follows it take milliseconds of CPU; after that they are written as fast as watched ones.
 */
const INSTANT_FLUSH = { mostMs: 200, beforeCeilingMs: 120 } as const;

/** Collects items and writes them in small batches, one write at a time. */
export interface BatchWriter<T> {
  /** Takes items; resolves at once. @throws the error of an earlier write */
  add(items: readonly T[]): void;
  /** Writes what is left. @throws the first error of any write */
  end(): Promise<void>;
}

/**
 * How long an outcome may wait for others of its lookup, in milliseconds.
 *
 * @param untilCeilingMs of an instant lookup: until its response is sent; null for another one
 */
export function flushDelayMs(isBackground: boolean, untilCeilingMs: number | null): number {
  if (untilCeilingMs === null) return FLUSH_MS[isBackground ? 'background' : 'watched'];
  if (untilCeilingMs <= 0) return INSTANT_FLUSH.mostMs;
  return Math.max(FLUSH_MS.watched, Math.min(INSTANT_FLUSH.mostMs, untilCeilingMs - INSTANT_FLUSH.beforeCeilingMs));
}

/** @param options.delayMs how long the first item of a batch may wait for others, in milliseconds from its arrival */
export function batchWriter<T>(options: { write: (batch: readonly T[]) => Promise<void>; delayMs: () => number }): BatchWriter<T> {
  let pending: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let tail: Promise<void> = Promise.resolve();
  let failure: unknown;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = [];
    if (batch.length === 0) return;
    tail = tail
      .then(() => options.write(batch))
      .catch((error: unknown) => {
        failure ??= error;
      });
  };

  return {
    add(items) {
      if (failure !== undefined) throw failure;
      pending.push(...items);
      timer ??= setTimeout(flush, options.delayMs());
    },
    async end() {
      flush();
      await tail;
      if (failure !== undefined) throw failure;
    },
  };
}
