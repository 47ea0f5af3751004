/** The state of the service, for operators: what waits, what is under way, what is backing off, and how its regular work went. */
import { BACKLOGS, type BacklogKind, type TemporalOperations, type Waiting } from '../reports.js';
import type { OperatorReports } from '../store/operator-reports.js';

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
export async function readBackoffs({ operatorReports }: Pick<StateContext, 'operatorReports'>) {
  const [circuits, pauses] = await Promise.all([operatorReports.circuits(), operatorReports.backoffs()]);
  return { circuits, pauses };
}

/** The last run of each Schedule. */
export async function readSchedules({ temporalHealth }: Pick<StateContext, 'temporalHealth'>) {
  return (await temporalHealth.schedules()).map((each) => ({ ...each, url: temporalHealth.urlOf({ kind: 'schedule', id: each.id }) }));
}

/** Erasures under way, oldest first. */
export async function readErasures({ operatorReports, temporalHealth }: StateContext) {
  const erasures = await operatorReports.erasures(MAX_ROWS);
  return erasures.map((each) => ({ ...each, url: temporalHealth.urlOf({ kind: 'erasure', id: each.id }) }));
}
