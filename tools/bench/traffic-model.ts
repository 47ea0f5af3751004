/** Lookups about one platform on a moved clock, a fault of it, and what the rules of traffic make of each "no" about somebody. */
import {
  decideNo,
  KEPT_MS,
  type Observation,
  SPACING_MS,
  type TrafficDecision,
  type UncoveredNo,
  WAIT_MS,
} from '../../src/engine/controls/traffic.js';
import { randomStream } from '../simulator/deterministic.js';

export const FAULTS = {
  'denies everybody': { answers: () => false },
  'denies one domain': { answers: (has, { location }) => has && location !== 'd0' },
  'denies every second request': { answers: (has, { count }) => has && count % 2 === 0 },
  'denies half of the people': { answers: (has, { identity }) => has && Number(identity.slice(1)) % 2 === 0 },
  'says registered of everybody for a minute, then denies everybody': { answers: (_, { sinceMs }) => sinceMs < 60_000 },
  'denies everybody behind a cache of an hour': {
    answers: (_has, { cached }) => cached === true,
    cacheMs: 3_600_000,
  },
} as const satisfies Record<string, Fault>;

interface Request {
  readonly identity: string;
  readonly location: string;
  readonly count: number;
  readonly sinceMs: number;
  /** What the platform's cache has of the identity. */
  readonly cached: boolean | undefined;
}

interface Fault {
  readonly answers: (has: boolean, request: Request) => boolean;
  readonly cacheMs?: number;
}

export interface Model {
  readonly seed: string;
  /** Share of people who are registered. */
  readonly registered: number;
  readonly perSecond: number;
  readonly accounts: number;
  readonly isInstant: boolean;
  readonly fault?: keyof typeof FAULTS;
  /** Milliseconds of healthy traffic before the fault, and of traffic with it. */
  readonly healthyMs: number;
  readonly faultMs: number;
}

export interface Tally {
  /** Answers while it was healthy: "registered", and "no" that counted; and each "no", counted or not. */
  registered: number;
  covered: number;
  noes: number;
  /** How many were about somebody who is registered. */
  wrong: number;
  /** Whether two accounts saw it contradict itself: nothing of it counts for a month, and the run ends. */
  isNoticed: boolean;
  /** At the end: whether a "no" about the first domain has enough before it to wait for one after it. */
  denies: boolean;
}

/** Consumer domains by their share of addresses; the rest is spread over companies. */
const DOMAINS = [0.45, 0.12, 0.1, 0.08, 0.05];
const COMPANIES = 300;
/** Lookups of somebody who was looked up before, by anybody. */
const REPEATED = 0.05;
const RECENT = 2_000;

export function runModel(model: Model): Tally {
  const random = randomStream(model.seed);
  const fault: Fault | undefined = model.fault && FAULTS[model.fault];
  const tally: Tally = { registered: 0, covered: 0, noes: 0, wrong: 0, isNoticed: false, denies: false };
  const cache = new Map<string, { readonly at: number; readonly has: boolean }>();
  const people: { readonly identity: string; readonly location: string; readonly has: boolean }[] = [];
  const lastOf = new Map<string, number>();
  let observations: Observation[] = [];
  const waiting: { readonly no: UncoveredNo; readonly has: boolean }[] = [];
  const isSole = model.accounts === 1;

  const settle = (no: UncoveredNo, has: boolean, decision: TrafficDecision): void => {
    const is = tally.isNoticed ? 'uncovered' : decision.is;
    tally.isNoticed ||= 'isLasting' in decision;
    if (no.at < model.healthyMs && no.at >= KEPT_MS) {
      tally.noes += 1;
      if (is === 'covered') tally.covered += 1;
    }
    if (is === 'covered' && has) tally.wrong += 1;
  };
  const decide = (until: number): void => {
    while (waiting[0] !== undefined && waiting[0].no.at + WAIT_MS <= until) {
      const { no, has } = waiting.shift() as (typeof waiting)[number];
      settle(no, has, decideNo({ no, observations, isSole, now: no.at + WAIT_MS }));
    }
  };

  for (let at = 0, count = 0; at < model.healthyMs + model.faultMs && !tally.isNoticed; count++) {
    at += (-Math.log(1 - random()) * 1_000) / model.perSecond;
    decide(at);
    if (count % 64 === 0) observations = observations.filter((each) => each.at > at - KEPT_MS - 2 * WAIT_MS);
    const known = random() < REPEATED ? people[Math.floor(random() * people.length)] : undefined;
    const person = known ?? { identity: `i${count}`, location: domain(random), has: random() < model.registered };
    if (known === undefined) people[count % RECENT] = person;
    // A few accounts make most of the lookups.
    const account = `a${Math.floor(random() ** 2 * model.accounts)}`;
    const sinceMs = at - model.healthyMs;
    const held = cache.get(person.identity);
    const cached = fault?.cacheMs !== undefined && held !== undefined && at - held.at < fault.cacheMs ? held.has : undefined;
    const answer = fault && sinceMs >= 0 ? fault.answers(person.has, { ...person, count, sinceMs, cached }) : (cached ?? person.has);
    if (fault?.cacheMs !== undefined && cached === undefined) cache.set(person.identity, { at, has: answer });
    const observation = { at, identity: person.identity, account, location: person.location };
    if (answer) {
      if (sinceMs < 0 && at >= KEPT_MS) tally.registered += 1;
      if (at - (lastOf.get(account) ?? -SPACING_MS) < SPACING_MS) continue;
      lastOf.set(account, at);
      observations.push({ ...observation, state: 'registered' });
      continue;
    }
    const no: UncoveredNo = { ...observation, isConsumer: person.location.startsWith('d'), isInstant: model.isInstant };
    const decision = decideNo({ no, observations, isSole, now: at });
    if (decision.is === 'waits') waiting.push({ no, has: person.has });
    else settle(no, person.has, decision);
    if (observations.some(({ identity }) => identity === person.identity)) observations.push({ ...observation, state: 'contradicted' });
  }
  const at = model.healthyMs + model.faultMs;
  const no: UncoveredNo = { identity: 'nobody', account: 'a0', location: 'd0', at, isConsumer: true, isInstant: false };
  return { ...tally, denies: decideNo({ no, observations, isSole, now: at }).is !== 'uncovered' };
}

function domain(random: () => number): string {
  let left = random();
  for (const [index, share] of DOMAINS.entries()) {
    left -= share;
    if (left < 0) return `d${index}`;
  }
  return `c${Math.floor(random() ** 2 * COMPANIES)}`;
}
