/** The suppression list in Postgres. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assertSuppressionKeys } from '../../src/wiring/stores.js';
import type { NamedIdentity } from '../../src/kernel/identity/forms.js';
import { unlistedHandles, unlistedLinkedAccounts } from '../../src/features/suppressions/suppressions.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { formsFound } from '../support/traces.js';
import { makeCaller, openRecordOn, openTestRecords } from './support/record.js';

const { record, other, url } = await openTestRecords(4);
const keys = [1, 2].map(() => randomBytes(32).toString('base64'));
const [before, after, lost] = [
  openRecordOn(url, 2, undefined, keys[0]),
  openRecordOn(url, 2, undefined, `${keys[1]},${keys[0]},${TEST_SECRETS_KEY}`),
  openRecordOn(url, 2, undefined, `${keys[1]},${TEST_SECRETS_KEY}`),
];
afterAll(() => Promise.all([before, after, lost].map(({ database }) => database.close())));

const email = (value: string): NamedIdentity => ({ kind: 'email', value });
const phone = (value: string): NamedIdentity => ({ kind: 'phone', value });
const username = (value: string): NamedIdentity => ({ kind: 'username', value });
let count = 0;
const someone = (): NamedIdentity => ({ kind: 'email', value: `ada-${(count += 1)}@example.com` });
const suppress = (identity: NamedIdentity, accountId: string | null = null, at = record) =>
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
    const requested: NamedIdentity[] = [
      { kind: 'email', value: 'bob.example@example.com' },
      { kind: 'email', value: 'BOB.EXAMPLE+shop@example.com' },
      { kind: 'username', value: 'bob-example' },
      { kind: 'email', value: 'bob@example.com' },
      { kind: 'username', value: 'bob.example' },
    ];
    expect(await record.suppressions.contains('acc_none', requested)).toEqual([true, true, true, false, false]);
  });

  it.each<[NamedIdentity, ...NamedIdentity[]]>([
    [
      email('r.obin@gmail.com'),
      email('robin@googlemail.com'),
      email('"ro.bin"@gmail.com'),
      email('\uff52obin+x@gmail.com'),
      username('robin@gmail.com'),
    ],
    [email('noa@yahoo.com'), email('noa-shop@yahoo.com'), username('@noa-two@yahoo.com')],
    [email('bank@kim.fastmail.com'), email('kim@fastmail.com'), email('kim+x@fastmail.com')],
    [
      phone('+12025550143'),
      username('12025550143'),
      username('+1-202-555-0143'),
      username('\uff0b12025550143'),
      username('tel:+12025550143'),
    ],
    [username('12025550144'), phone('+12025550144'), username('+12025550144')],
    [username('@lee@social.example'), email('lee@social.example'), username('lee@social.example')],
  ])('holds %j in every form, whichever was listed, and as one entry', async (...forms) => {
    for (const listed of forms) {
      const { id } = await suppress(listed);
      expect(await record.suppressions.contains('acc_none', forms)).toEqual(forms.map(() => true));
      for (const form of forms) expect((await suppress(form)).id).toBe(id);
      await record.suppressions.remove(null, id);
      expect(await record.suppressions.contains('acc_none', forms)).toEqual(forms.map(() => false));
    }
  });

  it.each<[NamedIdentity, string[], string[]]>([
    [phone('+12025550123'), ['2025550123', '(202)555-0123', '202.555.0123', '+12025550123'], ['2025550124', '025550123', '+442025550123']],
    [phone('+442079460123'), ['02079460123', '2079460123'], ['79460123']],
    [
      email('ada.listed@example.com'),
      ['ada.listed@example.com.', 'ada.listed%40example.com', 'mailto:ada.listed%2Bx%40example.com'],
      ['ada.listed%40'],
    ],
  ])('holds %j as it is typed or linked without its kind', async (listed, names, others) => {
    const { id } = await suppress(listed);
    const ask = (each: readonly string[]) => record.suppressions.contains('acc_none', each.map(username));
    expect([await ask(names), await ask(others)]).toEqual([names.map(() => true), others.map(() => false)]);
    // A number within some country is not the entry of this one: it gets its own.
    const { id: other } = await suppress(username('2025550199'));
    expect(await record.suppressions.contains('acc_none', [phone('+12025550199')])).toEqual([false]);
    await Promise.all([id, other].map((each) => record.suppressions.remove(null, each)));
  });

  it('holds derived usernames and linked accounts in every form too', async () => {
    const { id } = await suppress(phone('+12025550166'));
    const { id: named } = await suppress(username('Taylor-Example'));
    const targets = ['taylor-example', 'taylor-other'].map((handle) => ({ handle, subject: 'email' as const }));
    expect(await unlistedHandles(record.suppressions, 'acc_none', targets, new Set())).toEqual([targets[1]]);
    const linkedAccounts = ['12025550166', 'taylor-other', 'TAYLOR-EXAMPLE'].map((handle) => ({ platform: 'forum', handle }));
    expect(await unlistedLinkedAccounts(record.suppressions, 'acc_none', [{ linkedAccounts }])).toEqual([
      { linkedAccounts: [linkedAccounts[1]] },
    ]);
    await Promise.all([id, named].map((each) => record.suppressions.remove(null, each)));
  });

  it('does not hold another mailbox, or a username that is only the name in a listed address', async () => {
    await suppress(email('morgan@outlook.com'));
    const others = [email('morgan@hotmail.com'), email('mor.gan@outlook.com'), username('morgan'), username('@morgan@outlook.example')];
    expect(await record.suppressions.contains('acc_none', others)).toEqual([false, false, false, false]);
  });

  it('finds an entry by the identity that was sent when what is known of its provider has changed', async () => {
    const identity = email('robin.again@gmail.com');
    const { id } = await suppress(identity);
    await record.database.sql`UPDATE suppressions SET digest = 'of a form that no table has any more' WHERE id = ${id}`;
    expect(await record.suppressions.contains('acc_none', [identity])).toEqual([true]);
    await record.suppressions.remove(null, id);
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

describe('the suppression list over the restore of an older backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-suppressions-'));
  const file = join(folder, 'ledger.jsonl');
  const withLedger = () => openRecordOn(url, 2, undefined, keys[0], file);
  const [one, two] = [withLedger(), withLedger()];
  const { sql } = record.database;
  afterAll(async () => {
    await Promise.all([one, two].map(({ database }) => database.close()));
    rmSync(folder, { recursive: true, force: true });
  });
  const reapply = async (by: typeof one) => by.suppressions.restore((await by.erasureLedger?.entries()) ?? []);
  const listed = async (...identities: NamedIdentity[]) => one.suppressions.contains('acc_none', identities);

  it('is as it was: what was added since is added, what was removed since is removed, whatever came between', async () => {
    const [added, removed, again] = [someone(), someone(), someone()];
    const old = await suppress(removed, null, one);
    const first = await suppress(again, null, one);
    const [row] = await sql`SELECT * FROM suppressions WHERE id = ${old.id}`;
    // A backup is made here.
    const { id } = await suppress(added, null, two);
    await one.suppressions.remove(null, old.id);
    await two.suppressions.remove(null, first.id);
    const second = await suppress(again, null, one);
    await sql`DELETE FROM suppressions WHERE id IN (${id}, ${second.id})`;
    await sql`INSERT INTO suppressions ${sql([row ?? {}])}`;
    expect(await listed(added, removed, again)).toEqual([false, true, false]);
    const changes = await Promise.all([reapply(one), reapply(two)]);
    expect(changes.reduce((sum, each) => sum + each, 0)).toBe(3);
    expect(await listed(added, removed, again)).toEqual([true, false, true]);
    expect(await reapply(two)).toBe(0);
    const text = readFileSync(file, 'utf8');
    for (const { value } of [added, removed, again]) expect(formsFound(text, value)).toEqual([]);
    expect(text).not.toContain('a letter');
  });

  it('is found by every form', async () => {
    const [opted, form] = [email('quinn.sample@gmail.com'), email('quinnsample+x@googlemail.com')];
    const { id } = await suppress(opted, null, one);
    const lines = (await one.erasureLedger?.entries()) ?? [];
    await sql`DELETE FROM suppressions WHERE id = ${id}`;
    expect(await one.suppressions.restore(lines)).toBe(1);
    expect(await listed(form, opted)).toEqual([true, true]);
  });

  it('has the entries from before there was a ledger, and none of an account that the backup lacks', async () => {
    const [identity, foreign] = [someone(), someone()];
    const { accountId } = await makeCaller(record, 'growth');
    const { id } = await suppress(identity, null, before);
    await reapply(one);
    const { id: theirs } = await suppress(foreign, accountId, one);
    await sql`DELETE FROM suppressions WHERE id IN (${id}, ${theirs})`;
    const lines = ((await one.erasureLedger?.entries()) ?? []).map((line) =>
      line.type === 'suppressed' && line.suppressionId === theirs ? { ...line, accountId: 'acc_gone' } : line,
    );
    expect(await one.suppressions.restore(lines)).toBe(1);
    expect(await listed(identity, foreign)).toEqual([true, false]);
  });

  it('changes nothing when the ledger cannot be written: who asked is told, and nothing is half done', async () => {
    const broken = openRecordOn(url, 2, undefined, keys[0], folder);
    const [identity, present] = [someone(), someone()];
    const { id } = await suppress(present, null, one);
    await expect(suppress(identity, null, broken)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(broken.suppressions.remove(null, id)).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await listed(identity, present)).toEqual([false, true]);
    await broken.database.close();
  });
});
