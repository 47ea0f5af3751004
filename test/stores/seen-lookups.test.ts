/** How often an account looked an identity up before: what counts, what is forgotten, and that it is bounded. */
import { describe, expect, it } from 'vitest';
import type { LookupOwner } from '../../src/features/accounts/accounts.js';
import { MAX_SEEN_READ } from '../../src/features/lookups/seen.js';
import type { Sql } from '../../src/kernel/db/client.js';
import { SeenLookups } from '../../src/features/lookups/store/seen-lookups.js';
import { asOwner } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { email, erasing } from './support/erasing.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';

const { record } = await openTestRecords();
const { sql } = record.database;

const EMAIL = 'ada@example.com';
const ofAda = requestOf({ subjects: { email: EMAIL }, query: EMAIL, queryType: 'email' });
const countOf = async (owner: LookupOwner, lookupId: string) => (await record.seenLookups.before(owner, lookupId)).email?.count ?? 0;
const acceptedAt = async (id: string) => (await record.reader.find(id))?.acceptedAt;

describe('how often an identity was looked up before', () => {
  it('counts the lookups of this account that were accepted before, with the first and the last of them', async () => {
    const [caller, other] = [await makeCaller(record, 'growth'), await makeCaller(record, 'growth')];
    const [first, second] = [await acceptOne(record, caller, ofAda), await acceptOne(record, caller, ofAda)];
    await acceptOne(record, other, ofAda);
    const own = await acceptOne(record, caller, ofAda);
    await acceptOne(record, caller, ofAda);
    expect(await record.seenLookups.before(caller, first)).toEqual({});
    expect(await record.seenLookups.before(caller, own)).toEqual({
      email: { first: await acceptedAt(first), last: await acceptedAt(second), count: 2, complete: true },
    });
    expect(await record.seenLookups.before(other, own)).toEqual({});
  });

  it('knows an identity under whatever name it was sent, and each identity for itself', async () => {
    const caller = await makeCaller(record, 'growth');
    await acceptOne(record, caller, requestOf({ subjects: { email: 'bob@example.com', 'email#3': EMAIL } }));
    await acceptOne(record, caller, requestOf({ subjects: { username: EMAIL } }));
    const own = await acceptOne(record, caller, requestOf({ subjects: { email: EMAIL, 'email#2': 'bob@example.com', ip: '192.0.2.17' } }));
    const seen = await record.seenLookups.before(caller, own);
    expect(Object.entries(seen).map(([ref, each]) => [ref, each?.count])).toEqual([
      ['email', 1],
      ['email#2', 1],
    ]);
  });

  it('neither an item of a batch nor a single check counts; an asynchronous one that waited as items do does', async () => {
    const caller = await makeCaller(record, 'growth');
    const item = await acceptOne(record, caller, { ...ofAda, mode: 'batch' });
    await sql`INSERT INTO batches (id, account_id, api_key_id, payer_id, band, state) VALUES ('bat_1', ${caller.accountId}, 'key', 'key', 'deep', 'open')`;
    await sql`
      INSERT INTO batch_items (batch_id, position, account_id, state, lookup_id) VALUES ('bat_1', 0, ${caller.accountId}, 'started', ${item})`;
    await acceptOne(record, caller, { ...ofAda, kind: 'email', mode: 'check' });
    expect(await countOf(caller, await acceptOne(record, caller, { ...ofAda, mode: 'batch' }))).toBe(0);
    expect(await countOf(caller, await acceptOne(record, caller, ofAda))).toBe(1);
  });

  it('a key that sees its own lookups alone counts those', async () => {
    const caller = await makeCaller(record, 'growth');
    const restricted = { ...caller, apiKeyId: 'key_restricted', onlyKey: 'key_restricted' };
    await sql`INSERT INTO api_keys (id, account_id, name, digest, last_four, scopes, own_lookups_only)
      VALUES ('key_restricted', ${caller.accountId}, 'test', ${Buffer.from('restricted')}, 'abcd', ARRAY['lookups:read'], true)`;
    await acceptOne(record, caller, ofAda);
    const first = await acceptOne(record, restricted, ofAda);
    const own = await acceptOne(record, restricted, ofAda);
    expect([await countOf(restricted, first), await countOf(restricted, own), await countOf(caller, own)]).toEqual([0, 1, 2]);
  });

  it('what was deleted, is past its retention or was erased is forgotten', async () => {
    const caller = await makeCaller(record, 'growth');
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await acceptOne(record, caller, ofAda));
    const [deleted = '', expired = ''] = ids;
    const own = await acceptOne(record, caller, requestOf({ subjects: { email: EMAIL, username: 'ada-example' } }));
    await record.remover.remove(caller, deleted);
    expect(await countOf(caller, own)).toBe(2);
    await record.writer.savePlan(expired, { targets: [], modules: [] });
    await record.writer.finish(expired);
    await sql`UPDATE lookups SET accepted_at = now() - interval '40 days' WHERE id = ${expired}`;
    await record.accountRetention.set(30, caller.accountId);
    await record.retention.deleteExpired();
    expect(await countOf(caller, own)).toBe(1);
    await erasing(record).erase(email(EMAIL), caller.accountId);
    const again = await acceptOne(record, caller, ofAda);
    expect(await countOf(caller, again)).toBe(0);
  });
});

describe('an identity that very many lookups name', () => {
  const MANY = 20_000;
  const IP = '192.0.2.17';

  it('is read up to a limit, by the index', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    await sql`
      INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at, finished_at)
      SELECT 'lkp_many' || n, ${caller.accountId}, ${caller.apiKeyId}, 'lookup', 'deep', 'async', 'x', 'email',
        jsonb_build_object('email', 'person-' || n || '@example.com', 'ip', ${IP}::text), '{}', 'finished', now() - n * interval '1 minute', now()
      FROM generate_series(1, ${MANY}::int) n`;
    await asOwner(sql, (owner) => owner`ANALYZE lookups`);
    const own = await acceptOne(record, caller, requestOf({ subjects: { email: 'person-7@example.com', ip: IP, username: 'nobody' } }));
    const seen = await record.seenLookups.before(caller, own);
    expect(seen.email).toMatchObject({ count: 1, complete: true });
    expect(seen.ip).toMatchObject({ count: MAX_SEEN_READ, complete: false });
    expect(seen.username).toBeUndefined();
    const plan = await planOf(caller, own);
    expect(plan).toContain('lookups_by_identity');
    expect(plan).not.toContain('Seq Scan on lookups');
    const [, rows, loops] = /Heap Scan on lookups .*actual.* rows=([\d.]+) loops=(\d+)/.exec(plan) ?? [];
    expect(Number(rows) * Number(loops)).toBeLessThanOrEqual(MAX_SEEN_READ + 10);
  });
});

/** How the statement is carried out. */
async function planOf(owner: LookupOwner, lookupId: string): Promise<string> {
  let lines: readonly Record<string, string>[] = [];
  const explaining = async (parts: TemplateStringsArray, ...values: never[]) => {
    const texts = [`EXPLAIN (ANALYZE, BUFFERS) ${parts[0]}`, ...parts.slice(1)];
    lines = await sql(Object.assign(texts, { raw: texts }), ...values);
    return [];
  };
  const isWhole = (parts: TemplateStringsArray) => parts.some((part) => part.includes('FROM lookups own'));
  const client = ((parts: TemplateStringsArray, ...values: never[]) =>
    isWhole(parts) ? explaining(parts, ...values) : sql(parts, ...values)) as unknown as Sql;
  await new SeenLookups({ sql: client }).before(owner, lookupId);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}
