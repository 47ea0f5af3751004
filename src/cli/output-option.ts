/** How records are printed: the option that every command has, and what it chose. Light: help and lookups load it. */
import { type Command, Option } from 'commander';

const FORMATS = ['table', 'json', 'csv'] as const;
type Format = (typeof FORMATS)[number];

let chosen: string | undefined;

/** @param format undefined: what is usual where it is printed */
export function chooseOutput(format?: string): void {
  chosen = format;
}

/** The format of the command that runs. @param otherwise without `--output`; default: a table on a terminal, else JSON lines */
export function outputFormat<F extends string = Format>(
  otherwise: NoInfer<F> = (process.stdout.isTTY === true ? 'table' : 'json') as F,
): F {
  return (chosen as F | undefined) ?? otherwise;
}

/**
 * Adds `--output`, and `--json` as its short form, to a command and those below it that do something; not where the command has them.
 *
 * @param formats those that the command can print
 * @param otherwise what it prints without the option, for its help
 */
export function acceptOutput(
  command: Command,
  formats: readonly string[] = FORMATS,
  otherwise = 'a table on a terminal, else JSON lines',
): Command {
  for (const each of command.commands) acceptOutput(each);
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  if (isGroup || command.options.some(({ long }) => long === '--output')) return command;
  return command
    .addOption(new Option('--output <format>', `what to print; default: ${otherwise}`).choices(formats))
    .option('--json', 'short for --output json')
    .hook('preAction', (_, action) => {
      const { output, json } = action.optsWithGlobals<{ output?: string; json?: boolean }>();
      chooseOutput(output ?? (json ? 'json' : undefined));
    });
}
