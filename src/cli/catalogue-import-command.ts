/** `footprint catalogue import`: converts an operator's copy of a published site list into a platform file. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { shippedCatalogue } from '../wiring/platforms.js';
import { parseJson } from '../kernel/values/json.js';
import { shippedFiles } from '../engine/catalogue/catalogue-files.js';
import { collectionFileSchema } from '../engine/catalogue/entry-schema.js';
import {
  importMaigret,
  type ImportOptions,
  type ImportResult,
  importSherlock,
  importWhatsMyName,
  siteSoftwareFilesIn,
} from '../../tools/importers/index.js';
import { countImport, importReportLines } from '../../tools/importers/import-report.js';
import { acceptOutput } from './output-option.js';
import { printForm, printNotice } from './output.js';
import { assembleCatalogue } from '../engine/catalogue/load-catalogue.js';

interface Format {
  readonly name: string;
  readonly licence: string;
  readonly run: (json: unknown, options: ImportOptions) => ImportResult;
}

const FORMATS = {
  maigret: { name: 'maigret', licence: 'MIT', run: importMaigret },
  sherlock: { name: 'sherlock-project', licence: 'MIT', run: importSherlock },
  wmn: { name: 'WhatsMyName', licence: 'CC BY-SA 4.0', run: importWhatsMyName },
} as const satisfies Record<string, Format>;

interface Flags {
  readonly format: keyof typeof FORMATS;
  readonly out?: string;
  readonly all?: boolean;
  readonly sensitive?: boolean;
}

/** The command; it reads and writes files only, and sends no request. */
export function catalogueImportCommand(): Command {
  return acceptOutput(new Command('import'), ['table', 'json', 'csv'], 'a table; CSV has a row for each refusal')
    .description('convert a site list in another format to a platform file, and report what was refused and why')
    .argument('<file>', "the list: maigret's or sherlock's data.json, or WhatsMyName's wmn-data.json")
    .addOption(new Option('--format <format>', 'format of the list').choices(Object.keys(FORMATS)).makeOptionMandatory())
    .option('--out <file>', 'write the platforms to this file, for CATALOGUE_PATH; without it only the report is printed')
    .option('--all', 'also import platforms that the shipped catalogue already has, for use with CATALOGUE_PATH=only:…')
    .option('--sensitive', 'also import sites whose membership reveals sex life, health, beliefs or politics; consider this carefully')
    .action((file: string, flags: Flags, command: Command) => {
      const text = read(file, command);
      const files = shippedFiles(shippedCatalogue());
      const { name, licence, run } = FORMATS[flags.format];
      const result = run(parse(text, file, command), {
        siteSoftware: siteSoftwareFilesIn(files),
        shipped: flags.all === true ? [] : assembleCatalogue(files).catalogue.platforms,
        sensitive: flags.sensitive === true,
      });
      if (flags.out !== undefined) writeFileSync(flags.out, collection({ name, licence, text }, result));
      printForm({
        table: () => `${importReportLines(result).join('\n')}\n`,
        json: { ...countImport(result), refusals: result.refused },
        rows: [result.refused, ['name', 'group', 'reason']],
      });
      if (flags.out !== undefined) printNotice(`wrote ${flags.out}; the data in it is under ${licence}`);
    });
}

function collection({ name, licence, text }: { name: string; licence: string; text: string }, { admitted }: ImportResult): string {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const file = collectionFileSchema.parse({ source: { name, version: 'as brought', licence, sha256 }, platforms: admitted });
  return `${JSON.stringify(file, null, 1)}\n`;
}

function read(file: string, command: Command): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return command.error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'})`);
  }
}

function parse(text: string, file: string, command: Command): unknown {
  const value = parseJson(text);
  return value === undefined ? command.error(`${file} is not valid JSON`) : value;
}
