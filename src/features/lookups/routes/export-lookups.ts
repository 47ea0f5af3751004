import { z } from 'zod';
import { ObjectLines } from '../../../kernel/http/answers.js';
import { route } from '../../route.js';
import type { ListedLookup } from '../pages.js';
import { exportLookups, type SearchContext } from '../use-cases/search-lookups.js';
import { conditions, listedLookup, show } from './shared/v2/pages.js';

const exportedLine = z
  .union([
    listedLookup.extend({ type: z.literal('lookup') }).meta({ id: 'ExportedLookup' }),
    z.object({ type: z.literal('end'), lookups: z.int().describe('How many lookups were exported.') }).meta({ id: 'LookupExportEnd' }),
  ])
  .meta({ id: 'LookupExportLine' });

export const exportLookupsRoute = route({
  operationId: 'exportLookups',
  scopes: ['lookups:read'],
  recent: true,
  sendsDataOut: true,
  lines: true,
  method: 'post',
  path: '/v2/lookups/export',
  summary: 'Export the lookups of the account',
  description:
    'Exports the lookups and single checks that match all conditions, newest first, as lines of JSON. Each line of the type `lookup` ' +
    'has the same fields as in POST /v2/lookups/search. The last line has the type `end` and the number of lookups; without this ' +
    'line, the export is incomplete. The export is not billed. Results are not included: read lookups by id, or export the account.',
  requestExamples: { day: { summary: 'Lookups of a day', value: { from: '2030-03-01', to: '2030-03-01' } } },
  body: z.strictObject(conditions).meta({ id: 'LookupExport' }),
  response: exportedLine,
  errors: ['invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
  handle: async (ctx: SearchContext, { caller, body }) => new ObjectLines(linesOf(exportLookups(ctx, caller, body)), 'lookups.ndjson'),
});

async function* linesOf(lookups: AsyncIterable<ListedLookup>): AsyncGenerator<z.input<typeof exportedLine>> {
  let count = 0;
  for await (const each of lookups) {
    count += 1;
    yield { type: 'lookup', ...show(each) };
  }
  yield { type: 'end', lookups: count };
}
