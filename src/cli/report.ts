import Table from 'cli-table3';
import colours from 'picocolors';
import { isUnreachable } from '../domain/flow/reach.js';
import type { LookupResponse } from '../http/v1/schemas.js';

/** Rows shown of each state; `--json` has them all. */
const MOST_REGISTERED = 24;
const MOST_ABSENT = 6;
const BARE = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '  ', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ',
};

type Result = LookupResponse['results'][number];

function row(result: Result): string[] {
  const state = result.registered ? colours.green('● registered') : colours.dim('○ not registered');
  const paint = result.registered ? (text: string) => text : colours.dim;
  return [state, result.platform, result.method.replaceAll('_', ' '), result.checkedAt.slice(11, 19)].map(paint);
}

function more(all: readonly Result[], shown: number, what: string): string[] {
  return all.length > shown ? [colours.dim(`  … and ${all.length - shown} more ${what}`)] : [];
}

/** How far a lookup came, by its stream. */
export interface Progress {
  /** Platforms that it asks in all. */
  readonly planned: number;
  /** Platforms that ended, answered or omitted, those that other sources know of included. */
  readonly ended: number;
}

/**
 * A lookup as a table for the terminal: what was found, a few that were not, and how many are not known.
 *
 * @param progress the last that was told; null when nothing was, and then nothing can be said of omissions
 */
export function renderReport(response: LookupResponse, progress: Progress | null): string {
  const registered = response.results.filter((result) => result.registered);
  const absent = response.results.filter((result) => !result.registered);
  const table = new Table({
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: ['', 'platform', 'how', 'checked (UTC)'].map((title) => colours.bold(title)),
  });
  for (const result of [...registered.slice(0, MOST_REGISTERED), ...absent.slice(0, MOST_ABSENT)]) table.push(row(result));
  const answered = response.platformsChecked;
  const pending = response.platformsPending ?? 0;
  // What is neither answered nor pending was omitted, also where the lookup gave up before it had ended.
  const total = progress && Math.max(progress.planned, progress.ended + pending);
  return [
    '',
    `  ${colours.bold('Footprint of')} ${colours.cyan(colours.bold(response.query))}  ${colours.dim(response.lookupId)}`,
    '',
    table.toString(),
    ...more(registered, MOST_REGISTERED, 'registered'),
    ...more(absent, MOST_ABSENT, 'not registered'),
    '',
    `  ${[
      colours.green(`● ${registered.length} registered`),
      `○ ${absent.length} not registered`,
      ...(total === null ? [] : [colours.yellow(`◌ ${total - answered - pending} omitted: no confident answer`)]),
    ].join('   ')}`,
    ...(total !== null && isUnreachable({ sent: total, answered }) && pending === 0 ? [colours.red('  Nothing could be reached: check the network and PROBE_PROXY_URL of the workers, and `egress` in /readyz.')] : []),
    colours.dim(`  ${total === null ? answered : `${answered} of ${total}`} platforms answered${pending > 0 ? `, ${pending} still pending` : ''}`),
    '',
  ].join('\n');
}
