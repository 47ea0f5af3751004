import Table from 'cli-table3';
import colours from 'picocolors';
import type { LookupResponse } from '../http/v1/schemas.js';

const WIDTH = 100;

function row(result: LookupResponse['results'][number]): string[] {
  const state = result.registered ? colours.green('● registered') : colours.dim('○ not registered');
  return [state, result.platform, result.method.replaceAll('_', ' '), result.checkedAt.replace('T', ' ').slice(0, 19)];
}

/** A lookup as a table for the terminal: what was found first, then what was not, then what is not known. */
export function renderReport(response: LookupResponse, platformsPlanned: number | null): string {
  const registered = response.results.filter((result) => result.registered);
  const absent = response.results.filter((result) => !result.registered);
  const omitted = response.platformsChecked - response.results.length;
  const table = new Table({
    head: ['', 'platform', 'how', 'checked at (UTC)'].map((title) => colours.bold(title)),
    style: { head: [], border: ['gray'] },
    colWidths: [20, 34, 24, 22],
  });
  for (const result of registered) table.push(row(result));
  const shownAbsent = absent.slice(0, Math.max(5, 25 - registered.length));
  for (const result of shownAbsent) table.push(row(result));
  const more = absent.length - shownAbsent.length;
  const counts = [
    colours.green(`${registered.length} registered`),
    `${absent.length} not registered`,
    colours.yellow(`${omitted} omitted, because no confident answer came`),
  ].join(colours.dim('  ·  '));
  const checked = `${response.platformsChecked} of ${platformsPlanned ?? response.platformsChecked} platforms checked`;
  return [
    '',
    `${colours.bold('Footprint of')} ${colours.cyan(response.query)}   ${colours.dim(response.lookupId)}`.slice(0, WIDTH + 60),
    table.toString(),
    more > 0 ? colours.dim(`  … and ${more} more where there is no such account (--json shows all)`) : '',
    `  ${counts}`,
    colours.dim(`  ${checked}`),
    '',
  ]
    .filter((line, index) => line !== '' || index === 0)
    .join('\n');
}
