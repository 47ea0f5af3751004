/** Promise 2 in one function: accepted = stored = billed once = finished, and refused in the client's own words. */
import { expect } from 'vitest';
import { errorCode, lookupIdOf, type Reply } from './chaos-client.js';
import type { TemporalView } from './chaos-temporal.js';
import type { LedgerReader } from './chaos-record.js';

/** Longer than the reconciler's grace. */
const PAST_GRACE_SECONDS = 11;

/** Every answer was a 200 or a 503 in the API's words: none was lost, hung or a 500. */
export function expectHonestAnswers(replies: readonly Reply[]): void {
  const odd = replies.filter(({ status, body }) => status !== 200 && !(status === 503 && errorCode(body) === 'unavailable'));
  expect(odd).toEqual([]);
}

/**
 * Waits until all lookups of the account are finished, with the reconciler's help, and checks them against what clients
 * were promised.
 */
export async function expectKept(
  parts: { ledger: LedgerReader; temporal: TemporalView; accountId: string; planned: number; timeoutMs: number },
  replies: readonly Reply[],
): Promise<void> {
  const { ledger, temporal, accountId, planned, timeoutMs } = parts;
  await ledger.age(PAST_GRACE_SECONDS);
  expect(await ledger.unfinished(accountId, timeoutMs, temporal)).toEqual([]);
  const lookups = await ledger.lookups(accountId);
  const promised = replies.flatMap(({ status, body }) => (status === 200 ? [lookupIdOf(body)] : []));
  expect(new Set(promised).size).toBe(promised.length);
  expect(lookups.map(({ id }) => id)).toEqual(expect.arrayContaining(promised));
  const odd = lookups.filter((lookup) => lookup.billed !== 1 || lookup.planned !== planned || lookup.results !== planned);
  expect(odd).toEqual([]);
  expect(await ledger.used(accountId)).toBe(lookups.length);
}
