import type { ModuleFact } from '../../domain/lookup/lookup-ports.js';
import type { RecordedOutcome } from '../../domain/lookup/lookup.js';
import type { AcceptedLookup } from './accept-lookup.js';
import { watchLookup, type WatchContext } from './watch-lookup.js';
import { ChangeBuffer } from './change-buffer.js';

export interface AwaitedLookup {
  readonly outcomes: readonly RecordedOutcome[];
  readonly modules: readonly ModuleFact[];
  readonly finished: boolean;
  /** Platforms that are probed in all; null when that was not read. */
  readonly planned: number | null;
  /** Platforms that would be probed if there were capacity; null when that was not read. */
  readonly wanted: number | null;
  /** Milliseconds from acceptance to the plan; null when that was not read. */
  readonly startedAfterMs: number | null;
}

/**
 * Waits for a lookup to finish and returns everything known of it, at the deadline at the latest: a stalled database costs what
 * was not read yet and nothing else.
 *
 * @param input.accepted of a mode in which a caller waits
 * @param input.until `performance.now()` at which the response has to leave
 * @param input.gone ends the wait sooner: the client disconnected, or need not be kept waiting
 */
export async function awaitLookup(
  ctx: WatchContext,
  input: { accepted: AcceptedLookup; deadline: number; signal: AbortSignal },
): Promise<AwaitedLookup> {
  const collected = new ChangeBuffer();
  const ceiling = new AbortController();
  const end = (): void => ceiling.abort();
  input.signal.addEventListener('abort', end, { once: true });
  if (input.signal.aborted) end(); // a signal that is already aborted emits no event
  const timer = setTimeout(end, Math.max(0, input.deadline - performance.now()));
  const reading = (async () => {
    for await (const news of watchLookup(ctx, { ...input.accepted, sinceAcceptance: true, signal: ceiling.signal })) {
      collected.add(news);
    }
  })().catch(() => undefined); // what was read before the fault is still true
  const ended = new Promise<void>((resolve) => ceiling.signal.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([reading, ended]);
  clearTimeout(timer);
  input.signal.removeEventListener('abort', end);
  ceiling.abort();
  const { finished, planned, wanted, startedAfterMs } = collected;
  return { outcomes: [...collected.outcomes], modules: [...collected.modules], finished, planned, wanted, startedAfterMs };
}
