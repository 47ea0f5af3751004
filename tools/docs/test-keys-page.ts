import { TEST_SCENARIOS, type TestScenario } from '../../src/features/test-keys/test-identities.js';
import { SUBJECT_KINDS } from '../../src/kernel/identity/subjects.js';
import { cell } from './errors-page.js';

function rows(): string {
  return Object.values<TestScenario>(TEST_SCENARIOS)
    .map(({ identities, shows }) => {
      const values = SUBJECT_KINDS.flatMap((kind) => (identities[kind] === undefined ? [] : [`\`${identities[kind]}\``]));
      return `| ${values.join('<br>')} | ${cell(shows)} |`;
    })
    .join('\n');
}

/** docs/test-keys.md: what the identities show that test keys look up. */
export function testKeysPage(): string {
  return `# Test keys
<!-- Written by \`npm run docs\` from \`src/features/test-keys/test-identities.ts\`. -->

A test key (\`<prefix>_test_…\`) is for trying an integration: it looks up the identities below and no others, and each shows the same
every time, whatever state platforms and sources are in. Nothing is contacted: no platform, no name server, no mailbox, no source.
Nothing is billed, and no allowance is used. An account has 1,000 test lookups a calendar month, 200 of them deep; they are deleted after a day. Everything else is real: requests are checked, limited by the minute, stored, streamed
and listed, events are sent to webhook endpoints, and what was stored is deleted, exported and erased as usual.

Make one with \`npx footprint key create --account acc_… --test\`, on the dashboard's page of keys, or with \`POST /v2/account/keys\` and
\`"test": true\`. One that replaces it is a test key too. Then:

\`\`\`sh
curl -s http://localhost:8080/v2/lookup -H "Authorization: Bearer $FOOTPRINT_KEY" \\
  -H 'Content-Type: application/json' -d '{"identities": {"emails": ["everywhere@example.com"]}, "mode": "wait"}'
\`\`\`

Every response to a test key has the header \`Footprint-Test: true\`. The body of a lookup in v2, the entry of a list and the data of
\`lookup.completed\` have \`test\`: \`true\` for lookups that a test key made, \`false\` for all others. v1 has the header alone.

## The identities
Any other identity, or another spelling (capitals do not matter), is 422 \`unknown_test_identity\`, and nothing is accepted. If a lookup has several
test identities, each shows its own scenario. A phone number is probed on the few platforms that take numbers of its country; its line is always checked
where it is asked for. The platforms are those of the installation's catalogue, and modules are those that have a source there
(\`GET /v2/sources\`).

| Identities | What they show |
|---|---|
${rows()}

What they show is defined in docs/contract.md, 21.
`;
}
