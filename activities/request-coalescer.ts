import { REQUEST_CLASSES, type RequestClass } from '../src/domain/flow/request-class.js';

/** How one caller takes part in a request. */
export interface Participant {
  readonly requestClass: RequestClass;
  /** Does not join a request that was sent before: it wants an answer of its own time. */
  readonly bypassCache: boolean;
  /** Ends this caller's waiting; the request goes on for the others. */
  readonly signal: AbortSignal;
}

/** What carries a shared request out. */
export interface SharedRun {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** To be called when the request is sent. */
  readonly onStart: () => void;
}

interface Run<T> {
  readonly result: Promise<T>;
  readonly requestClass: RequestClass;
  readonly controller: AbortController;
  isStarted: boolean;
  participants: number;
}

/**
 * Sends equal requests of concurrent lookups once. Whoever comes while one is under way gets its answer, which is given after
 * that moment and so never older than the caller. A waiting request is not joined by one of a higher class, which would have
 * to wait in the lower one's place.
 */
export class RequestCoalescer<T> {
  readonly #runs = new Map<string, Run<T>>();
  /** What a signal ends: one signal may end hundreds of requests, and has one listener for all of them. */
  readonly #endedBy = new WeakMap<AbortSignal, Set<() => void>>();

  /** @throws the signal's reason when it is aborted before the answer is there */
  async join(key: string, participant: Participant, begin: (run: SharedRun) => Promise<T>): Promise<T> {
    participant.signal.throwIfAborted();
    const current = this.#runs.get(key);
    const run = current && mayJoin(current, participant) ? current : this.#begin(key, participant, begin);
    run.participants += 1;
    let leave!: () => void;
    const left = new Promise<never>((_, reject) => (leave = () => reject(participant.signal.reason as Error)));
    const ended = this.#listen(participant.signal).add(leave);
    try {
      return await Promise.race([run.result, left]);
    } finally {
      ended.delete(leave);
      run.participants -= 1;
      if (run.participants === 0) run.controller.abort();
    }
  }

  #listen(signal: AbortSignal): Set<() => void> {
    const known = this.#endedBy.get(signal);
    if (known) return known;
    const ended = new Set<() => void>();
    this.#endedBy.set(signal, ended);
    signal.addEventListener('abort', () => ended.forEach((leave) => void leave()), { once: true });
    return ended;
  }

  #begin(key: string, { requestClass }: Participant, begin: (run: SharedRun) => Promise<T>): Run<T> {
    const controller = new AbortController();
    const onStart = (): void => {
      run.isStarted = true;
    };
    const result = Promise.resolve().then(() => begin({ signal: controller.signal, onStart }));
    const run: Run<T> = { result, requestClass, controller, isStarted: false, participants: 0 };
    this.#runs.set(key, run);
    const forget = (): void => {
      if (this.#runs.get(key) === run) this.#runs.delete(key);
    };
    result.then(forget, forget);
    return run;
  }
}

function mayJoin<T>(run: Run<T>, { requestClass, bypassCache }: Participant): boolean {
  if (run.controller.signal.aborted) return false;
  if (run.isStarted) return !bypassCache;
  return REQUEST_CLASSES.indexOf(run.requestClass) <= REQUEST_CLASSES.indexOf(requestClass);
}
