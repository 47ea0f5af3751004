import { basename, join } from 'node:path';
import { negativeControlFault } from '../../src/adapters/negative-control-identities.js';
import { uncalibratedRules } from '../../src/catalogue/check-catalogue.js';
import { ruleKindOf, RULE_KINDS } from '../../src/catalogue/importers/import-report.js';
import { type LoadedCatalogue, loadCatalogue } from '../../src/catalogue/load-catalogue.js';
import { QUERY_TYPES, type QueryType } from '../../src/domain/identity/identity.js';
import { supports, type Platform } from '../../src/domain/catalogue/platform.js';
import type { ProbeRule } from '../../src/domain/catalogue/probe-rule.js';
import { PROJECT_ROOT } from '../check/tool.js';
import { cell } from './errors-page.js';

/** The kind of response from which a rule reads its evidence. */
function evidenceOf({ method, registered, absent }: ProbeRule): string {
  if (method === 'account_enumeration') return 'availability check';
  const sides = [registered, absent].filter((side) => side !== undefined);
  if (sides.every((side) => side.json !== undefined)) return 'typed API';
  const kinds = new Set(sides.map((side) => side.contentType));
  if (kinds.has('image')) return 'picture';
  return kinds.has('html') || kinds.has(undefined) ? 'page' : 'document';
}

/** Whether a rule's "not registered" can ever count: it has that side, and a known account by which a control can show it. */
const mayDeny = ({ absent, positiveControls = [] }: ProbeRule): boolean => absent !== undefined && positiveControls.length > 0;

const rulesOf = ({ probes }: Platform): [QueryType, ProbeRule][] =>
  QUERY_TYPES.flatMap((type) => (probes[type] ? [[type, probes[type]]] : []));
const typesWhere = (platform: Platform, test: (rule: ProbeRule) => boolean): string =>
  rulesOf(platform)
    .filter(([, rule]) => test(rule))
    .map(([type]) => type)
    .join(', ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`)].join('\n');

/** Slugs in lines of about 120 characters, so that a change of one shows as one. */
function compact(slugs: readonly string[]): string {
  const lines: string[] = [];
  for (const slug of slugs) {
    const last = lines.at(-1);
    if (last === undefined || last.length + slug.length > 118) lines.push(slug);
    else lines[lines.length - 1] = `${last}, ${slug}`;
  }
  return lines.join(',\n');
}

function curated(platforms: readonly Platform[]): string {
  return table(
    ['slug', 'name', 'takes', 'strength', 'instant', 'evidence', 'may deny'],
    platforms.map((platform) => [
      platform.slug,
      platform.name,
      supports(platform).join(', '),
      platform.strength,
      platform.instant.join(', '),
      [...new Set(rulesOf(platform).map(([, rule]) => evidenceOf(rule)))].join(', '),
      typesWhere(platform, mayDeny),
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
    const denying = sites.filter((site) => rulesOf(site).some(([, rule]) => mayDeny(rule))).length;
    return [
      software,
      String(sites.length),
      supports(first).join(', '),
      first.strength,
      kinds,
      denying === 0 ? '' : `${denying} of ${sites.length}`,
    ];
  });
  const lists = [...groups].map(([software, sites]) => `**${software}:** ${compact(sites.map(({ slug }) => slug))}`);
  return [table(['software', 'sites', 'take', 'strength', 'evidence', 'may deny'], rows), ...lists].join('\n\n');
}

function imported(platforms: readonly Platform[]): string {
  const kinds = platforms.flatMap((platform) => rulesOf(platform).map(([, rule]) => ({ kind: ruleKindOf(rule), denies: mayDeny(rule) })));
  const rows = RULE_KINDS.map((kind) => {
    const of = kinds.filter((each) => each.kind === kind);
    return [kind, String(of.length), of.some(({ denies }) => denies) ? 'yes' : ''];
  }).filter(([, count]) => count !== '0');
  return [table(['evidence', 'platforms', 'may deny'], rows), compact(platforms.map(({ slug }) => slug))].join('\n\n');
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

/** docs/platforms.md: what the shipped catalogue holds, and which verdicts each platform may give. */
export function platformsPage(loaded: LoadedCatalogue = loadCatalogue({ root: join(PROJECT_ROOT, 'catalogue') })): string {
  const { platforms } = loaded.catalogue;
  const of = (kind: string): Platform[] => platforms.filter(({ slug }) => loaded.origins.get(slug)?.kind === kind);
  const [hand, software, brought] = [of('curated'), of('site-software'), of('imported')];
  const count = (group: readonly Platform[], type: QueryType): string =>
    String(group.filter(({ probes }) => probes[type] !== undefined).length);
  const counts = (
    [
      ['curated', hand],
      ['site software', software],
      ['imported', brought],
      ['in all', platforms],
    ] as const
  ).map(([name, group]) => [name, String(group.length), ...QUERY_TYPES.map((type) => count(group, type))]);
  return `# Platforms
<!-- Written by \`npm run docs\` from \`catalogue/\`. -->

What the shipped catalogue holds. \`GET /v1/platforms\` tells by which query types each is usable at present and
\`GET /v2/platforms\` how healthy it is; \`npx footprint catalogue check --live\` asks them. How to add one: \`CONTRIBUTING.md\`.

${table(['source', 'platforms', ...QUERY_TYPES], counts)}

- **strength** \`strong\`: part of the default band. **instant**: query types that instant lookups begin with; what recorded
  times and omissions show then decides (\`src/domain/catalogue/bands.ts\`).
- **may deny**: query types for which "not registered" can count: the rule has evidence of absence, and a known account by
  which a control can show that the platform does not deny everybody. All others only confirm; those with evidence of absence
  deny as well once the operator has set a control account (\`docs/control-accounts.md\`).
- **evidence**: a typed API is read field by field; pages, documents and pictures by their marks; an availability check is what
  a sign-up page asks while somebody types.

## Curated
One file each, made by hand, with recorded answers.

${curated(hand)}

## Site software
One rule for all sites of a software, made by hand.

${siteSoftwareTable(byFile(software, loaded))}

## Imported
Made by \`npm run catalogue:build\` from the data of maigret and sherlock (\`docs/adr/0006-imported-rules.md\`); all take usernames.
A side that rests on the control counts only while the platform's control stands, and a young one.

${imported(brought)}

## Uncalibrated
Rules for which no negative control can be made: an identity that nobody has, inside the rule's pattern and scope. Their answers could
never count, so they are not asked (\`docs/adr/0007-calibration.md\`).

${uncalibrated(platforms)}
`;
}
