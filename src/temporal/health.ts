import { ScheduleNotFoundError, WorkflowNotFoundError } from '@temporalio/client';
import type { Activities } from '../../activities/index.js';
import type {
  CalibratedType,
  TemporalOperations,
  TemporalPage,
  RunOutcome,
  ScheduleReport,
  TaskQueueBacklog,
} from '../features/operators/reports.js';
import { ServiceError } from '../kernel/values/errors.js';
import {
  calibrationContract,
  deliveryContract,
  erasureContract,
  lookupContract,
  SCHEDULED,
  type ScheduledContract,
  QUEUES,
  type Queues,
} from '../../workflows/contracts.js';
import type { TemporalClient } from '../kernel/temporal/connection.js';
import { TASK_QUEUE_TYPE } from './polled.js';

const DEADLINE_MS = 5_000;
/** How long a caller waits for controls; most end within seconds, and all go on without the caller. */
const CALIBRATION_WAIT_MS = 15_000;
/** gRPC's own codes. */
const DEADLINE_EXCEEDED = 4;
const UNAVAILABLE = 14;

const OUTCOMES: Readonly<Record<string, RunOutcome>> = {
  RUNNING: 'running',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed_out',
};

/** Temporal as operators see it. */
export class TemporalHealth implements TemporalOperations {
  readonly #queues: Queues;
  readonly #uiUrl: string | null;

  /** @param options.uiUrl address of Temporal's own interface, for links */
  constructor(private readonly options: { temporal: TemporalClient; queues?: Queues | undefined; uiUrl?: string | undefined }) {
    this.#queues = options.queues ?? QUEUES;
    this.#uiUrl = options.uiUrl?.replace(/(?<!\/)\/+$/, '') ?? null;
  }

  async queues(): Promise<readonly TaskQueueBacklog[]> {
    const { lookups, ...others } = this.#queues;
    return Promise.all([
      this.#backlogOf(lookups, 'workflow'),
      ...[lookups, ...Object.values(others)].map((queue) => this.#backlogOf(queue, 'activity')),
    ]);
  }

  async #backlogOf(queue: string, kind: TaskQueueBacklog['kind']): Promise<TaskQueueBacklog> {
    const { client } = this.options.temporal;
    const { pollers, stats } = await this.#inTime(() =>
      client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: queue },
        taskQueueType: TASK_QUEUE_TYPE[kind],
        reportStats: true,
      }),
    );
    const age = stats?.approximateBacklogAge;
    return {
      queue,
      kind,
      pollers: pollers.length,
      count: Number(stats?.approximateBacklogCount ?? 0),
      oldestSeconds: Math.round(Number(age?.seconds ?? 0) + (age?.nanos ?? 0) / 1e9),
    };
  }

  schedules(): Promise<readonly ScheduleReport[]> {
    return Promise.all(SCHEDULED.map((contract) => this.#scheduleOf(contract)));
  }

  async #scheduleOf({ id, purpose }: ScheduledContract): Promise<ScheduleReport> {
    const { client } = this.options.temporal;
    const described = await this.#inTime(() => client.schedule.getHandle(id).describe()).catch((error: unknown) => {
      if (error instanceof ScheduleNotFoundError) return null;
      throw error;
    });
    if (described === null) return { id, purpose, state: 'missing', lastRun: null, nextAt: null };
    const { info, state } = described;
    const last = info.recentActions.at(-1);
    const { workflowId, firstExecutionRunId } = last?.action.workflow ?? {};
    return {
      id,
      purpose,
      state: state.paused ? 'paused' : 'active',
      lastRun: last && workflowId ? { startedAt: last.takenAt, outcome: await this.#outcomeOf(workflowId, firstExecutionRunId) } : null,
      nextAt: info.nextActionTimes[0] ?? null,
    };
  }

  async #outcomeOf(workflowId: string, runId: string | undefined): Promise<RunOutcome> {
    try {
      const { status } = await this.#inTime(() => this.options.temporal.client.workflow.getHandle(workflowId, runId).describe());
      return OUTCOMES[status.name] ?? 'unknown';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'unknown';
      throw error;
    }
  }

  /** One activity without a workflow: there are no steps to order. Its arguments are a slug. */
  async calibrate(platform: string): Promise<readonly CalibratedType[] | null> {
    const { client, connection } = this.options.temporal;
    const activity = await this.#inTime(() =>
      client.activity.typed<Activities>().start(calibrationContract.type, {
        id: calibrationContract.id(platform),
        taskQueue: this.#queues.lookups,
        args: [{ platform }],
        startToCloseTimeout: '10 minutes',
        heartbeatTimeout: '10 seconds',
        retry: { maximumAttempts: 3 },
        idReusePolicy: 'ALLOW_DUPLICATE',
        idConflictPolicy: 'USE_EXISTING',
      }),
    );
    try {
      const { queryTypes } = await connection.withDeadline(Date.now() + CALIBRATION_WAIT_MS, () => activity.result());
      return queryTypes;
    } catch (error) {
      if (hasCode(error, DEADLINE_EXCEEDED)) return null;
      throw error;
    }
  }

  urlOf(page: TemporalPage): string | null {
    if (this.#uiUrl === null) return null;
    const at = (kind: string, id: string): string =>
      `${this.#uiUrl}/namespaces/${encodeURIComponent(this.options.temporal.client.options.namespace)}/${kind}/${encodeURIComponent(id)}`;
    if (page.kind === 'queue') return at('task-queues', page.id);
    if (page.kind === 'schedule') return at('schedules', page.id);
    if (page.kind === 'delivery') return at('workflows', deliveryContract.id(page.key));
    if (page.kind !== 'lookup') return at('workflows', erasureContract.id(page.id));
    // Single checks and instant lookups are activities without a workflow.
    return ['check', 'instant'].includes(page.mode) ? null : at('workflows', lookupContract.id(page.id));
  }

  /** @throws ServiceError unavailable when Temporal does not answer */
  async #inTime<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await this.options.temporal.connection.withDeadline(Date.now() + DEADLINE_MS, query);
    } catch (error) {
      if (hasCode(error, DEADLINE_EXCEEDED) || hasCode(error, UNAVAILABLE))
        throw new ServiceError('unavailable', 'Temporal does not answer.', { retryAfterSeconds: 1 });
      throw error;
    }
  }
}

/** Errors of the client wrap those of the connection. */
function hasCode(error: unknown, code: number): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if ((each as { code?: unknown }).code === code) return true;
  return false;
}
