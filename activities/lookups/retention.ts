import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { AuditChain } from '../../src/features/audit/store/audit-chain.js';
import type { ResultsCompressor } from '../../src/features/lookups/store/results-compressor.js';
import type { Retention } from '../../src/features/privacy/store/retention.js';

export interface RetentionActivityPorts {
  readonly retention: Retention;
  readonly resultsCompressor: ResultsCompressor;
  readonly auditChain: AuditChain;
}

export function createRetentionActivities({ retention, resultsCompressor, auditChain }: RetentionActivityPorts) {
  return {
    /** Deletes what has expired; an interrupted run is continued, and a further one finds nothing left to delete. */
    async forgetExpired(): Promise<{ deleted: number }> {
      return { deleted: await retention.deleteExpired({ signal: cancellationSignal(), onProgress: () => heartbeat() }) };
    },

    /** Compresses the results of finished lookups, each in a transaction; a further run finds those that are left. */
    async compressResults(): Promise<{ compressed: number }> {
      return { compressed: await resultsCompressor.compressFinished({ signal: cancellationSignal(), onProgress: () => heartbeat() }) };
    },

    /** Chains the finished days of the audit log; a further run finds those that are left. */
    async chainAuditLog(): Promise<{ chained: number }> {
      return { chained: await auditChain.chainFinished({ signal: cancellationSignal(), onProgress: () => heartbeat() }) };
    },
  };
}

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;
