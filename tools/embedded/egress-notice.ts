/** What the terminal of `npm start` says when platforms cannot be reached: one sentence, and another when they can again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TerminalOutput } from './terminal-output.js';

/** Milliseconds between two looks at `/readyz`. */
const EVERY_MS = 5_000;

/** Takes each state of the egress, as `/readyz` names it, and prints what changed. */
export function egressNotice(output: Pick<TerminalOutput, 'note' | 'warn'>): (status: string | undefined) => void {
  let isUnreachable = false;
  return (status) => {
    if (status === 'unreachable' && !isUnreachable) {
      isUnreachable = true;
      output.warn('hardly any platform can be reached, so lookups find nothing: check the network and PROBE_PROXY_URL');
    } else if (status === 'ok' && isUnreachable) {
      isUnreachable = false;
      output.note('platforms can be reached again');
    }
  };
}

/** Looks at the egress of a running API until the signal is given. While the API restarts, nothing is known and nothing printed. */
export async function watchEgress(
  apiUrl: string,
  output: Pick<TerminalOutput, 'note' | 'warn'>,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const observe = egressNotice(output);
  while (!signal.aborted) {
    const state = await fetch(`${apiUrl}/readyz`, { signal })
      .then((response) => response.json() as Promise<{ egress?: { status: string } }>)
      .catch(() => null);
    observe(state?.egress?.status);
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
