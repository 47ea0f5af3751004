import { sleep } from '@temporalio/workflow';
import type { LookupInput, LookupOutput } from '../../../workflows/contracts.js';
import * as service from '../../../workflows/index.js';

/** Broken on purpose: each workflow of the service with a timer before it, and no `patched()` around it. */
export async function lookup(input: LookupInput): Promise<LookupOutput> {
  await sleep('1 second');
  return service.lookup(input);
}

export async function reconcile(): Promise<{ started: number }> {
  await sleep('1 second');
  return service.reconcile();
}

export async function retention(): Promise<{ deleted: number }> {
  await sleep('1 second');
  return service.retention();
}
