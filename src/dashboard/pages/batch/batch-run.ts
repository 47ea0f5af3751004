/** A batch on its way, outside of React: it is sent in parts, then followed until every lookup is finished. */
import type { Schemas } from '../../client/api.js';
import { ApiFailure, isFailure } from '../../client/failure.js';
import { newIdempotencyKey } from '../../client/idempotency.js';
import { type BatchItem, type BatchRequest, type RequestItem, requestsOf } from './requests.js';
import type { BatchLine } from './read-list.js';

type Listed = Schemas['ListedLookup'];
type Results = Schemas['BatchResponse']['results'];

/** `refused`: neither billed nor looked up; `gone`: the lookup was deleted. */
export type RunState = 'waiting' | 'running' | 'finished' | 'refused' | 'gone';
export interface RunLine {
  readonly line: number;
  readonly typed: BatchLine['typed'];
  readonly state: RunState;
  readonly lookupId: string | null;
  /** Once it is finished. */
  readonly counts: Pick<Listed, 'platformsChecked' | 'matches' | 'socialMatches'> | null;
  /** Why it was refused. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
}
export interface RunView {
  readonly lines: readonly RunLine[];
  readonly isSending: boolean;
  /** What keeps it from being sent or followed; null: nothing. */
  readonly error: unknown;
}

export interface Service {
  /** Queues the lookups of one request. @throws ApiFailure */
  send(items: readonly BatchItem[], key: string): Promise<Results>;
  /** One page of the lookups of this person, newest first. @throws ApiFailure */
  list(cursor: string | null): Promise<{ readonly lookups: readonly Listed[]; readonly nextCursor: string | null }>;
  /** Ends early, without a fault, when the signal is given. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A list is read in full each time: often enough to follow, and seldom enough to cost little. */
const READ_INTERVAL_MS = 4_000;
const OUT_OF_CREDIT = 'insufficient_credits';

export class BatchRun {
  readonly #service: Service;
  readonly #items: readonly BatchItem[];
  readonly #listeners = new Set<() => void>();
  #parts: BatchRequest[];
  #view: RunView;
  #ending: AbortController | null = null;

  /** @param options what each item says besides its identities */
  constructor(lines: readonly BatchLine[], options: Omit<BatchItem, 'identities'>, service: Service) {
    this.#service = service;
    this.#items = lines.map(({ identities }) => ({ ...options, identities }));
    this.#parts = this.#partsFor(lines.map((_, position) => position));
    const waiting = { state: 'waiting', lookupId: null, counts: null, refusal: null } as const;
    this.#view = { lines: lines.map(({ line, typed }) => ({ line, typed, ...waiting })), isSending: false, error: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): RunView => this.#view;

  /** Sends what was not accepted yet, under the same keys as before, and follows it. */
  start(): void {
    this.close();
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    this.#show({ isSending: this.#parts.length > 0, error: null });
    void this.#send(signal);
    void this.#follow(signal);
  }

  /** Nothing more is sent or asked for. What was accepted is carried out all the same. */
  close(): void {
    this.#ending?.abort();
    this.#ending = null;
  }

  /** Asks again for lines that the allowance did not cover. */
  sendRefused(): void {
    const positions = this.#view.lines.flatMap(({ refusal }, position) => (refusal?.code === OUT_OF_CREDIT ? [position] : []));
    this.#parts.push(...this.#partsFor(positions));
    for (const position of positions) this.#change(position, { state: 'waiting', refusal: null });
    this.start();
  }

  #partsFor(positions: readonly number[]): BatchRequest[] {
    return requestsOf(
      positions.map((position): RequestItem => ({ position, item: this.#items[position] as BatchItem })),
      newIdempotencyKey,
    );
  }

  async #send(signal: AbortSignal): Promise<void> {
    for (let part = this.#parts[0]; part && !signal.aborted; part = this.#parts[0]) {
      try {
        const results = await this.#service.send(
          part.items.map(({ item }) => item),
          part.key,
        );
        // Also when the page was left meanwhile: it was accepted.
        this.#parts = this.#parts.filter((each) => each !== part);
        this.#accept(part, results);
      } catch (error) {
        if (signal.aborted) return;
        if (isFailure(error, 'rate_limit_exceeded')) await this.#service.sleep(secondsOf(error) * 1_000, signal);
        else if (!this.#leaveOut(part, error)) return this.#show({ isSending: false, error });
      }
    }
    if (!signal.aborted) this.#show({ isSending: false });
  }

  #accept({ items }: BatchRequest, results: Results): void {
    for (const { index, lookupId, error } of results) {
      const position = items[index]?.position;
      if (position === undefined) continue;
      if (lookupId !== undefined) this.#change(position, { state: 'running', lookupId });
      else if (error) this.#change(position, { state: 'refused', refusal: error });
    }
    this.#show({});
  }

  /**
   * A request with an item that is not valid is refused whole, and bills nothing: the others are sent without it, as another request.
   *
   * @returns false when it was refused for another reason
   */
  #leaveOut(part: BatchRequest, error: unknown): boolean {
    const [, index, message] =
      (isFailure(error, 'invalid_batch') && /^items\.(\d+)[:.] ?identities[\w.]*: (.*)$/s.exec((error as Error).message)) || [];
    const refused = index === undefined ? undefined : part.items[Number(index)];
    if (!refused) return false;
    const others = part.items.filter((each) => each !== refused).map(({ position }) => position);
    this.#parts = this.#parts.flatMap((each) => (each === part ? this.#partsFor(others) : [each]));
    this.#change(refused.position, { state: 'refused', refusal: { code: 'invalid_batch', message: message ?? '' } });
    this.#show({});
    return true;
  }

  /** Reads the list of lookups, page after page as far as there is one that was not seen finished, until there is none. */
  async #follow(signal: AbortSignal): Promise<void> {
    let cursor: string | null = null;
    let unseen = this.#running();
    while (!signal.aborted) {
      await this.#service.sleep(READ_INTERVAL_MS, signal);
      if (signal.aborted) return;
      if (cursor === null) unseen = this.#running();
      if (unseen.size === 0) {
        cursor = null;
        // Parts that could not be sent are sent by another start.
        if (!this.#view.isSending && this.#running().size === 0) return;
        continue;
      }
      try {
        const page = await this.#service.list(cursor);
        if (signal.aborted) return;
        for (const lookup of page.lookups) this.#see(lookup, unseen);
        cursor = unseen.size === 0 ? null : page.nextCursor;
        if (page.nextCursor === null) for (const position of unseen.values()) this.#change(position, { state: 'gone' });
        this.#show({});
      } catch (error) {
        if (signal.aborted) return;
        if (isFailure(error, 'not_signed_in')) return this.#show({ error });
        await this.#service.sleep(secondsOf(error) * 1_000, signal);
      }
    }
  }

  /** Places of the lines that are under way, by the ids of their lookups. */
  #running(): Map<string, number> {
    return new Map(
      this.#view.lines.flatMap(({ state, lookupId }, position) =>
        state === 'running' && lookupId !== null ? [[lookupId, position] as const] : [],
      ),
    );
  }

  #see({ lookupId, status, platformsChecked, matches, socialMatches }: Listed, unseen: Map<string, number>): void {
    const position = unseen.get(lookupId);
    if (position === undefined) return;
    unseen.delete(lookupId);
    if (status === 'finished') this.#change(position, { state: 'finished', counts: { platformsChecked, matches, socialMatches } });
  }

  /** Changes a line; `#show` tells of it. */
  #change(position: number, change: Partial<RunLine>): void {
    const lines = this.#view.lines.map((line, index) => (index === position ? { ...line, ...change } : line));
    this.#view = { ...this.#view, lines };
  }

  #show(change: Partial<RunView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const RETRY_SECONDS = 10;
const secondsOf = (error: unknown): number => (error instanceof ApiFailure && error.retryAfter ? error.retryAfter : RETRY_SECONDS);

/** How many lines are in each state. */
export function countStates(lines: readonly Pick<RunLine, 'state'>[]): Readonly<Record<RunState, number>> {
  const counts = { waiting: 0, running: 0, finished: 0, refused: 0, gone: 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
}
