/** Ctrl-C, for commands that occupy the terminal. */

/** As in shells: 128 plus the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs work and, when it is interrupted, `leave` before the process ends: it restores the terminal and says how to continue.
 *
 * @param leave synchronous, and safe to run when the work has just ended
 */
export async function interruptible<T>(work: () => Promise<T>, leave: () => void): Promise<T> {
  // A launcher may pass on a signal that the terminal has sent already: the second one finds a process that is exiting.
  const handlers = Object.entries(EXIT_CODES).map(([signal, code]) => {
    const handler = (): void => {
      leave();
      process.exit(code);
    };
    return [signal, handler] as const;
  });
  for (const [signal, handler] of handlers) process.on(signal, handler);
  try {
    return await work();
  } finally {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  }
}
