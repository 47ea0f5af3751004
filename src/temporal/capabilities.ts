import type { TemporalClient } from './connection.js';

/**
 * Whether Temporal runs activities without a workflow, as single checks are. Its server does from 1.31 on, unless its dynamic
 * setting `activity.enableStandalone` is off.
 */
export async function supportsStandaloneActivities({ connection }: TemporalClient, namespace: string): Promise<boolean> {
  const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace });
  return namespaceInfo?.capabilities?.standaloneActivities === true;
}
