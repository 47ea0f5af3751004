/** How often a worker looks whether the engine still has what it was given at the start. */
const LOOK_AGAIN_MS = 20_000;

/**
 * Prepares the engine, and again every 20 seconds. Temporal may lose its memory while workers run (a deleted database
 * file, a namespace made anew), and with it the schedules: without them nothing would start what was accepted. It is the
 * one timer of our own, because no engine can be asked to notice that.
 *
 * @param prepare gives the engine what is missing; running it again must change nothing
 * @param onFailure told of later failures; the next look follows
 * @returns ends the looking
 * @throws what the first `prepare` throws
 */
export async function keepPrepared(prepare: () => Promise<void>, onFailure: (error: unknown) => void): Promise<() => void> {
  await prepare();
  const timer = setInterval(() => void prepare().catch(onFailure), LOOK_AGAIN_MS);
  timer.unref();
  return () => clearInterval(timer);
}
