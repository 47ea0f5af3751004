/** Where Postgres and Temporal disagree about what is under way, as after a restore of one of them: ids and counts. */
import type { ErasedExecution } from '../privacy/erasure.js';

/** An execution in Temporal, by what it carries out: `ref` is the id of a row; of a delivery `event/endpoint`. */
export interface Execution {
  readonly kind: ErasedExecution['kind'] | 'erasure';
  readonly ref: string;
}

const FINDINGS = ['rowWithoutExecution', 'executionWithoutRow'] as const;

export interface Disagreement {
  readonly finding: (typeof FINDINGS)[number];
  readonly kind: Execution['kind'];
  readonly count: number;
  /** The first of them. */
  readonly ids: readonly string[];
  /** What will happen. */
  readonly next: string;
}

/** Ids that are listed of a disagreement. */
const MAX_IDS = 20;

const NEXT: Readonly<Record<Disagreement['finding'], (kind: Execution['kind']) => string>> = {
  rowWithoutExecution: (kind) =>
    ['mail', 'erasure'].includes(kind)
      ? 'started within a minute'
      : 'started within ten minutes, or at the next start of a worker; within an hour if it was started four times before',
  executionWithoutRow: () => 'ends at its next step: its row was deleted, or written after the backup; whoever asks for it gets 404',
};

const keyOf = ({ kind, ref }: Execution): string => `${kind}/${ref}`;

/** Those of the first list that are not in the second. */
export function without(some: readonly Execution[], others: readonly Execution[]): Execution[] {
  const known = new Set(others.map(keyOf));
  return some.filter((each) => !known.has(keyOf(each)));
}

/** One disagreement for each kind. */
export function disagreements(finding: Disagreement['finding'], found: readonly Execution[]): Disagreement[] {
  return [...new Set(found.map(({ kind }) => kind))].sort().map((kind) => {
    const refs = found.filter((each) => each.kind === kind).map(({ ref }) => ref);
    return { finding, kind, count: refs.length, ids: refs.sort().slice(0, MAX_IDS), next: NEXT[finding](kind) };
  });
}
