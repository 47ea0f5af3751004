/** One seed of the fault runs: each part is killed once under a steady load, with platforms that misbehave. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultName } from '../../tools/simulator/faults/index.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { seeded } from './chaos.js';
import { call, lookupIdOf } from './chaos-client.js';
import { startGeneratedSites } from './generated-catalogue.js';
import { type KillableStack, openKillableStack, PARTS, type StackPart } from './killable-stack.js';

const SITES = 60;
/** One in ten platforms misbehaves, each in a way of its own; requests to all of them are counted by the simulator. */
const FAULTS: readonly FaultName[] = ['hang', 'unavailable_503', 'reset', 'challenge_403', 'rate_limited_429', 'truncated_body'];
const LATENCY = { medianMs: 200, sigma: 0.5, capMs: 4_000 };
/** Two lookups a second. */
const EVERY_MS = 500;
const KEYS = 4;
/** A client's timeout of one request, and its sleep before it repeats one that failed. */
const REQUEST_MS = 10_000;
const REPEAT_MS = 250;
/** How long a client repeats an order, and how long after the last kill a lookup is waited for. */
const GIVE_UP_MS = 180_000;

/** What one seed came to. */
export interface ChaosReport {
  /** In the order of the kills. */
  readonly parts: readonly StackPart[];
  readonly lookups: number;
  /** From the last kill until every lookup was finished. */
  readonly seconds: number;
  /** Orders that clients gave up, accepted ids that the record does not have, and lookups that never finished. */
  readonly lost: number;
  /** Lookups that are not in the ledger exactly once, orders that became several lookups, and what was charged beyond both. */
  readonly misbilled: number;
  /** Requests for the identities of lookups, controls left out, by lookups and platforms. */
  readonly requestsEach: number;
  /** Of the healthy platforms, the least share that any lookup has answers from. */
  readonly healthyAnswered: number;
}

export interface FaultyStack extends KillableStack {
  readonly sites: Awaited<ReturnType<typeof startGeneratedSites>>;
}

/** Starts the stack, has the controls made while all platforms are well, and then lets one in ten fail. */
export async function startFaultyStack(): Promise<FaultyStack> {
  const sites = await startGeneratedSites(SITES, { latency: LATENCY });
  const killable = await openKillableStack(sites.env);
  const close = async () => {
    await killable.close();
    await sites.close();
  };
  const stack = { ...killable, sites, close };
  const owner = await stack.ledger.account();
  await call(stack.url, 'POST', '/v1/lookup', { key: owner.key, body: { query: 'controls_first' } });
  const open = await stack.ledger.unfinished(owner.accountId, GIVE_UP_MS);
  if (open.length > 0) throw new Error('the first lookup did not finish');
  faultySlugs(stack).forEach((slug, index) => stack.sites.simulator.setFault(slug, FAULTS[index] as FaultName));
  return stack;
}

const faultySlugs = ({ sites }: FaultyStack): string[] => FAULTS.map((_, index) => sites.slugs[index * (SITES / FAULTS.length)] as string);

/** Clients order lookups at a steady rate; each repeats its order, under one idempotency key, until it is accepted. */
function startOrders(stack: FaultyStack, keys: readonly string[], name: string) {
  const orders: { readonly query: string; readonly accepted: Promise<string | null> }[] = [];
  const stop = new AbortController();
  async function order(key: string, query: string): Promise<string | null> {
    const token = randomUUID();
    const since = performance.now();
    while (performance.now() - since < GIVE_UP_MS) {
      const { status, body } = await call(stack.url, 'POST', '/v1/lookup', {
        key,
        body: { query },
        headers: { 'idempotency-key': token },
        timeoutMs: REQUEST_MS,
      });
      if (status === 200) return lookupIdOf(body);
      await sleep(REPEAT_MS);
    }
    return null;
  }
  const ended = (async () => {
    const since = performance.now();
    while (!stop.signal.aborted) {
      const query = `${name}_${orders.length}`;
      orders.push({ query, accepted: order(keys[orders.length % keys.length] as string, query) });
      await sleep(Math.max(0, since + orders.length * EVERY_MS - performance.now()), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
  })();
  return {
    /** Orders no more. @returns what was ordered, with the id that the client was given */
    async stop() {
      stop.abort();
      await ended;
      return Promise.all(orders.map(async ({ query, accepted }) => ({ query, id: await accepted })));
    },
  };
}

/** Kills each part once, in an order and at moments that the seed decides. @returns how it all ended */
export async function runChaos(stack: FaultyStack, seed: number): Promise<ChaosReport> {
  const { ledger, sites } = stack;
  const owner = await ledger.account();
  const keys = [owner.key, ...(await Promise.all(Array.from({ length: KEYS - 1 }, owner.another)))];
  const load = startOrders(stack, keys, `chaos_${seed}`);
  const rank = (part: StackPart): number => seeded(seed, `when to kill ${part}`, 0, 1_000_000);
  const parts = PARTS.toSorted((a, b) => rank(a) - rank(b));
  let lastKill = Date.now();
  for (const part of parts) {
    await sleep(seeded(seed, `sleep before ${part}`, 1_000, 5_000));
    lastKill = Date.now();
    await stack.strike(part);
  }
  const orders = await load.stop();
  const open = await ledger.unfinished(owner.accountId, GIVE_UP_MS);

  const lookups = await ledger.lookups(owner.accountId);
  const known = new Set(lookups.map(({ id }) => id));
  const [last] = await ledger.sql<{ seconds: number | null }[]>`
    SELECT (extract(epoch FROM max(finished_at)) - ${lastKill / 1_000}::float8)::float8 AS seconds FROM lookups WHERE account_id = ${owner.accountId}`;
  const { byIdentity } = sites.simulator.requests();
  const requests = orders.reduce((sum, { query }) => sum + (byIdentity[identityDigest('username', query)] ?? 0), 0);
  const used = await ledger.used(owner.accountId);
  return {
    parts,
    lookups: orders.length,
    seconds: open.length > 0 ? Number.POSITIVE_INFINITY : (last?.seconds ?? Number.POSITIVE_INFINITY),
    lost: open.length + orders.filter(({ id }) => id === null || !known.has(id)).length,
    misbilled:
      lookups.filter(({ billed }) => billed !== 1).length + Math.abs(lookups.length - orders.length) + Math.abs(used - lookups.length),
    requestsEach: requests / (orders.length * SITES),
    healthyAnswered: await healthyAnswered(stack, owner.accountId),
  };
}

async function healthyAnswered(stack: FaultyStack, accountId: string): Promise<number> {
  const [row] = await stack.ledger.sql<{ least: number }[]>`
    SELECT coalesce(min(answered), 0)::int AS least FROM (
      SELECT count(*) FILTER (WHERE r.state <> 'inconclusive' AND NOT r.platform = ANY(${faultySlugs(stack)})) AS answered
      FROM lookups l LEFT JOIN lookup_results r ON r.lookup_id = l.id WHERE l.account_id = ${accountId} GROUP BY l.id) AS each`;
  return (row?.least ?? 0) / (SITES - FAULTS.length);
}
