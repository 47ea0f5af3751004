import { collectLookup } from './collect-lookup.js';
import type { FollowingContext } from './follow-lookup.js';

/**
 * Waits until a lookup is finished.
 *
 * @param input.ceilingMs longest wait, in milliseconds
 * @param input.gone ends the wait early, when the client has gone
 * @returns whether it is finished
 */
export async function awaitLookup(
  ctx: FollowingContext,
  input: { lookupId: string; ceilingMs: number; gone: AbortSignal },
): Promise<boolean> {
  const until = performance.now() + input.ceilingMs;
  return (await collectLookup(ctx, { lookupId: input.lookupId, until, gone: input.gone })).finished;
}
