import colours from 'picocolors';
import type { LookupResponse } from '../http/v1/schemas.js';

/** Lines shown of each list; `--json` has them all. */
const MOST = 12;

/** `domainAgeDays` as people read it: `domain age days`. */
const words = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase();

function shown(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? colours.yellow('yes') : 'no';
  return String(value);
}

/** The fields that are known, one a line; those that nobody knows in one line. */
function facts(details: Readonly<Record<string, string | number | boolean | null | undefined>>): string[] {
  const known = Object.entries(details).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[words(name), shown(value)] as const]));
  const unknown = Object.entries(details).flatMap(([name, value]) => (value === null ? [words(name)] : []));
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return [
    ...known.map(([name, value]) => `    ${colours.dim(name.padEnd(width))}  ${value}`),
    ...(unknown.length > 0 ? [colours.dim(`    not known: ${unknown.join(', ')}`)] : []),
  ];
}

function list(entries: readonly string[]): string[] {
  if (entries.length === 0) return [colours.dim('    none')];
  return [...entries.slice(0, MOST).map((entry) => `    ${entry}`), ...(entries.length > MOST ? [colours.dim(`    … and ${entries.length - MOST} more`)] : [])];
}

const section = (title: string, lines: readonly string[] | null): string[] => (lines === null ? [] : [`  ${colours.bold(title)}`, ...lines, '']);

/** What the modules besides the sweep found, for the terminal. A module that was not checked is left out. */
export function renderModules({ emailDetails, phoneDetails, ipDetails, breaches, webMentions }: LookupResponse): string {
  const sections = [
    ...section('Mailbox', emailDetails && facts(emailDetails)),
    ...section('Phone line', phoneDetails && facts(phoneDetails)),
    ...section('IP address', ipDetails && facts(ipDetails)),
    ...section('Breaches', breaches && list(breaches.map(({ name, date }) => `${colours.dim(date)}  ${name}`))),
    ...section('Web mentions', webMentions && list(webMentions.map(({ title, url, matchConfidence }) => `${matchConfidence === 'confirmed' ? colours.green('●') : '○'} ${title}  ${colours.dim(url)}`))),
  ];
  return sections.length === 0 ? '' : `${sections.join('\n')}\n`;
}
