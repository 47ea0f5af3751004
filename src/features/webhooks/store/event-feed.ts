import { isStorableTime } from '../../../kernel/values/json.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { EVENT_DAYS } from '../event.js';
import type { EventBodies } from './event-bodies.js';

/** Where a reader is. */
interface FeedCursor {
  readonly feedId: string;
  /** Number of the last event that was read. */
  readonly seq: number;
  /** Every event from before has a number, or was not meant for the reader. */
  readonly at: Date;
}

export interface FeedPage {
  /** The bytes that webhooks send: an envelope each, as JSON. */
  readonly events: readonly Buffer[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

interface FeedRow {
  readonly id: string;
  readonly seq: number;
  readonly createdAt: Date;
  readonly isDeferred: boolean;
  readonly body: Buffer | null;
  /** Rows of the page before it was cut. */
  readonly found: number;
}

interface OpenFeed {
  readonly id: string | null;
  readonly seq: number;
  /** It was not read for an hour. */
  readonly isStale: boolean;
  readonly now: Date;
  /** Events of before may have been deleted. */
  readonly deletedUntil: Date;
  /** A new reader begins here: far enough from there to read on before it is reached. */
  readonly begin: Date;
}

/** Bytes of bodies on a page; one event may have more. */
const MAX_PAGE_BYTES = 8_000_000;
/** Longer than from an event's time to its commit, and from a read of the feed to its note in `read_at`. */
const MARGIN_MS = 60 * 60_000;
/** Of the time for which events are kept: what a new reader is shown. */
const SHOWN_SHARE = 0.9;

const encode = ({ feedId, seq, at }: FeedCursor): string =>
  Buffer.from(JSON.stringify([feedId, seq, at.toISOString()])).toString('base64url');

function decode(cursor: string): FeedCursor | null {
  try {
    const [feedId, seq, time] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const at = new Date(String(time));
    if (typeof feedId !== 'string' || !Number.isSafeInteger(seq) || !isStorableTime(at)) return null;
    return { feedId, seq: seq as number, at };
  } catch {
    return null;
  }
}

/**
 * The events of an account in an order in which readers miss and repeat none (docs/contract.md, 13.10). Writers do not number events:
 * transactions commit in another order than they begin, and would have to wait for each other. Readers number those that they find
 * committed, under the feed's lock: what commits later gets a higher number, whatever its time.
 */
export class EventFeed {
  constructor(private readonly options: { sql: Sql; eventBodies: Pick<EventBodies, 'make'> }) {}

  /**
   * Reads on after a cursor, or begins; the first read of an account opens its feed.
   *
   * @returns `malformed`, or `expired`: events after the cursor may have been deleted
   */
  async read(
    accountId: string,
    { after, limit }: { after?: string | undefined; limit: number },
  ): Promise<FeedPage | 'malformed' | 'expired'> {
    const sent = after === undefined ? undefined : decode(after);
    if (sent === null) return 'malformed';
    const feed = await this.#open(accountId);
    if (sent && (sent.feedId !== feed.id || sent.at < feed.deletedUntil)) return 'expired';
    const { seq, at } = sent ?? { seq: feed.seq, at: feed.begin };
    const since = sent ? new Date(at.getTime() - MARGIN_MS) : at;
    const read = () => this.#page(accountId, { seq, begin: sent ? null : at, limit });
    let rows = await read();
    if (rows.length < limit && (await this.#oldestWithoutNumber(accountId, since))) {
      await this.#number(accountId, since, limit);
      rows = await read();
    }
    const { events, last } = await this.#present(rows);
    const isCut = last !== rows.at(-1) || rows.length < (rows[0]?.found ?? 0) || rows.length === limit;
    // What somebody else had locked has no number yet, however old it is.
    const waiting = await this.#oldestWithoutNumber(accountId, since);
    const upTo = [feed.now, ...(waiting ? [waiting] : []), ...(isCut && last ? [last.createdAt] : [])];
    const next = { feedId: feed.id, seq: last?.seq ?? seq, at: new Date(Math.min(...upTo.map(Number))) };
    // A reader that got nothing comes back later: it would ask in vain, again and again, for as long as that is locked.
    return { events, cursor: encode(next), hasMore: isCut || (waiting !== null && events.length > 0) };
  }

  /** The account's feed, opened where it is not, and noted as read once an hour. */
  async #open(accountId: string): Promise<OpenFeed & { readonly id: string }> {
    const { sql } = this.options;
    const [feed] = await sql<OpenFeed[]>`
      SELECT f.id, coalesce(f.seq, 0)::float8 AS seq, coalesce(f.read_at < now() - interval '1 hour', true) AS "isStale", now() AS now,
        now() - kept.period + make_interval(secs => ${MARGIN_MS / 1_000}) AS "deletedUntil", now() - kept.period * ${SHOWN_SHARE}::float8 AS begin
      FROM accounts a LEFT JOIN event_feeds f ON f.account_id = a.id
        CROSS JOIN LATERAL (SELECT make_interval(days => least(${EVENT_DAYS}::int, a.retention_days)) AS period) kept
      WHERE a.id = ${accountId}`;
    if (!feed) throw new Error('a feed was read for an account that does not exist');
    if (feed.id !== null && !feed.isStale) return { ...feed, id: feed.id };
    const [opened] = await sql<{ id: string }[]>`
      INSERT INTO event_feeds (account_id) VALUES (${accountId}) ON CONFLICT (account_id) DO UPDATE SET read_at = now() RETURNING id`;
    return { ...feed, id: opened?.id ?? '' };
  }

  /** Numbered events after a number, as many as a page may have bytes; for a new reader of `begin` and later. */
  #page(accountId: string, { seq, begin, limit }: { seq: number; begin: Date | null; limit: number }): Promise<FeedRow[]> {
    const { sql } = this.options;
    const ofReader = begin ? sql`feed_seq IS NOT NULL AND created_at >= ${begin}` : sql`feed_seq > ${seq}`;
    return sql<FeedRow[]>`
      SELECT id, seq::float8 AS seq, "createdAt", "isDeferred", body, found FROM (
        SELECT *, sum(bytes) OVER (ORDER BY seq) - bytes AS before, count(*) OVER ()::int AS found FROM (
          SELECT v.id, feed_seq AS seq, created_at AS "createdAt", is_deferred AS "isDeferred", s.body, coalesce(octet_length(s.body), 0) AS bytes
          FROM webhook_events v CROSS JOIN LATERAL (SELECT CASE WHEN is_deferred THEN v.body ELSE coalesce(v.body, v.summary) END AS body) s
          WHERE account_id = ${accountId} AND ${ofReader} ORDER BY feed_seq LIMIT ${limit}) numbered) page
      WHERE before < ${MAX_PAGE_BYTES} ORDER BY page.seq`;
  }

  async #oldestWithoutNumber(accountId: string, since: Date): Promise<Date | null> {
    const [row] = await this.options.sql<{ createdAt: Date }[]>`
      SELECT created_at AS "createdAt" FROM webhook_events WHERE ${this.#hasNoNumber(accountId, since)} ORDER BY created_at LIMIT 1`;
    return row?.createdAt ?? null;
  }

  /**
   * Numbers committed events, oldest first. Numbers go on from the clock, so that a database that was restored gives none again. Rows that
   * somebody has locked (an erasure, an attempt that makes a body) are left to the next read: nobody waits for them under the feed's lock.
   */
  #number(accountId: string, since: Date, limit: number): Promise<unknown> {
    return transaction(this.options.sql, async (tx) => {
      const [feed] = await tx<{ seq: number }[]>`
        SELECT greatest(seq, extract(epoch FROM clock_timestamp()) * 1000000)::bigint::float8 AS seq FROM event_feeds
        WHERE account_id = ${accountId} FOR NO KEY UPDATE`;
      if (!feed) return;
      await tx`
        WITH free AS (
          SELECT id, created_at FROM webhook_events WHERE ${this.#hasNoNumber(accountId, since)}
          ORDER BY created_at, id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
        ), numbered AS (
          UPDATE webhook_events v SET feed_seq = ${feed.seq}::bigint + placed.place
          FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM free) placed WHERE v.id = placed.id RETURNING feed_seq
        )
        UPDATE event_feeds SET seq = (SELECT max(feed_seq) FROM numbered) WHERE account_id = ${accountId} AND EXISTS (SELECT FROM numbered)`;
    });
  }

  /** Tests are for the endpoint that is tested. */
  #hasNoNumber(accountId: string, since: Date) {
    return this.options.sql`account_id = ${accountId} AND feed_seq IS NULL AND created_at >= ${since} AND type <> 'endpoint.test'`;
  }

  /** The events of rows, up to the bytes of a page; without those whose lookup was deleted before their body was made. */
  async #present(rows: readonly FeedRow[]): Promise<Pick<FeedPage, 'events'> & { readonly last: FeedRow | undefined }> {
    const events: Buffer[] = [];
    let [bytes, last]: [number, FeedRow | undefined] = [0, undefined];
    for (const row of rows) {
      if (bytes >= MAX_PAGE_BYTES) break;
      last = row;
      const body = row.body ?? (row.isDeferred ? await this.options.eventBodies.make(row.id) : null);
      if (!body) continue;
      bytes += body.byteLength;
      events.push(body);
    }
    return { events, last };
  }
}
