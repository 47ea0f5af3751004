import type { LookupBodyV2 } from '../domain/v2/lookup-body.js';
import { factLines, listLines, mentionLine, section } from './modules-report.js';
import { colours, renderTable } from './output.js';
import { omittedRowsNote, MAX_ABSENT, MAX_REGISTERED, resultRow } from './report.js';

type Result = LookupBodyV2['results'][number];
interface Finding<T> {
  readonly identity: { readonly value: string };
  readonly facts: T | null;
}

/** A lookup of several identities for the terminal: where each is registered, the omissions, and the results of the modules. */
export function renderSeveral(body: LookupBodyV2): string {
  const registered = body.results.filter((result) => result.registered);
  const absent = body.results.filter((result) => !result.registered);
  const row = (result: Result): string[] => resultRow(result, [result.identity.value]);
  const rows = [...registered.slice(0, MAX_REGISTERED), ...absent.slice(0, MAX_ABSENT)].map(row);
  const counts = [
    colours.green(`● ${registered.length} registered`),
    `○ ${absent.length} not registered`,
    colours.yellow(`◌ ${body.omitted} omitted: no confident answer`),
  ];
  const isPending = body.status === 'processing' ? ', the lookup goes on' : '';
  return [
    '',
    `  ${colours.bold('Footprint of')} ${body.identities.map(({ value }) => colours.cyan(colours.bold(value))).join(', ')}  ${colours.dim(body.lookupId)}`,
    '',
    renderTable(['', 'platform', 'identity', 'how', 'checked (UTC)'], rows),
    ...omittedRowsNote(registered.length, MAX_REGISTERED, 'registered'),
    ...omittedRowsNote(absent.length, MAX_ABSENT, 'not registered'),
    '',
    `  ${counts.join('   ')}`,
    colours.dim(`  ${body.answered}${body.planned === null ? '' : ` of ${body.planned}`} questions answered${isPending}`),
    '',
    ...modules(body),
  ].join('\n');
}

function modules({ modules: { email, phone, ip, breaches, webMentions } }: LookupBodyV2): string[] {
  const each = <T>(title: string, findings: readonly Finding<T>[] | null, lines: (facts: T) => string[]): string[] =>
    (findings ?? []).flatMap(({ identity, facts }) => (facts === null ? [] : section(`${title}: ${identity.value}`, lines(facts))));
  return [
    ...each('Mailbox', email, (facts) => factLines(facts)),
    ...each('Phone line', phone, (facts) => factLines(facts)),
    ...each('IP address', ip, (facts) => factLines(facts)),
    ...each('Breaches', breaches, (facts) => listLines(facts.map(({ name, date }) => `${colours.dim(date)}  ${name}`))),
    ...each('Web mentions', webMentions, (facts) => listLines(facts.map(mentionLine))),
  ];
}
