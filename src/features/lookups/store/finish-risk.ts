import type { TransactionSql } from 'postgres';
import type { Risk } from '../../../facts/risk/score-risk.js';
import type { AfterCommit } from '../../../kernel/db/transaction.js';
import type { LookupChange, LookupSnapshot } from '../lookup-snapshot.js';
import type { FinishListener } from './lookup-writer.js';

export type RiskScorer = (known: LookupSnapshot) => Pick<Risk, 'score' | 'level' | 'modelVersion'>;

/** Keeps the risk of a finished lookup in its row, for lists; then tells another listener. */
export class FinishRisk implements FinishListener {
  constructor(private readonly options: { riskOf: RiskScorer; listener: FinishListener | undefined }) {}

  async finished(tx: TransactionSql, lookupId: string, snapshot: () => Promise<LookupChange>, afterCommit: AfterCommit): Promise<void> {
    const { riskOf, listener } = this.options;
    const known = await snapshot();
    const { score, level, modelVersion } = riskOf(known);
    await tx`UPDATE lookups SET risk_score = ${score}, risk_level = ${level}, risk_model = ${modelVersion} WHERE id = ${lookupId}`;
    await listener?.finished(tx, lookupId, async () => known, afterCommit);
  }
}
