/** Bundles the workflows into the file that is named: a build step, and the worker's first step from the sources. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const [target] = process.argv.slice(2);
if (!target) throw new Error('name the file to write');
const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL(`../../workflows/index.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)),
  logger: new DefaultLogger('WARN'),
});
await writeFile(target, code);
