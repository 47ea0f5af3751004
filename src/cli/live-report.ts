/** Reports of live checks: as files that operators publish, on the terminal, and several of them as one. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { compareText } from '../kernel/values/compare-text.js';
import { QUERY_TYPES, type QueryType } from '../kernel/identity/identity.js';
import { ApiError } from './api-client.js';
import { colours, printNotice, printRecords } from './output.js';

/**
 * Result of a control, those first that need attention. `healthy` is valid for both verdicts, `confirm_only` only for "registered";
 * `failed` quarantines; `blocked` is inconclusive; platforms that requested a pause were not probed; `no_control` is impossible.
 */
const LIVE_STATES = ['failed', 'blocked', 'backing_off', 'no_control', 'confirm_only', 'healthy'] as const;
export type LiveState = (typeof LIVE_STATES)[number];

const controlSchema = z.strictObject({
  platform: z.string().regex(/^[a-z0-9-]{1,100}$/),
  queryType: z.enum(QUERY_TYPES),
  state: z.enum(LIVE_STATES),
  /** Day of the control, UTC: a check that was interrupted may take several. */
  checkedOn: z.string().regex(/^\d{4}-\d\d-\d\d$/),
});

/** The control of one platform and query type, run now. */
export const liveCheckSchema = controlSchema.extend({
  /** Explanation for an operator; contains no identity. */
  explanation: z.string(),
  /** Milliseconds of one request; null when none was sent or answered. */
  latencyMs: z.number().nullable(),
});
export type LiveCheck = Readonly<z.infer<typeof liveCheckSchema>>;

/** Contents of the file that `--report` writes. It names platforms and days, no identity and nothing of the operator. */
const reportSchema = z.object({ controls: z.array(controlSchema) });
export type LiveReport = z.infer<typeof reportSchema>;

const keyOf = ({ platform, queryType }: Pick<LiveCheck, 'platform' | 'queryType'>): string => `${platform}:${queryType}`;

/** The report of a live check as a file: the same text for the same results, in whichever order they came. */
export function liveReportText(checks: readonly LiveCheck[]): string {
  const controls = [...checks]
    .sort((a, b) => compareText(keyOf(a), keyOf(b)))
    .map(({ platform, queryType, state, checkedOn }) => JSON.stringify({ platform, queryType, state, checkedOn }));
  return `{"controls": [\n${controls.join(',\n')}\n]}\n`;
}

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

/** What several reports show of one rule. */
export interface MergedControl {
  readonly platform: string;
  readonly queryType: QueryType;
  /** `contradicted`: its control passed from somewhere and failed elsewhere, so somebody has to look at the rule. */
  readonly result: 'live_checked' | 'contradicted' | 'failed' | 'blocked' | 'unchecked';
  /** Day of the newest control that gave the result. */
  readonly checkedOn: string;
  /** Names of the reports. */
  readonly passedFrom: readonly string[];
  readonly failedFrom: readonly string[];
  readonly blockedFrom: readonly string[];
}

type ReportedControl = LiveReport['controls'][number] & { readonly from: string };

/** Merges reports, by name: rules in the order of their platforms. Of a rule that a report names twice, the last row counts. */
export function mergeReports(reports: ReadonlyMap<string, LiveReport>): MergedControl[] {
  const rules = new Map<string, Map<string, ReportedControl>>();
  for (const [from, { controls }] of reports)
    for (const control of controls) {
      const reported = rules.get(keyOf(control)) ?? new Map<string, ReportedControl>();
      rules.set(keyOf(control), reported.set(from, { ...control, from }));
    }
  return [...rules].sort(([a], [b]) => compareText(a, b)).map(([, reported]) => merged([...reported.values()]));
}

function merged(controls: readonly ReportedControl[]): MergedControl {
  const [{ platform, queryType }] = controls as readonly [ReportedControl];
  const inState = (...states: readonly LiveState[]) => controls.filter(({ state }) => states.includes(state));
  const [passed, failed, blocked] = [inState('healthy', 'confirm_only'), inState('failed'), inState('blocked')];
  const named = { live_checked: passed, failed, blocked, unchecked: controls };
  const [only, shown] = Object.entries(named).find(([, rows]) => rows.length > 0) as [keyof typeof named, readonly ReportedControl[]];
  const result = passed.length > 0 && failed.length > 0 ? 'contradicted' : only;
  const days = shown.map((each) => each.checkedOn).sort(compareText);
  const names = (rows: readonly ReportedControl[]) => rows.map(({ from }) => from).sort(compareText);
  const from = { passedFrom: names(passed), failedFrom: names(failed), blockedFrom: names(blocked) };
  return { platform, queryType, result, checkedOn: days.at(-1) as string, ...from };
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

/**
 * Reads reports, each under its file's name without the ending.
 *
 * @throws ApiError for a file that is no report, and for two of one name: nobody counts twice
 */
export function readLiveReports(files: readonly string[]): Map<string, LiveReport> {
  const reports = new Map<string, LiveReport>();
  for (const file of files) {
    const name = basename(file).replace(/\.json$/, '');
    if (reports.has(name)) throw new ApiError(`Two reports are called ${name}. Use one file per operator, named after the operator.`);
    try {
      reports.set(name, reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
    } catch {
      throw new ApiError(`${file} is not a report of \`footprint catalogue check --live --report\`, or cannot be read.`);
    }
  }
  return reports;
}
