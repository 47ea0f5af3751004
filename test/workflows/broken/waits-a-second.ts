import { sleep, workflowInfo } from '@temporalio/workflow';
import * as service from '../../../workflows/index.js';

/** Broken on purpose: each workflow of the service with a timer before it, and no `patched()` around it. */
export default async function late(...args: unknown[]): Promise<unknown> {
  await sleep('1 second');
  const workflows: Readonly<Record<string, unknown>> = service;
  return (workflows[workflowInfo().workflowType] as (...given: unknown[]) => Promise<unknown>)(...args);
}
