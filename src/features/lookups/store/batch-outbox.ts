import type { Sql } from '../../../kernel/db/client.js';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import type { FleetPosition } from '../../../engine/flow/fleet-shares.js';
import type { AcceptedLookup } from '../lookup-ports.js';

/** So long, in seconds, a lookup that waits is for one worker to start; then it is for the next, as that one may have no room. */
const TURN_SECONDS = 2;

/** Lookups of batches that are accepted and not started: their rows are the outbox from which workers start them. */
export class BatchOutbox {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * The next lookups to start: one of each account in turn, of each account its bands in turn, of each band the oldest. Accounts are found
   * one by one in the index: fifty thousand lookups of one account cost as much as fifty.
   *
   * @param position of the calling worker: at any time, each worker has a part of its own
   * @param limit of them all; the first of each account is among them, however many accounts there are
   * @param bands of which it may start lookups
   * @param watched ids of lookups that are told as long as they wait, whichever part they are in
   */
  async next(
    { index, members }: FleetPosition,
    limit: number,
    bands: readonly Band[],
    watched: readonly string[],
  ): Promise<AcceptedLookup[]> {
    return this.options.sql<AcceptedLookup[]>`
      WITH RECURSIVE owners AS (
        (SELECT account_id FROM lookups WHERE state = 'accepted' AND mode = 'batch' ORDER BY account_id LIMIT 1)
        UNION ALL
        SELECT (SELECT l.account_id FROM lookups l WHERE l.state = 'accepted' AND l.mode = 'batch' AND l.account_id > o.account_id ORDER BY l.account_id LIMIT 1)
        FROM owners o WHERE o.account_id IS NOT NULL)
      SELECT t.id, t.account_id AS "accountId", t.mode, t.kind, t.query_type AS "queryType", t.band
      FROM owners o CROSS JOIN unnest(${bands}::text[]) WITH ORDINALITY AS b(band, rank) CROSS JOIN LATERAL (
        SELECT l.*, row_number() OVER (ORDER BY accepted_at, id) AS turn FROM lookups l
        WHERE l.state = 'accepted' AND l.mode = 'batch' AND l.account_id = o.account_id AND l.band = b.band
          AND (l.id = ANY (${[...watched]})
            OR mod(abs(hashtext(l.id)::bigint) + floor(extract(epoch FROM now() - l.accepted_at) / ${TURN_SECONDS})::bigint, ${members}) = ${index})
        ORDER BY accepted_at, id LIMIT ${limit}) t
      ORDER BY row_number() OVER (PARTITION BY t.account_id ORDER BY t.turn, b.rank), t.accepted_at, t.id
      LIMIT greatest(${limit}::bigint, (SELECT count(account_id) FROM owners))`;
  }
}
