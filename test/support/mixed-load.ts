/** Orders of every kind at a steady rate, to whichever APIs there are, each repeated under one idempotency key until it is accepted. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { call } from './chaos-client.js';

const EVERY_MS = 300;
/** A client's timeout of one request, and its pause before it repeats one that failed. */
const REQUEST_MS = 20_000;
const REPEAT_MS = 250;
const GIVE_UP_MS = 120_000;

/** What the n-th order asks for, and how many lookups it is. */
const KINDS = [
  { path: '/v1/lookup?wait=true', body: (name: string, _n: number): object => ({ query: name }), lookups: 1 },
  { path: '/v1/lookup', body: (name: string) => ({ query: name }), lookups: 1 },
  { path: '/v1/lookup?instant=true', body: (name: string) => ({ query: name }), lookups: 1 },
  { path: '/v1/phone', body: (_name: string, n: number) => ({ phone: `+1202555${String(100 + (n % 100)).padStart(4, '0')}` }), lookups: 1 },
  { path: '/v1/lookup/batch', body: (name: string) => ({ items: [{ query: `${name}_a` }, { query: `${name}_b` }] }), lookups: 2 },
  { path: '/v2/lookup', body: (name: string) => ({ identities: { usernames: [name] } }), lookups: 1 },
] as const;

/** @param urls the APIs that there are at that moment; orders take turns with them, and with the keys */
export function startMixedLoad({ urls, keys }: { urls: () => readonly string[]; keys: readonly string[] }) {
  const accepted = new Map<string, number>();
  const failures: string[] = [];
  const orders: Promise<void>[] = [];
  const stop = new AbortController();
  async function order(n: number): Promise<void> {
    const kind = KINDS[n % KINDS.length] as (typeof KINDS)[number];
    const token = randomUUID();
    const since = performance.now();
    let last = '';
    for (let attempt = n; performance.now() - since < GIVE_UP_MS; attempt += 1) {
      const url = urls()[attempt % urls().length] ?? '';
      const { status, body } = await call(url, 'POST', kind.path, {
        key: keys[n % keys.length] as string,
        body: kind.body(`beside_${n}`, n),
        headers: { 'idempotency-key': token },
        timeoutMs: REQUEST_MS,
      });
      if (status === 200 || status === 202) return void accepted.set(kind.path, (accepted.get(kind.path) ?? 0) + kind.lookups);
      last = `${kind.path}: ${status} ${JSON.stringify(body)}`;
      if (status !== 0 && status !== 409 && status < 500) break;
      await sleep(REPEAT_MS);
    }
    failures.push(last);
  }
  const count = (): number => [...accepted.values()].reduce((sum, each) => sum + each, 0);
  const ended = (async () => {
    const since = performance.now();
    while (!stop.signal.aborted) {
      orders.push(order(orders.length));
      await sleep(Math.max(0, since + orders.length * EVERY_MS - performance.now()), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
  })();
  return {
    /** Waits until so many more lookups were accepted. */
    async more(lookups: number): Promise<void> {
      const from = count();
      if (!(await waitUntil(() => count() >= from + lookups || failures.length > 0, 60_000))) throw new Error('nothing is accepted');
    },
    /** Orders no more. @returns lookups that were accepted, by path, and the last answers to orders that were not */
    async stop() {
      stop.abort();
      await ended;
      await Promise.all(orders);
      return { accepted: Object.fromEntries(accepted), lookups: count(), failures };
    },
  };
}
