import { Download } from '../../../kernel/http/answers.js';
import { route } from '../../route.js';
import { readBatch, readResults } from '../use-cases/read-batches.js';
import { resultLine, resultsQuery } from './shared/batch-schemas.js';
import { type BatchRoutesContext, params } from './shared/batches.js';
import { csvLines, jsonLines } from './shared/results.js';

export const getBatchResultsRoute = route({
  operationId: 'getBatchResults',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/batches/:id/results',
  summary: 'Download the results of a batch',
  description:
    'All items of a batch in order, each with the findings of its lookup, or the reason why there are none. You can also download ' +
    'results while the batch runs. The response is sent as it is produced: if the connection breaks, the results are incomplete.',
  rateClass: 'readsV2',
  recent: true,
  sendsDataOut: true,
  params,
  query: resultsQuery,
  table: true,
  response: resultLine,
  errors: ['not_found', 'invalid_parameter'],
  async handle(ctx: BatchRoutesContext, { caller, params: { id }, query: { format, rows } }) {
    await readBatch(ctx, caller, id);
    const results = readResults(ctx, caller, id);
    return format === 'csv'
      ? new Download(csvLines(results, rows, ctx.catalogue), 'text/csv', `${id}.csv`)
      : new Download(jsonLines(results, rows, ctx.catalogue), 'application/x-ndjson', `${id}.jsonl`);
  },
});
