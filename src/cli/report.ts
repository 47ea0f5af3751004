import { isUnreachable } from '../domain/flow/reach.js';
import type { LookupResponse } from '../api/v1/schemas.js';
import { colours, renderTable } from './output.js';

/** With this many responses the network works, however many platforms are omitted: a simulator may have few of the catalogue's. */
const MIN_RESPONSES = 10;
/** Rows shown of each state; `--json` has them all. */
export const MAX_REGISTERED = 24;
export const MAX_ABSENT = 6;
type Result = LookupResponse['results'][number];

/**
 * A result as a row of a table.
 *
 * @param more cells after the platform
 */
export function resultRow(
  result: Pick<Result, 'registered' | 'platform' | 'method' | 'checkedAt'>,
  more: readonly string[] = [],
): string[] {
  const state = result.registered ? colours.green('● registered') : colours.dim('○ not registered');
  const paint = result.registered ? (text: string) => text : colours.dim;
  return [state, result.platform, ...more, result.method.replaceAll('_', ' '), result.checkedAt.slice(11, 19)].map(paint);
}

/** Says how many results of a state are not in the table. */
export function omittedRowsNote(count: number, shown: number, what: string): string[] {
  return count > shown ? [colours.dim(`  … and ${count - shown} more ${what}`)] : [];
}

/** Progress of a lookup, from its stream. */
export interface Progress {
  /** Platforms that it probes in all. */
  readonly planned: number;
  /** Platforms that have a result or were omitted, including those that other sources know of. */
  readonly ended: number;
}

/**
 * A lookup as a table for the terminal: registered platforms, a few of the others, and the number of omissions.
 *
 * @param progress the last one of the stream; null without one, and then omissions are not counted
 */
export function renderReport(response: LookupResponse, progress: Progress | null): string {
  const registered = response.results.filter((result) => result.registered);
  const absent = response.results.filter((result) => !result.registered);
  const rows = [...registered.slice(0, MAX_REGISTERED), ...absent.slice(0, MAX_ABSENT)].map((result) => resultRow(result));
  const answered = response.platformsChecked;
  const pending = response.platformsPending ?? 0;
  // Platforms neither answered nor pending were omitted, also where the lookup gave up before it had ended.
  const total = progress && Math.max(progress.planned, progress.ended + pending);
  return [
    '',
    `  ${colours.bold('Footprint of')} ${colours.cyan(colours.bold(response.query))}  ${colours.dim(response.lookupId)}`,
    '',
    renderTable(['', 'platform', 'how', 'checked (UTC)'], rows),
    ...omittedRowsNote(registered.length, MAX_REGISTERED, 'registered'),
    ...omittedRowsNote(absent.length, MAX_ABSENT, 'not registered'),
    '',
    `  ${[
      colours.green(`● ${registered.length} registered`),
      `○ ${absent.length} not registered`,
      ...(total === null ? [] : [colours.yellow(`◌ ${total - answered - pending} omitted: no confident answer`)]),
    ].join('   ')}`,
    ...(total !== null && answered < MIN_RESPONSES && isUnreachable({ sent: total, answered }) && pending === 0
      ? [colours.red('  Nothing could be reached: check the network and PROBE_PROXY_URL of the workers, and `egress` in /readyz.')]
      : []),
    colours.dim(
      `  ${total === null ? answered : `${answered} of ${total}`} platforms answered${pending > 0 ? `, ${pending} still pending` : ''}`,
    ),
    '',
  ].join('\n');
}
