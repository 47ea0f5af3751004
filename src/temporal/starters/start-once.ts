import { ActivityExecutionAlreadyStartedError, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { TemporalClient } from '../../kernel/temporal/connection.js';

/**
 * Starts an execution, unless it is under way.
 *
 * @param begin makes the call
 * @returns whether it was not under way
 * @throws when Temporal cannot be reached in time
 */
export async function startOnce({ connection }: TemporalClient, withinMs: number, begin: () => Promise<unknown>): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + withinMs, begin);
    return true;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError) && !(error instanceof ActivityExecutionAlreadyStartedError)) throw error;
    return false;
  }
}
