/** Bundles the workflows into the given file: the worker's first step when it runs from the sources. */
import { bundleWorkflows } from '../temporal/workflow-bundle.js';

const [target] = process.argv.slice(2);
if (!target) throw new Error('name the file to write');
await bundleWorkflows(target);
