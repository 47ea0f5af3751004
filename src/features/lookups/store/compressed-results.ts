import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { pageOf, type PageRequest, type StoredPage } from '../lookup-changes.js';
import type { LookupSnapshot } from '../lookup-snapshot.js';
import type { RecordedOutcome } from '../lookup.js';
import type { Sql } from '../../../kernel/db/client.js';

/** A twentieth of the rows' size; the next levels take several times as long for a tenth less. */
const QUALITY = 5;
/** Outcomes that can be read without the others: more than the first page of a stream takes. */
const HEAD_OUTCOMES = 100;
/** Decompressed lookups that are cached for reads in pages, a megabyte each for the largest. */
const MAX_CACHED_LOOKUPS = 16;

type Fields = { [Field in keyof RecordedOutcome]: RecordedOutcome[Field] };
type Columns = { [Field in keyof Omit<Fields, 'checkedAt'>]: Fields[Field][] } & { checkedAt: number[] };

/** Similar values next to each other compress best, and a field's name is stored once. */
function toColumns(outcomes: readonly RecordedOutcome[]): Columns {
  return {
    seq: outcomes.map((each) => each.seq),
    platform: outcomes.map((each) => each.platform),
    subject: outcomes.map((each) => each.subject),
    state: outcomes.map((each) => each.state),
    reason: outcomes.map((each) => each.reason),
    method: outcomes.map((each) => each.method),
    mailboxProvider: outcomes.map((each) => each.mailboxProvider),
    basis: outcomes.map((each) => each.basis ?? null),
    checkedAt: outcomes.map((each) => each.checkedAt.getTime()),
    fromCache: outcomes.map((each) => each.fromCache),
    egress: outcomes.map((each) => each.egress),
    evidence: outcomes.map((each) => each.evidence),
    profile: outcomes.map((each) => each.profile ?? null),
  };
}

function toOutcomes(columns: Columns): RecordedOutcome[] {
  const at = <Value>(column: readonly Value[], index: number): Value => column[index] as Value;
  return columns.platform.map((platform, index) => ({
    seq: at(columns.seq, index),
    platform,
    subject: at(columns.subject, index),
    state: at(columns.state, index),
    reason: at(columns.reason, index),
    method: at(columns.method, index),
    mailboxProvider: at(columns.mailboxProvider, index),
    basis: columns.basis?.[index] ?? null,
    checkedAt: new Date(at(columns.checkedAt, index)),
    fromCache: at(columns.fromCache, index),
    egress: at(columns.egress, index),
    evidence: at(columns.evidence, index),
    profile: columns.profile?.[index] ?? null,
  }));
}

/** A finished lookup's outcomes as they are stored. */
export interface CompressedOutcomes {
  /** The first ones of the feed; null: all are in the body. */
  readonly head: Buffer | null;
  readonly body: Buffer;
}

/**
 * The outcomes of a finished lookup: JSON by column, in Brotli (RFC 7932).
 *
 * @param outcomes in the order of the feed, as `readSnapshot` gives them
 */
export async function compressOutcomes(outcomes: readonly RecordedOutcome[]): Promise<CompressedOutcomes> {
  if (outcomes.length <= HEAD_OUTCOMES) return { head: null, body: await compress(outcomes) };
  return { head: await compress(outcomes.slice(0, HEAD_OUTCOMES)), body: await compress(outcomes.slice(HEAD_OUTCOMES)) };
}

async function compress(outcomes: readonly RecordedOutcome[]): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(toColumns(outcomes)));
  return promisify(brotliCompress)(json, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: json.length },
  });
}

/**
 * The outcomes in the order in which they were compressed.
 *
 * @throws when the value is not one of `compressOutcomes`
 */
export async function decompressOutcomes({ head, body }: CompressedOutcomes): Promise<RecordedOutcome[]> {
  const [first, rest] = await Promise.all([head ? decompress(head) : [], decompress(body)]);
  return [...first, ...rest];
}

async function decompress(value: Buffer): Promise<RecordedOutcome[]> {
  return toOutcomes(JSON.parse((await promisify(brotliDecompress)(value)).toString()) as Columns);
}

const withoutEvidence = (outcome: RecordedOutcome): RecordedOutcome => ({ ...outcome, evidence: null });

/** Outcomes of compressed lookups for reads in pages. They never change, so those read last are cached. */
export class CompressedResults {
  readonly #kept: LRUCache<string, readonly RecordedOutcome[]>;

  constructor({ sql }: { sql: Sql }) {
    this.#kept = new LRUCache<string, readonly RecordedOutcome[]>({
      max: MAX_CACHED_LOOKUPS,
      ignoreFetchAbort: true, // more than that are read at once: the evicted reads still end
      fetchMethod: (lookupId) => readWithoutEvidence(sql, lookupId),
    });
  }

  /**
   * The outcomes without their evidence, by number and then by slug. Those of a deleted lookup may still be cached: only its row
   * shows whether it exists.
   *
   * @returns null when nothing is compressed of this lookup
   */
  async read(lookupId: string): Promise<readonly RecordedOutcome[] | null> {
    return (await this.#kept.fetch(lookupId)) ?? null;
  }

  /**
   * A page of a compressed lookup. The first one is built from the head alone.
   *
   * @param stored.head `head` of the lookup's row in compressed_results
   * @returns null when nothing is compressed of this lookup
   */
  async page(
    lookupId: string,
    { head, modules }: Pick<CompressedOutcomes, 'head'> & Pick<LookupSnapshot, 'modules'>,
    request: PageRequest,
  ): Promise<StoredPage | null> {
    if (head && request.from.seq === 0 && !this.#kept.has(lookupId)) {
      const outcomes = (await decompress(head)).map(withoutEvidence);
      const page = pageOf({ outcomes, modules }, request);
      if (page.outcomes.length < outcomes.length) return page;
    }
    const outcomes = await this.read(lookupId);
    return outcomes && pageOf({ outcomes, modules }, request);
  }
}

async function readWithoutEvidence(sql: Sql, lookupId: string): Promise<readonly RecordedOutcome[] | undefined> {
  const [row] = await sql<CompressedOutcomes[]>`SELECT head, body FROM compressed_results WHERE lookup_id = ${lookupId}`;
  return row && (await decompressOutcomes(row)).map(withoutEvidence);
}
