/** What follows from the finish of a lookup, besides its events. */
import type { RiskTrace } from '../../../facts/risk/calibration.js';
import type { Risk } from '../../../facts/risk/score-risk.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { LookupSnapshot } from '../lookup-snapshot.js';
import type { LookupKind } from '../lookup.js';
import type { FinishListener } from './lookup-writer.js';

/** What lists show of a finished lookup besides its counts. */
export interface FinishedSummary extends Pick<Risk, 'score' | 'level' | 'modelVersion'> {
  readonly omitted: number;
  readonly hits: readonly string[];
  readonly trace: RiskTrace;
}

export type Summariser = (known: LookupSnapshot) => FinishedSummary;

/** Keeps the summary of a finished lookup in its row, for lists. */
export const keepSummary =
  (summaryOf: Summariser): FinishListener =>
  async (tx, lookupId, snapshot) => {
    const { score, level, modelVersion, omitted, hits, trace } = summaryOf(await snapshot());
    await tx`
      UPDATE lookups SET risk_score = ${score}, risk_level = ${level}, risk_model = ${modelVersion}, omitted = ${omitted},
        hits = ${[...hits]}::text[], risk_trace = ${JSON.stringify(trace)}::jsonb
      WHERE id = ${lookupId}`;
  };

/** A finished lookup as it is logged: ids, counts and a duration. */
export interface FinishedLookup {
  readonly lookupId: string;
  readonly accountId: string;
  readonly kind: LookupKind;
  /** Platforms that were planned, that answered, and where the identity is registered. */
  readonly planned: number;
  readonly checked: number;
  readonly matches: number;
  /** Facts of modules, one for each module and identity. */
  readonly facts: number;
  /** From acceptance to finish, in milliseconds. */
  readonly ms: number;
}

/** Logs each finish once: in the process that committed it, after the commit, so that nothing waits for it. A missing line is no fault. */
export const logFinish =
  (sql: Sql, onFinished: (finished: FinishedLookup) => void): FinishListener =>
  async (_tx, lookupId, _snapshot, afterCommit) =>
    afterCommit(async () => {
      const [row] = await sql<FinishedLookup[]>`
        SELECT id AS "lookupId", account_id AS "accountId", kind, coalesce(jsonb_array_length(plan -> 'targets'), 0) AS planned,
               coalesce(platforms_checked, 0) AS checked, coalesce(matches, 0) AS matches,
               (SELECT count(*)::int FROM lookup_modules WHERE lookup_id = lookups.id) AS facts,
               round(extract(epoch FROM finished_at - accepted_at) * 1000)::int AS ms
        FROM lookups WHERE id = ${lookupId}`;
      if (row) onFinished({ ...row });
    });
