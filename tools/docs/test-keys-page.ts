import { TEST_COMPARISONS } from './test-comparisons.js';
import { TEST_SCENARIOS, type TestScenario } from '../../src/features/test-keys/test-identities.js';
import { SUBJECT_KINDS } from '../../src/kernel/identity/subjects.js';
import { cell, table } from './table.js';

function rows(): string {
  return Object.values<TestScenario>(TEST_SCENARIOS)
    .map(({ identities, shows }) => {
      const values = SUBJECT_KINDS.flatMap((kind) => (identities[kind] === undefined ? [] : [`\`${identities[kind]}\``]));
      return `| ${values.join('<br>')} | ${cell(shows)} |`;
    })
    .join('\n');
}

/** What gives each outcome, tried by test/unit/features/test-keys/comparisons.test.ts. */
function consistencyRows(): string {
  const rows = TEST_COMPARISONS.map(([pair, ...sent]) => [[pair], ...sent].map((all) => all.map((each) => `\`${each}\``).join(', ')));
  return table(['Pair', 'agrees', 'disagrees', 'unknown'], rows);
}

/** docs/test-keys.md: what the identities show that test keys look up. */
export function testKeysPage(): string {
  return `# Test keys
<!-- Written by \`npm run docs\` from \`src/features/test-keys/test-identities.ts\`. -->

A test key (\`<prefix>_test_…\`) is for trying an integration. It only looks up the identities below, and each always shows the same
result, whatever state platforms and sources are in. No platform, name server, mailbox or source is contacted. Nothing is billed, and no
allowance is used. An account has 1,000 test lookups per calendar month, of which 200 may be deep; they are deleted after a day.

Everything else is real: requests are checked, limited per minute, stored, streamed and listed. Events are sent to webhook endpoints, and
stored data is deleted, exported and erased as usual.

Create a test key with \`npx footprint key create --account acc_… --test\`, on the page "API keys" of the dashboard, or with
\`POST /v2/account/keys\` and \`"test": true\`. A key that replaces it is a test key too. Then:

\`\`\`sh
curl -s http://localhost:8080/v2/lookup -H "Authorization: Bearer $FOOTPRINT_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"identities": {"emails": ["everywhere@example.com"]}, "mode": "wait"}'
\`\`\`

Every response to a test key has the header \`Footprint-Test: true\`. v2 bodies of lookups, entries of lists and the data of
\`lookup.completed\` have the field \`test\`, which is \`true\` for lookups that a test key made, and \`false\` for all others. v1 has only
the header.

## The identities
Any other identity or spelling is refused with 422 \`unknown_test_identity\`; capitals make no difference. If a lookup has several test
identities, each shows its own result. A phone number is probed only on the few platforms that support numbers of its country; the phone
module runs whenever it is requested. The platforms are those of the installation's catalogue. The modules are those that have a source in
the installation (\`GET /v2/sources\`).

| Identities | Result |
|---|---|
${rows()}

## Consistency
What to send for each outcome of a comparison (docs/risk.md). A country, name or company is sent as \`claimedCountry\`, \`claimedName\` or
\`claimedCompany\`.

${consistencyRows()}

The rules for test keys are in docs/contract.md, 21.
`;
}
