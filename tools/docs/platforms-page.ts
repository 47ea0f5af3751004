import { basename } from 'node:path';
import { hasNegativeControl, negativeControlFault } from '../../src/engine/controls/negative-control-identities.js';
import { uncalibratedRules } from '../../src/engine/catalogue/check-catalogue.js';
import { type LoadedCatalogue, ruleOrigin, withMailboxPlatforms } from '../../src/engine/catalogue/load-catalogue.js';
import { QUERY_TYPES, type QueryType } from '../../src/kernel/identity/identity.js';
import { inDefaultBand, instantBand, NO_STATISTICS } from '../../src/engine/catalogue/rules/bands.js';
import { isStrong, supports, type Platform } from '../../src/engine/catalogue/rules/platform.js';
import { countRules, type Denial, denialOf, type RuleCounts } from '../../src/engine/catalogue/rules/rule-counts.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { groupBy } from '../../src/kernel/values/group-by.js';
import { bandProofs, proofs } from './rule-proofs.js';
import { shippedCatalogue } from './shipped-catalogue.js';
import { table } from './table.js';

/** The kind of response from which a rule reads its evidence. */
function evidenceOf({ method, registered, absent }: ProbeRule): string {
  if (method === 'account_enumeration') return 'availability check';
  const sides = [registered, absent].filter((side) => side !== undefined);
  if (sides.every((side) => side.json !== undefined)) return 'typed API';
  const kinds = new Set(sides.map((side) => side.contentType));
  if (kinds.has('image')) return 'picture';
  return kinds.has('html') || kinds.has(undefined) ? 'page' : 'document';
}

const rulesOf = ({ probes }: Platform): [QueryType, ProbeRule][] =>
  QUERY_TYPES.flatMap((type) => (probes[type] ? [[type, probes[type]]] : []));
const denies = (type: QueryType, rule: ProbeRule, as: Denial = 'yes'): boolean => hasNegativeControl(rule, type) && denialOf(rule) === as;
const typesWhere = (platform: Platform, test: (type: QueryType, rule: ProbeRule) => boolean): string =>
  rulesOf(platform)
    .filter(([type, rule]) => test(type, rule))
    .map(([type]) => type)
    .join(', ');

function curated(platforms: readonly Platform[]): string {
  return table(
    ['slug', 'name', 'supports', 'strong', 'instant', 'evidence', 'may deny', 'with a control account'],
    platforms.map((platform) => [
      platform.slug,
      platform.name,
      supports(platform).join(', '),
      typesWhere(platform, (type) => isStrong(platform, type)),
      platform.instant.join(', '),
      [...new Set(rulesOf(platform).map(([, rule]) => evidenceOf(rule)))].join(', '),
      typesWhere(platform, (type, rule) => denies(type, rule)),
      typesWhere(platform, (type, rule) => denies(type, rule, 'with_control_account')),
    ]),
  );
}

/** Platforms by the file they came from. */
function byFile(platforms: readonly Platform[], { origins }: LoadedCatalogue): Map<string, Platform[]> {
  return groupBy(platforms, ({ slug }) => basename(origins.get(slug)?.file ?? '', '.json').replace(/^software-/, ''));
}

function siteSoftwareTable(groups: ReadonlyMap<string, readonly Platform[]>): string {
  const rows = [...groups].map(([software, sites]) => {
    const first = sites[0] as Platform;
    const kinds = [...new Set(rulesOf(first).map(([, rule]) => evidenceOf(rule)))].join(', ');
    const denying = sites.filter((site) => rulesOf(site).some(([type, rule]) => denies(type, rule))).length;
    const strong = sites.filter((site) => isStrong(site)).length;
    return [
      software,
      String(sites.length),
      supports(first).join(', '),
      strong === 0 ? '' : `${strong} of ${sites.length}`,
      kinds,
      denying === 0 ? '' : `${denying} of ${sites.length}`,
    ];
  });
  return table(['software', 'sites', 'support', 'strong', 'evidence', 'may deny'], rows);
}

/** Rules for which no negative control can be made, with the reason. */
function uncalibrated(platforms: readonly Platform[]): string {
  const rules = uncalibratedRules(platforms, negativeControlFault);
  if (rules.length === 0) return 'None.';
  return table(
    ['slug', 'query type', 'why'],
    rules.map(({ slug, queryType, reason }) => [slug, queryType, reason]),
  );
}

/** What is in the files and yet not probed, with the reason. */
function unprobed(platforms: readonly Platform[]): string {
  const rows = platforms.flatMap(({ slug, retired, onHold = {} }) => [
    ...(retired === undefined ? [] : [[slug, 'retired', '', retired]]),
    ...Object.entries(onHold).map(([type, reason]) => [slug, 'on hold', type, reason]),
  ]);
  return table(['slug', 'state', 'query type', 'why'], rows);
}

/** Rules with evidence of absence that only confirm, by the classes of accounts for which that is. */
function onlyConfirming(platforms: readonly Platform[]): string {
  const rows = platforms.flatMap((platform) =>
    rulesOf(platform).flatMap(([type, { readsAbsent = [] }]) => readsAbsent.map((each) => [platform.slug, type, each.class, each.source])),
  );
  return rows.length === 0 ? 'None.' : table(['slug', 'query type', 'accounts', 'source'], rows);
}

/** Rows of counts with a column for each query type. */
function abilities(platforms: readonly Platform[]): string[][] {
  const counts = QUERY_TYPES.map((type) => countRules(platforms, type, hasNegativeControl));
  const inTime = [...instantBand(platforms, NO_STATISTICS)];
  const row = (title: string, value: (counted: RuleCounts) => number): string[] => [title, ...counts.map((each) => String(value(each)))];
  return [
    row('shipped', (each) => each.platforms),
    row('checked live', (each) => each.liveChecked),
    row('may deny', (each) => each.mayDeny),
    row('with a control account', (each) => each.mayDenyWithControlAccount),
    row('confirm only', (each) => each.platforms - each.mayDeny - each.mayDenyWithControlAccount - each.uncalibrated),
    row('uncalibrated', (each) => each.uncalibrated),
    ['default band', ...QUERY_TYPES.map((type) => String(platforms.filter((each) => inDefaultBand(each, type, NO_STATISTICS)).length))],
    ['instant band', ...QUERY_TYPES.map((type) => String(inTime.filter((key) => key.endsWith(`:${type}`)).length))],
  ];
}

/** docs/platforms.md: what the shipped catalogue holds, and which verdicts each platform may give. */
export function platformsPage(loaded: LoadedCatalogue = shippedCatalogue()): string {
  const { platforms } = loaded.catalogue;
  const of = (kind: string): Platform[] => platforms.filter(({ slug }) => loaded.origins.get(slug)?.kind === kind);
  const [hand, software, brought] = [of('curated'), of('site-software'), of('imported')];
  const joined = platforms.filter(({ slug }) => loaded.origins.get(slug)?.completedBy !== undefined);
  const count = (kind: string | null, type: QueryType): string =>
    String(platforms.filter(({ slug, probes }) => probes[type] && (kind === null || ruleOrigin(loaded, slug, type)?.kind === kind)).length);
  const counts = (
    [
      ['curated', 'curated', hand],
      ['site software', 'site-software', software],
      ['imported', 'imported', brought],
      ['in all', null, platforms],
    ] as const
  ).map(([name, kind, group]) => [name, String(group.length), ...QUERY_TYPES.map((type) => count(kind, type))]);
  const known = new Set(platforms.map(({ slug }) => slug));
  const neverProbed = (slugs: readonly string[]): string[] => slugs.filter((slug) => !known.has(slug)).sort();
  const mailboxes = neverProbed(withMailboxPlatforms(loaded.catalogue).platforms.map(({ slug }) => slug));
  const breached = neverProbed(loaded.breachedSites.map(({ slug }) => slug)).filter((slug) => !mailboxes.includes(slug));
  const widened = loaded.breachedSites.filter(({ slug }) => known.has(slug)).length;
  return `# Platforms
<!-- Written by \`npm run docs\` from \`catalogue/\`. -->

The contents of the shipped catalogue. \`GET /v1/platforms\` shows the query types for which each platform can currently be probed, and
\`GET /v2/platforms\` its health. \`npx footprint catalogue check --live\` probes them. \`CONTRIBUTING.md\` explains how to add one.

${table(['source', 'platforms', ...QUERY_TYPES], counts)}

A platform is counted under the kind of its own file. For ${joined.length} curated platforms, an import adds the rule for usernames
(${joined.map(({ slug }) => slug).join(', ')}).

## By query type
${table(['', ...QUERY_TYPES], abilities(platforms))}

- **may deny**: "not registered" can count, because the rule has evidence for both answers, and a known account with which a control can
  prove that the platform does not deny everybody. **with a control account**: it could, if you had an account at the platform
  (\`docs/control-accounts.md\`). All others only confirm.
- **An e-mail platform can deny** in three cases: its rule names a known account, you have an account there, or other lookups give the proof.
  For that, lookups of at least three accounts must have found three people there at the same mail domain within 15 minutes, and one more
  right after the answer. Without a proof, the answer is omitted as \`uncovered\`. \`calibratedBy\` in \`GET /v2/platforms\` says which case
  currently applies ([ADR 47](adr/0047-denial-by-traffic.md)).
- **uncalibrated**: no negative control fits the rule, so it is never used (see the list below).
- **checked live**: the rule was tried on the platform itself (\`provenance.liveChecked\`). All others are shipped as their source states
  them. The simulator shows that rules and evaluation agree; only a control shows that a site still behaves as its source says.
- **strong**, **instant**: query types for which the platform starts in the default or the instant band. Statistics then add platforms that
  have proved themselves, and remove some of these ([ADR 17](adr/0017-bands-by-evidence.md)).
- **evidence**: from a typed API, field by field; from pages, documents and pictures, by recognisable parts; from an availability check, the
  request that a sign-up page sends while somebody types.

## By proof
How each rule is known to read its platform correctly, for each answer that it can give.

${proofs(platforms)}

- **recorded**: a published answer of the platform has the structure that the rule expects. **its own source**: the platform's program gives
  such answers. **tested by others**: a public test that queries the platform reads the same fields. **documented**: the platform documents
  it. The sample in the rule's file has the address.
- **several sources agree**: they read the same request in the same way. This is a weaker proof than it seems, because they copy each other.
  **one source**: only the project or document that the rule was taken from.
- **suspect**: another source contradicts the rule.
- A rule is counted in the first row that applies; a suspect rule only in the last row.

### Instant and default band
${bandProofs(platforms)}

## Curated
One file each, written by hand, with a sample answer for each state. The sample says whether it was recorded, documented or constructed.

${curated(hand.filter((platform) => supports(platform).length > 0))}

## Site software
One rule for all sites that run the same software, written by hand; the sites are in \`catalogue/site-software/\`.

${siteSoftwareTable(byFile(software, loaded))}

## Imported
Made by \`npm run catalogue:build\` from the data of maigret and sherlock (\`docs/adr/0006-imported-rules.md\`); all are for usernames,
and are in \`catalogue/imported/\`.

## Never probed
${breached.length} sites are known only from breaches (\`breached-sites.json\`). They are listed and accepted in \`platforms\`, but omitted unless a
breach lists the identity, and no table above counts them. The same file adds domains to ${widened} probed platforms. ${mailboxes.length} mailbox
providers are inferred from an e-mail address alone.

## On hold and retired
A rule **on hold** sends no request until somebody has tried it on an account of their own; a **retired** platform no longer has a rule.
Both stay listed and accepted in \`platforms\`, but every lookup omits them. No table above counts them. \`catalogue/README.md\` explains how
to release a rule.

${unprobed(hand)}

## One account under two slugs
The first column is an alias: it is accepted wherever the second is, but never probed. The second slug is probed, and results name it, so no
account is counted twice.

${table(
  ['slug', 'answers as'],
  platforms.flatMap(({ slug, sameAccountAs }) => (sameAccountAs === undefined ? [] : [[slug, sameAccountAs]])),
)}

## Accounts in use that look absent
On these platforms, some accounts that are in use look as if they did not exist (\`readsAbsent\`), so their rules only confirm.

${onlyConfirming(platforms)}

## Uncalibrated
For these rules no negative control is possible: their pattern and scope allow no identity that is certain not to exist. Their answers could never
count, so the rules are not used (\`docs/adr/0007-calibration.md\`).

${uncalibrated(platforms)}
`;
}
