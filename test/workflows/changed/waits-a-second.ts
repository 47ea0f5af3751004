import { patched, sleep } from '@temporalio/workflow';
import type { LookupInput, LookupOutput } from '../../../workflows/contracts.js';
import * as service from '../../../workflows/index.js';

export { reconcile, retention } from '../../../workflows/index.js';

/** The change of `broken/waits-a-second.ts` made well: lookups that began before it go their old way. */
export async function lookup(input: LookupInput): Promise<LookupOutput> {
  if (patched('wait-a-second')) await sleep('1 second');
  return service.lookup(input);
}
