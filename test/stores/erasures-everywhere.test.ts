/** What an erasure everywhere deletes besides lookups: entries of the breach index, and addresses of people of the service. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import type { NamedIdentity } from '../../src/kernel/identity/forms.js';
import { createLocalIndex, indexDigest } from '../../src/facts/breaches/sources/local-index.js';
import { INDEX_LOCK } from '../../src/features/breaches/store/breach-imports.js';
import { writeMemberJoined } from '../../src/features/webhooks/store/event-writer.js';
import { importBreaches } from '../../src/features/breaches/use-cases/import-breaches.js';
import { createDatabase } from '../support/databases.js';
import { formsFound, tableTraces } from '../support/traces.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { carryOut, makeCaller, openRecordOn, type TestRecord } from './support/record.js';

const url = await createDatabase();
const secretsKey = randomBytes(32).toString('hex');
const [record, other] = [openRecordOn(url, 10, undefined, secretsKey), openRecordOn(url, 10, undefined, secretsKey)];
afterAll(() => Promise.all([record.database.close(), other.database.close()]));
const { sql } = record.database;

const someone = () => `zephyr-${randomBytes(6).toString('hex')}@example.com`;
const email = (value: string): NamedIdentity => ({ kind: 'email', value });
const create = (value: string, isDryRun = false) =>
  record.erasures.create({ accountId: null, apiKeyId: null, identity: email(value), isDryRun });
const receipt = async (id: string) => (await record.erasures.find(id, null)) ?? expect.fail('the erasure is gone');

async function erase(value: string, isDryRun = false) {
  const { id } = await create(value, isDryRun);
  await carryOut(record, id);
  return receipt(id);
}

async function found(subject: string): Promise<string[]> {
  return [...(await tableTraces(sql))].flatMap(([table, rows]) => (formsFound(rows, subject).length > 0 ? [table] : []));
}

let files = 0;
async function importAbout(
  subjects: readonly string[],
  more: (subject: string) => Record<string, string> = (subject) => ({ email: subject }),
) {
  const identities = new LibraryIdentityParser();
  const fields = subjects.map((subject) => ({ ...more(subject), breach: 'Example', date: '2030-01-01' }));
  const lines = (async function* () {
    for (const [at, each] of fields.entries()) yield { line: at + 2, fields: each };
  })();
  const ctx = { store: record.breachImports, identities, digest: indexDigest };
  return importBreaches(ctx, { fingerprint: `file ${(files += 1)}`, lines, defaults: {}, onProblem: (_, problem) => expect.fail(problem) });
}
const search = (value: string, by: TestRecord = record) =>
  createLocalIndex({ index: by.breachIndex }).query({ type: 'email', value }, {} as never);
const entries = async () => Number((await record.breachImports.list())[0]?.entryCount ?? 0);

describe('an erasure everywhere, of an identity in the breach index', () => {
  it('deletes its entries, says of it that it is not known instead of "in none", and leaves the others', async () => {
    const [subject, neighbour, nobody] = [someone(), someone(), someone()];
    await importAbout([subject, neighbour]);
    await importAbout([subject], (username) => ({ username }));
    const before = await entries();
    const { counts } = await erase(subject.toUpperCase());
    expect(counts).toEqual({ breachEntries: 2 });
    expect(await entries()).toBe(before - 2);
    expect(await search(subject)).toEqual({ failure: 'unknown' });
    expect(await search(neighbour)).toMatchObject({ breaches: [{ name: 'Example' }] });
    expect(await search(nobody)).toMatchObject({ breaches: [] });
    expect(await found(subject)).toEqual([]);
  });

  it('holds over every later import of it, as a text or as a digest', async () => {
    const subject = someone();
    await erase(subject);
    await importAbout([subject, subject.toUpperCase()]);
    await importAbout([subject], (text) => ({ digest: indexDigest(`email:${text}`).toString('hex'), type: 'email' }));
    expect((await importAbout([subject, someone()])).added).toBe(1);
    expect(await search(subject)).toEqual({ failure: 'unknown' });
    expect(await found(subject)).toEqual([]);
  });

  it('holds over an import that is under way: the erasure waits for its transaction, and deletes what it added', async () => {
    const subject = someone();
    await importAbout([someone()]);
    const { id } = await create(subject);
    let commit!: () => void;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let stored!: () => void;
    const isStored = new Promise<void>((resolve) => (stored = resolve));
    const importing = other.database.sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock_shared(${INDEX_LOCK})`;
      await tx`INSERT INTO breach_index (digest, breach_id) SELECT ${indexDigest(`email:${subject}`)}, id FROM breaches LIMIT 1`;
      stored();
      await held;
    });
    await isStored;
    const erasing = record.eraser.eraseRest({ erasureId: id });
    const isWaiting = async () =>
      (await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${INDEX_LOCK} AND NOT granted`).count;
    await expect.poll(isWaiting).toBe(1);
    commit();
    await Promise.all([importing, erasing]);
    expect((await receipt(id)).counts).toEqual({ breachEntries: 1 });
    expect(await found(subject)).toEqual([]);
  });
});

/** A person with all that there is of one. */
async function person(address: string, ...accounts: readonly { accountId: string; role: string }[]) {
  const userId = newId('user');
  await sql`INSERT INTO users (id, email) VALUES (${userId}, ${address})`;
  for (const { accountId, role } of accounts) {
    const memberId = newId('member');
    await sql`INSERT INTO members (id, account_id, user_id, role) VALUES (${memberId}, ${accountId}, ${userId}, ${role})`;
    await sql.begin((tx) => writeMemberJoined(tx, { accountId, memberId, email: address, role, joinedAt: new Date() }));
  }
  const digest = () => randomBytes(32);
  await sql`
    INSERT INTO sessions (id, user_id, digest, user_agent, network, expires_at) VALUES (${newId('session')}, ${userId}, ${digest()}, 'b', 'n', now())`;
  await sql`
    INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter) VALUES (${newId('passkey')}, ${userId}, 'k', ${userId}, ${digest()}, 0)`;
  await sql`INSERT INTO passkey_challenges (challenge, user_id, expires_at) VALUES (${userId}, ${userId}, now())`;
  await sql`INSERT INTO sign_in_links (id, user_id, digest, expires_at) VALUES (${newId('signIn')}, ${userId}, ${digest()}, now())`;
  await sql`INSERT INTO user_identities (issuer, subject, user_id) VALUES ('https://id.example.com', ${userId}, ${userId})`;
  return userId;
}

/** An invitation to the address, a code for it and a mail to it. */
async function writtenTo(address: string, accountId: string, acceptedBy: string | null = null) {
  await sql`
    INSERT INTO invitations (id, account_id, email, role, digest, invited_by, expires_at, accepted_by)
    VALUES (${newId('invitation')}, ${accountId}, ${address}, 'member', ${randomBytes(32)}, 'key_1', now(), ${acceptedBy})`;
  await sql`
    INSERT INTO sign_in_codes (id, email, browser_digest, code_digest, expires_at)
    VALUES (${newId('signIn')}, ${address}, ${randomBytes(32)}, ${randomBytes(32)}, now())`;
  await sql`
    INSERT INTO emails (id, dedup_key, kind, recipient, subject, text, html)
    VALUES (${newId('email')}, ${newId('email')}, 'sign_in_code', ${address}, 's', 't', 'h')`;
}

describe('an erasure everywhere, of an address of somebody of the service', () => {
  it('deletes the person, memberships, what signs them in, invitations, codes, emails and events, as the dry run told', async () => {
    const [subject, colleague] = [someone(), someone()];
    const { accountId } = await makeCaller(record, 'growth');
    await addEndpointTo(record, accountId);
    await person(colleague, { accountId, role: 'owner' });
    const userId = await person(subject, { accountId, role: 'owner' });
    await writtenTo(subject, accountId, userId);
    await writtenTo(colleague, accountId, userId);
    const before = await found(colleague);
    const rows = async () => new Map([...(await tableTraces(sql))].filter(([table]) => !table.startsWith('erasure')));
    const untouched = await rows();
    const dry = await erase(subject, true);
    expect(await rows()).toEqual(untouched);
    const { counts: all, kept, id } = await erase(subject);
    const { executions, ...counts } = all;
    expect(executions).toBe(1);
    expect(counts).toMatchObject({ users: 1, members: 1, invitations: 1, signInCodes: 1, emails: 1, events: 1 });
    expect([counts, kept]).toEqual([dry.counts, dry.kept]);
    expect(kept).toEqual([]);
    expect(await found(subject)).toEqual([]);
    expect([...(await tableTraces(sql))].flatMap(([table, each]) => (each.includes(userId) ? [table] : []))).toEqual([]);
    expect(await found(colleague)).toEqual(before);
    expect(await carryOut(record, id)).toBe(0);
  });

  it('keeps the last owner of an account, and the address of an account, and its receipt and dry run say which and why', async () => {
    const subject = someone();
    const [own, joined] = [await makeCaller(record, 'growth'), await makeCaller(record, 'growth')];
    await person(someone(), { accountId: joined.accountId, role: 'owner' });
    await person(subject, { accountId: own.accountId, role: 'owner' }, { accountId: joined.accountId, role: 'admin' });
    await sql`UPDATE accounts SET email = ${subject} WHERE id = ${own.accountId}`;
    await writtenTo(subject, joined.accountId);
    const kept = [
      { accountId: own.accountId, reason: 'last_owner' },
      { accountId: own.accountId, reason: 'account_address' },
    ];
    const dry = await erase(subject, true);
    const real = await erase(subject);
    expect([dry.kept, real.kept, dry.counts]).toEqual([kept, kept, real.counts]);
    expect(real.counts).toEqual({ members: 1, invitations: 1, signInCodes: 1, emails: 1 });
    expect((await found(subject)).sort()).toEqual(['accounts', 'users']);
    expect((await record.members.members(joined.accountId)).map((member) => member.email)).not.toContain(subject);
    expect((await record.members.members(own.accountId)).map((member) => member.email)).toEqual([subject]);
  });

  it('deletes people and entries of the breach index in every certain form, and lists the addresses that only may be it', async () => {
    const name = `zephyr${randomBytes(6).toString('hex')}`;
    const { accountId } = await makeCaller(record, 'growth');
    await person(someone(), { accountId, role: 'owner' });
    await person(`zephyr.${name.slice(6)}@gmail.com`, { accountId, role: 'member' });
    await writtenTo(`${name}+x@googlemail.com`, accountId);
    await importAbout([`${name}@gmail.com`, `z.ephyr${name.slice(6)}@gmail.com`]);
    const sent = `z.ephyr${name.slice(6)}@gmail.com`;
    const { executions: _, ...dry } = (await erase(sent, true)).counts;
    const { counts } = await erase(sent);
    expect(counts).toMatchObject({ ...dry, users: 1, members: 1, invitations: 1, signInCodes: 1, emails: 1, breachEntries: 2 });

    await person(`${name}+b@example.com`, { accountId, role: 'member' });
    expect((await erase(`${name}@example.com`, true)).counts).toEqual({ possibleEmail: 1 });
    expect((await erase(`${name}@example.com`)).counts).toEqual({});
    const { id } = await record.erasures.create({
      accountId: null,
      apiKeyId: null,
      identity: email(`${name}@example.com`),
      includePossible: ['email'],
      isDryRun: false,
    });
    await carryOut(record, id);
    expect((await receipt(id)).counts).toMatchObject({ users: 1, members: 1 });
    expect(await found(name)).toEqual([]);
  });

  it('is not the matter of an erasure in one account', async () => {
    const subject = someone();
    const { accountId } = await makeCaller(record, 'growth');
    await person(subject, { accountId, role: 'owner' });
    await importAbout([subject]);
    const { id } = await record.erasures.create({ accountId, apiKeyId: null, identity: email(subject), isDryRun: false });
    await carryOut(record, id);
    expect((await receipt(id)).counts).toEqual({});
    expect(await found(subject)).toContain('users');
    expect(await search(subject)).toMatchObject({ breaches: [{ name: 'Example' }] });
  });
});

it('an erasure everywhere is carried out again from its line of the ledger alone, which holds no form of the identity', async () => {
  const subject = someone();
  const { accountId } = await makeCaller(record, 'growth');
  await person(someone(), { accountId, role: 'owner' });
  const { id } = await create(subject);
  const entry = (await record.eraser.ledgerEntry(id)) ?? expect.fail('there is no line');
  if (entry.type !== 'identity') expect.fail(entry.type);
  const text = JSON.stringify(entry) + Buffer.from(entry.indexed ?? '', 'base64').toString('latin1');
  expect(formsFound(text, subject)).toEqual([]);
  for (const type of ['email', 'username', 'phone']) expect(text).not.toContain(indexDigest(`${type}:${subject}`).toString('hex'));
  await sql`DELETE FROM erasures WHERE id = ${id}`;
  await importAbout([subject]);
  await person(subject, { accountId, role: 'member' });
  expect(await record.eraser.restoreMissing([entry])).toEqual([id]);
  await carryOut(record, id);
  expect((await receipt(id)).counts).toMatchObject({ breachEntries: 1, users: 1, members: 1 });
  expect(await found(subject)).toEqual([]);
  expect(await search(subject, other)).toEqual({ failure: 'unknown' });
});
