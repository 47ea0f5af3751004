import { cancellationSignal } from '@temporalio/activity';
import type { KeysetPage } from '../../src/kernel/values/pages.js';

const PAGE_SIZE = 500;
/** Starts under way at once: one that hangs delays none of the others. */
export const MAX_CONCURRENT_STARTS = 32;

/** Rows that are due and not under way. */
export interface DueRows<Row, Cursor> {
  /** In their order. */
  readonly page: (page: KeysetPage<Cursor>) => Promise<readonly Row[]>;
  readonly cursorOf: (row: Row) => Cursor;
  readonly start: (row: Row) => Promise<unknown>;
  readonly onFault: (row: Row, error: unknown) => void;
  /** Called with the last row up to which all were tried. */
  readonly onProgress: (after: Cursor | null) => void;
}

/**
 * Starts every row of an outbox, page by page: what the process that wrote them could not start. A failed start delays no other.
 *
 * @param from the row after which to begin, as an interrupted run was told it by `onProgress`
 * @returns how many were started
 */
export async function startAll<Row, Cursor>(due: DueRows<Row, Cursor>, from: Cursor | null): Promise<number> {
  let after = from;
  let started = 0;
  /** In order; each with the cursor before it. */
  const underWay = new Set<{ readonly before: Cursor | null; readonly ended: Promise<void> }>();
  const tell = (): void => {
    const [oldest] = underWay;
    due.onProgress(oldest ? oldest.before : after);
  };
  const tryStart = async (row: Row): Promise<void> => {
    try {
      await due.start(row);
      started += 1;
    } catch (error) {
      due.onFault(row, error);
    }
  };
  let rows: readonly Row[];
  do {
    tell();
    rows = await due.page({ limit: PAGE_SIZE, after });
    for (const row of rows) {
      cancellationSignal().throwIfAborted();
      const start = {
        before: after,
        ended: tryStart(row).then(() => {
          underWay.delete(start);
          tell();
        }),
      };
      underWay.add(start);
      after = due.cursorOf(row);
      if (underWay.size >= MAX_CONCURRENT_STARTS) await Promise.race([...underWay].map(({ ended }) => ended));
    }
  } while (rows.length >= PAGE_SIZE);
  await Promise.all([...underWay].map(({ ended }) => ended));
  return started;
}
