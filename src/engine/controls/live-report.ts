/** Reports of live checks: as files that operators publish, and several of them as one. Pure. */
import { z } from 'zod';
import { QUERY_TYPES, type QueryType } from '../../kernel/identity/identity.js';
import { compareText } from '../../kernel/values/compare-text.js';

/**
 * Result of a control, those first that need attention. `healthy` is valid for both verdicts, `confirm_only` only for "registered";
 * `failed` quarantines; `blocked` is inconclusive; platforms that requested a pause were not probed; `no_control` is impossible.
 */
export const LIVE_STATES = ['failed', 'blocked', 'backing_off', 'no_control', 'confirm_only', 'healthy'] as const;
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

/**
 * Reports by the names of their files, without folder and ending.
 *
 * @throws Error for a text that is no report, and for two of one name: nobody counts twice
 */
export function parseLiveReports(files: readonly (readonly [file: string, text: string])[]): Map<string, LiveReport> {
  const reports = new Map<string, LiveReport>();
  for (const [file, text] of files) {
    const name = file.replace(/^.*\//, '').replace(/\.json$/, '');
    if (reports.has(name)) throw new Error(`Two reports are called ${name}. Use one file per operator, named after the operator.`);
    reports.set(name, parseReport(file, text));
  }
  return reports;
}

function parseReport(file: string, text: string): LiveReport {
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is not a report of \`footprint catalogue check --live --report\`.`);
  }
}
