import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** A module of the workflows: its source, or what was built of it. */
const moduleOf = (name: string): string =>
  fileURLToPath(new URL(`../../workflows/${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url));

/** Bundles the workflows into a file, as workers take them. */
export async function bundleWorkflows(target: string): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: moduleOf('index'),
    workflowInterceptorModules: [moduleOf('call-priority')],
    logger: new DefaultLogger('WARN'),
  });
  await writeFile(target, code);
}
