import pLimit from 'p-limit';
import type { ControlRunner } from '../engine/controls/control-runner.js';
import type { ControlOutcome } from '../engine/controls/control.js';
import type { QueryType } from '../kernel/identity/identity.js';
import { type Platform, supports } from '../engine/catalogue/rules/platform.js';
import type { BackoffStore } from '../engine/catalogue/rules/ports.js';
import type { ControlStore } from '../engine/controls/ports.js';
import type { LookupProgress } from '../../clients/typescript/index.js';
import type { LiveJournal } from './live-journal.js';
import type { LiveCheck, LiveState } from '../engine/controls/live-report.js';

/** Platforms that are checked at once: a check is no load test. */
const CONCURRENCY = 16;
/** What a control takes at a platform that answers, for the figure that is shown before. */
const CONTROL_SECONDS = 3;

export interface LiveCheckPorts {
  readonly controls: Pick<ControlRunner, 'run'>;
  readonly controlStore: ControlStore;
  readonly backoffs: BackoffStore;
  /** Keeps what is finished; without it an interrupted check begins anew. */
  readonly journal?: LiveJournal | undefined;
  /** Called after each platform. */
  readonly onProgress: (progress: LookupProgress) => void;
}

/** What a check will send, in one sentence, before anything is sent. */
export function liveCheckPlan(platforms: readonly Platform[], journal?: LiveJournal): string {
  const left = platforms.filter((platform) => !journal?.finished(platform));
  const controls = left.flatMap(supports).length;
  const finished = platforms.length - left.length;
  const done = finished === 0 ? '' : finished === 1 ? 'One platform is already finished. ' : `${finished} platforms are already finished. `;
  const minutes = Math.ceil((controls * CONTROL_SECONDS) / CONCURRENCY / 60);
  const toCheck = `${left.length} platform${left.length === 1 ? '' : 's'} to check: ${controls} control${controls === 1 ? '' : 's'}`;
  return (
    `${done}${toCheck} of two requests or more, ${CONCURRENCY} platforms at a time, at most two requests per second to a host; ` +
    `about ${minutes} min.`
  );
}

/**
 * Runs the controls of platforms, a few at a time, even where a valid control exists; a platform that asked for a pause is
 * skipped, also when it asks in the middle of the check, and so is one that the journal has.
 *
 * @returns one row per platform and query type, in the order of the platforms
 */
export async function checkLive(ports: LiveCheckPorts, platforms: readonly Platform[]): Promise<LiveCheck[]> {
  const { journal, onProgress } = ports;
  const stored = await ports.controlStore.newest(platforms.map(({ slug }) => slug));
  const limit = pLimit(CONCURRENCY);
  let ended = 0;
  const checkPlatform = async (platform: Platform): Promise<readonly LiveCheck[]> => {
    const checks: LiveCheck[] = [...(journal?.finished(platform) ?? [])];
    if (checks.length === 0) {
      for (const queryType of supports(platform)) {
        const found = await runControl(ports, platform, queryType, stored);
        checks.push({ platform: platform.slug, queryType, checkedOn: new Date().toISOString().slice(0, 10), ...found });
      }
      journal?.append(platform, checks);
    }
    ended += 1;
    onProgress({ ended, planned: platforms.length });
    return checks;
  };
  return (await Promise.all(platforms.map((platform) => limit(checkPlatform, platform)))).flat();
}

async function runControl(
  { backoffs, controls }: LiveCheckPorts,
  platform: Platform,
  queryType: QueryType,
  stored: Awaited<ReturnType<ControlStore['newest']>>,
): Promise<Pick<LiveCheck, 'state' | 'explanation' | 'latencyMs'>> {
  const until = (await backoffs.backoffs()).get(platform.slug);
  if (until) return { state: 'backing_off', explanation: `it is backing off until ${until.toISOString()}`, latencyMs: null };
  const control = await controls.run(platform, queryType, stored.get(`${platform.slug}:${queryType}`));
  if (control) return { state: stateOf(control.outcome), explanation: control.outcome.explanation, latencyMs: control.latencyMs };
  return { state: 'no_control', explanation: 'no negative control is possible; `footprint catalogue check` shows why', latencyMs: null };
}

function stateOf(outcome: ControlOutcome): LiveState {
  if (outcome.state !== 'passed') return outcome.state;
  return outcome.mayDeny ? 'healthy' : 'confirm_only';
}
