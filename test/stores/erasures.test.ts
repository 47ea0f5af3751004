import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/kernel/db/client.js';
import { createDatabase, urlsOfDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { formsFound, tableTraces } from '../support/traces.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { erasing, username } from './support/erasing.js';
import { carryOut, compress, makeCaller, openRecordOn, outcome } from './support/record.js';

const url = await createDatabase();
const secretsKey = randomBytes(32).toString('hex');
const [record, other] = [openRecordOn(url, 10, undefined, secretsKey), openRecordOn(url, 10, undefined, secretsKey)];
const owner = openDatabase({ url: urlsOfDatabase(url).ownerUrl, max: 1 });
afterAll(() => Promise.all([record.database.close(), other.database.close(), owner.close()]));
const { sql } = record.database;
const { lookupAbout, finishedAbout, erase, left } = erasing(record);

/** An identity that no other test has. */
const someone = () => `zephyr-${randomBytes(6).toString('hex')}`;
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

  it.each([
    ['of the service', () => other.database.sql, 0],
    ['of another role, of which the service does not see when it began', () => owner.sql, 0],
    ['whose COMMIT takes longer than any acceptance', () => owner.sql, 20],
  ])('awaits an acceptance that began before it, %s, and nobody who only reads', async (_, connection, secondsAgo) => {
    const subject = someone();
    const caller = await makeCaller(record, 'higher_volume');
    let commit!: () => void;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let stored!: (id: string) => void;
    const accepted = new Promise<string>((resolve) => (stored = resolve));
    const acceptance = connection().begin(async (tx) => {
      const id = `lkp_${randomBytes(8).toString('hex')}`;
      await tx`
        INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, accepted_at)
        VALUES (${id}, ${caller.accountId}, 'key', 'lookup', 'deep', 'async', ${subject}, 'username', ${JSON.stringify({ username: subject })}::jsonb, '{}',
          now() - interval '1 minute')`;
      stored(id);
      await held;
    });
    const lookupId = await accepted;
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username(subject), isDryRun: false });
    await sql`UPDATE erasures SET created_at = created_at - make_interval(secs => ${secondsAgo}) WHERE id = ${id}`;
    expect(await record.eraser.eraseNext({ erasureId: id })).toMatchObject({ next: 'again' });
    commit();
    await acceptance;
    await owner.sql.begin(async (reader) => {
      await reader`SELECT count(*) FROM lookups`;
      if (secondsAgo > 0) await carryOut(record, id);
    });
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
