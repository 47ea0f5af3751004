import { REQUEST_CLASSES, type RequestClass } from '../../src/engine/flow/request-class.js';

/** How one caller takes part in a request. */
export interface Participant {
  readonly requestClass: RequestClass;
  /** Does not join a request that was already sent: the response has to be newer than the call. */
  readonly bypassCache: boolean;
  /** Ends this caller's waiting; the request goes on for the others. */
  readonly signal: AbortSignal;
}

/** How a shared request is carried out. */
export interface SharedRun {
  /** Aborted when no caller waits any more. */
  readonly signal: AbortSignal;
  /** To be called when the request is sent. */
  readonly onStart: () => void;
}

interface Run<T> {
  readonly result: Promise<T>;
  readonly requestClass: RequestClass;
  readonly controller: AbortController;
  /** When it was sent, in milliseconds of the clock; null while it waits. */
  sentAt: number | null;
  participants: number;
  hasEnded: boolean;
}

/** A request is joined within this time of being sent. Nearly all responses arrive within it. */
const JOIN_MS = 1_500;

/**
 * Sends equal requests of concurrent lookups once. A caller that arrives while one is under way gets its result, which becomes
 * known after the call and so is never older. A waiting request is not joined by one of a higher class, which would then wait in
 * the lower one. One that was sent a while ago without a response is not joined either: it may hang.
 */
export class RequestCoalescer<T> {
  readonly #runs = new Map<string, Run<T>>();
  /** Callers that a signal ends: one signal may end hundreds of requests, and has one listener for all of them. */
  readonly #endedBy = new WeakMap<AbortSignal, Set<() => void>>();

  /** @param now milliseconds, growing */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws the signal's reason when it is aborted before the result is there */
  async join(key: string, participant: Participant, begin: (run: SharedRun) => Promise<T>): Promise<T> {
    participant.signal.throwIfAborted();
    const current = this.#runs.get(key);
    const run = current && mayJoin(current, participant, this.now()) ? current : this.#begin(key, participant, begin);
    run.participants += 1;
    let detach!: () => void;
    const left = new Promise<never>((_, reject) => (detach = () => reject(participant.signal.reason as Error)));
    const ended = this.#listen(participant.signal).add(detach);
    try {
      return await Promise.race([run.result, left]);
    } finally {
      ended.delete(detach);
      run.participants -= 1;
      // Only while it runs: an abort renders a stack.
      if (run.participants === 0 && !run.hasEnded) run.controller.abort();
    }
  }

  #listen(signal: AbortSignal): Set<() => void> {
    const known = this.#endedBy.get(signal);
    if (known) return known;
    const ended = new Set<() => void>();
    this.#endedBy.set(signal, ended);
    signal.addEventListener('abort', () => ended.forEach((detach) => void detach()), { once: true });
    return ended;
  }

  #begin(key: string, { requestClass }: Participant, begin: (run: SharedRun) => Promise<T>): Run<T> {
    const controller = new AbortController();
    const onStart = (): void => {
      run.sentAt ??= this.now();
    };
    const result = Promise.resolve().then(() => begin({ signal: controller.signal, onStart }));
    const run: Run<T> = { result, requestClass, controller, sentAt: null, participants: 0, hasEnded: false };
    this.#runs.set(key, run);
    const forget = (): void => {
      run.hasEnded = true;
      if (this.#runs.get(key) === run) this.#runs.delete(key);
    };
    result.then(forget, forget);
    return run;
  }
}

function mayJoin<T>(run: Run<T>, { requestClass, bypassCache }: Participant, now: number): boolean {
  if (run.controller.signal.aborted) return false;
  if (run.sentAt !== null) return !bypassCache && now - run.sentAt < JOIN_MS;
  return REQUEST_CLASSES.indexOf(run.requestClass) <= REQUEST_CLASSES.indexOf(requestClass);
}
