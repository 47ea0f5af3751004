/** Items of a batch as they arrive: lines of JSON, or CSV. */
import type { Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { BodyStream } from '../../../../kernel/http/json-body.js';
import { parsePart } from '../../../../kernel/http/validation.js';
import {
  type Column,
  columnsOf,
  describeReading,
  groupIdentities,
  type PersonRow,
  readPersonRow,
} from '../../../../kernel/identity/columns.js';
import type { IdentityParser } from '../../../../kernel/identity/identity.js';
import { decodePieces, NOT_UNICODE } from '../../../../kernel/values/decode-text.js';
import { orRefusal, ServiceError } from '../../../../kernel/values/errors.js';
import { parseJson } from '../../../../kernel/values/json.js';
import { linesOf } from '../../../../kernel/values/lines.js';
import { MAX_ROW, streamTable } from '../../../../kernel/values/read-csv.js';
import type { SentItem } from '../../use-cases/create-batch.js';
import { sentItem } from './batch-schemas.js';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

const TOO_LONG = new ServiceError('invalid_batch', `a line must not be longer than ${MAX_ROW.toLocaleString('en')} characters.`);

/** Items of a body that came whole after which everybody else has a turn, as between pieces of one that arrives (`inTurns`). */
const ITEMS_AT_ONCE = 20;

/** The items of a body of JSON, checked: what is checked of them holds up nobody else, either. */
export async function* listedItems(items: readonly unknown[]): AsyncGenerator<SentItem> {
  for (const [index, each] of items.entries()) {
    if (index % ITEMS_AT_ONCE === 0) await setImmediate();
    yield readItem(each);
  }
}

/** An item of JSON, checked. */
function readItem(value: unknown): SentItem {
  const item = orRefusal(() => parsePart(sentItem, value, 'item'));
  return item instanceof ServiceError ? { fault: item } : item;
}

/**
 * The items of a body, in their order; lines that hold nothing are left out.
 *
 * @param hash is given the bytes
 * @param onRead is told at the end, of a table, what was read of it: a sentence
 * @throws ServiceError invalid_request for a text that is not UTF-8; invalid_batch for a table whose first line cannot be read or names no
 *   identity
 */
export function readItems(
  { type, bytes }: BodyStream,
  hash: Hash,
  identities: IdentityParser,
  onRead?: (reading: string) => void,
): AsyncGenerator<SentItem> {
  const text = decodePieces(hashed(bytes, hash), () => new ServiceError('invalid_request', `The body is ${NOT_UNICODE}.`));
  return type === CSV ? itemsOfTable(text, identities, onRead) : itemsOfLines(linesOf(text, MAX_ROW));
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* itemsOfLines(lines: AsyncIterable<string | null>): AsyncGenerator<SentItem> {
  for await (const line of lines) {
    if (line === null) yield { fault: TOO_LONG };
    else if (line.trim() !== '') {
      const value = parseJson(line);
      yield value === undefined ? { fault: new ServiceError('invalid_request', 'this line is not JSON.') } : readItem(value);
    }
  }
}

/** The first row names the columns, as people name them (`kernel/identity/columns.ts`); others are not read. */
async function* itemsOfTable(
  text: AsyncIterable<string>,
  parser: IdentityParser,
  onRead?: (reading: string) => void,
): AsyncGenerator<SentItem> {
  let columns: readonly Column[] | undefined;
  let [rows, width] = [0, 0];
  for await (const { line, cells, fault } of streamTable(text)) {
    width = Math.max(width, cells.length);
    if (columns) {
      rows += 1;
      const person = readPersonRow(columns, cells, parser);
      const reason = fault ?? person.fault;
      yield reason === undefined ? itemOf(person) : { fault: faultOfLine(line, reason) };
      continue;
    }
    const header = columnsOf(cells);
    const refusal = fault ?? header?.fault;
    if (refusal !== undefined) throw faultOfLine(line, refusal);
    if (!header)
      throw new ServiceError('invalid_batch', 'The first line must name the columns: email, phone, username, ip or identity; ref; name.');
    columns = header.columns;
  }
  if (columns) onRead?.(`${describeReading(rows, width, columns)}.`);
}

const faultOfLine = (line: number, fault: string): ServiceError => new ServiceError('invalid_batch', `line ${line} ${fault}.`);

function itemOf({ found, fault: _, ...labels }: PersonRow): SentItem {
  return readItem({ identities: groupIdentities(found), ...labels });
}
