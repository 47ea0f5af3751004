import { activityInfo } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';
import { TEMPORAL_PRIORITY } from '../domain/lookup/lookup.js';
import { PRIORITY_HEADER } from '../../workflows/contracts.js';

/** Runs work that no caller waits for. */
export type RunInBackground = <T>(work: () => T) => T;

/** Separates activities of lookups that a caller waits for from all others, which run in the background. */
export class BackgroundActivities implements ActivityInboundCallsInterceptor {
  readonly #inBackground: RunInBackground;

  constructor(inBackground: RunInBackground) {
    this.#inBackground = inBackground;
  }

  execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    const header = input.headers[PRIORITY_HEADER];
    // A workflow's header, or the priority of an activity that runs without a workflow.
    const key = header ? defaultPayloadConverter.fromPayload<number>(header) : (activityInfo().priority?.priorityKey ?? 0);
    const isAwaited = key > 0 && key <= TEMPORAL_PRIORITY.wait;
    return isAwaited ? next(input) : this.#inBackground(() => next(input));
  }
}
