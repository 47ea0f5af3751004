import { createHash } from 'node:crypto';
import type { Sql } from '../../../kernel/db/client.js';
import { CALIBRATION_DAYS, MAX_OF_EACH, type RiskTrace, type Tallies, type Tally } from '../../../facts/risk/calibration.js';
import type { OwnWeights, Weights } from '../../../facts/risk/model.js';
import type { Risk } from '../../../facts/risk/score-risk.js';
import type { Caller, LookupOwner } from '../../accounts/accounts.js';
import { ownedBy } from '../../lookups/store/lookup-rows.js';
import { type LookupOutcome, MAX_MODELS, MAX_RESCORED, type Outcome } from '../outcome.js';

/** A lookup to be scored again. */
export interface ScoredLookup {
  readonly trace: RiskTrace;
  readonly level: Risk['level'];
}

/** Outcomes of lookups, and the models that an account learnt from them. */
export class OutcomeStore {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * Keeps outcomes, each for a lookup of its own; one that is as it was keeps its time.
   *
   * @returns ids of the lookups that the caller has: the outcomes of others are not kept
   */
  async record(
    caller: Caller,
    outcomes: readonly { readonly lookupId: string; readonly outcome: Outcome }[],
  ): Promise<ReadonlySet<string>> {
    const { sql } = this.options;
    // Locked in one order, so that two files about the same lookups cannot deadlock; and whoever deletes a lookup locks its row too.
    const owned = await sql<{ id: string }[]>`
      WITH owned AS MATERIALIZED (
        SELECT l.id, s.outcome FROM lookups l JOIN jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS s("lookupId" text, outcome text)
          ON s."lookupId" = l.id
        WHERE ${ownedBy(sql, caller)} ORDER BY l.id FOR KEY SHARE OF l
      ), kept AS (
        INSERT INTO lookup_outcomes AS o (lookup_id, account_id, api_key_id, outcome)
        SELECT id, ${caller.accountId}, ${caller.apiKeyId}, outcome FROM owned ORDER BY id
        ON CONFLICT (lookup_id) DO UPDATE SET outcome = excluded.outcome, api_key_id = excluded.api_key_id, recorded_at = now()
          WHERE o.outcome <> excluded.outcome)
      SELECT id FROM owned`;
    return new Set(owned.map(({ id }) => id));
  }

  /** Takes an outcome back. @param lookupId of a lookup of the caller */
  async withdraw(lookupId: string): Promise<void> {
    await this.options.sql`DELETE FROM lookup_outcomes WHERE lookup_id = ${lookupId}`;
  }

  async of(lookupId: string): Promise<LookupOutcome> {
    const [row] = await this.options.sql<LookupOutcome[]>`
      SELECT outcome, recorded_at AS "recordedAt" FROM lookup_outcomes WHERE lookup_id = ${lookupId}`;
    return row ?? { outcome: null, recordedAt: null };
  }

  /** The owner's newest good and bad lookups of the last days: in how many each signal stood and each module had evidence, and all. */
  async tallies(owner: LookupOwner): Promise<{ readonly all: Tally; readonly tallies: Tallies }> {
    const { sql } = this.options;
    const since = sql`now() - make_interval(days => ${CALIBRATION_DAYS})`;
    const newest = (isGood: boolean) => sql`(
      SELECT lookup_id, ${isGood}::boolean AS is_good FROM lookup_outcomes
      WHERE account_id = ${owner.accountId} AND recorded_at > ${since} AND outcome <> 'wrong_result' AND (outcome = 'legitimate') = ${isGood}
      ORDER BY recorded_at DESC, lookup_id DESC LIMIT ${MAX_OF_EACH})`;
    // LATERAL with LIMIT: each lookup is found by its id, in an account of any size.
    const rows = await sql<({ name: string | null } & Tally)[]>`
      WITH labelled AS (
        SELECT is_good, trace FROM (${newest(true)} UNION ALL ${newest(false)}) o CROSS JOIN LATERAL (
          SELECT l.risk_trace AS trace FROM lookups l
          WHERE l.id = o.lookup_id AND ${ownedBy(sql, owner)} AND NOT l.is_test AND l.risk_trace IS NOT NULL AND l.accepted_at > ${since} LIMIT 1) l)
      SELECT NULL::text AS name, count(*) FILTER (WHERE is_good)::int AS good, count(*) FILTER (WHERE NOT is_good)::int AS bad FROM labelled
      UNION ALL
      SELECT key, count(*) FILTER (WHERE is_good)::int, count(*) FILTER (WHERE NOT is_good)::int
      FROM labelled, jsonb_object_keys(trace) key GROUP BY key ORDER BY name NULLS FIRST`;
    const [all, ...named] = rows.map(({ name, good, bad }) => [name ?? '', { good, bad }] as const);
    return { all: all?.[1] ?? { good: 0, bad: 0 }, tallies: Object.fromEntries(named) };
  }

  /** The owner's latest finished lookups that have a score. */
  async latestScored(owner: LookupOwner): Promise<readonly ScoredLookup[]> {
    const { sql } = this.options;
    return sql<ScoredLookup[]>`
      SELECT risk_trace AS trace, risk_level AS level FROM lookups l
      WHERE ${ownedBy(sql, owner)} AND state = 'finished' AND NOT is_test AND risk_trace IS NOT NULL AND risk_score IS NOT NULL
      ORDER BY accepted_at DESC, id DESC LIMIT ${MAX_RESCORED}`;
  }

  /** Weights under their name, a digest: the same ones are called the same. */
  async named(weights: Weights): Promise<OwnWeights> {
    const digest = createHash('sha256').update(JSON.stringify(weights)).digest('hex');
    return { version: digest.slice(0, 8), weights };
  }

  /** The weights in force for an account; null: the shipped ones. @param version those of an earlier time that have this name */
  async weights(accountId: string, version?: string): Promise<OwnWeights | null> {
    const { sql } = this.options;
    const [row] = await sql<OwnWeights[]>`
      SELECT version, weights FROM risk_models WHERE account_id = ${accountId} ${version === undefined ? sql`` : sql`AND version = ${version}`}
      ORDER BY since DESC LIMIT 1`;
    return row?.weights ? row : null;
  }

  /** Puts weights in force for lookups that are accepted from now on. @param own null: the shipped ones */
  async use({ accountId, apiKeyId }: Caller, own: OwnWeights | null): Promise<void> {
    await this.options.sql`
      WITH kept AS (
        INSERT INTO risk_models (account_id, api_key_id, version, weights)
        VALUES (${accountId}, ${apiKeyId}, ${own?.version ?? null}, ${own ? JSON.stringify(own.weights) : null}::jsonb)
        ON CONFLICT (account_id, since) DO UPDATE SET api_key_id = excluded.api_key_id, version = excluded.version, weights = excluded.weights)
      DELETE FROM risk_models WHERE account_id = ${accountId} AND since <= (
        SELECT since FROM risk_models WHERE account_id = ${accountId} ORDER BY since DESC OFFSET ${MAX_MODELS - 1} LIMIT 1)`;
  }
}
