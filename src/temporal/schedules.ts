import { ScheduleAlreadyRunning, type ScheduleDescription, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import { SCHEDULED, type ScheduledContract } from '../../workflows/contracts.js';
import type { TemporalClient } from '../kernel/temporal/connection.js';
import type { Queues } from '../../workflows/contracts.js';

/** How often schedules that exist are compared: while two releases run side by side, each would change what the other wants. */
const COMPARE_INTERVAL_MS = 3_600_000;
const CATCHUP_WINDOW_MS = 60_000;
const MS = { '30 seconds': 30_000, '1 minute': 60_000, '10 minutes': 600_000, '1 hour': 3_600_000, '6 hours': 21_600_000 } as const;

/** Temporal's schedules, as this release wants them. */
export class Schedules {
  #comparedAt = -Infinity;

  constructor(private readonly options: { temporal: TemporalClient; queues: Queues }) {}

  /**
   * Creates schedules that are missing. The first time, and then hourly, it also changes those that an earlier release made otherwise,
   * which stay paused if they are, and deletes those that this release no longer has. Safe to run by many processes at once.
   */
  async ensure(): Promise<void> {
    const existing: ScheduledContract[] = [];
    for (const contract of SCHEDULED) if (!(await this.#create(contract))) existing.push(contract);
    if (performance.now() - this.#comparedAt < COMPARE_INTERVAL_MS) return;
    for (const contract of existing) await this.#compare(contract).catch(ignoreDeleted);
    await this.#deleteFormer();
    this.#comparedAt = performance.now();
  }

  /** @returns false when it exists */
  async #create(contract: ScheduledContract): Promise<boolean> {
    const { id: scheduleId, purpose } = contract;
    try {
      await this.#client.create({ scheduleId, state: { triggerImmediately: true }, ...this.#wanted(contract), memo: { purpose } });
      return true;
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      return false;
    }
  }

  async #compare(contract: ScheduledContract): Promise<void> {
    const schedule = this.#client.getHandle(contract.id);
    const wanted = this.#wanted(contract);
    const found = await schedule.describe();
    if (shapeOf(found) !== shapeOf(wanted))
      await schedule.update(({ state: { paused, note } }) => ({ ...wanted, state: { paused, ...(note === undefined ? {} : { note }) } }));
    if (contract.isDueAtStart && !found.state.paused) await schedule.trigger();
  }

  /** Those that earlier releases made, by their memo, for these workers, by their queue: a namespace may be shared. */
  async #deleteFormer(): Promise<void> {
    const known = new Set(SCHEDULED.map(({ id }) => id));
    for await (const { scheduleId, memo } of this.#client.list()) {
      if (known.has(scheduleId) || typeof memo?.['purpose'] !== 'string') continue;
      const schedule = this.#client.getHandle(scheduleId);
      const remove = async (): Promise<void> => {
        const { action } = await schedule.describe();
        if (action.taskQueue === this.options.queues.lookups) await schedule.delete();
      };
      await remove().catch(ignoreDeleted);
    }
  }

  get #client() {
    return this.options.temporal.client.schedule;
  }

  #wanted({ type, id, every, within }: ScheduledContract) {
    return {
      spec: { intervals: [{ every: MS[every] }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCHUP_WINDOW_MS },
      action: {
        type: 'startWorkflow' as const,
        workflowType: type,
        workflowId: id,
        taskQueue: this.options.queues.lookups,
        args: [],
        workflowExecutionTimeout: MS[within ?? '10 minutes'],
      },
    };
  }
}

/** What a release decides about a schedule. */
interface Shape {
  readonly action: Pick<ScheduleDescription['action'], 'workflowType' | 'taskQueue' | 'args' | 'workflowExecutionTimeout'>;
  readonly spec: Pick<ScheduleDescription['spec'], 'calendars'> & { readonly intervals?: readonly { readonly every: number }[] };
  readonly policies: Pick<ScheduleDescription['policies'], 'overlap' | 'catchupWindow'>;
}

/** The same text for the same decisions. */
function shapeOf({ spec, policies, action }: Shape): string {
  const { workflowType, taskQueue, args = [], workflowExecutionTimeout } = action;
  const times = [spec.intervals?.map(({ every }) => every), spec.calendars?.length ?? 0];
  return JSON.stringify([times, policies.overlap, policies.catchupWindow, workflowType, taskQueue, args, workflowExecutionTimeout]);
}

/** By another process. */
function ignoreDeleted(error: unknown): void {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}
