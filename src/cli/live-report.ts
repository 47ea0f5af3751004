import { LIVE_STATES, type LiveCheck, type LiveState } from './live-check.js';
import { colours, renderTable } from './output.js';

const PAINT: Readonly<Record<LiveState, (text: string) => string>> = {
  healthy: colours.green,
  confirm_only: colours.green,
  failed: colours.red,
  blocked: colours.yellow,
  cooling: colours.yellow,
  no_control: colours.yellow,
};
const stateLabel = (state: LiveState): string => state.replaceAll('_', ' ');

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
