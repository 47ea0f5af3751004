import Table from 'cli-table3';
import colours from 'picocolors';
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

/**
 * A lookup as a table for the terminal: what was found, a few that were not, and how many are not known.
 *
 * @param platformsPlanned how many platforms are asked in all; null when that was not told
 */
export function renderReport(response: LookupResponse, platformsPlanned: number | null): string {
  const registered = response.results.filter((result) => result.registered);
  const absent = response.results.filter((result) => !result.registered);
  const omitted = response.platformsChecked - response.results.length;
  const table = new Table({
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: ['', 'platform', 'how', 'checked (UTC)'].map((title) => colours.bold(title)),
  });
  for (const result of [...registered.slice(0, MOST_REGISTERED), ...absent.slice(0, MOST_ABSENT)]) table.push(row(result));
  const pending = response.platformsPending ? `, ${response.platformsPending} still pending` : '';
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
      colours.yellow(`◌ ${omitted} omitted: no confident answer`),
    ].join('   ')}`,
    colours.dim(`  ${response.platformsChecked} of ${platformsPlanned ?? response.platformsChecked} platforms checked${pending}`),
    '',
  ].join('\n');
}
