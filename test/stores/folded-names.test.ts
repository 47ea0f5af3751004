/** Facts of platforms that fold case: one fact of every spelling, reused and erased as such. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { acceptOne, carryOut, makeCaller, openRecordOn, outcome } from './support/record.js';

const record = openRecordOn(await createDatabase(), 10, undefined, randomBytes(32).toString('hex'));
afterAll(() => record.database.close());
let caller: Caller;
beforeEach(async () => {
  caller = await makeCaller(record, 'higher_volume');
});

const recently = () => new Date(Date.now() - 1_000);

async function learn(username: string, outcomes: readonly CheckOutcome[], second?: string): Promise<string> {
  const subjects = { username, ...(second === undefined ? {} : { 'username#2': second }) };
  const lookupId = await acceptOne(record, caller, requestOf({ query: username, subjects }));
  await record.writer.record(lookupId, outcomes);
  return lookupId;
}
const reusable = async (username: string) =>
  (await record.facts.reusable({ accountId: caller.accountId, subjects: { username } }))
    .map(({ platform, isFolded }) => [platform, isFolded])
    .sort();

it('is found under every spelling, told apart from facts of one spelling', async () => {
  await learn('JohnDoe', [
    outcome('folds', { checkedAt: recently(), isFolded: true }),
    outcome('distinguishes', { checkedAt: recently(), isFolded: false }),
  ]);
  expect(await reusable('JohnDoe')).toEqual([
    ['distinguishes', false],
    ['folds', true],
  ]);
  expect(await reusable('johndoe')).toEqual([['folds', undefined]]);
  expect(await reusable('JOHNDOE')).toEqual([['folds', true]]);
});

it('a name that only looks like it in lower case is another one', async () => {
  await learn('kim', [outcome('folds', { checkedAt: recently(), isFolded: true })]);
  for (const other of ['\u212aim', 'k\u0130m', 'kım']) expect(await reusable(other)).toEqual([]);
});

it('two spellings in one lookup are one fact, the newer one', async () => {
  const newer = recently();
  await learn(
    'JohnDoe',
    [
      outcome('folds', { checkedAt: new Date(newer.getTime() - 5_000), isFolded: true, state: 'not_registered' }),
      outcome('folds', { checkedAt: newer, isFolded: true, subject: 'username#2' }),
    ],
    'johndoe',
  );
  const [fact] = await record.facts.reusable({ accountId: caller.accountId, subjects: { username: 'johnDOE' } });
  expect(fact).toMatchObject({ state: 'registered', checkedAt: newer });
});

it('of a derived username is the same fact', async () => {
  const lookupId = await acceptOne(record, caller, requestOf({ subjects: { email: 'JohnDoe@example.com' } }));
  const { subject: _, mailboxProvider: __, ...learnt } = outcome('folds', { checkedAt: recently(), isFolded: true });
  await record.derived.record(lookupId, [{ ...learnt, handle: 'JohnDoe', subject: 'email' }]);
  expect(await reusable('johndoe')).toEqual([['folds', undefined]]);
});

it.each(['JohnDoe', 'johndoe', 'JOHNDOE'])('goes with an erasure of %s, whichever spelling it was learnt under', async (value) => {
  for (const spelling of ['JohnDoe', 'johndoe']) await learn(spelling, [outcome('folds', { checkedAt: recently(), isFolded: true })]);
  const identity = { kind: 'username', value } as const;
  const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity, isDryRun: false });
  await carryOut(record, id);
  expect(await reusable('johndoe')).toEqual([]);
});
