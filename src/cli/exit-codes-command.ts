import { Command } from 'commander';
import { EXIT_CODES } from '../kernel/values/exit-codes.js';
import { printFields, renderTable } from './output.js';

/** `footprint exit-codes`, and `footprint help exit-codes`. */
export function exitCodesCommand(): Command {
  const rows = EXIT_CODES.map(({ code, name, meaning }) => [String(code), name, meaning]);
  return new Command('exit-codes')
    .description('show what the exit codes mean; they are the same for all commands, and stable')
    .addHelpText('after', `\n${renderTable([], rows)}`)
    .action(() => printFields(EXIT_CODES, ['code', 'name', 'meaning']));
}
