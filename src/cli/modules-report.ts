import type { LookupResponse } from '../api/v1/schemas.js';
import { colours, fieldLabel } from './output.js';

/** Lines shown of each list; `--json` has them all. */
const MAX_LINES = 12;

function shown(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? colours.yellow('yes') : 'no';
  return String(value);
}

/** The known fields, one per line; the unknown ones in a single line. */
export function factLines(details: Readonly<Record<string, string | number | boolean | null | undefined>>): string[] {
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
export function listLines(entries: readonly string[]): string[] {
  if (entries.length === 0) return [colours.dim('    none')];
  return [
    ...entries.slice(0, MAX_LINES).map((entry) => `    ${entry}`),
    ...(entries.length > MAX_LINES ? [colours.dim(`    … and ${entries.length - MAX_LINES} more`)] : []),
  ];
}

/** A title with its lines; empty for a module that was not checked. */
export const section = (title: string, lines: readonly string[] | null): string[] =>
  lines === null ? [] : [`  ${colours.bold(title)}`, ...lines, ''];

type Mention = NonNullable<LookupResponse['webMentions']>[number];

/** A page, marked when the exact text is on it. */
export const mentionLine = ({ title, url, matchConfidence }: Mention): string =>
  `${matchConfidence === 'confirmed' ? colours.green('●') : '○'} ${title}  ${colours.dim(url)}`;

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
