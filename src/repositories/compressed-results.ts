import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { compareCursors, cursorOf } from '../domain/lookup-changes.js';
import type { RecordedOutcome } from '../domain/lookup.js';
import type { Sql } from '../db/client.js';

/** A twentieth of the rows' size; the next levels take several times as long for a tenth less. */
const QUALITY = 5;
/** Lookups kept for whoever reads them in pages, a megabyte each for the largest. */
const KEPT = 16;

type Fields = { [Field in keyof RecordedOutcome]: RecordedOutcome[Field] };
type Columns = { [Field in keyof Omit<Fields, 'checkedAt'>]: Fields[Field][] } & { checkedAt: number[] };

/** Like values beside each other compress best, and a field's name is stored once. */
function toColumns(outcomes: readonly RecordedOutcome[]): Columns {
  return {
    seq: outcomes.map((each) => each.seq),
    platform: outcomes.map((each) => each.platform),
    subject: outcomes.map((each) => each.subject),
    state: outcomes.map((each) => each.state),
    doubt: outcomes.map((each) => each.doubt),
    method: outcomes.map((each) => each.method),
    mailboxProvider: outcomes.map((each) => each.mailboxProvider),
    checkedAt: outcomes.map((each) => each.checkedAt.getTime()),
    fromCache: outcomes.map((each) => each.fromCache),
    egress: outcomes.map((each) => each.egress),
    evidence: outcomes.map((each) => each.evidence),
  };
}

function toOutcomes(columns: Columns): RecordedOutcome[] {
  const at = <Value>(column: readonly Value[], index: number): Value => column[index] as Value;
  return columns.platform.map((platform, index) => ({
    seq: at(columns.seq, index),
    platform,
    subject: at(columns.subject, index),
    state: at(columns.state, index),
    doubt: at(columns.doubt, index),
    method: at(columns.method, index),
    mailboxProvider: at(columns.mailboxProvider, index),
    checkedAt: new Date(at(columns.checkedAt, index)),
    fromCache: at(columns.fromCache, index),
    egress: at(columns.egress, index),
    evidence: at(columns.evidence, index),
  }));
}

/** The outcomes of a finished lookup as one value: JSON by column, in Brotli (RFC 7932). */
export async function compressOutcomes(outcomes: readonly RecordedOutcome[]): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(toColumns(outcomes)));
  return promisify(brotliCompress)(json, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: json.length } });
}

/**
 * The outcomes in the order in which they were compressed.
 *
 * @throws when the value is not one of `compressOutcomes`
 */
export async function decompressOutcomes(body: Uint8Array): Promise<RecordedOutcome[]> {
  return toOutcomes(JSON.parse((await promisify(brotliDecompress)(body)).toString()) as Columns);
}

/** Outcomes of compressed lookups for those who read a few at a time. They never change, so that the latest ones are kept. */
export class CompressedResults {
  readonly #kept: LRUCache<string, readonly RecordedOutcome[]>;

  constructor({ sql }: { sql: Sql }) {
    this.#kept = new LRUCache<string, readonly RecordedOutcome[]>({ max: KEPT, fetchMethod: (lookupId) => readWithoutEvidence(sql, lookupId) });
  }

  /**
   * The outcomes without their evidence, by number and then by slug. What a deleted lookup had may still be kept: its row tells.
   *
   * @returns null when nothing is compressed of this lookup
   */
  async read(lookupId: string): Promise<readonly RecordedOutcome[] | null> {
    return (await this.#kept.fetch(lookupId)) ?? null;
  }
}

async function readWithoutEvidence(sql: Sql, lookupId: string): Promise<readonly RecordedOutcome[] | undefined> {
  const [row] = await sql<{ body: Buffer }[]>`SELECT body FROM compressed_results WHERE lookup_id = ${lookupId}`;
  const outcomes = row && (await decompressOutcomes(row.body)).map((outcome) => ({ ...outcome, evidence: null }));
  return outcomes?.sort((a, b) => compareCursors(cursorOf(a), cursorOf(b)));
}
