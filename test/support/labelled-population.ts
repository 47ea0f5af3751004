/** Lookups with known outcomes and known reasons, drawn from known rates: what calibration has to find again. */
import { POINTS_PER_LOG, type RiskTrace } from '../../src/facts/risk/calibration.js';
import { MODULE_OF, riskSignal, type SignalCode } from '../../src/facts/risk/signals.js';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import type { Sql } from '../../src/kernel/db/client.js';

/** How often a reason stands among good and among bad lookups. */
export type Rates = Readonly<Record<'good' | 'bad', number>>;

/** Reasons that warn, that reassure, and that tell nothing. */
export const RATES: Readonly<Partial<Record<SignalCode, Rates>>> = {
  disposable_mailbox: { good: 0.05, bad: 0.3 },
  missing_mailbox: { good: 0.1, bad: 0.1 },
  working_mailbox: { good: 0.8, bad: 0.4 },
  many_accounts: { good: 0.5, bad: 0.05 },
  no_accounts_of_many: { good: 0.1, bad: 0.4 },
  tor_exit: { good: 0.02, bad: 0.12 },
  vpn: { good: 0.1, bad: 0.2 },
  real_line: { good: 0.7, bad: 0.5 },
  invalid_number: { good: 0.02, bad: 0.1 },
  breach_of_five_years: { good: 0.4, bad: 0.1 },
  mentioned: { good: 0.1, bad: 0.05 },
  derived_handle: { good: 0.2, bad: 0.2 },
};
export const DRAWN = Object.keys(RATES) as SignalCode[];

/** The rates at which each reason deserves the weight that the shipped model gives it. */
export const SHIPPED_RATES: typeof RATES = Object.fromEntries(
  DRAWN.map((code) => {
    const ratio = Math.exp(riskSignal(code).points / POINTS_PER_LOG);
    return [code, ratio > 1 ? { good: 0.4 / ratio, bad: 0.4 } : { good: 0.4, bad: 0.4 * ratio }];
  }),
);
/** The contrary: warnings stand among good lookups. */
export const CONTRARY_RATES: typeof RATES = {
  disposable_mailbox: { good: 0.4, bad: 0.2 },
  many_accounts: { good: 0.1, bad: 0.5 },
  real_line: { good: 0.2, bad: 0.6 },
};

export interface Labelled {
  readonly isGood: boolean;
  readonly trace: RiskTrace;
}

/** Numbers from 0 to 1 that a seed determines: a linear congruential generator modulo 2³² (Numerical Recipes, 7.1). */
function randomBy(seed: number): () => number {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let skipped = 0; skipped < 20; skipped += 1) next();
  return next;
}

/** As many good lookups as bad ones, in turn. */
export function drawPopulation(seed: number, ofEach: number, rates = RATES): Labelled[] {
  const random = randomBy(seed * 7_919);
  return Array.from({ length: 2 * ofEach }, (_, index) => {
    const isGood = index % 2 === 0;
    const codes = Object.entries(rates).flatMap(([code, rate]) => (random() < rate[isGood ? 'good' : 'bad'] ? [code] : []));
    const modules = Object.keys(rates).map((code) => MODULE_OF[riskSignal(code as SignalCode).group]);
    return { isGood, trace: Object.fromEntries([...modules, ...codes].map((name) => [name, 1])) };
  });
}

/** Stores them as finished lookups of an account, without outcomes. @returns their ids, in the same order */
export async function storePopulation(sql: Sql, caller: Caller, population: readonly Labelled[]): Promise<string[]> {
  const rows = population.map(({ trace }, index) => ({ id: newId('lookup'), trace, at: index }));
  await sql`
    INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, risk_score, risk_level,
      risk_model, risk_trace, accepted_at, finished_at)
    SELECT id, ${caller.accountId}, ${caller.apiKeyId}, 'lookup', 'default', 'async', id, 'username', jsonb_build_object('username', lower(id)),
      '{"footprint": true}', 'finished', 25, 'medium', 'test', trace, now() - make_interval(secs => at), now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id text, trace jsonb, at int)`;
  return rows.map(({ id }) => id);
}
