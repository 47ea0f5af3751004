/** The service under test: from an HTTP request to a lookup that is finished in the database. */
import { randomBytes } from 'node:crypto';
import { denialOf } from '../../../src/engine/catalogue/rules/rule-counts.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { simulatorKeys } from '../../simulator/tokens.js';
import type { Harness } from '../harness.js';
import type { Answers } from './tally.js';

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

/** One deep lookup, waited for in the database: a busy machine may need longer than a caller waits. */
export async function lookUpUntilFinished(harness: Harness, key: string, request: Readonly<Record<string, unknown>>): Promise<Answers> {
  const { body } = await harness.post('/v1/lookup?deep=true', key, request);
  await harness.settled();
  const response = await fetch(`${harness.url}/v1/lookup/${String(body['lookupId'])}`, { headers: { authorization: `Bearer ${key}` } });
  const { results } = (await response.json()) as { results?: { platform: string; registered: boolean }[] };
  if (results === undefined) throw new Error(`the lookup was not finished: ${response.status}`);
  return new Map(results.map(({ platform, registered }) => [platform, registered]));
}
