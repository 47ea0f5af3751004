import type { EgressPool } from '../domain/egress.js';
import type { CheckOutcome, Lookup } from '../domain/lookup.js';
import type { FactStore } from '../domain/lookup-ports.js';
import { kindOf, personRefs } from '../domain/subjects.js';
import type { Sql } from '../db/client.js';

type FactRow = Pick<CheckOutcome, 'platform' | 'subject' | 'state' | 'method' | 'egress' | 'evidence'> & { checkedAt: string };

/**
 * What an account learnt of identities through one egress pool before. Facts are written with the results they come from (lookup-writer); here
 * they are read. Registered holds for seven days, not registered for one: accounts are made more often than deleted.
 */
export class PostgresFactStore implements FactStore {
  readonly #sql: Sql;
  readonly #egress: EgressPool;

  constructor(options: { sql: Sql; egress: EgressPool }) {
    this.#sql = options.sql;
    this.#egress = options.egress;
  }

  async reusable(lookup: Pick<Lookup, 'accountId' | 'subjects'>): Promise<CheckOutcome[]> {
    const refs = personRefs(lookup.subjects);
    const types = refs.map((ref) => kindOf(ref));
    const values = refs.map((ref) => lookup.subjects[ref] as string);
    const rows = await this.#sql<FactRow[]>`
      SELECT f.platform, s.ref AS subject, f.state, f.method, f.egress, f.evidence, f.checked_at AS "checkedAt"
      FROM unnest(${refs as string[]}::text[], ${types as string[]}::text[], ${values}::text[]) AS s (ref, type, value)
      JOIN platform_facts f
        ON f.account_id = ${lookup.accountId} AND f.identity = encode(sha256(convert_to(s.type || ':' || s.value, 'UTF8')), 'hex')
           AND f.egress = ${this.#egress}
      WHERE f.checked_at > now() - CASE f.state WHEN 'registered' THEN interval '7 days' ELSE interval '24 hours' END`;
    return rows.map(({ checkedAt, ...row }) => ({
      ...row, checkedAt: new Date(checkedAt), doubt: null, mailboxProvider: false, fromCache: true,
    }));
  }
}
