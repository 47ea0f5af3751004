import { describe, expect, it } from 'vitest';
import type { LookupCursor } from '../../src/features/lookups/pages.js';
import { pageLookups } from '../../src/features/lookups/use-cases/read-lookups.js';
import { acceptOne, makeCaller, openTestRecords, outcome, type TestRecord } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const { record, other } = await openTestRecords();

describe('v2 on Postgres', () => {
  const TWO = requestOf({
    subjects: { username: 'ada', 'username#2': 'bob' },
    rawIdentities: { username: '@ada', 'username#2': 'bob' },
  });

  it('a lookup comes back with all its identities, as they were sent', async () => {
    const lookupId = await acceptOne(record, await makeCaller(record, 'growth'), TWO);
    expect(await record.reader.find(lookupId)).toMatchObject({ subjects: TWO.subjects, rawIdentities: TWO.rawIdentities });
    expect((await record.reader.find(await acceptOne(record, await makeCaller(record, 'growth'))))?.rawIdentities).toBeNull();
  });

  it('outcomes of one platform about two identities stand beside each other, and each is a fact of its own', async () => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await acceptOne(record, caller, TWO);
    const both = [
      outcome('a', { checkedAt: new Date() }),
      outcome('a', { checkedAt: new Date(), subject: 'username#2', state: 'not_registered' }),
    ];
    await record.writer.record(lookupId, both);
    expect((await record.reader.snapshot(lookupId))?.outcomes).toMatchObject([
      { subject: 'username' },
      { subject: 'username#2', state: 'not_registered' },
    ]);
    const reusable = (username: string) => record.facts.reusable({ accountId: caller.accountId, subjects: { username } });
    expect(await reusable('bob')).toMatchObject([{ platform: 'a', subject: 'username', state: 'not_registered' }]);
    expect(await reusable('ada')).toMatchObject([{ platform: 'a', subject: 'username', state: 'registered' }]);
    const turned = await record.facts.reusable({ accountId: caller.accountId, subjects: { username: 'bob', 'username#2': 'ada' } });
    expect(turned.map(({ subject, state }) => `${subject} ${state}`).sort()).toEqual(['username not_registered', 'username#2 registered']);
  });

  it('pages over two processes hang together while many are accepted', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const accept = (reader: TestRecord, count: number) =>
      reader.acceptance.accept(
        caller,
        Array.from({ length: count }, () => requestOf()),
        null,
      );
    await accept(record, 40);
    const before = await record.pages.page(caller, { limit: 100, after: null });
    let accepting = true;
    const busy = (async () => {
      while (accepting) await accept(other, 3);
    })();
    const seen: string[] = [];
    let after: LookupCursor | null = null;
    do {
      const { items, next }: Awaited<ReturnType<typeof pageLookups>> = await pageLookups(
        { pages: record.pages },
        { owner: caller, limit: 3, after },
      );
      seen.push(...items.map(({ id }) => id));
      after = next;
    } while (after !== null);
    accepting = false;
    await busy;
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(-40)).toEqual(before.map(({ id }) => id));
  });
});
