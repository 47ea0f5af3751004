import type { LookupBodyV2 } from '../features/lookups/routes/v2/body-schemas.js';
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { reportHtml } from '../features/lookups/report/report-html.js';
import { resultsCsv } from '../features/lookups/report/results-csv.js';
import { ApiError, readLookup } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { printNotice } from './output.js';

const FORMATS = {
  html: reportHtml,
  csv: resultsCsv,
  json: (body: LookupBodyV2) => `${JSON.stringify(body, null, 2)}\n`,
} as const;

interface Flags extends ConnectionFlags {
  readonly format: keyof typeof FORMATS;
  readonly output?: string;
}

/** `footprint report ID`: a lookup as one HTML file without scripts, as a table, or as JSON. Bills nothing. */
export function reportCommand(): Command {
  return withConnection(new Command('report'))
    .description('export a lookup as one HTML file for reading and printing; a running lookup with its results so far')
    .argument('<lookup>', 'id of the lookup')
    .addOption(new Option('--format <format>', 'format of the file').choices(Object.keys(FORMATS)).default('html'))
    .option('--output <file>', 'file to create, readable only by you; default: standard output')
    .action(async (lookupId: string, { format, output, ...connection }: Flags) => {
      const text = FORMATS[format](await readLookup(connect(connection), lookupId));
      if (output === undefined) return void process.stdout.write(text);
      // It tells of a person: nobody else reads it, and no other file is lost for it.
      await writeFile(output, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        throw new ApiError(error.code === 'EEXIST' ? `${output} already exists.` : `${output} cannot be written (${error.code}).`);
      });
      printNotice(`Written to ${output}`);
    });
}
