/** When a fault strikes: at every request, at a share of them, at one node of two, or once a limit is reached. */
import { fraction, randomStream } from '../deterministic.js';
import type { FaultName } from './index.js';

/** A fault, and which requests it strikes. */
export interface FaultSetting {
  readonly fault: FaultName;
  /** Share of the requests, 0 to 1; default 1. */
  readonly share?: number | undefined;
  /**
   * What the share is drawn for; default: each request, independently of all others. An address, a connection and a spell of ten minutes
   * keep what was drawn.
   */
  readonly per?: 'request' | 'address' | 'connection' | 'spell' | undefined;
  /** One bad node of two: `drawn` for each request, or strictly in turn, the good one first. In place of the share. */
  readonly nodes?: 'drawn' | 'alternating' | undefined;
  /** Requests that are answered truthfully before every further one is struck: a limit that nothing tells of. In place of the share. */
  readonly after?: number | undefined;
  /** Seed of the random draw. */
  readonly seed?: string | undefined;
}

/** What a draw may depend on. */
export interface Struck {
  /** Any object that is the same for all requests of a connection. */
  readonly connection: object;
  /** Host and target of the request. */
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const SPELL_MS = 600_000;

/** Whether the fault strikes this request. Draws one number for each call. */
export type Occurrence = (request: Struck) => boolean;

/** @param slug of the platform: platforms with the same setting are struck independently of each other */
export function occurrenceOf(
  { fault, share = 1, per = 'request', nodes, after, seed = 'footprint' }: FaultSetting,
  slug: string,
): Occurrence {
  const stream = `${seed}|${slug}|${fault}`;
  const random = randomStream(stream);
  if (nodes === 'alternating') {
    let index = 0;
    return () => index++ % 2 === 1;
  }
  if (nodes === 'drawn') return () => random() < 0.5;
  if (after !== undefined) {
    let requests = 0;
    return () => ++requests > after;
  }
  if (share >= 1) return () => true;
  if (per === 'address') return ({ address }) => fraction(`${stream}|${address}`) < share;
  if (per === 'spell') return ({ at }) => fraction(`${stream}|${Math.floor(at / SPELL_MS)}`) < share;
  if (per === 'request') return () => random() < share;
  const drawn = new WeakMap<object, boolean>();
  return ({ connection }) => {
    const strikes = drawn.get(connection) ?? random() < share;
    drawn.set(connection, strikes);
    return strikes;
  };
}
