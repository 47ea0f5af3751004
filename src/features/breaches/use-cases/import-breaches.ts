import { type ImportLine, type ImportDefaults, type ImportedIdentity, parseImportRecord } from '../../../facts/breaches/import-record.js';
import type { IndexEntry } from '../../../facts/breaches/breach-index.js';
import type { BreachImportStore } from '../store/breach-imports.js';
import type { IdentityParser } from '../../../kernel/identity/identity.js';

export interface ImportBreachesContext {
  readonly store: BreachImportStore;
  readonly identities: IdentityParser;
  /** SHA-256. */
  readonly digest: (key: string) => Uint8Array;
}

export interface ImportBreachesInput {
  readonly fingerprint: string;
  readonly lines: AsyncIterable<ImportLine>;
  readonly defaults: ImportDefaults;
  /** Called for every line that is skipped; the problem contains nothing of the line. */
  readonly onProblem: (line: number, problem: string) => void;
}

export interface ImportSummary {
  /** Records in the file. */
  readonly records: number;
  /** Last line of an earlier, interrupted import; 0: there was none. */
  readonly resumedAfter: number;
  /** Entries that the index did not have. */
  readonly added: number;
  readonly refused: number;
}

/** Entries stored in one transaction. */
const BATCH = 2_000;

/**
 * Fills the operator's breach index from a file. Invalid lines are reported and skipped, the rest is stored in batches: an import
 * that is killed at any moment and run again continues where it was, and nothing is stored twice.
 */
export async function importBreaches(ctx: ImportBreachesContext, input: ImportBreachesInput): Promise<ImportSummary> {
  const { store } = ctx;
  const resumedAfter = await store.progress(input.fingerprint);
  let [records, added, refused, last] = [0, 0, 0, 0];
  let batch: IndexEntry[] = [];
  for await (const line of input.lines) {
    records += 1;
    last = line.line;
    const entries = entriesOf(ctx, line, input);
    if (entries === null) refused += 1;
    if (last <= resumedAfter) continue;
    batch.push(...(entries ?? []));
    if (batch.length < BATCH) continue;
    added += await store.store(input.fingerprint, last, batch);
    batch = [];
  }
  added += await store.store(input.fingerprint, last, batch);
  await store.finish(input.fingerprint);
  return { records, resumedAfter, added, refused };
}

/** @returns null when the line is skipped */
function entriesOf({ identities, digest }: ImportBreachesContext, line: ImportLine, input: ImportBreachesInput): IndexEntry[] | null {
  const read =
    line.problem === undefined ? parseImportRecord(line.fields, input.defaults, identities) : { ok: false as const, problem: line.problem };
  if (!read.ok) {
    input.onProblem(line.line, read.problem);
    return null;
  }
  const digestOf = (identity: ImportedIdentity) => ('key' in identity ? digest(identity.key) : bytesOf(identity.digest));
  return read.identities.map((identity) => ({ breach: read.breach, queryType: identity.kind, digest: digestOf(identity) }));
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
