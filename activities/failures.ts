import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';

/** A lookup that is not in the record cannot be carried out by trying again. */
export function missingLookup(): never {
  throw ApplicationFailure.nonRetryable('the lookup is not in the record', 'LookupMissing');
}

/** Ends the activity for now: it frees its slot and is tried again after a while, which is no fault and leaves no trace in the history. */
export function defer(reason: string, delayMs: number): never {
  throw ApplicationFailure.create({ message: reason, type: 'Deferred', nextRetryDelay: delayMs, category: ApplicationFailureCategory.BENIGN });
}

/** Word characters only, so that no value of a query can ride along in an error's name or code. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined;
}

/**
 * Unknown errors reach Temporal's history by name and code only: messages of drivers quote values, and nothing personal may
 * be in a history.
 */
export class AnonymousFailures implements ActivityInboundCallsInterceptor {
  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    try {
      return await next(input);
    } catch (error) {
      if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
      const fault = error as { name?: unknown; code?: unknown } | null;
      const code = word(fault?.code) ?? word(fault?.name) ?? 'Unknown';
      throw ApplicationFailure.create({ message: `the activity failed: ${code}`, type: code });
    }
  }
}
