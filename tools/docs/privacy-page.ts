import type { PersonalData } from '../../src/kernel/db/personal-data.js';
import { annotatedColumns } from '../checks/privacy.js';
import { cell } from './errors-page.js';
import { readersText } from './readers.js';

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
<!-- Written by \`npm run docs\` from \`src/features/personal-data.ts\`. \`npm run check\` refuses a column of which it says nothing. -->

Every column of the database that holds personal data: what it holds, why, how long, and who can read it through the service: the last follows
from the table of operations, and test/http/common/readers.test.ts plants values and looks who gets them. Whoever has
the database itself can read all of it but what is sealed or digested; \`docs/runbook.md\` says how to encrypt it and its backups.

- **Identities are in the database and nowhere else.** Temporal, logs, metrics, traces and addresses of requests hold ids and counts.
- **Of an account** that a platform confirms, the name, the address of the picture, dates, counts and a state are kept where the answer has them
  (\`profile\`). Location, gender, biography and everything else are left out on purpose: nobody who checks an identity needs them.
- **Who makes a request gets its answer**: a key with \`lookups:create\`, what its own lookups found. The table says who reads what is stored.
- **An account reads its own data only.** Operators have no operation that shows an identity.
- **Digests are keyed with \`SECRETS_KEY\`**, each table's by a key of its own. A plain SHA-256 could be guessed.
- **What leaves the house** is what a lookup asks: platforms get the identity, sources what \`docs/sources.md\` says; sources of breaches need
  not get an e-mail address (digits of a digest, unless you set \`HIBP_WHOLE_ADDRESS\` or \`XPOSEDORNOT\`).
- **Who opted out** is on the suppression list: nothing is asked about an identity that is on it (\`docs/contract.md\`, 16).

${sections.join('\n\n')}

## Tables without personal data
${without.map((table) => `\`${table}\``).join(', ')}.
`;
}

function sectionOf(table: string, columns: readonly { readonly column: string; readonly privacy: PersonalData }[]): string {
  const rows = columns.map(
    ({ column, privacy }) =>
      `| \`${column}\` | ${[privacy.what, privacy.why, privacy.retention, readersText(privacy)].map(cell).join(' | ')} |`,
  );
  return `## ${table}
| Column | What | Why | How long | Who can read it |
|---|---|---|---|---|
${rows.join('\n')}`;
}
