/** History by identity, kind, state, key and date, on Postgres: exactly what meets every condition, found through an index. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import type { Caller } from '../../src/features/accounts/accounts.js';
import type { Sql } from '../../src/kernel/db/client.js';
import { LookupPages } from '../../src/features/lookups/store/lookup-pages.js';
import { refOf } from '../../src/kernel/identity/subjects.js';
import { type LookupCursor, type LookupFilter, MAX_COUNTED } from '../../src/features/lookups/pages.js';
import { searchLookups, type SearchInput } from '../../src/features/lookups/use-cases/search-lookups.js';
import { requestOf } from '../support/fixtures.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';
import { asOwner } from '../support/databases.js';

const { record } = await openTestRecords();
const { sql } = record.database;
const ctx = { pages: record.pages, identities: new LibraryIdentityParser() };

/** Ids of every page. */
async function found(owner: Caller, more: Partial<SearchInput>, limit = 100): Promise<string[]> {
  const ids: string[] = [];
  let after: LookupCursor | null = null;
  do {
    const { items, next }: Awaited<ReturnType<typeof searchLookups>> = await searchLookups(ctx, { ...more, owner, limit, after });
    ids.push(...items.map(({ id }) => id));
    after = next;
  } while (after !== null);
  return ids;
}

describe('a search', () => {
  it('finds an identity under whatever name and in whatever spelling it was sent, in lookups of both versions, and in this account alone', async () => {
    const [caller, unauthenticated] = [await makeCaller(record, 'growth'), await makeCaller(record, 'growth')];
    const first = await acceptOne(
      record,
      caller,
      requestOf({ subjects: { email: 'ada@example.com' }, queryType: 'email', query: 'ada@EXAMPLE.com' }),
    );
    const fifth = { email: 'bob@example.com', 'email#5': 'ada@example.com' };
    const named = await acceptOne(record, caller, requestOf({ subjects: fifth }));
    await acceptOne(record, caller, requestOf({ subjects: { username: 'ada@example.com' } }));
    await acceptOne(record, unauthenticated, requestOf({ subjects: { email: 'ada@example.com' } }));
    expect(await found(caller, { identities: { emails: [' ada@EXAMPLE.COM '] } })).toEqual([named, first]);
    expect(await found(caller, { identities: { emails: ['ada@example.com', 'bob@example.com'] } })).toEqual([named]);
    expect(await found(caller, { identities: { emails: ['ada@example.com'], phones: ['+12025550123'] } })).toEqual([]);
  });

  it('finds nothing of a lookup that was deleted', async () => {
    const caller = await makeCaller(record, 'growth');
    const id = await acceptOne(record, caller, requestOf({ subjects: { phone: '+12025550123' } }));
    await record.remover.remove(caller, id);
    expect(await found(caller, { identities: { phones: ['+12025550123'] } })).toEqual([]);
  });

  it('days are those of UTC, the first and the last included', async () => {
    const caller = await makeCaller(record, 'growth');
    const ids: string[] = [];
    for (const at of ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z']) {
      const id = await acceptOne(record, caller);
      await sql`UPDATE lookups SET accepted_at = ${at}::timestamptz WHERE id = ${id}`;
      ids.unshift(id);
    }
    const [third, second, first] = ids;
    expect(await found(caller, { from: '2026-03-01', to: '2026-03-01' })).toEqual([second, first]);
    expect(await found(caller, { from: '2026-03-02', to: '9999-12-31' })).toEqual([third]);
    expect(await found(caller, { to: '2026-02-28' })).toEqual([]);
  });

  it('meets every condition at once, page by page of any size, as a filter over the whole list would', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const second = { ...caller, apiKeyId: 'key_second' };
    const people = ['ada', 'bob', 'eve'];
    const [kinds, states] = [['lookup', 'ip'] as const, ['accepted', 'running', 'finished'] as const];
    const all: { id: string; kind: string; state: string; apiKeyId: string; who: string[] }[] = [];
    for (let n = 0; n < 48; n += 1) {
      const [who, kind, state] = [people.filter((_, bit) => (n >> bit) & 1), kinds[n % 2] ?? 'lookup', states[n % 3] ?? 'accepted'];
      const subjects = Object.fromEntries(who.map((name, index) => [refOf('username', index + 1), name]));
      const by = n % 5 === 0 ? second : caller;
      const id = await acceptOne(record, by, requestOf({ subjects, kind, mode: n % 4 === 0 ? 'batch' : 'async' }));
      await sql`UPDATE lookups SET state = ${state} WHERE id = ${id}`;
      all.unshift({ id, kind, state, apiKeyId: by.apiKeyId, who });
    }
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        optional(fc.uniqueArray(fc.constantFrom(...people), { minLength: 1 })),
        optional(fc.constantFrom(...kinds)),
        optional(fc.constantFrom('processing' as const, 'finished' as const)),
        optional(fc.constantFrom(caller.apiKeyId, second.apiKeyId, 'key_unknown')),
        fc.constantFrom(1, 3, 100),
        async (usernames, kind, status, apiKeyId, limit) => {
          const expected = all.filter(
            (each) =>
              (usernames ?? []).every((name) => each.who.includes(name)) &&
              (kind === undefined || each.kind === kind) &&
              (status === undefined || (each.state === 'finished') === (status === 'finished')) &&
              (apiKeyId === undefined || each.apiKeyId === apiKeyId),
          );
          const identities = usernames && { usernames };
          expect(await found(caller, { identities, kind, status, apiKeyId }, limit)).toEqual(expected.map(({ id }) => id));
        },
      ),
      { numRuns: 8 },
    );
  });

  it.each([
    ['an address that is none', { identities: { emails: ['ada'] } }, 'invalid_email'],
    ['a number that is none', { identities: { phones: ['ada'] } }, 'invalid_phone'],
    ['no identity where some are named', { identities: { emails: [] } }, 'invalid_parameter'],
    ['days in the wrong order', { from: '2026-03-02', to: '2026-03-01' }, 'invalid_parameter'],
    ['a year that no calendar has', { from: '0000-01-01' }, 'invalid_parameter'],
  ])('%s is refused', async (_, input, code) => {
    await expect(found(await makeCaller(record, 'growth'), input)).rejects.toMatchObject({ code });
  });
});

describe('among many lookups', () => {
  /** Of one account, as many of another one. Each kind is common enough that no sample of the planner's makes two plans cost alike. */
  const MANY = 40_000;
  const pages = new LookupPages({ sql: explaining(sql) });
  const planOf = async (accountId: string, filter: LookupFilter): Promise<string> =>
    (await pages.page({ accountId, onlyKey: null }, { limit: 21, after: null, filter }))
      .map((row) => (row as unknown as Record<string, string>)['QUERY PLAN'])
      .join('\n');
  let planted: Promise<Caller> | undefined;
  const plant = () => (planted ??= plantMany());
  async function plantMany(): Promise<Caller> {
    const [caller, unauthenticated] = [await makeCaller(record, 'growth'), await makeCaller(record, 'growth')];
    for (const { accountId, apiKeyId } of [caller, unauthenticated])
      await sql`
        INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at, finished_at)
        SELECT 'lkp_' || ${accountId}::text || n, ${accountId}, ${apiKeyId}, CASE WHEN n % 40 = 0 THEN 'ip' ELSE 'lookup' END, 'deep', 'async', 'x', 'email',
          jsonb_build_object('email', 'person-' || n % 20000 || '@example.com'), '{}',
          CASE WHEN n % 4000 = 0 THEN 'running' ELSE 'finished' END, now() - n * interval '1 minute', now()
        FROM generate_series(1, ${MANY}::int) n`;
    await asOwner(sql, (owner) => owner`ANALYZE lookups`);
    return caller;
  }

  it.each([
    ['an identity', { identities: [{ kind: 'email', value: 'person-7@example.com' }] }, 'lookups_by_identity'],
    [
      'an identity and all else',
      { identities: [{ kind: 'email', value: 'person-7@example.com' }], kind: 'lookup', isFinished: true },
      'lookups_by_identity',
    ],
    ['an identity that nobody asked for', { identities: [{ kind: 'username', value: 'nobody' }] }, 'lookups_by_identity'],
    ['nothing', {}, 'lookups_pages'],
    ['a kind', { kind: 'ip' }, 'lookups_pages'],
    ['a key', { apiKeyId: 'key_unknown' }, 'lookups_by_key'],
    ['days', { from: new Date(Date.now() - 86_400_000), before: new Date() }, 'lookups_pages'],
    ['finished ones', { isFinished: true }, 'lookups_pages'],
    ['those under way', { isFinished: false }, 'lookups_running'],
  ] satisfies [string, LookupFilter, string][])('a search for %s reads no table from end to end', async (_, filter, index) => {
    const { accountId } = await plant();
    const plan = await planOf(accountId, filter);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  it('a count ends at ten thousand, and is exact below', async () => {
    const caller = await plant();
    expect(await record.pages.count(caller)).toEqual({ count: MAX_COUNTED, complete: false });
    expect(await record.pages.count(caller, { kind: 'ip' })).toEqual({ count: MANY / 40, complete: true });
    const identities = [{ kind: 'email' as const, value: 'person-7@example.com' }];
    expect(await record.pages.count(caller, { identities })).toEqual({ count: 2, complete: true });
  });

  it('and finds them', async () => {
    const caller = await plant();
    expect(await found(caller, { identities: { emails: ['person-7@example.com'] } })).toHaveLength(2);
    expect(await found(caller, { status: 'processing' })).toHaveLength(MANY / 4_000);
  });
});

/** A client that explains the statements that it is given instead of running them. */
function explaining(real: Sql): Sql {
  const explain = (parts: TemplateStringsArray, ...values: never[]): unknown => {
    if (!parts.some((part) => part.includes('LIMIT'))) return real(parts, ...values);
    const texts = [`EXPLAIN ${parts[0]}`, ...parts.slice(1)];
    return real(Object.assign(texts, { raw: texts }), ...values);
  };
  return explain as unknown as Sql;
}
