import type { LookupBodyV2 } from '../features/lookups/routes/shared/v2/body-schemas.js';
import type { ShownBreach } from '../features/lookups/routes/shared/v2/finding-schemas.js';
import { forTerminal } from '../kernel/values/control-characters.js';
import { isUnreachable } from '../engine/flow/reachability.js';
import { claimedNameText } from '../features/lookups/report/profile-labels.js';
import type { LookupResponse } from '../features/lookups/routes/shared/v1/schemas.js';
import { comparisonsByWeight } from '../features/lookups/report/comparisons.js';
import { exposedText, seenText } from '../features/lookups/report/labels.js';
import { colours, renderTable, fieldLabel } from './output.js';
import type { EvidenceCheck, LookupProgress } from '../../clients/typescript/index.js';

/** With this many responses the network works, however many platforms are omitted: a simulator may have few of the catalogue's. */
const MIN_RESPONSES = 10;
/** Rows shown of each state; `--output json` has them all. */
const MAX_REGISTERED = 24;
const MAX_ABSENT = 6;
type Result = LookupResponse['results'][number];

/**
 * A result as a row of a table.
 *
 * @param url of the account, in the last cell
 * @param more cells after the platform
 */
function resultRow(
  result: Pick<Result, 'registered' | 'platform' | 'method' | 'checkedAt'>,
  url: string | null | undefined,
  more: readonly string[] = [],
): string[] {
  const state = result.registered ? colours.green('● registered') : colours.dim('○ not registered');
  const paint = result.registered ? (text: string) => text : colours.dim;
  const checked = result.checkedAt.slice(0, 16).replace('T', ' ');
  return [state, result.platform, ...more, result.method.replaceAll('_', ' '), checked, forTerminal(url ?? '')].map(paint);
}

/** Says how many results of a state are not in the table, and what shows them. */
function omittedRowsNote(count: number, shown: number, what: string, lookupId: string): string[] {
  return count > shown ? [colours.dim(`  … and ${count - shown} more ${what}; all: footprint report ${lookupId} --out report.html`)] : [];
}

/**
 * A lookup as a table for the terminal: registered platforms, a few of the others, and the number of omissions.
 *
 * @param progress the last one of the stream; null without one, and then omissions are not counted
 * @param body the same in v2, for the addresses of accounts; null: it could not be read
 */
export function renderReport(
  response: LookupResponse,
  progress: LookupProgress | null,
  body: Pick<LookupBodyV2, 'results'> | null = null,
): string {
  const urls = new Map(body?.results.map(({ platform, profile }) => [platform, profile?.url]));
  const registered = response.results.filter((result) => result.registered);
  const absent = response.results.filter((result) => !result.registered);
  const rows = [...registered.slice(0, MAX_REGISTERED), ...absent.slice(0, MAX_ABSENT)].map((result) =>
    resultRow(result, urls.get(result.platform)),
  );
  const answered = response.platformsChecked;
  const pending = response.platformsPending ?? 0;
  // Platforms neither answered nor pending were omitted, also where the lookup gave up before it had ended.
  const total = progress && Math.max(progress.planned, progress.ended + pending);
  return [
    '',
    `  ${colours.bold('Footprint of')} ${colours.cyan(colours.bold(response.query))}  ${colours.dim(response.lookupId)}`,
    '',
    renderTable(['', 'platform', 'how', 'checked (UTC)', 'address'], rows),
    ...omittedRowsNote(registered.length, MAX_REGISTERED, 'registered', response.lookupId),
    ...omittedRowsNote(absent.length, MAX_ABSENT, 'not registered', response.lookupId),
    '',
    `  ${[
      colours.green(`● ${registered.length} registered`),
      `○ ${absent.length} not registered`,
      ...(total === null ? [] : [colours.yellow(`◌ ${total - answered - pending} omitted: no confident answer`)]),
    ].join('   ')}`,
    ...(total !== null && answered < MIN_RESPONSES && isUnreachable({ sent: total, answered }) && pending === 0
      ? [colours.red('  No platform could be reached. Check the network and PROBE_PROXY_URL of the workers, and `egress` in /readyz.')]
      : []),
    colours.dim(
      `  ${total === null ? answered : `${answered} of ${total}`} platforms answered${pending > 0 ? `, ${pending} still pending` : ''}`,
    ),
    '',
  ].join('\n');
}

type ResultV2 = LookupBodyV2['results'][number];
interface Finding<T> {
  readonly identity: { readonly value: string };
  readonly facts: T | null;
}

/** A lookup of several identities for the terminal: where each is registered, the omissions, and the results of the modules. */
export function renderSeveral(body: LookupBodyV2): string {
  const registered = body.results.filter((result) => result.registered);
  const absent = body.results.filter((result) => !result.registered);
  const row = (result: ResultV2): string[] =>
    resultRow(result, result.profile?.url, [result.identity.value, String(result.profile?.createdYear ?? '')]);
  const rows = [...registered.slice(0, MAX_REGISTERED), ...absent.slice(0, MAX_ABSENT)].map(row);
  const counts = [
    colours.green(`● ${registered.length} registered`),
    `○ ${absent.length} not registered`,
    colours.yellow(`◌ ${body.omitted} omitted: no confident answer`),
  ];
  const isPending = body.status === 'processing' ? ', the lookup continues' : '';
  const isTest = body.test ? ', made with a test key: the answers are made up' : '';
  return [
    '',
    `  ${colours.bold('Footprint of')} ${body.identities.map(({ value }) => colours.cyan(colours.bold(value))).join(', ')}  ${colours.dim(body.lookupId)}`,
    ...(body.claimedName === null ? [] : [`  ${colours.dim('Name given:')} ${forTerminal(claimedNameText(body.claimedName))}`]),
    ...(body.claimedCompany === null ? [] : [`  ${colours.dim('Company given:')} ${forTerminal(body.claimedCompany)}`]),
    ...(body.claimedCountry === null ? [] : [`  ${colours.dim('Country given:')} ${body.claimedCountry}`]),
    ...renderSeen(body),
    '',
    renderTable(['', 'platform', 'identity', 'since', 'how', 'checked (UTC)', 'address'], rows),
    ...omittedRowsNote(registered.length, MAX_REGISTERED, 'registered', body.lookupId),
    ...omittedRowsNote(absent.length, MAX_ABSENT, 'not registered', body.lookupId),
    '',
    `  ${counts.join('   ')}`,
    colours.dim(`  ${body.answered}${body.planned === null ? '' : ` of ${body.planned}`} checks answered${isPending}${isTest}`),
    '',
    ...modules(body),
  ].join('\n');
}

/** A line for each identity that the account looked up before. */
export function renderSeen({ identities }: Pick<LookupBodyV2, 'identities'>): string[] {
  return identities.flatMap((identity) => {
    const text = seenText(identity);
    return text === null ? [] : [colours.dim(`  ${identity.value}: ${text}`)];
  });
}

function modules({ modules: { email, phone, ip, breaches, webMentions } }: LookupBodyV2): string[] {
  const each = <T>(title: string, findings: readonly Finding<T>[] | null, lines: (facts: T) => string[]): string[] =>
    (findings ?? []).flatMap(({ identity, facts }) => (facts === null ? [] : section(`${title}: ${identity.value}`, lines(facts))));
  return [
    ...each('Mailbox', email, (facts) => factLines(facts)),
    ...each('Phone line', phone, (facts) => factLines(facts)),
    ...each('IP address', ip, (facts) => factLines(facts)),
    ...each('Breaches', breaches, (facts) => listLines(facts.map(breachLine))),
    ...each('Web mentions', webMentions, (facts) => listLines(facts.map(mentionLine))),
  ];
}

function breachLine(breach: ShownBreach): string {
  const exposed = exposedText(breach);
  return `${colours.dim(breach.date)}  ${forTerminal(breach.name)}${exposed === null ? '' : colours.dim(`  ${forTerminal(exposed)}`)}`;
}

/** Lines shown of each list; `--output json` has them all. */
const MAX_LINES = 12;

function shown(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? colours.yellow('yes') : 'no';
  return forTerminal(String(value));
}

/** The known fields, one per line; the unknown ones in a single line. */
function factLines(details: Readonly<Record<string, string | number | boolean | null | undefined>>): string[] {
  const known = Object.entries(details).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[fieldLabel(name), shown(value)] as const],
  );
  const unknown = Object.entries(details).flatMap(([name, value]) => (value === null ? [fieldLabel(name)] : []));
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return [
    ...known.map(([name, value]) => `    ${colours.dim(name.padEnd(width))}  ${value}`),
    ...(unknown.length > 0 ? [colours.dim(`    not known: ${unknown.join(', ')}`)] : []),
  ];
}

/** At most a dozen entries; the others are counted. */
function listLines(entries: readonly string[]): string[] {
  if (entries.length === 0) return [colours.dim('    none')];
  return [
    ...entries.slice(0, MAX_LINES).map((entry) => `    ${entry}`),
    ...(entries.length > MAX_LINES ? [colours.dim(`    … and ${entries.length - MAX_LINES} more`)] : []),
  ];
}

/** A title with its lines; empty for a module that was not checked. */
const section = (title: string, lines: readonly string[] | null): string[] =>
  lines === null ? [] : [`  ${colours.bold(title)}`, ...lines, ''];

type Mention = NonNullable<LookupResponse['webMentions']>[number];

/** A page, marked when the exact text is on it. */
const mentionLine = ({ title, url, matchConfidence }: Mention): string =>
  `${matchConfidence === 'confirmed' ? colours.green('●') : '○'} ${forTerminal(title)}  ${colours.dim(url)}`;

/** The results of all modules but the footprint, for the terminal. A module that was not checked is left out. */
export function renderModules({ emailDetails, phoneDetails, ipDetails, breaches, webMentions }: LookupResponse): string {
  const sections = [
    ...section('Mailbox', emailDetails && factLines(emailDetails)),
    ...section('Phone line', phoneDetails && factLines(phoneDetails)),
    ...section('IP address', ipDetails && factLines(ipDetails)),
    ...section('Breaches', breaches && listLines(breaches.map(({ name, date }) => `${colours.dim(date)}  ${name}`))),
    ...section('Web mentions', webMentions && listLines(webMentions.map(mentionLine))),
  ];
  return sections.length === 0 ? '' : `${sections.join('\n')}\n`;
}

const LEVEL_COLOURS = {
  insufficient: colours.dim,
  low: colours.green,
  medium: colours.yellow,
  high: colours.red,
  critical: colours.red,
} as const;

/** A lookup's risk for the terminal: the score, and the reasons that add up to it. */
export function renderRisk({ risk, consistency }: Pick<LookupBodyV2, 'risk' | 'consistency'>): string {
  const { score, level, confidence, reasons, coverage } = risk;
  const covered = `${coverage.answered} of ${coverage.planned} checks answered`;
  if (score === null) return colours.dim(`  There is not enough information to score a risk: ${covered}.`);
  const title = level === 'insufficient' ? `${score}, too little information for a level` : `${score} ${level}`;
  const rows = reasons.map(({ impact, module, message }) => [impact > 0 ? `+${impact}` : String(impact), colours.dim(module), message]);
  return [
    `  ${colours.bold('Risk')} ${LEVEL_COLOURS[level](colours.bold(title))}  ${colours.dim(`confidence ${confidence}, ${covered}`)}`,
    renderTable([], rows, { align: ['right', 'left', 'left'] }),
    ...section('Consistency', consistency.length === 0 ? null : comparisonLines(consistency)),
    '',
  ].join('\n');
}

const OUTCOME_COLOURS = { agrees: colours.green, disagrees: colours.red, unknown: colours.dim } as const;

function comparisonLines(consistency: LookupBodyV2['consistency']): string[] {
  return comparisonsByWeight(consistency).map(
    ({ outcome, word, title, message }) => `    ${OUTCOME_COLOURS[outcome](word.padEnd(9))}  ${title}  ${colours.dim(message)}`,
  );
}

const STATE_COLOURS = { registered: colours.green, not_registered: colours.dim, omitted: colours.yellow } as const;
const STATE_ORDER = ['registered', 'not_registered', 'omitted'];

/** The evidence of every verdict, and the reason of every omission, as a table for the terminal. */
export function renderEvidence(checks: readonly EvidenceCheck[]): string {
  const sorted = [...checks].sort(
    (a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state) || (a.platform < b.platform ? -1 : 1),
  );
  const rows = sorted.map(({ platform, state, reason, evidence }) => {
    const answer = STATE_COLOURS[state](reason ? `omitted: ${reason.replaceAll('_', ' ')}` : state.replaceAll('_', ' '));
    return [
      platform,
      answer,
      String(evidence?.status ?? ''),
      evidence?.explanation ?? '',
      String(Math.round(evidence?.latencyMs ?? 0) || ''),
    ];
  });
  return renderTable(['platform', 'answer', 'status', 'evidence', 'ms'], rows, { widths: [30, 26, 8, 62, 8] });
}
