import { ON_DATABASE } from '../../src/kernel/values/commands-on-database.js';
import { EXIT_CODES } from '../../src/kernel/values/exit-codes.js';
import { withMarkedPart } from './marked-part.js';
import { table } from './table.js';

const END = '<!-- end -->';
const COMMANDS = [
  '<!-- Commands on the database, written by `npm run docs` from `src/kernel/values/commands-on-database.ts`. -->\n',
  END,
] as const;
const CODES = ['<!-- Exit codes, written by `npm run docs` from `src/kernel/values/exit-codes.ts`. -->\n', END] as const;

/** docs/cli.md with its tables of commands and exit codes; the rest of the page is written by hand. */
export function cliPage(): string {
  const commands = Object.entries(ON_DATABASE).map(([reason, names]) => [reason, names.map((name) => `\`${name}\``).join(', ')]);
  const codes = EXIT_CODES.map(({ code, name, meaning, statuses }) => `| ${code} | ${name} | ${meaning} | ${statuses.join(', ')} |`);
  const page = withMarkedPart('docs/cli.md', COMMANDS, () => `${table(['On the database, because', 'commands'], commands)}\n`);
  return withMarkedPart(
    'docs/cli.md',
    CODES,
    () => `${['| Code | | | Status of the API |', '|---|---|---|---|', ...codes].join('\n')}\n`,
    page,
  );
}
