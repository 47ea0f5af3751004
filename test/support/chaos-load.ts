/** A steady load of small lookups, and everything that came back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { call, type Reply } from './chaos-client.js';

export interface LoadOptions {
  readonly url: string;
  /** Requests take turns with these: each key has a rate of its own. */
  readonly keys: readonly string[];
  /** Makes the n-th subject. */
  readonly subject: (n: number) => string;
  /** Platforms that each lookup names; default: none, so that all are asked. */
  readonly platforms?: readonly string[];
  /** Clients at once; default 4. */
  readonly clients?: number;
  /** What a client waits between an answer and its next request, milliseconds; default 200. */
  readonly paceMs?: number;
  /** When a request counts as hanging, milliseconds. */
  readonly timeoutMs: number;
}

export interface Load {
  /** Answers so far. */
  readonly replies: readonly Reply[];
  /** Waits until so many more answers of a kind have come than there were at the call. */
  more(count: number, matches: (reply: Reply) => boolean, timeoutMs?: number): Promise<void>;
  /** Lets requests under way end. @returns all answers */
  stop(): Promise<readonly Reply[]>;
}

/** Asks until it is stopped, at most 5,000 times. */
export function startLoad(options: LoadOptions): Load {
  const { url, keys, subject, platforms, clients = 4, paceMs = 200, timeoutMs } = options;
  const replies: Reply[] = [];
  let sent = 0;
  let going = true;
  const ended = Promise.all(
    Array.from({ length: clients }, async () => {
      while (going && sent < 5_000) {
        const n = sent++;
        const key = keys[n % keys.length] ?? '';
        replies.push(await call(url, 'POST', '/v1/lookup', { key, body: { query: subject(n), platforms }, timeoutMs }));
        await sleep(paceMs);
      }
    }),
  );
  return {
    replies,
    async more(count, matches, timeoutMs = 30_000) {
      const from = replies.length;
      const seen = () => replies.slice(from).filter(matches).length;
      if (await waitUntil(() => seen() >= count, timeoutMs, 5)) return;
      throw new Error(`${seen()} of ${count} awaited answers came; of all: ${JSON.stringify(tally(replies))}`);
    },
    async stop() {
      going = false;
      await ended;
      return replies;
    },
  };
}

/** How often each status came. */
export function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
