import { Command } from 'commander';
import { variablesFor } from '../adapters/probe-variables.js';
import { openCatalogue } from '../bootstrap/platforms.js';
import { checkCatalogue } from '../catalogue/check-catalogue.js';
import { readConfig } from '../config/env.js';
import { catalogueImportCommand } from './catalogue-import-command.js';
import { renderCatalogueReport } from './catalogue-report.js';

/** `footprint catalogue …`: the platform files. */
export function catalogueCommand(): Command {
  const catalogue = new Command('catalogue').description('platform files');
  catalogue
    .command('check')
    .description('load every platform file and tell what was refused, and why')
    .option('--json', 'print the report as JSON')
    .action(async (flags: { json?: boolean }) => {
      const report = checkCatalogue(await openCatalogue(readConfig(process.env), () => undefined), variablesFor);
      process.stdout.write(`${flags.json ? JSON.stringify(report, null, 2) : renderCatalogueReport(report)}\n`);
      if (report.refused.length > 0 || report.sampleFaults.length > 0) process.exitCode = 1;
    });
  catalogue.addCommand(catalogueImportCommand());
  return catalogue;
}
