/** The service under comparison: the whole way from an HTTP request to a lookup that is finished in the database. */
import { randomBytes } from 'node:crypto';
import { denialOf } from '../../../src/engine/catalogue/rules/rule-counts.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { simulatorKeys } from '../../simulator/tokens.js';
import { cpuMs, type Harness } from '../harness.js';
import { HANDLE, type Fixture } from './fixture.js';
import type { SimulatorRemote } from './simulator-remote.js';
import type { Answers } from './tally.js';

export interface ServiceRun {
  readonly answers: Answers;
  readonly seconds: number;
  readonly cpuSeconds: { readonly worker: number; readonly api: number; readonly temporal: number };
  /** Requests that the platforms counted. */
  readonly requests: number;
}

/** Handle of the lookups that calibrate; exists nowhere. */
const UNKNOWN_HANDLE = 'nobody_example';
/** Platforms that are calibrated at once: the three requests to each must not wait for each other past the probe deadline. */
const CALIBRATED_AT_ONCE = 250;

/** Deletes controls, pauses and facts, so that the next lookup starts without knowledge of any platform. */
export async function deletePlatformState(harness: Harness): Promise<void> {
  await harness.maintain('TRUNCATE platform_controls, platform_backoffs, platform_facts');
}

/** Settings of an operator who has keys of official interfaces, and one to seal control accounts with. */
export const operatorsEnv = (platforms: readonly Platform[]): Record<string, string> => ({
  SECRETS_KEY: randomBytes(32).toString('hex'),
  PLATFORM_KEYS: simulatorKeys(platforms),
});

/** Stores this address as the control account of every platform that would deny with one. @returns their slugs */
export async function setControlAccounts(harness: Harness, platforms: readonly Platform[], email: string): Promise<string[]> {
  const needing = platforms.filter(({ probes }) => probes.email && denialOf(probes.email) === 'with_control_account');
  for (const { slug } of needing) await harness.controlAccounts.add(slug, { type: 'email', value: email });
  return needing.map(({ slug }) => slug);
}

/** One deep lookup, waited for to its end. @throws Error when it is refused or not finished */
export async function lookUp(
  harness: Harness,
  key: string,
  request: Readonly<Record<string, unknown>>,
): Promise<{ answers: Answers; seconds: number; lookupId: string }> {
  const answer = await harness.post('/v1/lookup?wait=true&deep=true', key, request);
  if (answer.status !== 200 || !Array.isArray(answer.body['results'])) throw new Error(`the lookup was not finished: ${answer.status}`);
  const results = answer.body['results'] as { platform: string; registered: boolean }[];
  return {
    answers: new Map(results.map(({ platform, registered }) => [platform, registered])),
    seconds: answer.ms / 1_000,
    lookupId: String(answer.body['lookupId']),
  };
}

/** The same for a section that measures no time: a busy machine may need longer than a caller waits. */
export async function lookUpWithRetry(harness: Harness, key: string, request: Readonly<Record<string, unknown>>): Promise<Answers> {
  const { body } = await harness.post('/v1/lookup?deep=true', key, request);
  await harness.settled();
  const response = await fetch(`${harness.url}/v1/lookup/${String(body['lookupId'])}`, { headers: { authorization: `Bearer ${key}` } });
  const { results } = (await response.json()) as { results?: { platform: string; registered: boolean }[] };
  if (results === undefined) throw new Error(`the lookup was not finished: ${response.status}`);
  return new Map(results.map(({ platform, registered }) => [platform, registered]));
}

/** Looks another handle up, a few hundred platforms at a time, so that each has a valid control. */
export async function calibrate(harness: Harness, key: string, slugs: readonly string[]): Promise<void> {
  for (let from = 0; from < slugs.length; from += CALIBRATED_AT_ONCE) {
    await lookUp(harness, key, { query: UNKNOWN_HANDLE, platforms: slugs.slice(from, from + CALIBRATED_AT_ONCE) });
  }
}

/** Calibrates, waits until all connections have ended, and measures one lookup. */
export async function runService(harness: Harness, simulator: SimulatorRemote, fixture: Fixture): Promise<ServiceRun> {
  const { key } = await harness.account();
  await simulator.setFaults(fixture.faults);
  await simulator.setLatencies(fixture.latencyMs);
  await deletePlatformState(harness);
  await calibrate(harness, key, [...fixture.truth.keys()]);
  await simulator.untilNobodyIsConnected();
  await simulator.resetRequests();
  const cpu = () => ({ worker: cpuMs(harness.pids.worker), api: cpuMs(harness.pids.api), temporal: cpuMs(harness.pids.temporal) });
  const before = cpu();
  const { answers, seconds, lookupId } = await lookUp(harness, key, { query: HANDLE });
  const after = cpu();
  const [row] = await harness.sql<{ state: string }[]>`SELECT state FROM lookups WHERE id = ${lookupId}`;
  if (row?.state !== 'finished') throw new Error('the answer came before the lookup was finished');
  const used = (name: keyof typeof before): number => (after[name] - before[name]) / 1_000;
  return {
    answers,
    seconds,
    cpuSeconds: { worker: used('worker'), api: used('api'), temporal: used('temporal') },
    requests: (await simulator.requests()).total,
  };
}
