import { basename, join } from 'node:path';
import { hasNegativeControl, negativeControlFault } from '../../src/engine/controls/negative-control-identities.js';
import { uncalibratedRules } from '../../src/engine/catalogue/check-catalogue.js';
import { type LoadedCatalogue, loadCatalogue, ruleOrigin, withMailboxPlatforms } from '../../src/engine/catalogue/load-catalogue.js';
import { QUERY_TYPES, type QueryType } from '../../src/kernel/identity/identity.js';
import { inDefaultBand, instantBand, NO_STATISTICS } from '../../src/engine/catalogue/rules/bands.js';
import { isStrong, supports, type Platform } from '../../src/engine/catalogue/rules/platform.js';
import { countRules, type Denial, denialOf, type RuleCounts } from '../../src/engine/catalogue/rules/rule-counts.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { PROJECT_ROOT } from '../checks/tool.js';
import { bandProofs, proofs } from './rule-proofs.js';
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
    ['slug', 'name', 'takes', 'strong', 'instant', 'evidence', 'may deny', 'with a control account'],
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
  const groups = new Map<string, Platform[]>();
  for (const platform of platforms) {
    const file = basename(origins.get(platform.slug)?.file ?? '', '.json').replace(/^software-/, '');
    groups.set(file, [...(groups.get(file) ?? []), platform]);
  }
  return groups;
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
  return table(['software', 'sites', 'take', 'strong', 'evidence', 'may deny'], rows);
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
export function platformsPage(loaded: LoadedCatalogue = loadCatalogue({ root: join(PROJECT_ROOT, 'catalogue') })): string {
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

What the shipped catalogue holds. \`GET /v1/platforms\` tells by which query types each is usable at present and
\`GET /v2/platforms\` how healthy it is; \`npx footprint catalogue check --live\` asks them. How to add one: \`CONTRIBUTING.md\`.

${table(['source', 'platforms', ...QUERY_TYPES], counts)}

A platform is counted where its own file is; an import gives ${joined.length} of the curated ones the usernames that their files lack
(${joined.map(({ slug }) => slug).join(', ')}).

## By query type
${table(['', ...QUERY_TYPES], abilities(platforms))}

- **may deny**: "not registered" can count: the rule has evidence of both sides, and a known account by which a control can show that the
  platform does not deny everybody. **with a control account**: it would, with an account of the operator's own at the platform (\`docs/control-accounts.md\`). All
  others only ever confirm.
- **An e-mail platform comes to deny** in one of three ways: its rule names an account that is known to exist, or you have one there, or by
  traffic. By traffic it denies while lookups of at least three accounts found three people there at the same mail domain within 15 minutes,
  and one more right after the answer. Where that is missing the answer is omitted as \`uncovered\`. \`calibratedBy\` in \`GET /v2/platforms\`
  says which of the three it is at present ([ADR 47](adr/0047-denial-by-traffic.md)).
- **uncalibrated**: no negative control fits the rule, so that it is never asked (list below).
- **checked live**: the rule was tried on the platform itself (\`provenance.liveChecked\`). All others are shipped as they were read: the
  simulator shows that rules and evaluation agree, only a control shows that a site still is what its source says.
- **strong**: query types for which the platform begins in the default band, **instant**: in the instant band. Statistics then let proven ones in
  and leave some of these out ([ADR 17](adr/0017-bands-by-evidence.md)).
- **evidence**: a typed API is read field by field; pages, documents and pictures by their marks; an availability check is what
  a sign-up page asks while somebody types.

## By proof
How it is known that a rule reads its platform rightly, for each of its sides that answers.

${proofs(platforms)}

- **recorded**: a public answer of the platform has the shape that the rule reads; **its own source**: its program gives such answers; **tested
  by others**: a public test that asks the platform reads the same fields; **documented**: a document of it. The sample in the rule's file has
  the address.
- **several sources agree**: they read the same request in the same way, which is less than it seems, as they copy each other. **one
  source**: nothing but the project or document from which the rule was read.
- **suspect**: another source contradicts the rule.
- A rule is in the first row that holds, and in the last one whatever else holds.

### Instant and default band
${bandProofs(platforms)}

## Curated
One file each, made by hand, with an answer for each state, which says whether it was recorded, documented or constructed.

${curated(hand.filter((platform) => supports(platform).length > 0))}

## Site software
One rule for all sites of a software, made by hand; the sites are in \`catalogue/site-software/\`.

${siteSoftwareTable(byFile(software, loaded))}

## Imported
Made by \`npm run catalogue:build\` from the data of maigret and sherlock (\`docs/adr/0006-imported-rules.md\`); all take usernames,
and are in \`catalogue/imported/\`.

## Never asked
Sites of which only a breach tells (\`breached-sites.json\`): ${breached.length}. They are listed and accepted in \`platforms\`, but no table above
counts them: without a breach that lists the identity they are omitted. ${widened} platforms that are asked have further domains there. In the
same way ${mailboxes.length} mailbox providers follow from an e-mail address alone.

## On hold and retired
A rule **on hold** makes no request until somebody has tried it on an account of their own; a **retired** platform has no rule any more.
Both stay listed and accepted in \`platforms\`, and are left out of every lookup. No table above counts them; \`catalogue/README.md\` tells
how a rule gets off hold.

${unprobed(hand)}

## One account under two slugs
The second slug is accepted wherever the first one is. Nothing is asked at its own address: the first one answers, under its own slug, so
that no account is counted twice.

${table(
  ['slug', 'answers as'],
  platforms.flatMap(({ slug, sameAccountAs }) => (sameAccountAs === undefined ? [] : [[slug, sameAccountAs]])),
)}

## Accounts in use that read absent
Rules of platforms on which some accounts that their holders can use look as if they did not exist (\`readsAbsent\`): they only confirm.

${onlyConfirming(platforms)}

## Uncalibrated
Rules for which no negative control can be made: an identity that nobody has, inside the rule's pattern and scope. Their answers could
never count, so they are not asked (\`docs/adr/0007-calibration.md\`).

${uncalibrated(platforms)}
`;
}
