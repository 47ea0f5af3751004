import { ApplicationFailure } from '@temporalio/common';
import { LOOKUP_MISSING } from '../../src/features/lookups/lookup-ports.js';
import type { ErasedExecution, ExecutionRemover } from '../../src/features/privacy/erasure.js';
import type { AccountEraser } from '../../src/features/privacy/store/account-eraser.js';

/**
 * The first step of a lookup, which deletes its own execution when the lookup was erased: whoever read the row before (API, dispatcher,
 * reconciler) may start it after the erasure deleted its executions. The note of an erased lookup is committed with the deletion of its
 * row, so a step that misses the row finds the note. An execution that was started before is deleted by the erasure itself.
 */
export function endingErased<Input extends { readonly lookupId: string }, Output>(
  { eraser, executionRemover }: { readonly eraser: Pick<AccountEraser, 'isErased'>; readonly executionRemover: ExecutionRemover },
  kind: ErasedExecution['kind'],
  step: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await step(input);
    } catch (error) {
      const execution = { kind, ref: input.lookupId };
      const isMissing = error instanceof ApplicationFailure && error.type === LOOKUP_MISSING;
      if (isMissing && (await eraser.isErased(execution))) await executionRemover.remove([execution]);
      throw error;
    }
  };
}
