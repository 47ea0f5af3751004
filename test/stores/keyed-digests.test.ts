/** What the database holds of identities cannot be found by guessing them, and a change of keys loses nothing. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { createDatabase } from '../support/databases.js';
import { acceptOne, makeCaller, openRecordOn, outcome, type TestRecord } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const [OLD, NEW] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
const subjects = { username: 'ada-example', 'username#2': 'bob-example' };
const recently = (ms: number) => new Date(Date.now() - ms);

let fresh: TestRecord;
let old: TestRecord;
let changed: TestRecord;
let caller: Caller;
beforeAll(async () => {
  const url = await createDatabase();
  fresh = openRecordOn(url, 4, undefined, NEW);
  old = openRecordOn(url, 4, undefined, OLD);
  changed = openRecordOn(url, 4, undefined, `${NEW},${OLD}`);
});
afterAll(async () => void (await Promise.all([fresh, old, changed].map((record) => record.database.close()))));
beforeEach(async () => {
  caller = await makeCaller(old, 'higher_volume');
});

async function learn(record: TestRecord, more: Parameters<typeof outcome>[1]): Promise<void> {
  const lookupId = await acceptOne(record, caller, requestOf({ subjects }));
  await record.writer.record(lookupId, [outcome('a', more), outcome('a', { ...more, subject: 'username#2' })]);
}
const known = async (record: TestRecord) =>
  (await record.facts.reusable({ accountId: caller.accountId, subjects })).map(({ subject, state }) => `${subject} ${state}`).sort();
const BOTH = ['username registered', 'username#2 registered'];

it('a fact, also of a derived username, is stored under no digest that can be made without the key', async () => {
  await learn(old, { checkedAt: recently(1_000) });
  const lookupId = await acceptOne(old, caller, requestOf({ subjects: { email: 'ada@example.com' } }));
  const { subject: _, mailboxProvider: __, ...learnt } = outcome('b', { checkedAt: recently(1_000) });
  await old.derived.record(lookupId, [{ ...learnt, handle: 'ada-example', subject: 'email' }]);
  const guesses = ['username:ada-example', 'username:bob-example'].map((text) => createHash('sha256').update(text).digest('hex'));
  const stored = await old.database.sql<{ identity: string }[]>`SELECT identity FROM platform_facts WHERE account_id = ${caller.accountId}`;
  expect(stored).toHaveLength(3);
  expect(stored.filter(({ identity }) => guesses.includes(identity))).toEqual([]);
  expect(
    (await old.facts.reusable({ accountId: caller.accountId, subjects: { username: 'ada-example' } }))
      .map(({ platform }) => platform)
      .sort(),
  ).toEqual(['a', 'b']);
});

it('facts of an older key are reused; without their key they are not found', async () => {
  await learn(old, { checkedAt: recently(9_000) });
  expect(await known(changed)).toEqual(BOTH);
  expect(await known(fresh)).toEqual([]);
});

it("of facts by two keys the newer one counts, also when its time is over and the older one's is not", async () => {
  await learn(old, { checkedAt: recently(3 * 86_400_000) });
  await learn(changed, { checkedAt: recently(86_400_000 + 60_000), state: 'not_registered' });
  expect(await known(old)).toEqual(BOTH);
  expect(await known(changed)).toEqual([]);
});

it('a request is remembered under its idempotency key by no digest that can be made without the key, and after a change of keys', async () => {
  const token = { key: 'order-1', fingerprint: createHash('sha256').update('{"username":"ada-example"}').digest('base64url') };
  const first = await old.acceptance.accept(caller, [requestOf()], token);
  const [row] = await old.database.sql<
    { fingerprint: string }[]
  >`SELECT fingerprint FROM idempotency_keys WHERE account_id = ${caller.accountId}`;
  expect([token.fingerprint, createHash('sha256').update(token.fingerprint).digest('hex')]).not.toContain(row?.fingerprint);
  expect(await changed.acceptance.accept(caller, [requestOf()], token)).toEqual(first);
  await expect(changed.acceptance.accept(caller, [requestOf()], { ...token, fingerprint: 'another' })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
});
