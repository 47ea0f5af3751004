/** A Worker Deployment as its operator sees and changes it (`temporal worker deployment …`). */
import { waitUntil } from '../../tools/embedded/wait-until.js';
import type { TemporalClient } from '../../src/kernel/temporal/connection.js';

export const DEPLOYMENT = 'footprint';

/** Settings with which a worker is a version of the deployment. */
export const versionSettings = (buildId: string) => ({ TEMPORAL_WORKER_DEPLOYMENT: DEPLOYMENT, TEMPORAL_WORKER_BUILD_ID: buildId });

/** temporal.api.enums.v1.WorkerDeploymentVersionStatus, by its numbers. */
const STATUSES = ['unspecified', 'inactive', 'current', 'ramping', 'draining', 'drained', 'created'] as const;

export function openVersions({ client }: TemporalClient) {
  const { workflowService } = client;
  const { namespace } = client.options;
  const describe = (workflowId: string) => workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } });
  return {
    /** @param buildId null: workers without a version. Waits until the version is there. */
    async makeCurrent(buildId: string | null): Promise<void> {
      const change = { namespace, deploymentName: DEPLOYMENT, buildId: buildId ?? '', identity: 'operator' };
      let failure: unknown = null;
      await waitUntil(async () => {
        failure = await workflowService.setWorkerDeploymentCurrentVersion(change).then(
          () => null,
          (error: unknown) => error,
        );
        return failure === null;
      }, 30_000);
      if (failure !== null) throw failure;
    },
    async statusOf(buildId: string): Promise<(typeof STATUSES)[number]> {
      const { workerDeploymentVersionInfo: info } = await workflowService.describeWorkerDeploymentVersion({
        namespace,
        deploymentVersion: { deploymentName: DEPLOYMENT, buildId },
      });
      return STATUSES[info?.status ?? 0] ?? 'unspecified';
    },
    /** The build that ran an execution's newest task; null: a worker without a version, or none yet. */
    async buildOf(workflowId: string): Promise<string | null> {
      const { workflowExecutionInfo: info } = await describe(workflowId);
      return info?.versioningInfo?.deploymentVersion?.buildId ?? null;
    },
  };
}
