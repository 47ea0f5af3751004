import { defaultPayloadConverter, workflowInfo, type WorkflowInterceptors } from '@temporalio/workflow';
import { PRIORITY_HEADER } from './contracts.js';

/**
 * Puts the priority of a workflow into the headers of its activities. Temporal itself passes it neither to local activities nor to
 * those that a worker starts eagerly.
 */
export function interceptors(): WorkflowInterceptors {
  const { priority } = workflowInfo();
  if (priority?.priorityKey === undefined) return {};
  const header = { [PRIORITY_HEADER]: defaultPayloadConverter.toPayload(priority.priorityKey) };
  return {
    outbound: [
      {
        scheduleActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...header } }),
        scheduleLocalActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...header } }),
      },
    ],
  };
}
