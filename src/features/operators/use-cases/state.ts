/** The state of the service, for operators: what waits, what is under way, what is backing off, and how its regular work went. */
import { type BacklogKind, BACKLOGS, type Execution, type TemporalOperations, type Waiting } from '../reports.js';
import type { OperatorReports, WorkRows } from '../store/operator-reports.js';

export interface StateContext {
  readonly operatorReports: OperatorReports;
  readonly temporalHealth: TemporalOperations;
}

/** Lookups, deliveries and erasures that are listed by id, at most: the oldest. */
export const MAX_ROWS = 100;

/** What waits: tasks in Temporal's queues, and work in Postgres that nobody has taken yet. */
export async function readQueues({ operatorReports, temporalHealth }: StateContext) {
  const [tasks, backlog] = await Promise.all([temporalHealth.queues(), operatorReports.backlog()]);
  return {
    taskQueues: tasks.map((each) => ({ ...each, url: temporalHealth.urlOf({ kind: 'queue', id: each.queue }) })),
    backlog: BACKLOGS.map((kind): Waiting & { readonly kind: BacklogKind } => ({ kind, ...backlog[kind] })),
  };
}

/** Lookups that are not finished: counts, and the oldest by id. */
export async function readUnfinished({ operatorReports, temporalHealth }: StateContext, limit: number) {
  const [counts, oldest] = await Promise.all([operatorReports.unfinished(), operatorReports.oldestUnfinished(limit)]);
  return {
    counts,
    oldest: oldest.map((each) => ({ ...each, url: temporalHealth.urlOf({ kind: 'lookup', id: each.id, mode: each.mode }) })),
  };
}

/** Deliveries that are not over, those first that have been due for longest. */
export async function readDeliveries({ operatorReports, temporalHealth }: StateContext, limit: number) {
  const deliveries = await operatorReports.oldestDeliveries(limit);
  return deliveries.map(({ run, ...each }) => ({ ...each, url: temporalHealth.urlOf({ kind: 'delivery', key: { ...each, run } }) }));
}

/** Hosts with an open circuit, and platforms that asked for a pause. */
export async function readBackoffs({ operatorReports }: StateContext) {
  const [circuits, backoffs] = await Promise.all([operatorReports.circuits(), operatorReports.backoffs()]);
  return { circuits, backoffs };
}

/** The last run of each Schedule. */
export async function readSchedules({ temporalHealth }: StateContext) {
  return (await temporalHealth.schedules()).map((each) => ({ ...each, url: temporalHealth.urlOf({ kind: 'schedule', id: each.id }) }));
}

/** Erasures under way, oldest first. */
export async function readErasures({ operatorReports, temporalHealth }: StateContext) {
  const erasures = await operatorReports.erasures(MAX_ROWS);
  return erasures.map((each) => ({ ...each, url: temporalHealth.urlOf({ kind: 'erasure', id: each.id }) }));
}

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
  rowWithoutExecution:
    'starts within ten minutes, or a minute after a worker starts; within an hour if it has been started four times before',
  executionWithoutRow: 'ends at its next step: its row was deleted, or written after the backup; a request for it returns 404',
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
