import { withMailboxPlatforms } from '../../src/engine/catalogue/load-catalogue.js';
import { withBreachedSites } from '../../src/engine/catalogue/breached-sites.js';
import { kindsOf, PLATFORM_KINDS } from '../../src/engine/catalogue/rules/kinds.js';
import { supports } from '../../src/engine/catalogue/rules/platform.js';
import { MODULES } from '../../src/facts/checks.js';
import { FACT_MODULES } from '../../src/facts/fact-modules.js';
import { BUILT_IN_LIMITS } from '../../src/features/accounts/purposes.js';
import { annotatedColumns } from '../checks/privacy.js';
import { shippedCatalogue } from './shipped-catalogue.js';
import { sourcesByDefault } from './sources-page.js';
import { table } from './table.js';

/** Each table with personal data: what it holds, why and for how long. Columns with the same reason and period share a row. */
function dataTable(): string {
  const rows = new Map<string, { head: readonly string[]; what: Set<string>; tail: readonly string[] }>();
  for (const { table: name, privacy } of annotatedColumns()) {
    if (privacy === null || privacy === 'none') continue;
    const key = JSON.stringify([name, privacy.why, privacy.retention]);
    const row = rows.get(key) ?? { head: [`\`${name}\``], what: new Set(), tail: [privacy.why, privacy.retention] };
    row.what.add(privacy.what);
    rows.set(key, row);
  }
  return table(
    ['Table', 'What', 'Why', 'How long'],
    [...rows.values()].map(({ head, what, tail }) => [...head, [...what].join('; '), ...tail]),
  );
}

/** The sources of each module, and which of them are asked without a setting. */
async function sourcesTable(): Promise<string> {
  const sources = await sourcesByDefault();
  const rows = FACT_MODULES.map((module) => {
    const named = (configured: boolean) =>
      sources.flatMap((each) => (each.module === module && each.configured === configured ? [`\`${each.name}\``] : [])).join(', ');
    return [`\`${module}\``, named(true), named(false)];
  });
  return table(['Module', 'Sources that are on', 'Sources that you turn on'], rows);
}

/** How many platforms are of each kind, and which purposes allow it. A platform may be of several kinds. */
function kindsTable(): string {
  const loaded = shippedCatalogue();
  const { catalogue } = withBreachedSites(withMailboxPlatforms(loaded.catalogue), loaded.breachedSites);
  const purposes = Object.entries(BUILT_IN_LIMITS);
  const rows = PLATFORM_KINDS.map((kind) => {
    const platforms = catalogue.platforms.filter((platform) => kindsOf(platform).includes(kind));
    const asked = platforms.filter((platform) => supports(platform).length > 0).length;
    return [`\`${kind}\``, String(asked), String(platforms.length - asked), ...purposes.map(([, { kinds }]) => yes(kinds.includes(kind)))];
  });
  const modules = MODULES.map((module) => [
    `module \`${module}\``,
    '',
    '',
    ...purposes.map(([, limits]) => yes(limits.modules.includes(module))),
  ]);
  return table(['Kind', 'Probed', 'Known otherwise', ...purposes.map(([name]) => `\`${name}\``)], [...rows, ...modules]);
}

const yes = (isAllowed: boolean): string => (isAllowed ? 'yes' : '');

/** What may happen to a subject, what the service does about it, and what is left to the operator. */
const RISKS = [
  [
    'an account is reported that is somebody else’s, or a wrong “no”, and a person is refused for it',
    'evidence of both sides, controls, omission instead of a guess; results can be disputed; scores have reasons',
    'no decision by the score alone (GDPR, Article 22); somebody looks at it, and the person can be heard',
  ],
  [
    'special categories (Article 9) or social networks decide where they must not',
    'purposes that bind: what one forbids is not asked, served or stored, whoever sends the lookup',
    'give every use its purpose, `credit` for creditworthiness; require one; set the purpose of v1',
  ],
  [
    'the person notices, is locked out or is written to',
    'requests are reviewed, none registers, signs in, resets or sends; `noise: passive`',
    'leave the checks of rules of your own on',
  ],
  [
    'more is learnt or kept than the use needs',
    'profiles hold no location, gender or biography; modules can be left out; retention by account; erasure that survives a restore',
    'set the retention period; name modules and platforms',
  ],
  [
    'somebody of the account looks up whom they should not',
    'keys by scope, network and number; roles; an audit log with the purpose, chained by day',
    'read the audit log; give each use a key of its own',
  ],
  [
    'identities leak from the database, logs or sources',
    'identities are in Postgres alone, secrets sealed, digests keyed; sources of breaches get digits of a digest',
    'encrypt disks and backups; keep `SECRETS_KEY` elsewhere; judge each source that you turn on',
  ],
  [
    'a person who objected is looked up again',
    'suppression in every spelling, erasure with a receipt, a ledger that survives a restore',
    'answer requests in a month; suppress whoever objects',
  ],
];

/** docs/dpia.md: what a data protection impact assessment needs to know of the service. */
export async function dpiaPage(): Promise<string> {
  return `# Data protection impact assessment
<!-- Written by \`npm run docs\` from the register of columns, the sources, the catalogue and the purposes. -->

What GDPR, Article 35(7), asks for, as far as the service knows it. An assessment is the controller's: whoever runs the service copies this page,
fills in what stands in **[brackets]**, and asks the data protection officer.

## 1. The processing
**[Controller, officer, date, version.]** **[Who is looked up, how many a month, and in which decision.]** A caller sends identities of a person:
e-mail addresses, phone numbers, usernames, IP addresses, perhaps a name. The service asks platforms whether an account is there, and modules
for facts; it answers with accounts, facts, omissions and a risk score. It runs on the operator's own machines: **[where; processors]**.

### What is stored
\`docs/privacy.md\` says of each column who can read it.

${dataTable()}

### Whom it asks
Platforms get the identity that they are asked about; \`docs/sources.md\` says what each source gets.

${await sourcesTable()}

### Kinds of platforms, and purposes
A platform may have several kinds, and a purpose has to allow all of them. *Known otherwise*: a breach or the address alone tells of an account.
\`unclassified\`: nobody here reviewed the tags, as of imported entries, or they say too little; \`credit\` never asks those. An account can
limit purposes of its own (\`PUT /v2/account/purposes\`); one without limits allows everything. A breach at a site outside the catalogue may
be of any kind: it is shown only where all kinds are allowed, unless malware collected the passwords on people's devices.

${kindsTable()}

## 2. Necessity and proportionality
- **Basis: [Article 6; for fraud prevention, recital 47 and the balance of interests].**
- **Creditworthiness in the Union:** Directive (EU) 2023/2225, Article 18(3), from 20 November 2026, allows no social network as a source and no
  special category of data. Name the purpose \`credit\`.
- **Limits of the purpose** are decided before acceptance and again before each request. A lookup of which nothing is left is refused, unbilled.
- **Minimisation:** what is not needed is not read of an answer; **[modules and platforms that the use names]**.
- **Storage:** 90 days unless an account sets another period: **[period, and why]**.
- **Rights:** access and copy (\`GET /v2/lookup/{id}\`, \`GET /v2/account/export\`), erasure (\`POST /v2/account/erasures\`), objection
  (\`POST /v2/account/suppressions\`), correction (disputes). **[How people are told (Article 14), and whom they write to.]**

## 3. Risks to people, and measures
${table(['What may happen', 'What the service does', 'What is yours'], RISKS)}

**[Likelihood and severity of each in your use; what remains; whether the authority has to be asked first (Article 36).]**

## 4. Views and decision
**[The officer's advice; views of those concerned, or why none were sought; who approved it, and when it is looked at again.]**
`;
}
