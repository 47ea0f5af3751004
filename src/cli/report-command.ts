import type { LookupBodyV2, Omission } from '../features/lookups/routes/shared/v2/body-schemas.js';
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { reportHtml } from '../features/lookups/report/report-html.js';
import { resultsCsv } from '../features/lookups/report/results-csv.js';
import type { FootprintClient, paths } from '../../clients/typescript/index.js';
import { ApiError, bodyOf, readEntries, readLookup } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { acceptOutput, outputFormat } from './output-option.js';
import { print, printNotice } from './output.js';

const FORMATS = {
  html: reportHtml,
  csv: resultsCsv,
  json: (body: LookupBodyV2) => `${JSON.stringify(body, null, 2)}\n`,
} as const;

type Flags = ConnectionFlags & { readonly out?: string; readonly omissions?: boolean; readonly tlp?: TlpLevel };
type TlpLevel = NonNullable<NonNullable<paths['/v2/lookup/{id}']['get']['parameters']['query']>['tlp']>;

/** The service makes it: the same bundle whoever reads it. */
async function readStix(client: FootprintClient, id: string, tlp: TlpLevel | undefined): Promise<string> {
  const headers = { accept: 'application/stix+json;version=2.1' };
  const params = { path: { id }, query: tlp ? { tlp } : {} };
  return `${await bodyOf(client.GET('/v2/lookup/{id}', { params, headers, parseAs: 'text' }))}\n`;
}

const readOmissions = (client: FootprintClient, id: string): Promise<Omission[]> =>
  readEntries(
    ({ limit, ...after }) =>
      client.GET('/v2/lookup/{id}/omissions', { params: { path: { id }, query: { limit: String(limit), ...after } } }),
    ({ omissions }) => omissions,
  );

/** `footprint report ID`: a lookup as one HTML file without scripts, as a table, or as JSON. Bills nothing. */
export function reportCommand(): Command {
  return withConnection(acceptOutput(new Command('report'), [...Object.keys(FORMATS), 'stix'], 'html'))
    .description(
      'export a lookup as one HTML file for reading and printing, or in another format; a running lookup is exported with its results so far',
    )
    .argument('<lookup>', 'id of the lookup')
    .option('--out <file>', 'file to create, readable only by you; default: standard output')
    .option('--omissions', 'list the platforms without a confident answer, instead of counting them; HTML only')
    .option('--tlp <level>', 'marking of a STIX bundle: clear, green, amber, amber+strict (default) or red')
    .action(async (lookupId: string, { out, omissions, tlp, ...connection }: Flags) => {
      const client = connect(connection);
      const format = outputFormat<keyof typeof FORMATS | 'stix'>('html');
      if (omissions && format !== 'html') throw new ApiError('--omissions is for the HTML report only.');
      if (tlp && format !== 'stix') throw new ApiError('--tlp is for --output stix only.');
      const text =
        format === 'stix'
          ? await readStix(client, lookupId, tlp)
          : FORMATS[format](await readLookup(client, lookupId), omissions ? await readOmissions(client, lookupId) : []);
      if (out === undefined) return print(text);
      // It tells of a person: nobody else reads it, and no other file is lost for it.
      await writeFile(out, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        throw new ApiError(error.code === 'EEXIST' ? `${out} already exists.` : `${out} cannot be written (${error.code}).`);
      });
      printNotice(`Written to ${out}`);
    });
}
