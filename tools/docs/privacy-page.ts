import type { PersonalData } from '../../src/kernel/db/personal-data.js';
import { annotatedColumns } from '../checks/privacy.js';
import { readersText } from './readers.js';
import { table as tableOf } from './table.js';

/** docs/privacy.md: every column that holds personal data. */
export function privacyPage(): string {
  const columns = annotatedColumns();
  const personal = columns.flatMap(({ table, column, privacy }) =>
    privacy === null || privacy === 'none' ? [] : [{ table, column, privacy }],
  );
  const tables = [...new Set(columns.map(({ table }) => table))];
  const without = tables.filter((table) => personal.every((each) => each.table !== table));
  const sections = tables
    .filter((table) => !without.includes(table))
    .map((table) =>
      sectionOf(
        table,
        personal.filter((each) => each.table === table),
      ),
    );
  return `# Personal data
<!-- Written by \`npm run docs\` from \`src/features/personal-data.ts\`. \`npm run check\` refuses a column that it does not describe. -->

Every column of the database that holds personal data: what it holds, why, how long, and who can read it through the service. The readers
are derived from the table of operations; \`test/http/common/readers.test.ts\` plants values and checks who gets them. Whoever has the
database itself can read everything that is not sealed or digested; \`docs/runbook.md\` says how to encrypt it and its backups.

- **Identities are only in the database.** Temporal, logs, metrics, traces and addresses of requests hold ids and counts.
- **Profiles are short.** From an account that a platform confirms, the service keeps the name, the address of the picture, dates, counts
  and a state, if the answer has them (\`profile\`). Everything else, such as location, gender and biography, is left out on purpose.
- **A request gets its own answer:** a key with \`lookups:create\` gets the findings of its lookups.
- **An account reads only its own data.** Operators have no operation that shows an identity.
- **Erasures leave networks** of keys, sign-ins, receivers and the audit log, which protect the service's users.
- **Digests are keyed with \`SECRETS_KEY\`**, with a separate key for each table. A plain SHA-256 could be guessed.
- **Outside parties get only what a lookup needs.** Platforms get the identity, and sources what \`docs/sources.md\` says. Sources of
  breaches get digits of a digest instead of an e-mail address, unless you set \`HIBP_WHOLE_ADDRESS\` or \`XPOSEDORNOT\`.
- **People who opted out** are on the suppression list: their identities are never queried (\`docs/contract.md\`, 16).

${sections.join('\n\n')}

## Tables without personal data
${without.map((table) => `\`${table}\``).join(', ')}.
`;
}

function sectionOf(table: string, columns: readonly { readonly column: string; readonly privacy: PersonalData }[]): string {
  const rows = columns.map(({ column, privacy }) => [
    `\`${column}\``,
    ...[privacy.what, privacy.why, privacy.retention, readersText(privacy)],
  ]);
  return `## ${table}\n${tableOf(['Column', 'What', 'Why', 'How long', 'Who can read it'], rows)}`;
}
