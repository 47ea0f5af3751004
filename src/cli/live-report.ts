/** Reports of live checks on the terminal, and from files. */
import { readFileSync } from 'node:fs';
import { LIVE_STATES, type LiveCheck, type LiveReport, type MergedControl, parseLiveReports } from '../engine/controls/live-report.js';
import { ApiError } from './api-client.js';
import { colours, printNotice, printRecords } from './output.js';

const ALARMING = ['failed', 'contradicted'];
const WELL = ['healthy', 'confirm_only', 'live_checked'];
const words = (state: string): string => state.replaceAll('_', ' ');
const label = (state: string): string =>
  (WELL.includes(state) ? colours.green : ALARMING.includes(state) ? colours.red : colours.yellow)(words(state));

/** Prints as a notice how many rules are in which state. */
function printCounts(states: readonly string[]): void {
  const counts = [...new Set(states)].map((state) => `${states.filter((each) => each === state).length} ${label(state)}`);
  printNotice(`${states.length} controls: ${counts.join(', ') || 'none'}`);
}

/** Prints the results of a live check: first what needs attention. */
export function printLiveChecks(checks: readonly LiveCheck[]): void {
  const sorted = [...checks].sort((a, b) => LIVE_STATES.indexOf(a.state) - LIVE_STATES.indexOf(b.state));
  printRecords(sorted, {
    platform: ({ platform }) => platform,
    'query type': ({ queryType }) => queryType,
    control: ({ state }) => words(state),
    'what it saw': ({ explanation }) => explanation,
    ms: ({ latencyMs }) => latencyMs,
  });
  printCounts(sorted.map(({ state }) => state));
}

/** Prints merged reports: live-checked on a day by so many, or blocked from somewhere. */
export function printMerged(controls: readonly MergedControl[]): void {
  printRecords(controls, {
    platform: ({ platform }) => platform,
    'query type': ({ queryType }) => queryType,
    result: ({ result, checkedOn }) => `${words(result)} on ${checkedOn}`,
    'passed by': ({ passedFrom }) => passedFrom.length,
    'failed from': ({ failedFrom }) => failedFrom.join(', '),
    'blocked from': ({ blockedFrom }) => blockedFrom.join(', '),
  });
  printCounts(controls.map(({ result }) => result));
}

/** @throws ApiError for a file that cannot be read or is no report, and for two of one name */
export function readLiveReports(files: readonly string[]): Map<string, LiveReport> {
  try {
    return parseLiveReports(files.map((file) => [file, readFileSync(file, 'utf8')] as const));
  } catch (error) {
    throw new ApiError((error as Error).message);
  }
}
