/** How often a worker checks that Temporal still has what was set up at the start. */
const CHECK_INTERVAL_MS = 20_000;

/**
 * Sets Temporal up, and again every 20 seconds. Temporal may lose its data while workers run (a deleted database file, a recreated
 * namespace), and with it the schedules: without them nothing would start accepted lookups. It is the service's only timer of its
 * own, because Temporal cannot detect that loss itself.
 *
 * @param prepare creates what is missing; running it again must change nothing
 * @param onFailure called with later failures; the next check follows
 * @returns a function that stops the checks
 * @throws what the first `prepare` throws
 */
export async function maintainSetup(prepare: () => Promise<void>, onFailure: (error: unknown) => void): Promise<() => void> {
  await prepare();
  const timer = setInterval(() => void prepare().catch(onFailure), CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
