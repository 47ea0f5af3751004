/** Items of a batch as they arrive: lines of JSON, or CSV. */
import type { Hash } from 'node:crypto';
import type { BodyStream } from '../../../kernel/http/route.js';
import { parsePart } from '../../../kernel/http/validation.js';
import { fieldOfColumn, kindOfColumn } from '../../../kernel/identity/columns.js';
import type { IdentityParser } from '../../../kernel/identity/identity.js';
import { bareAddress, kindOfText } from '../../../kernel/identity/recognise.js';
import type { SubjectKind } from '../../../kernel/identity/subjects.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { parseJson } from '../../../kernel/values/json.js';
import { linesOf } from '../../../kernel/values/lines.js';
import { streamTable } from '../../../kernel/values/read-csv.js';
import type { IdentitiesInput } from '../../lookups/use-cases/parse-identities-request.js';
import type { SentItem } from '../use-cases/create-batch.js';
import { sentItem } from './batch-schemas.js';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

/** Characters of a line: twenty identities of the longest kind, with their names. */
const MAX_LINE = 16_384;
const TOO_LONG = new ServiceError('invalid_batch', `a line has at most ${MAX_LINE.toLocaleString('en')} characters.`);

/** An item of JSON, checked. */
export function readItem(value: unknown): SentItem {
  try {
    return parsePart(sentItem, value, 'item');
  } catch (error) {
    if (error instanceof ServiceError) return { fault: error };
    throw error;
  }
}

/**
 * The items of a body, in their order; lines that hold nothing are left out.
 *
 * @param hash is given the bytes
 * @throws ServiceError invalid_request for a text that is not UTF-8; invalid_batch for a table whose first line names no identity
 */
export function readItems({ type, bytes }: BodyStream, hash: Hash, identities: IdentityParser): AsyncGenerator<SentItem> {
  const lines = linesOf(textOf(bytes, hash), MAX_LINE);
  return type === CSV ? itemsOfTable(lines, identities) : itemsOfLines(lines);
}

async function* textOf(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ServiceError('invalid_request', 'The body is not in UTF-8.');
    }
  };
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield decode(chunk);
  }
  yield decode();
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

const FIELD = { email: 'emails', phone: 'phones', username: 'usernames', ip: 'ips' } as const satisfies Record<
  SubjectKind,
  keyof IdentitiesInput
>;
/** The first row names the columns, as people name them (`kernel/identity/columns.ts`); others are not read. */
async function* itemsOfTable(lines: AsyncIterable<string | null>, parser: IdentityParser): AsyncGenerator<SentItem> {
  let header: readonly string[] | undefined;
  for await (const { cells } of streamTable(refusingNull(lines))) {
    if (header) {
      yield itemOfCells(header, cells, parser);
      continue;
    }
    header = cells.map((name) => name.trim().toLowerCase());
    if (!header.some(kindOfColumn))
      throw new ServiceError('invalid_batch', 'The first line has to name the columns: email, phone, username, ip or identity; ref; name.');
  }
}

async function* refusingNull(lines: AsyncIterable<string | null>): AsyncGenerator<string> {
  for await (const line of lines) {
    if (line === null) throw TOO_LONG;
    yield line;
  }
}

function itemOfCells(header: readonly string[], cells: readonly string[], parser: IdentityParser): SentItem {
  const identities: Partial<Record<keyof IdentitiesInput, string[]>> = {};
  const others: { ref?: string; claimedName?: string } = {};
  for (const [column, name] of header.entries()) {
    const text = bareAddress(cells[column] ?? '');
    const kind = kindOfColumn(name);
    const other = fieldOfColumn(name);
    if (text === '') continue;
    if (kind) {
      const field = FIELD[kind === 'any' ? kindOfText(parser, text) : kind];
      identities[field] = [...(identities[field] ?? []), text];
    } else if (other && others[other] === undefined) others[other] = text;
  }
  return readItem({ identities, ...others });
}
