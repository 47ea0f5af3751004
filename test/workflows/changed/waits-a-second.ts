import { patched, sleep, workflowInfo } from '@temporalio/workflow';
import * as service from '../../../workflows/index.js';

/** The change of `broken/waits-a-second.ts` made well: workflows that began before it go their old way. */
export default async function late(...args: unknown[]): Promise<unknown> {
  if (patched('wait-a-second')) await sleep('1 second');
  const workflows: Readonly<Record<string, unknown>> = service;
  return (workflows[workflowInfo().workflowType] as (...given: unknown[]) => Promise<unknown>)(...args);
}
