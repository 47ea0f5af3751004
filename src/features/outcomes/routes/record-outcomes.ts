import { z } from 'zod';
import type { BodyStream } from '../../../kernel/http/json-body.js';
import { idOf } from '../../../kernel/http/request-fields.js';
import { parsePart } from '../../../kernel/http/validation.js';
import { decodePieces, NOT_UNICODE } from '../../../kernel/values/decode-text.js';
import { orRefusal, ServiceError } from '../../../kernel/values/errors.js';
import { streamTable, type TableRow } from '../../../kernel/values/read-csv.js';
import { route } from '../../route.js';
import { MAX_LINES } from '../outcome.js';
import { type OutcomeContext, recordOutcomes, type SentOutcome } from '../use-cases/record-outcomes.js';
import { outcome, wrongResult } from './shared/outcomes.js';

const CSV = 'text/csv';
const LIMIT_BYTES = 256 * 1_024;
/** The columns of a file, in this order. A first line that names them is left out. */
const COLUMNS = ['lookupId', 'outcome', 'platform'];

const sentOutcome = z.strictObject({ lookupId: idOf('the id of a lookup'), outcome, ...wrongResult }).meta({ id: 'SentOutcome' });

const result = z
  .strictObject({
    line: z.int().describe('Line of the file, from 1; or position in `outcomes`, from 1.'),
    lookupId: z.string().nullable().describe('Null if the line names none.'),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable().describe('Why the line was not recorded; null if it was.'),
  })
  .meta({ id: 'OutcomeResult' });

/** `POST /v2/lookups/outcomes`. */
export const recordOutcomesRoute = route({
  operationId: 'recordOutcomes',
  scopes: ['lookups:create', 'lookups:read'],
  recent: false,
  method: 'post',
  path: '/v2/lookups/outcomes',
  summary: 'Report how many lookups turned out',
  description:
    `Sets the outcomes of up to ${MAX_LINES.toLocaleString('en')} lookups, and replaces earlier ones. Send JSON, or CSV with a line ` +
    '`id,outcome` for each lookup; `wrong_result` needs a third cell, the slug of the platform. A line with a fault is reported with ' +
    'the reason, and the others are recorded. Sending the same outcomes again changes nothing.',
  requestExamples: {
    two: { value: { outcomes: [{ lookupId: 'lkp_01m7y8dd45e4fbn0v7h1d9p9b9', outcome: 'legitimate' }] } },
  },
  body: z
    .strictObject({
      outcomes: z.array(sentOutcome).min(1).max(MAX_LINES),
    })
    .meta({ id: 'NewOutcomes' }),
  streamed: { types: [CSV], limitBytes: LIMIT_BYTES },
  response: z
    .strictObject({ recorded: z.int().describe('How many outcomes were recorded.'), results: z.array(result) })
    .meta({ id: 'RecordedOutcomes' }),
  errors: ['invalid_parameter'],
  readsMany: true,
  async handle(ctx: OutcomeContext, { caller, body, stream, limitRead, clientAborted: ended }) {
    const lines = stream ? await linesOf(stream) : (body?.outcomes ?? []).map((sent, index) => ({ line: index + 1, sent }));
    const all = lines.map(({ sent }) => sent);
    const faults = await recordOutcomes(ctx, caller, all, { limitRead, ended });
    const results = lines.map(({ line, sent }, index) => {
      const fault = faults[index];
      const error = fault ? { code: fault.code, message: fault.message } : null;
      return { line, lookupId: 'lookupId' in sent ? sent.lookupId : null, error };
    });
    return { recorded: results.filter(({ error }) => error === null).length, results };
  },
});

/** @throws ServiceError invalid_parameter for a file that is no text, has too many lines, or none that is an outcome */
export async function linesOf({ bytes }: Pick<BodyStream, 'bytes'>) {
  const text = decodePieces(bytes, () => new ServiceError('invalid_parameter', `The file is ${NOT_UNICODE}.`));
  const read: { readonly line: number; readonly sent: SentOutcome | ServiceError }[] = [];
  let [lines, isFirst] = [0, true];
  for await (const row of streamTable(text)) {
    const isHead = isFirst && row.cells.some((cell) => cell.toLowerCase() === 'outcome');
    isFirst = false;
    if (isHead) continue;
    lines += 1;
    if (lines <= MAX_LINES) read.push({ line: row.line, sent: readRow(row) });
  }
  if (lines === 0 || lines > MAX_LINES)
    throw new ServiceError('invalid_parameter', `The file has ${lines} lines; send 1 to ${MAX_LINES.toLocaleString('en')}.`);
  const [first] = read;
  if (first?.sent instanceof ServiceError && read.every(({ sent }) => sent instanceof ServiceError))
    throw new ServiceError('invalid_parameter', `No line of the file is an outcome. Line ${first.line}: ${first.sent.message}`);
  return read;
}

function readRow({ cells, fault }: TableRow): SentOutcome | ServiceError {
  if (fault !== undefined || cells.length > COLUMNS.length)
    return new ServiceError('invalid_parameter', `The line ${fault ?? `has more than ${COLUMNS.length} cells`}.`);
  const value = Object.fromEntries(cells.flatMap((cell, index) => (cell === '' ? [] : [[COLUMNS[index], cell]])));
  return orRefusal(() => parsePart(sentOutcome, value, 'line'));
}
