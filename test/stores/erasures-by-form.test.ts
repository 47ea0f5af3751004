/** Which lookups an erasure deletes that name its identity in another form, and which it only counts. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { NamedIdentity } from '../../src/kernel/identity/forms.js';
import type { QueryType } from '../../src/kernel/identity/identity.js';
import { createDatabase } from '../support/databases.js';
import { email, erasing, username } from './support/erasing.js';
import { carryOut, makeCaller, openRecordOn, outcome } from './support/record.js';

const record = openRecordOn(await createDatabase(), 10, undefined, randomBytes(32).toString('hex'));
afterAll(() => record.database.close());
const { sql } = record.database;
const { lookupAbout, finishedAbout, erase, left } = erasing(record);

/** An identity that no other test has. */
const someone = () => `zephyr-${randomBytes(6).toString('hex')}`;
/** A name that no other test has, without signs that providers read. */
const somebody = () => `zephyr${randomBytes(6).toString('hex')}`;

describe('the erasure of an identity in its forms', () => {
  it('deletes what is certainly the same mailbox, and nothing of another one', async () => {
    const name = somebody();
    const caller = await makeCaller(record, 'higher_volume');
    const spellings = [`${name}@gmail.com`, `${name}+news@gmail.com`, `zephyr.${name.slice(6)}@gmail.com`, `"${name}"@gmail.com`];
    const same = [...spellings, `${name.toUpperCase()}@googlemail.com`];
    const erased: string[] = [];
    for (const address of same) erased.push(await finishedAbout(caller, { email: address }));
    const kept: string[] = [];
    for (const address of [`${name}x@gmail.com`, `${name}@outlook.com`]) kept.push(await finishedAbout(caller, { email: address }));
    const dry = await erase(email(spellings[2] ?? ''), caller.accountId, true);
    const { counts } = await erase(email(spellings[2] ?? ''), caller.accountId);
    expect([dry.counts.lookups, counts.lookups]).toEqual([5, 5]);
    expect(Object.keys(dry.counts)).not.toContain('possibleEmail');
    expect([await left(...erased), await left(...kept)]).toEqual([0, 2]);
  });

  it('lists what only may be it, by kind, and erases of that what was chosen', async () => {
    const name = somebody();
    const [caller, other] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    const identity = email(`${name}@example.com`);
    const certain = await finishedAbout(caller, { email: `${name.toUpperCase()}@example.com` });
    const tagged = [
      await finishedAbout(caller, { email: `${name}+a@example.com` }),
      await finishedAbout(caller, { email: `${name}+b@example.com`, username: 'somebody-else' }),
    ];
    const asUsername = await finishedAbout(caller, { username: `${name}+c@example.com` });
    const theirs = await finishedAbout(other, { email: `${name}+a@example.com` });
    const dryRun = async (accountId: string | null, include: readonly QueryType[] = []) =>
      (await erase(identity, accountId, true, include)).counts;
    expect(await dryRun(caller.accountId)).toMatchObject({ lookups: 1, possibleEmail: 2, possibleUsername: 1 });
    expect(await dryRun(null)).toMatchObject({ lookups: 1, possibleEmail: 3, possibleUsername: 1 });
    expect((await erase(identity, caller.accountId)).counts).toMatchObject({ lookups: 1 });
    expect([await left(certain), await left(...tagged, asUsername)]).toEqual([0, 3]);
    const { possibleUsername, ...dry } = await dryRun(caller.accountId, ['email']);
    const { executions, ...counts } = (await erase(identity, caller.accountId, false, ['email'])).counts;
    expect([counts, executions, possibleUsername, counts.lookups]).toEqual([dry, 2, 1, 2]);
    expect([await left(...tagged), await left(asUsername), await left(theirs)]).toEqual([0, 1, 1]);
    await erase(identity, caller.accountId, false, ['email', 'username']);
    expect([await left(asUsername), await left(theirs)]).toEqual([0, 1]);
  });

  it('finds a number that was sent without its sign, and an address that was sent as a username, as what may be it', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const number = `1202555${String(randomBytes(2).readUInt16BE() % 10_000).padStart(4, '0')}`;
    const typed = await finishedAbout(caller, { username: number });
    const identity: NamedIdentity = { kind: 'phone', value: `+${number}` };
    expect((await erase(identity, caller.accountId, true)).counts).toEqual({ possibleUsername: 1 });
    expect((await erase(identity, caller.accountId)).counts).toEqual({});
    expect(await left(typed)).toBe(1);
    await erase(identity, caller.accountId, false, ['username']);
    expect(await left(typed)).toBe(0);
    const address = `${somebody()}@example.com`;
    const lookupId = await finishedAbout(caller, { email: address });
    expect((await erase(username(address.replace('@', '+x@')), caller.accountId, true)).counts).toEqual({ possibleEmail: 1 });
    await erase(username(address.replace('@', '+x@')), caller.accountId);
    expect(await left(lookupId)).toBe(1);
    // The same text is the same identity, whatever kind it was sent as.
    await erase(username(address), caller.accountId);
    expect(await left(lookupId)).toBe(0);
  });

  it('lists handles that were derived or revealed where they only may be it, and erases them when they were chosen', async () => {
    const digits = `49${String(randomBytes(6).readUIntBE(0, 6)).slice(0, 10).padEnd(10, '7')}`;
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await lookupAbout(caller, { username: someone() });
    const linkedAccounts = [{ platform: 'forum', handle: digits }];
    await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(), linkedAccounts })]);
    await record.writer.finish(lookupId);
    const identity: NamedIdentity = { kind: 'phone', value: `+${digits}` };
    expect((await erase(identity, caller.accountId, true)).counts).toEqual({ possibleUsername: 1 });
    expect((await erase(identity, caller.accountId, true, ['username'])).counts).toEqual({ linkedAccounts: 1 });
    expect((await erase(identity, caller.accountId, false, ['username'])).counts).toMatchObject({ linkedAccounts: 1 });
    expect(await left(lookupId)).toBe(1);
  });

  it('is carried out again in all its forms from the ledger, and from a line of before there were forms by the text that was sent', async () => {
    const name = somebody();
    const caller = await makeCaller(record, 'higher_volume');
    const identity = email(`${name}@gmail.com`);
    const { id } = await record.erasures.create({
      accountId: null,
      apiKeyId: null,
      identity,
      includePossible: ['username'],
      isDryRun: false,
    });
    const entry = (await record.eraser.ledgerEntry(id)) ?? expect.fail('there is no line');
    if (entry.type !== 'identity') expect.fail(entry.type);
    await sql`DELETE FROM erasures WHERE id = ${id}`;
    const [sent, form, possible] = [
      await finishedAbout(caller, { email: `${name.toUpperCase()}@gmail.com` }),
      await finishedAbout(caller, { email: `${name}+x@googlemail.com` }),
      await finishedAbout(caller, { username: `${name}@googlemail.com` }),
    ];
    const reapply = async (line: typeof entry) => {
      await record.eraser.restoreMissing([{ ...line, at: new Date(Date.now() + 60_000).toISOString() }]);
      await sql`UPDATE erasures SET created_at = now() WHERE id = ${line.erasureId}`;
      await carryOut(record, line.erasureId);
    };
    await reapply({ ...entry, erasureId: `${id}_old`, forms: [], indexed: null });
    expect(await Promise.all([left(sent), left(form), left(possible)])).toEqual([0, 1, 1]);
    await reapply(entry);
    expect(await Promise.all([left(form), left(possible)])).toEqual([0, 0]);
  });

  it('finds lookups by the text that was sent when what is known of their provider has changed since', async () => {
    const name = somebody();
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await finishedAbout(caller, { email: `${name}@gmail.com` });
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: email(`${name}@gmail.com`), isDryRun: false });
    await sql`UPDATE erasures SET forms = ARRAY['of a form that no table has any more'] WHERE id = ${id}`;
    await carryOut(record, id);
    expect(await left(lookupId)).toBe(0);
  });

  it('keeps a handle that was erased in another form out of what is recorded later', async () => {
    const handle = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await lookupAbout(caller, { username: 'somebody' });
    await erase(username(handle.toUpperCase()), caller.accountId);
    const linkedAccounts = [{ platform: 'forum', handle }];
    await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(Date.now() - 60_000), linkedAccounts })]);
    expect((await sql`SELECT 1 FROM linked_accounts WHERE lookup_id = ${lookupId}`).length).toBe(0);
  });
});
