/** What the database says after a fault: the judge of "never lost, never billed twice". */
import { randomBytes } from 'node:crypto';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { TEST_SECRETS_KEY } from './offline.js';
import type { TemporalView } from './chaos-temporal.js';

export interface LookupRow {
  readonly id: string;
  readonly query: string;
  readonly state: 'accepted' | 'running' | 'finished';
  readonly planned: number;
  readonly results: number;
  readonly billed: number;
}

/** How often the reconciler is asked while a test waits, in milliseconds. */
const RECONCILE_EVERY_MS = 3_000;

export function openLedgerReader(databaseUrl: string) {
  const record = openStores(readConfig({ DATABASE_URL: databaseUrl, DATABASE_POOL: '3', SECRETS_KEY: TEST_SECRETS_KEY }), 'ledger');
  const { sql } = record.database;

  /** Every lookup of an account with its results and bills counted. */
  async function lookups(accountId: string): Promise<LookupRow[]> {
    return sql<LookupRow[]>`
      SELECT id, query, state, coalesce(jsonb_array_length(plan->'targets'), 0)::int AS planned,
        (SELECT count(*)::int FROM lookup_results r WHERE r.lookup_id = l.id) AS results,
        (SELECT count(*)::int FROM usage_ledger u WHERE u.lookup_id = l.id) AS billed
      FROM lookups l WHERE account_id = ${accountId} ORDER BY accepted_at, id`;
  }

  return {
    sql,
    lookups,

    async account() {
      const email = `owner-${randomBytes(5).toString('hex')}@example.com`;
      const { accountId } = await record.accounts.create({
        email,
        plan: 'higher_volume',
        poolKey: null,
        quotaOverride: null,
        balanceMillicents: 0,
      });
      const ctx = { accounts: record.accounts, keys: apiKeyFormat('svc') };
      const another = async () => (await createApiKey(ctx, { accountId, scopes: ['lookups', 'lookups:delete'] })).key;
      return { accountId, key: await another(), /** A further key: each has its own rate of reads. */ another };
    },

    /** Platforms whose check has ended, as stored. */
    async recorded(lookupId: string): Promise<Set<string>> {
      const rows = await sql<
        { platform: string }[]
      >`SELECT platform FROM lookup_results WHERE lookup_id = ${lookupId} AND source = 'sweep'`;
      return new Set(rows.map(({ platform }) => platform));
    },

    /** Resolves when no process of that kind is connected: what it sent before its death has been carried out. */
    async isGone(name: 'footprint-api' | 'footprint-worker', processes = 0): Promise<void> {
      const gone = await waitUntil(async () => {
        const [row] = await sql<{ open: number }[]>`
          SELECT count(DISTINCT client_port)::int AS open FROM pg_stat_activity WHERE application_name LIKE ${`${name}%`} AND datname = current_database()`;
        return (row?.open ?? 0) <= processes;
      }, 10_000);
      if (!gone) throw new Error(`${name} is still connected`);
    },

    /** Lets the reconciler's grace pass at once. */
    async age(seconds: number): Promise<void> {
      await sql`UPDATE lookups SET accepted_at = accepted_at - make_interval(secs => ${seconds}) WHERE state <> 'finished'`;
    },

    /** What the account's pool was charged in all. */
    async used(accountId: string): Promise<number> {
      const [row] = await sql<{ used: number }[]>`
        SELECT coalesce(sum(used), 0)::int AS used FROM usage_periods WHERE pool_id IN (SELECT pool_id FROM accounts WHERE id = ${accountId})`;
      return row?.used ?? 0;
    },

    /** Waits until every lookup of the account is finished. @returns those that are not */
    async unfinished(accountId: string, timeoutMs: number, temporal?: TemporalView): Promise<LookupRow[]> {
      let open: LookupRow[] = [];
      let polls = 0;
      await waitUntil(
        async () => {
          open = (await lookups(accountId)).filter((lookup) => lookup.state !== 'finished');
          if (open.length > 0 && temporal && performance.now() - polls > RECONCILE_EVERY_MS) {
            polls = performance.now();
            await temporal.reconcile();
          }
          return open.length === 0;
        },
        timeoutMs,
        50,
      );
      return open;
    },

    close: () => record.database.close(),
  };
}

export type LedgerReader = ReturnType<typeof openLedgerReader>;
