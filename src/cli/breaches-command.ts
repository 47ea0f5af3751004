/** `footprint breaches`: the operator's own breach index. */
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import { formatOf, IMPORT_FORMATS, type ImportFormat, importFingerprint, readImportFile } from '../facts/breaches/sources/import-file.js';
import { indexDigest } from '../facts/breaches/sources/local-index.js';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import type { ImportDefaults } from '../facts/breaches/import-record.js';
import { QUERY_TYPES } from '../kernel/identity/identity.js';
import { importBreaches } from '../features/breaches/use-cases/import-breaches.js';
import { printRecord, printRecords } from './output.js';
import { breachDate } from './values.js';
import { recordOperator, withStores } from './with-stores.js';

/** Maximum number of bad lines that are printed; all are counted. */
const MAX_PRINTED = 100;

type ImportFlags = ImportDefaults & { readonly format?: ImportFormat };

export function breachesCommand(): Command {
  return new Command('breaches')
    .description('manage your own breach index, which stores only digests')
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand());
}

function importCommand(): Command {
  return new Command('import')
    .description('add a file to the index; after an interruption, run it again to continue')
    .argument(
      '<file>',
      'CSV with a line of column names, or JSON lines; columns: email, phone, username (or identity, digest with type), breach, ' +
        'date, domain',
    )
    .addOption(new Option('--format <format>', 'format of the file, if its name does not show it').choices(IMPORT_FORMATS))
    .option('--breach <name>', 'name of the breach, for records without a name')
    .option('--date <date>', 'date of the breach, YYYY-MM-DD, for records without a date', breachDate)
    .option('--domain <domain>', 'domain of the service that was breached')
    .addOption(new Option('--type <type>', 'kind of identity in the columns identity and digest').choices(QUERY_TYPES))
    .action(async (file: string, flags: ImportFlags, command: Command) => {
      const format = flags.format ?? formatOf(file) ?? command.error(`${basename(file)}: set --format (${IMPORT_FORMATS.join(', ')})`);
      await access(file).catch(() => command.error(`${file} cannot be read`));
      const { breach, date, domain, type } = flags;
      await withStores(async (stores, config) => {
        const defaults = { breach, date, domain, type };
        let problems = 0;
        const onProblem = (line: number, problem: string) => {
          problems += 1;
          if (problems <= MAX_PRINTED) process.stderr.write(`line ${line} ${problem}\n`);
        };
        const identities = new LibraryIdentityParser({ defaultRegion: config.DEFAULT_REGION });
        const fingerprint = await importFingerprint(file, { ...defaults, format, region: config.DEFAULT_REGION });
        const ctx = { store: stores.breachImports, identities, digest: indexDigest };
        const summary = await importBreaches(ctx, { fingerprint, lines: readImportFile(file, format), defaults, onProblem });
        await recordOperator(stores, 'importBreaches', { accountId: null });
        if (problems > MAX_PRINTED) process.stderr.write(`… and ${problems - MAX_PRINTED} more lines were skipped\n`);
        printRecord(summary);
      });
    });
}

function listCommand(): Command {
  return new Command('list').description('list the breaches in the index, newest first').action(() =>
    withStores(async ({ breachImports }) => {
      const [breaches, unfinished] = [await breachImports.list(), await breachImports.unfinished()];
      if (unfinished > 0)
        process.stderr.write(
          `${unfinished} unfinished import${unfinished === 1 ? '' : 's'}: run the same command again. Until it is complete, no identity is reported as being in no breach\n`,
        );
      printRecords(breaches, {
        date: ({ date }) => date,
        breach: ({ name }) => name,
        domain: ({ domain }) => domain,
        'query types': ({ queryTypes }) => queryTypes.join(', '),
        entries: ({ entryCount }) => entryCount,
      });
    }),
  );
}

function removeCommand(): Command {
  return new Command('remove')
    .description('delete a breach with all its records')
    .argument('<name>')
    .argument('<date>', 'YYYY-MM-DD', breachDate)
    .action((name: string, date: string) =>
      withStores(async (stores) => {
        const removed = await stores.breachImports.remove(name, date);
        await recordOperator(stores, 'removeBreach', { accountId: null });
        printRecord({ breach: name, date, removed });
      }),
    );
}
