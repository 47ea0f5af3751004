import type { WorkRows } from '../store/work-rows.js';
import type { Execution } from '../reports.js';

/** Where Postgres and Temporal disagree about what is under way, as after a restore of one of them. */
export interface Disagreement {
  readonly finding: 'rowWithoutExecution' | 'executionWithoutRow';
  readonly kind: Execution['kind'];
  readonly count: number;
  /** The first of them. */
  readonly ids: readonly string[];
  /** What will happen. */
  readonly next: string;
}

/** Ids that are listed of a disagreement. */
const MAX_IDS = 20;
const NEXT: Readonly<Record<Disagreement['finding'], string>> = {
  rowWithoutExecution: 'started within ten minutes, or a minute after a worker starts; within an hour if it was started four times before',
  executionWithoutRow: 'ends at its next step: its row was deleted, or written after the backup; whoever asks for it gets 404',
};

/**
 * Compares rows of unfinished work with executions. Rows are read before and after them, so that what begins or ends meanwhile is not
 * reported. Lookups of batches that wait for a worker, and deliveries, have no execution at times, which is as it should be.
 */
export async function findDisagreements(rows: WorkRows, openExecutions: () => Promise<readonly Execution[]>): Promise<Disagreement[]> {
  const before = await rows.underWay();
  const open = await openExecutions();
  const after = await rows.underWay();
  const unknown = without(open, after);
  return [
    ...disagreements('rowWithoutExecution', without(without(before, without(before, after)), open)),
    ...disagreements('executionWithoutRow', without(unknown, await rows.existing(unknown))),
  ];
}

/** Those of the first list that are not in the second. */
function without(some: readonly Execution[], others: readonly Execution[]): Execution[] {
  const keyOf = ({ kind, ref }: Execution): string => `${kind}/${ref}`;
  const known = new Set(others.map(keyOf));
  return some.filter((each) => !known.has(keyOf(each)));
}

/** One for each kind. */
function disagreements(finding: Disagreement['finding'], found: readonly Execution[]): Disagreement[] {
  return [...new Set(found.map(({ kind }) => kind))].sort().map((kind) => {
    const ids = found.filter((each) => each.kind === kind).map(({ ref }) => ref);
    return { finding, kind, count: ids.length, ids: ids.sort().slice(0, MAX_IDS), next: NEXT[finding] };
  });
}
