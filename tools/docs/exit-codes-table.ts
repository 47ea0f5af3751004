import { EXIT_CODES } from '../../src/kernel/values/exit-codes.js';
import { withMarkedPart } from './marked-part.js';

const MARKS = ['<!-- Exit codes, written by `npm run docs` from `src/kernel/values/exit-codes.ts`. -->\n', '<!-- end -->'] as const;

/** docs/cli.md with its table of exit codes; the rest of the page is written by hand. */
export function cliPage(): string {
  const rows = EXIT_CODES.map(({ code, name, meaning, statuses }) => `| ${code} | ${name} | ${meaning} | ${statuses.join(', ')} |`);
  return withMarkedPart('docs/cli.md', MARKS, () => `${['| Code | | | Status of the API |', '|---|---|---|---|', ...rows].join('\n')}\n`);
}
