import type { LookupKind } from '../lookup.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { FinishListener } from './lookup-writer.js';

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

/** Logs each finish once: in the process that committed it, after the commit, so that nothing waits for it. */
export class FinishLog implements FinishListener {
  /** @param options.listener another listener, which is called first */
  constructor(
    private readonly options: { sql: Sql; listener?: FinishListener | undefined; onFinished: (finished: FinishedLookup) => void },
  ) {}

  async finished(...finish: Parameters<FinishListener['finished']>): Promise<void> {
    await this.options.listener?.finished(...finish);
    const [, lookupId, , afterCommit] = finish;
    afterCommit(() => this.#log(lookupId).catch(() => undefined)); // a missing log line is no fault
  }

  async #log(lookupId: string): Promise<void> {
    const [row] = await this.options.sql<FinishedLookup[]>`
      SELECT id AS "lookupId", account_id AS "accountId", kind, coalesce(jsonb_array_length(plan -> 'targets'), 0) AS planned,
             coalesce(platforms_checked, 0) AS checked, coalesce(matches, 0) AS matches,
             (SELECT count(*)::int FROM lookup_modules WHERE lookup_id = lookups.id) AS facts,
             round(extract(epoch FROM finished_at - accepted_at) * 1000)::int AS ms
      FROM lookups WHERE id = ${lookupId}`;
    if (row) this.options.onFinished({ ...row });
  }
}
