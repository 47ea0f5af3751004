import { setFlagsFromString } from 'node:v8';

/** Closes what was opened, in reverse order. */
export class Lifecycle {
  readonly #closers: (() => Promise<unknown> | unknown)[] = [];
  #closing: Promise<void> | undefined;

  /** Remembers how to close what was just opened. */
  register<T>(thing: T, close: (thing: T) => Promise<unknown> | unknown): T {
    this.#closers.push(() => close(thing));
    return thing;
  }

  /** Closes everything, last opened first. A second call waits for the first. */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      for (const close of this.#closers.reverse()) await close();
    })();
    return this.#closing;
  }
}

/**
 * Runs a process: SIGINT and SIGTERM close it in order, and so does the exit of a parent that holds an IPC channel.
 *
 * @param run registers with the lifecycle what has to be closed; resolves when the process is ready
 */
export async function runProcess(run: (lifecycle: Lifecycle, stopping: Promise<void>) => Promise<void>): Promise<void> {
  // Responses live for seconds, so the heap would grow to a multiple of the live data before a collection (docs/adr/0009).
  setFlagsFromString('--heap-growing-percent=30');
  const lifecycle = new Lifecycle();
  let stop!: () => void;
  const stopping = new Promise<void>((resolve) => (stop = resolve));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  process.once('disconnect', stop);
  try {
    await run(lifecycle, stopping);
    await stopping;
  } finally {
    await lifecycle.close();
    // An open IPC channel would keep the process alive.
    if (process.connected) process.disconnect();
  }
}

/**
 * Ends a process that cannot continue: prints one sentence for a fault of the settings, message and stack for others.
 */
export function exitWith(error: unknown, isSetting: boolean, code = 1): never {
  const fault = error instanceof Error ? error : new Error('an unknown failure');
  process.stderr.write(`${isSetting ? fault.message : faultText(fault)}\n`);
  process.exit(code);
}

/** What is printed of a fault. Database messages quote what was sent, including people's addresses: only the code is printed. */
export function faultText(fault: Error): string {
  const cause = fault.cause instanceof Error ? fault.cause : fault;
  if (![fault, cause].some(({ name }) => name === 'PostgresError')) return fault.stack ?? fault.message;
  const frames = (fault.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return [`The database refused a request or did not answer (${code}).`, ...frames].join('\n');
}
