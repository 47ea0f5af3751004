import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Runtime, type WorkflowBundleWithSourceMap } from '@temporalio/worker';

/** The SDK's lines are of no interest here; replaying a broken workflow makes many. Once a process. */
export function installQuietRuntime(): void {
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
    shutdownSignals: [],
  });
}

/** @param path a workflow entry, relative to `test/workflows` */
export function bundleOf(path: string): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(`../${path}`, import.meta.url)),
    workflowInterceptorModules: [fileURLToPath(new URL('../../../workflows/call-priority.ts', import.meta.url))],
    logger: new DefaultLogger('ERROR', () => undefined),
  });
}

/** The workflows of the service. */
export const serviceBundle = (): Promise<WorkflowBundleWithSourceMap> => bundleOf('../../workflows/index.ts');
