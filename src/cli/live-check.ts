import type { ControlRunner } from '../engine/controls/control-runner.js';
import type { ControlOutcome } from '../domain/calibration/control.js';
import { QUERY_TYPES, type QueryType } from '../domain/identity/identity.js';
import { type Platform, supports } from '../domain/catalogue/platform.js';
import type { ControlStore, CooldownStore } from '../domain/catalogue/ports.js';
import { colours, renderTable } from './output.js';

/** Platforms that are checked at once: a check is no load test. */
const CONCURRENCY = 8;

/**
 * Result of a control. `healthy` is valid for both verdicts, `confirm_only` only for "registered"; `failed` quarantines;
 * `blocked` is inconclusive; `cooling` was not run, because the platform asked for a pause; `no_control` is impossible.
 */
const LIVE_STATES = ['healthy', 'confirm_only', 'failed', 'blocked', 'cooling', 'no_control'] as const;
type LiveState = (typeof LIVE_STATES)[number];

/** The control of one platform and query type, run now. */
export interface LiveCheck {
  readonly platform: string;
  readonly queryType: QueryType;
  readonly state: LiveState;
  /** Explanation for an operator; contains no identity. */
  readonly explanation: string;
  /** Milliseconds of one request; null when none was sent or answered. */
  readonly latencyMs: number | null;
}

export interface LiveCheckPorts {
  readonly controls: Pick<ControlRunner, 'run'>;
  readonly controlStore: ControlStore;
  readonly cooldowns: CooldownStore;
  /** Called after each platform. */
  readonly onProgress: (checked: number, planned: number) => void;
}

/**
 * Runs the controls of platforms, a few at a time, even where a valid control exists; a platform that asked for a pause is
 * skipped, also when it asks in the middle of the check.
 *
 * @returns one row per platform and query type, in the order of the platforms
 */
export async function checkLive(ports: LiveCheckPorts, platforms: readonly Platform[]): Promise<LiveCheck[]> {
  const stored = await ports.controlStore.newest(platforms.map(({ slug }) => slug));
  const rows = new Map<string, LiveCheck[]>();
  const waiting = [...platforms].reverse();
  const work = async (): Promise<void> => {
    for (let platform = waiting.pop(); platform; platform = waiting.pop()) {
      const checks: LiveCheck[] = [];
      for (const queryType of supports(platform)) checks.push(await checkOne(ports, platform, queryType, stored));
      rows.set(platform.slug, checks);
      ports.onProgress(rows.size, platforms.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return platforms.flatMap(({ slug }) => rows.get(slug) ?? []);
}

async function checkOne(
  ports: LiveCheckPorts,
  platform: Platform,
  queryType: QueryType,
  stored: Awaited<ReturnType<ControlStore['newest']>>,
): Promise<LiveCheck> {
  const row = (state: LiveState, explanation: string, latencyMs: number | null = null): LiveCheck => ({
    platform: platform.slug,
    queryType,
    state,
    explanation,
    latencyMs,
  });
  const until = (await ports.cooldowns.coolingPlatforms()).get(platform.slug);
  if (until) return row('cooling', `it asked for a pause until ${until.toISOString()}`);
  const control = await ports.controls.run(platform, queryType, stored.get(`${platform.slug}:${queryType}`));
  if (!control) return row('no_control', 'no negative control can be made; `footprint catalogue check` says why');
  return row(stateOf(control.outcome), control.outcome.explanation, control.latencyMs);
}

function stateOf(outcome: ControlOutcome): LiveState {
  if (outcome.state !== 'passed') return outcome.state;
  return outcome.mayDeny ? 'healthy' : 'confirm_only';
}

const PAINT: Readonly<Record<LiveState, (text: string) => string>> = {
  healthy: colours.green,
  confirm_only: colours.green,
  failed: colours.red,
  blocked: colours.yellow,
  cooling: colours.yellow,
  no_control: colours.yellow,
};
const stateLabel = (state: LiveState): string => state.replaceAll('_', ' ');

/** Contents of the file that `--report` writes. It names platforms and days, no identity and nothing of the operator. */
export interface LiveReport {
  /** Day of the check, UTC. */
  readonly checkedOn: string;
  /** Controls by query type and state. */
  readonly counts: Readonly<Record<QueryType, Readonly<Record<LiveState, number>>>>;
  /** By platform, then query type. */
  readonly controls: readonly Pick<LiveCheck, 'platform' | 'queryType' | 'state'>[];
}

/** The report of a live check as a file: the same text for the same results, in whichever order they came. */
export function liveReportText(checks: readonly LiveCheck[], now: Date): string {
  const count = (type: QueryType, state: LiveState): number =>
    checks.filter((check) => check.queryType === type && check.state === state).length;
  const counts = Object.fromEntries(
    QUERY_TYPES.map((type) => [type, Object.fromEntries(LIVE_STATES.map((state) => [state, count(type, state)]))]),
  ) as LiveReport['counts'];
  const key = ({ platform, queryType }: LiveCheck): string => `${platform}:${queryType}`;
  const controls = [...checks]
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(({ platform, queryType, state }) => ({ platform, queryType, state }));
  const head = JSON.stringify({ checkedOn: now.toISOString().slice(0, 10), counts }, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "controls": [\n${controls.map((control) => `    ${JSON.stringify(control)}`).join(',\n')}\n  ]\n}\n`;
}

/** The report of a live check, for the terminal: first the rows that need attention, last the counts. */
export function renderLiveReport(checks: readonly LiveCheck[]): string {
  const urgency: readonly LiveState[] = ['failed', 'blocked', 'cooling', 'no_control', 'confirm_only', 'healthy'];
  const sorted = [...checks].sort((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state));
  const rows = sorted.map(({ platform, queryType, state, explanation, latencyMs }) => [
    platform,
    queryType,
    PAINT[state](stateLabel(state)),
    explanation,
    latencyMs === null ? '' : String(latencyMs),
  ]);
  const table = renderTable(['platform', 'query type', 'control', 'what it saw', 'ms'], rows, { widths: [32, 12, 14, 60, 8] });
  const counts = LIVE_STATES.map((state) => [state, checks.filter((check) => check.state === state).length] as const).filter(
    ([, count]) => count > 0,
  );
  const summary = counts.map(([state, count]) => PAINT[state](`${count} ${stateLabel(state)}`)).join(', ');
  return `${table}\n${colours.bold(`${checks.length} controls`)}: ${summary}`;
}
