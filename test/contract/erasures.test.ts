import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/domain/billing/accounts.js';
import type { QueryType } from '../../src/domain/identity/identity.js';
import type { NamedIdentity } from '../../src/domain/identity/forms.js';
import { personRefs, type Subjects } from '../../src/domain/identity/subjects.js';
import { writeEvent } from '../../src/db/webhooks/event-writer.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { formsFound, tableTraces } from '../support/traces.js';
import { addEndpointTo, occurrence } from '../support/webhooks/endpoints.js';
import { acceptOne, carryOut, compress, makeCaller, openRecordOn, outcome } from './support/record.js';

const url = await createDatabase();
const secretsKey = randomBytes(32).toString('hex');
const [record, other] = [openRecordOn(url, 10, undefined, secretsKey), openRecordOn(url, 10, undefined, secretsKey)];
afterAll(() => Promise.all([record.database.close(), other.database.close()]));
const { sql } = record.database;

/** An identity that no other test has. */
const someone = () => `zephyr-${randomBytes(6).toString('hex')}`;
const username = (value: string): NamedIdentity => ({ kind: 'username', value });
const email = (value: string): NamedIdentity => ({ kind: 'email', value });
/** A name that no other test has, without signs that providers read. */
const somebody = () => `zephyr${randomBytes(6).toString('hex')}`;

async function lookupAbout(caller: Caller, subjects: Subjects, more: Parameters<typeof requestOf>[0] = {}): Promise<string> {
  const lookupId = await acceptOne(record, caller, requestOf({ query: Object.values(subjects)[0] ?? '', subjects, ...more }));
  await record.writer.savePlan(lookupId, { targets: [{ platform: 'example', subjects: ['username'] }], modules: ['footprint'] });
  return lookupId;
}

/** With a result, a fact of a module, and an event that was sent. */
async function finishedAbout(caller: Caller, subjects: Subjects): Promise<string> {
  const lookupId = await lookupAbout(caller, subjects);
  await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(), subject: personRefs(subjects)[0] ?? 'username' })]);
  await record.writer.finish(lookupId);
  await record.database.sql.begin((tx) => writeEvent(tx, occurrence(caller.accountId, { dedupKey: `lookup/${lookupId}` })));
  return lookupId;
}

async function erase(
  identity: NamedIdentity,
  accountId: string | null = null,
  isDryRun = false,
  includePossible: readonly QueryType[] = [],
) {
  const { id } = await record.erasures.create({ accountId, apiKeyId: null, identity, isDryRun, includePossible });
  await carryOut(record, id);
  return (await record.erasures.find(id, null)) ?? expect.fail('the erasure is gone');
}
const left = async (...ids: string[]) => (await sql`SELECT 1 FROM lookups WHERE id = ANY (${ids})`).length;
const bills = () => sql`SELECT * FROM usage_ledger ORDER BY lookup_id`;

describe('the erasure of an identity, on Postgres', () => {
  it('deletes all that names it, in every spelling and place, and leaves others and every bill as they were', async () => {
    const subject = someone();
    const [caller, unauthenticated] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    await addEndpointTo(record, caller.accountId);
    const erased = [
      await finishedAbout(caller, { username: subject }),
      await finishedAbout(caller, { email: 'ada@example.com', username: subject.toUpperCase() }),
      await finishedAbout(unauthenticated, { username: 'somebody', 'username#2': subject }),
      await lookupAbout(unauthenticated, { username: subject }),
    ];
    await compress(record, erased[0] ?? '');
    const kept = await finishedAbout(caller, { username: `${subject}-2` });
    const before = await bills();
    const { counts, state } = await erase(username(subject));
    expect(state).toBe('done');
    expect(await left(...erased)).toBe(0);
    expect(await left(kept)).toBe(1);
    expect(counts).toMatchObject({ lookups: 4, results: 3, events: 3, deliveries: 2, executions: 6 });
    expect(await bills()).toEqual(before);
    await erase(username(`${subject}-2`));
    const found = [...(await tableTraces(sql))].flatMap(([table, rows]) => formsFound(rows, subject).map((form) => ({ table, form })));
    expect(found).toEqual([]);
  });

  it('counts in a dry run what the erasure then deletes, and changes nothing', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    await addEndpointTo(record, caller.accountId);
    const ids = [await finishedAbout(caller, { username: subject }), await finishedAbout(caller, { username: subject })];
    const rows = async () => new Map([...(await tableTraces(sql))].filter(([table]) => !table.startsWith('erasure')));
    const before = await rows();
    const dry = await erase(username(subject), caller.accountId, true);
    expect(await rows()).toEqual(before);
    expect(await left(...ids)).toBe(2);
    const { executions, ...counts } = (await erase(username(subject), caller.accountId)).counts;
    expect(counts).toEqual(dry.counts);
    expect(executions).toBe(4);
  });

  it('stays in the account that asked for it', async () => {
    const subject = someone();
    const [caller, unauthenticated] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    const [mine, theirs] = [
      await finishedAbout(caller, { username: subject }),
      await finishedAbout(unauthenticated, { username: subject }),
    ];
    const { id } = await erase(username(subject), caller.accountId);
    expect([await left(mine), await left(theirs)]).toEqual([0, 1]);
    expect(await record.erasures.find(id, unauthenticated.accountId)).toBeNull();
    expect((await record.erasures.list(unauthenticated.accountId, { limit: 10, after: null })).length).toBe(0);
  });

  it('keeps lookups that were accepted after it', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username(subject), isDryRun: false });
    await sql`UPDATE erasures SET created_at = created_at - interval '1 minute' WHERE id = ${id}`;
    const later = await lookupAbout(caller, { username: subject });
    await carryOut(record, id);
    expect(await left(later)).toBe(1);
  });

  it('names in its receipt what had been sent, and to which endpoint, without the identity', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const { id: endpointId } = await addEndpointTo(record, caller.accountId);
    const lookupId = await finishedAbout(caller, { username: subject });
    await finishedAbout(caller, { username: subject });
    const [event] = await sql<{ id: string }[]>`SELECT id FROM webhook_events WHERE dedup_key = ${`lookup/${lookupId}`}`;
    await sql`
      UPDATE webhook_deliveries SET state = 'delivered', attempts = 1, last_attempt_at = '2030-01-01T00:00:00Z' WHERE event_id = ${event?.id ?? ''}`;
    await sql`
      INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, status, duration_ms, response_body)
      SELECT event_id, endpoint_id, 1, 'event', '2030-01-01T00:00:00Z', 'https://example.com', 200, 5, ${Buffer.from(subject)}
      FROM webhook_deliveries WHERE event_id = ${event?.id ?? ''}`;
    const { id, counts } = await erase(username(subject));
    expect(await record.erasures.sent(id)).toEqual([
      {
        eventId: event?.id,
        endpointId,
        outcome: 'delivered',
        at: new Date('2030-01-01T00:00:00Z'),
      },
    ]);
    expect(counts).toMatchObject({ lookups: 2, events: 2, deliveries: 2, attempts: 1 });
  });

  it('refuses the repetition of a request whose lookup it erased: it is neither answered from memory nor billed again', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const request = requestOf({ query: subject, subjects: { username: subject } });
    const token = { key: 'repeated', fingerprint: 'f' };
    await record.acceptance.accept(caller, [request], token);
    expect((await erase(username(subject))).counts).toMatchObject({ lookups: 1, idempotencyKeys: 1 });
    await expect(record.acceptance.accept(caller, [request], token)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect((await sql`SELECT 1 FROM usage_ledger WHERE account_id = ${caller.accountId}`).length).toBe(1);
  });

  it('deletes keys that a caller made of the identity', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    await record.acceptance.accept(caller, [requestOf()], { key: `once-${subject.toUpperCase()}`, fingerprint: 'f' });
    expect((await erase(username(subject))).counts).toEqual({ idempotencyKeys: 1 });
  });

  it('deletes usernames that were derived from an address, once that lookup is finished, and keeps the rest of it', async () => {
    const handle = someone().slice(0, 20);
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await lookupAbout(caller, { email: `${handle}@example.com` }, { queryType: 'email' });
    const { subject: _subject, mailboxProvider: _provider, ...said } = outcome('example', { checkedAt: new Date() });
    await record.derived.record(lookupId, [{ ...said, handle, subject: 'email' }]);
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username(handle), isDryRun: false });
    expect(await carryOut(record, id)).toBe(-1);
    await record.writer.finish(lookupId);
    await carryOut(record, id);
    expect((await record.erasures.find(id, null))?.counts).toMatchObject({ derived: 1, facts: 1 });
    expect(await left(lookupId)).toBe(1);
    expect(await record.derived.read(lookupId)).toEqual([]);
  });

  it('counts everything once when two processes carry it out, and when it is carried out again', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    for (let n = 0; n < 12; n += 1) await finishedAbout(caller, { username: subject });
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username(subject), isDryRun: false });
    await Promise.all([carryOut(record, id), carryOut(other, id), carryOut(record, id)]);
    await carryOut(other, id);
    expect((await record.erasures.find(id, null))?.counts).toMatchObject({ lookups: 12, results: 12, events: 12, executions: 12 });
  });

  it('awaits acceptances that began before it', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    let commit!: () => void;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let stored!: (id: string) => void;
    const accepted = new Promise<string>((resolve) => (stored = resolve));
    const acceptance = other.database.sql.begin(async (tx) => {
      const id = `lkp_${randomBytes(8).toString('hex')}`;
      await tx`
        INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks)
        VALUES (${id}, ${caller.accountId}, 'key', 'lookup', 'deep', 'async', ${subject}, 'username', ${JSON.stringify({ username: subject })}::jsonb, '{}')`;
      stored(id);
      await held;
    });
    const lookupId = await accepted;
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username(subject), isDryRun: false });
    expect(await record.eraser.eraseNext({ erasureId: id })).toMatchObject({ next: 'again' });
    commit();
    await acceptance;
    await carryOut(record, id);
    expect(await left(lookupId)).toBe(0);
  });

  it('is carried out again from its line of the ledger alone, in a database that lacks it', async () => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username(subject), isDryRun: false });
    await sql`UPDATE erasures SET created_at = created_at + interval '1 minute' WHERE id = ${id}`;
    const entry = await record.eraser.ledgerEntry(id);
    if (!entry) throw new Error('there is no line');
    expect(JSON.stringify(entry)).not.toContain(subject);
    await sql`DELETE FROM erasures WHERE id = ${id}`;
    const lookupId = await finishedAbout(caller, { username: subject });
    expect(await record.eraser.restoreMissing([entry])).toEqual([id]);
    await sql`UPDATE erasures SET created_at = now() WHERE id = ${id}`;
    await carryOut(record, id);
    expect(await left(lookupId)).toBe(0);
    expect(await record.eraser.restoreMissing([entry])).toEqual([]);
    expect(await record.eraser.ledgerEntry(id)).toBeNull();
  });

  it('forgets the identity itself at its end; until then it is sealed', async () => {
    const subject = someone();
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username(subject), isDryRun: false });
    const row = async () => (await sql`SELECT erasures::text AS row, sealed FROM erasures WHERE id = ${id}`)[0];
    expect((await row())?.['sealed']).toBeInstanceOf(Buffer);
    expect(formsFound(String((await row())?.['row']), subject)).toEqual([]);
    await carryOut(record, id);
    expect((await row())?.['sealed']).toBeNull();
  });
});

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
    const { counts, possible } = await erase(email(spellings[2] ?? ''), caller.accountId);
    expect([dry.counts.lookups, counts.lookups, possible]).toEqual([5, 5, {}]);
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
    expect(await erase(identity, caller.accountId, true)).toMatchObject({ counts: { lookups: 1 }, possible: { email: 2, username: 1 } });
    expect(await erase(identity, null, true)).toMatchObject({ counts: { lookups: 1 }, possible: { email: 3, username: 1 } });
    expect(await erase(identity, caller.accountId)).toMatchObject({ counts: { lookups: 1 }, possible: { email: 2, username: 1 } });
    expect([await left(certain), await left(...tagged, asUsername)]).toEqual([0, 3]);
    const dry = await erase(identity, caller.accountId, true, ['email']);
    expect(dry).toMatchObject({ counts: { lookups: 2 }, possible: { username: 1 } });
    expect(await erase(identity, caller.accountId, false, ['email'])).toMatchObject({ counts: { lookups: 2 }, possible: { username: 1 } });
    expect([await left(...tagged), await left(asUsername), await left(theirs)]).toEqual([0, 1, 1]);
    await erase(identity, caller.accountId, false, ['email', 'username']);
    expect([await left(asUsername), await left(theirs)]).toEqual([0, 1]);
  });

  it('finds a number that was sent without its sign, and an address that was sent as a username, as what may be it', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const number = `1202555${String(randomBytes(2).readUInt16BE() % 10_000).padStart(4, '0')}`;
    const typed = await finishedAbout(caller, { username: number });
    const identity: NamedIdentity = { kind: 'phone', value: `+${number}` };
    expect(await erase(identity, caller.accountId)).toMatchObject({ counts: {}, possible: { username: 1 } });
    expect(await left(typed)).toBe(1);
    await erase(identity, caller.accountId, false, ['username']);
    expect(await left(typed)).toBe(0);
    const address = `${somebody()}@example.com`;
    const lookupId = await finishedAbout(caller, { email: address });
    expect(await erase(username(`${address.replace('@', '+x@')}`), caller.accountId)).toMatchObject({ possible: { email: 1 } });
    expect(await left(lookupId)).toBe(1);
    // The same text is the same identity, whatever kind it was sent as.
    await erase(username(address), caller.accountId);
    expect(await left(lookupId)).toBe(0);
  });

  it('lists handles that were derived or revealed where they only may be it, and erases them when they were chosen', async () => {
    const digits = `49${String(randomBytes(6).readUIntBE(0, 6)).slice(0, 10).padEnd(10, '7')}`;
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await lookupAbout(caller, { username: someone() });
    const leads = [{ platform: 'forum', handle: digits }];
    await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(), leads })]);
    await record.writer.finish(lookupId);
    const identity: NamedIdentity = { kind: 'phone', value: `+${digits}` };
    expect(await erase(identity, caller.accountId)).toMatchObject({ counts: {}, possible: { username: 1 } });
    expect(await erase(identity, caller.accountId, false, ['username'])).toMatchObject({ counts: { leads: 1 }, possible: {} });
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
    const leads = [{ platform: 'forum', handle }];
    await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(Date.now() - 60_000), leads })]);
    expect((await sql`SELECT 1 FROM lookup_leads WHERE lookup_id = ${lookupId}`).length).toBe(0);
  });
});
