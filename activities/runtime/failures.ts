import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';
import { LOOKUP_MISSING, LookupMissing } from '../../src/features/lookups/lookup-ports.js';

/** A lookup that is not in the database, usually because it was deleted, cannot be carried out by a retry. That is no fault. */
export function missingLookup(): never {
  throw ApplicationFailure.create({
    message: 'the lookup is not in the record',
    type: LOOKUP_MISSING,
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Ends the activity for now: it frees its slot and is retried after `delayMs`, which is no fault and leaves no event in the history. */
export function defer(reason: string, delayMs: number): never {
  throw ApplicationFailure.create({
    message: reason,
    type: 'Deferred',
    nextRetryDelay: delayMs,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Word characters only, so that no value of a query can leak through an error's name or code. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined;
}

/** Types of failures that mean that the row of an execution does not exist. */
const ROW_MISSING: readonly unknown[] = [LOOKUP_MISSING, 'EmailMissing'];

/**
 * Unknown errors reach Temporal's history by name and code only: messages of drivers quote values, and nothing personal may
 * be in a history.
 */
export class AnonymousFailures implements ActivityInboundCallsInterceptor {
  /** @param onRowMissing called with the id of a lookup, or mail, whose execution ends because its row does not exist */
  constructor(private readonly onRowMissing: (id: string) => void = () => undefined) {}

  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    try {
      return await next(input);
    } catch (error) {
      const type = error instanceof ApplicationFailure ? error.type : (error as { name?: unknown } | null)?.name;
      if (ROW_MISSING.includes(type)) {
        const { lookupId, emailId } = input.args[0] as { lookupId?: string; emailId?: string };
        this.onRowMissing(lookupId ?? emailId ?? '');
      }
      if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
      if (error instanceof LookupMissing) return missingLookup();
      const fault = error as { name?: unknown; code?: unknown } | null;
      const code = word(fault?.code) ?? word(fault?.name) ?? 'Unknown';
      throw ApplicationFailure.create({ message: `the activity failed: ${code}`, type: code });
    }
  }
}
