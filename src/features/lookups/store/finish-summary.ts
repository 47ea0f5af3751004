import type { TransactionSql } from 'postgres';
import type { Risk } from '../../../facts/risk/score-risk.js';
import type { AfterCommit } from '../../../kernel/db/transaction.js';
import type { LookupChange, LookupSnapshot } from '../lookup-snapshot.js';
import type { FinishListener } from './lookup-writer.js';

/** What lists show of a finished lookup besides its counts. */
export interface FinishedSummary extends Pick<Risk, 'score' | 'level' | 'modelVersion'> {
  readonly omitted: number;
  readonly hits: readonly string[];
}

export type Summariser = (known: LookupSnapshot) => FinishedSummary;

/** Keeps the summary of a finished lookup in its row, for lists; then tells another listener. */
export class FinishSummary implements FinishListener {
  constructor(private readonly options: { summaryOf: Summariser; listener: FinishListener | undefined }) {}

  async finished(tx: TransactionSql, lookupId: string, snapshot: () => Promise<LookupChange>, afterCommit: AfterCommit): Promise<void> {
    const { summaryOf, listener } = this.options;
    const known = await snapshot();
    const { score, level, modelVersion, omitted, hits } = summaryOf(known);
    await tx`
      UPDATE lookups SET risk_score = ${score}, risk_level = ${level}, risk_model = ${modelVersion}, omitted = ${omitted},
        hits = ${[...hits]}::text[]
      WHERE id = ${lookupId}`;
    await listener?.finished(tx, lookupId, async () => known, afterCommit);
  }
}
