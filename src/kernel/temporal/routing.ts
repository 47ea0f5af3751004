import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { TemporalClient } from './connection.js';

/** How often it is read, in milliseconds: a rollout's steps take longer. */
const READ_MS = 5_000;
/** temporal.api.enums.v1.TaskQueueType */
const WORKFLOW_QUEUE = 1;

export interface Routing {
  /** Whether Temporal sends new work to this worker's version, as it was read last. */
  isRouted(): boolean;
  /** Resolves when it does for the first time. */
  readonly routed: Promise<void>;
  close(): void;
}

/**
 * Follows whether a version is the current one of its deployment, or takes a part of new work (it is ramping).
 *
 * @param version null: of a worker without a version, which always takes work
 * @param onFailure called when it could not be read; what was read last stays
 */
export function followRouting(
  { client }: TemporalClient,
  { version, taskQueue, onFailure }: { version: WorkerDeploymentVersion | null; taskQueue: string; onFailure: (error: unknown) => void },
): Routing {
  if (version === null) return { isRouted: () => true, routed: Promise.resolve(), close: () => undefined };
  let isRouted = false;
  let resolve!: () => void;
  const routed = new Promise<void>((settle) => (resolve = settle));
  const read = async (): Promise<void> => {
    const { versioningInfo } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: WORKFLOW_QUEUE,
    });
    isRouted = [versioningInfo?.currentDeploymentVersion, versioningInfo?.rampingDeploymentVersion].some(
      (each) => each?.deploymentName === version.deploymentName && each.buildId === version.buildId,
    );
    if (isRouted) resolve();
  };
  const readAgain = (): void => void read().catch(onFailure);
  readAgain();
  const timer = setInterval(readAgain, READ_MS).unref();
  return { isRouted: () => isRouted, routed, close: () => clearInterval(timer) };
}
