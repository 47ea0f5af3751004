/** The suppression list in Postgres. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { assertSuppressionKeys } from '../../src/bootstrap/repositories.js';
import type { ListedIdentity } from '../../src/domain/suppression/suppressions.js';
import { makeCaller, openRecordOn, openTestRecords } from './support/record.js';

const { record, other, url } = await openTestRecords(4);
const keys = [1, 2].map(() => randomBytes(32).toString('base64'));
const [before, after, lost] = [
  openRecordOn(url, 2, undefined, keys[0]),
  openRecordOn(url, 2, undefined, `${keys[1]},${keys[0]}`),
  openRecordOn(url, 2, undefined, keys[1]),
];
afterAll(() => Promise.all([before, after, lost].map(({ database }) => database.close())));

let count = 0;
const someone = (): ListedIdentity => ({ kind: 'email', value: `ada-${(count += 1)}@example.com` });
const suppress = (identity: ListedIdentity, accountId: string | null = null, at = record) =>
  at.suppressions.add({ accountId, identity, proof: 'a letter', addedBy: 'operator' });

describe('the suppression list in Postgres', () => {
  it('holds an identity of one account for that account, and one of the operator for all', async () => {
    const [mine, theirs] = [(await makeCaller(record, 'growth')).accountId, (await makeCaller(record, 'growth')).accountId];
    const [one, all, neither] = [someone(), someone(), someone()];
    await suppress(one, mine);
    await suppress(all);
    expect(await other.suppressions.contains(mine, [one, all, neither])).toEqual([true, true, false]);
    expect(await other.suppressions.contains(theirs, [one, all, neither])).toEqual([false, true, false]);
  });

  it('holds every case of an identity and every tag of an address, and no other kind', async () => {
    await suppress({ kind: 'email', value: 'Bob.Example+News@example.com' });
    await suppress({ kind: 'username', value: 'Bob-Example' });
    const asked: ListedIdentity[] = [
      { kind: 'email', value: 'bob.example@example.com' },
      { kind: 'email', value: 'BOB.EXAMPLE+shop@example.com' },
      { kind: 'username', value: 'bob-example' },
      { kind: 'email', value: 'bob@example.com' },
      { kind: 'username', value: 'bob.example' },
    ];
    expect(await record.suppressions.contains('acc_none', asked)).toEqual([true, true, true, false, false]);
  });

  it('keeps one entry of an identity, with its first proof, also when many add it at once', async () => {
    const identity = someone();
    const added = await Promise.all(Array.from({ length: 10 }, (_, n) => suppress(identity, null, n % 2 ? other : record)));
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect(await record.suppressions.add({ accountId: null, identity, proof: 'another', addedBy: 'key_1' })).toEqual(added[0]);
  });

  it('is read and changed by its own account only, page by page, latest first', async () => {
    const [mine, theirs] = [(await makeCaller(record, 'growth')).accountId, (await makeCaller(record, 'growth')).accountId];
    const added = [];
    for (let n = 0; n < 5; n += 1) added.unshift(await suppress(someone(), mine));
    const first = await record.suppressions.page(mine, { limit: 3, after: null });
    const rest = await record.suppressions.page(mine, { limit: 3, after: first.at(-1) ?? null });
    expect([...first, ...rest].map(({ id }) => id).sort()).toEqual(added.map(({ id }) => id).sort());
    expect(await record.suppressions.page(theirs, { limit: 3, after: null })).toEqual([]);
    const { id } = added[0] as { id: string };
    expect([await record.suppressions.remove(theirs, id), await record.suppressions.remove(null, id)]).toEqual([false, false]);
    expect([await record.suppressions.remove(mine, id), await record.suppressions.remove(mine, id)]).toEqual([true, false]);
  });

  it('recognises what an older key digested, and refuses to start without that key', async () => {
    const identity = someone();
    const { id } = await suppress(identity, null, before);
    expect(await after.suppressions.contains('acc_none', [identity])).toEqual([true]);
    expect(await suppress(identity, null, after)).toMatchObject({ id });
    await assertSuppressionKeys(after);
    await expect(assertSuppressionKeys(lost)).rejects.toThrow(/SECRETS_KEY that is not set here/);
    const rows = await record.database.sql`SELECT t::text AS row FROM suppressions t WHERE id = ${id}`;
    expect(rows[0]?.['row']).not.toContain(identity.value);
    await record.suppressions.remove(null, id);
    await assertSuppressionKeys(lost);
  });
});
