/** Collects items and writes them in small batches, one write at a time. */
export interface BatchWriter<T> {
  /** Takes items; resolves at once. @throws the error of an earlier write */
  add(items: readonly T[]): void;
  /** Writes what is left. @throws the first error of any write */
  end(): Promise<void>;
}

/** @param options.delayMs how long the first item of a batch may wait for company */
export function batchWriter<T>(options: { write: (batch: readonly T[]) => Promise<void>; delayMs: number }): BatchWriter<T> {
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
      timer ??= setTimeout(flush, options.delayMs);
    },
    async end() {
      flush();
      await tail;
      if (failure !== undefined) throw failure;
    },
  };
}
