/** Control accounts are stored sealed, shown masked, and change what controls rest on in one transaction. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { countryOf } from '../../src/engine/catalogue/rules/phone-country.js';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { NegativeNumbers } from '../../src/features/platforms/store/negative-numbers.js';
import type { Control } from '../../src/engine/controls/control.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { listControlAccounts, removeControlAccounts, setControlAccount } from '../../src/features/platforms/use-cases/control-accounts.js';
import { createDatabase, truncate } from '../support/databases.js';
import { emailRule, platformOf } from '../support/fixtures.js';
import { openRecordOn, type TestRecord } from './support/record.js';

const [OLD, NEW] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
const ACCOUNT = 'Quixotic.Zephyr@Privat-Zephyr.example.com';
const platforms: readonly Platform[] = [
  platformOf('one', { probes: { email: emailRule } }),
  platformOf('two', { probes: { email: emailRule } }),
  platformOf('phones', { probes: { phone: { ...emailRule, scope: { countries: ['US'] } } } }),
];
const identities = new LibraryIdentityParser();

let url: string;
let old: TestRecord;
let both: TestRecord;
let wrong: TestRecord;
const warned: (readonly string[])[] = [];
beforeAll(async () => {
  url = await createDatabase();
  old = openRecordOn(url, 8, 'here', OLD);
  both = openRecordOn(url, 4, 'there', `${NEW},${OLD}`);
  wrong = openStores(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4', SECRETS_KEY: NEW }), 'store-test', {
    onUnreadableAccounts: (slugs) => warned.push(slugs),
  });
});
afterAll(async () => void (await Promise.all([old, both, wrong].map((record) => record.database.close()))));
beforeEach(async () => {
  await truncate(old.database.sql, 'control_accounts', 'platform_controls');
  // Each process forgets what it read.
  await Promise.all([old, both, wrong].map(({ controlAccounts }) => controlAccounts.remove('none', [])));
});

const contextOf = ({ controlAccounts, suppressions }: TestRecord) => ({
  catalogue: { get: (slug: string) => platforms.find((each) => each.slug === slug) },
  identities,
  countryOf,
  controlAccounts,
  suppressions,
});
const set = (record: TestRecord, identity = ACCOUNT, platform = 'one') => setControlAccount(contextOf(record), { platform, identity });
const remove = (record: TestRecord, identity?: string, platform = 'one') =>
  removeControlAccounts(contextOf(record), { platform, identity });
const usedBy = async ({ controlAccounts }: TestRecord, platform = 'one') => (await controlAccounts.of(platform, 'email')).identities;
const STORED = 'Quixotic.Zephyr@privat-zephyr.example.com';

it('an account is used as it was set and shown masked; a copy of the table holds neither it nor a digest that can be guessed', async () => {
  const shown = await set(old);
  await set(old, ACCOUNT, 'two');
  expect(shown).toEqual({ platform: 'one', queryType: 'email', negative: false, account: 'Q…@p…', isNew: true });
  expect(await usedBy(old)).toEqual([STORED]);
  expect((await listControlAccounts(contextOf(old))).map(({ platform, account }) => [platform, account])).toEqual([
    ['one', 'Q…@p…'],
    ['two', 'Q…@p…'],
  ]);
  const rows = await old.database.sql<{ row: string; sealed: Buffer; digest: string }[]>`
    SELECT c::text AS row, sealed, digest FROM control_accounts c`;
  const dump = rows
    .map(({ row, sealed }) => `${row} ${sealed.toString('latin1')}`)
    .join('\n')
    .toLowerCase();
  expect(dump).not.toMatch(/quixotic|zephyr/);
  const texts = [STORED, `email:${STORED}`, `one email:${STORED}`].flatMap((text) => [text, text.toLowerCase()]);
  for (const text of texts) expect(dump).not.toContain(createHash('sha256').update(text).digest('hex'));
  expect(new Set(rows.map(({ digest }) => digest)).size).toBe(2);
});

it('a sealed account opens for its own platform only', async () => {
  await set(old);
  await set(old, 'other@example.com', 'two');
  await old.database.sql`UPDATE control_accounts SET sealed = (SELECT sealed FROM control_accounts WHERE platform = 'one')`;
  expect(await usedBy(both, 'two')).toEqual([]);
});

describe('what cannot be stored is refused in a sentence that does not hold the identity', () => {
  it('an unknown platform, another query type, no identity at all', async () => {
    const refusals = [
      set(old, ACCOUNT, 'three'),
      set(old, 'quixotic-zephyr'),
      setControlAccount(contextOf(old), { platform: 'one', identity: 'quixotic zephyr', type: 'email' }),
    ];
    const verdict = await Promise.all(
      refusals.map((each) =>
        each.then(
          () => 'stored',
          (error: Error) => `${error.name} ${error.message}`,
        ),
      ),
    );
    expect(verdict).toEqual([
      expect.stringMatching(/^ServiceError No platform is called three/),
      expect.stringMatching(/^ServiceError one has no rule for this query type \(username\)/),
      expect.stringMatching(/^ServiceError .*not a valid e-mail/),
    ]);
    expect(verdict.join(' ')).not.toMatch(/quixotic|zephyr/i);
    expect(await old.database.sql`SELECT 1 FROM control_accounts`).toHaveLength(0);
  });

  it('the fourth of a platform, also when ten are set at once; the same one again is no second', async () => {
    const tries = Array.from({ length: 10 }, (_, n) =>
      set(old, `control-${n}@example.com`).then(
        () => 1,
        () => 0,
      ),
    );
    expect((await Promise.all(tries)).reduce<number>((sum, each) => sum + each, 0)).toBe(3);
    expect(await old.database.sql`SELECT 1 FROM control_accounts`).toHaveLength(3);
    const [kept = ''] = await usedBy(both);
    expect(await set(both, kept.toUpperCase())).toMatchObject({ isNew: false });
    await expect(set(both, 'another@example.com')).rejects.toThrow('has 3 control accounts');
  });
});

describe('a key that does not open them', () => {
  it('leaves them out with one warning, and is told in a sentence; all of a platform can still be removed', async () => {
    await set(old);
    expect([await usedBy(wrong), await usedBy(wrong)]).toEqual([[], []]);
    expect(warned).toEqual([['one']]);
    expect(await listControlAccounts(contextOf(wrong))).toMatchObject([{ platform: 'one', account: null }]);
    await expect(set(wrong)).rejects.toThrow('encrypted with another SECRETS_KEY');
    await expect(remove(wrong, ACCOUNT)).rejects.toThrow('encrypted with another SECRETS_KEY');
    expect(await remove(wrong)).toEqual({ platform: 'one', removed: 1 });
  });

  it('does not make the controls of the others expire: the set is the same for all', async () => {
    await set(old);
    const [theirs, ours] = [await wrong.controlAccounts.of('one', 'email'), await old.controlAccounts.of('one', 'email')];
    expect(theirs.digest).toBe(ours.digest);
    expect(ours.digest).toBeDefined();
  });

  it('a changed key opens what an older one sealed, as long as that is listed', async () => {
    await set(old);
    expect(await usedBy(both)).toEqual([STORED]);
    expect(await remove(both, ACCOUNT.toUpperCase())).toEqual({ platform: 'one', removed: 1 });
    await expect(remove(both, ACCOUNT)).rejects.toThrow('one has no such control account');
  });
});

describe('a number of the operator’s that is registered nowhere', () => {
  const NUMBER = '+12025550142';
  const negative = { identity: NUMBER, negative: true } as const;
  const put = (platform: string, more = {}) => setControlAccount(contextOf(old), { platform, ...negative, ...more });
  const numbersOf = async (platform: string) => {
    const numbers = new NegativeNumbers(old);
    await numbers.refresh();
    return numbers.of(platform);
  };

  it('is kept apart from accounts, sealed, masked, for one platform or for every one', async () => {
    expect(await put('phones')).toEqual({ platform: 'phones', queryType: 'phone', negative: true, account: '+…', isNew: true });
    expect(await put('phones')).toMatchObject({ isNew: false });
    expect([await numbersOf('phones'), await numbersOf('one')]).toEqual([[NUMBER], []]);
    await put('*', { identity: '+12025550143' });
    expect([await numbersOf('phones'), await numbersOf('one')]).toEqual([[NUMBER, '+12025550143'], ['+12025550143']]);
    expect((await old.controlAccounts.of('phones', 'phone')).identities).toEqual([]);
    expect(JSON.stringify(await listControlAccounts(old))).not.toContain('555');
    const rows = await old.database.sql<{ row: string; sealed: Buffer }[]>`SELECT c::text AS row, sealed FROM control_accounts c`;
    for (const { row, sealed } of rows) expect(row + sealed.toString('latin1')).not.toContain('2025550142');
  });

  it('is removed as one, and an account of the same number is not', async () => {
    await put('phones');
    await setControlAccount(contextOf(old), { platform: 'phones', identity: NUMBER });
    const removeNumber = () => removeControlAccounts(contextOf(old), { platform: 'phones', ...negative });
    expect(await removeNumber()).toEqual({ platform: 'phones', removed: 1 });
    expect([await numbersOf('phones'), (await old.controlAccounts.of('phones', 'phone')).identities]).toEqual([[], [NUMBER]]);
    await expect(removeNumber()).rejects.toMatchObject({ code: 'not_found' });
    await put('*');
    expect(await removeControlAccounts(contextOf(old), { platform: '*', negative: true })).toEqual({ platform: '*', removed: 1 });
  });

  it.each<[string, string, object, string]>([
    ['no number', 'phones', { identity: '+1202555' }, 'invalid_phone'],
    ['no number, but an address', 'phones', { identity: ACCOUNT }, 'invalid_phone'],
    ['at a platform without a rule for numbers', 'one', {}, 'invalid_parameter'],
    ['at a platform that nobody knows', 'nowhere', {}, 'unknown_platform'],
    ['outside the countries of the rule', 'phones', { identity: '+442079460123' }, 'invalid_parameter'],
    ['an account at every platform', '*', { negative: false }, 'invalid_parameter'],
  ])('%s is refused, without the identity', async (_, platform, more, code) => {
    const refusal: unknown = await put(platform, more).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code });
    expect(JSON.stringify(refusal) + String(refusal)).not.toMatch(/555|zephyr|20794/i);
  });

  it('is refused while it is on the suppression list of all accounts, and used no more once it came there', async () => {
    await put('phones');
    const entry = await old.suppressions.add({
      accountId: null,
      identity: { kind: 'phone', value: NUMBER },
      proof: 'a letter',
      addedBy: 'operator',
    });
    expect(await numbersOf('phones')).toEqual([]);
    await expect(put('*')).rejects.toMatchObject({ code: 'invalid_parameter', message: expect.stringContaining('suppression list') });
    await old.suppressions.remove(null, entry.id);
    expect(await numbersOf('phones')).toEqual([NUMBER]);
  });

  it('takes the stored controls of the rules for numbers away, for `*` at every platform', async () => {
    const passed = { state: 'passed', mayConfirm: true, mayDeny: false, explanation: 'x' } as const;
    const checkedAt = new Date('2030-01-02T03:04:05Z');
    const save = (platform: string, subject: 'phone' | 'email') =>
      old.controlStore.save({ platform, subject, checkedAt, latencyMs: 7, outcome: passed });
    for (const platform of ['phones', 'others']) for (const subject of ['phone', 'email'] as const) await save(platform, subject);
    await put('*');
    const newest = await old.controlStore.newest(['phones', 'others']);
    expect([...newest].map(([key, { outcome }]) => [key, outcome.state]).sort()).toEqual([
      ['others:email', 'passed'],
      ['others:phone', 'blocked'],
      ['phones:email', 'passed'],
      ['phones:phone', 'blocked'],
    ]);
  });
});

describe('a change of the set', () => {
  const control = (platform: string, outcome: Control['outcome']): Control => ({
    platform,
    subject: 'email',
    checkedAt: new Date('2030-01-02T03:04:05Z'),
    latencyMs: 7,
    outcome,
  });
  const passed = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x' } as const;
  const stateOf = async ({ controlStore }: TestRecord, slug: string) =>
    (await controlStore.newest([slug])).get(`${slug}:email`)?.outcome.state;

  it('takes the stored controls of that platform away in every egress pool, and no other', async () => {
    for (const record of [old, both]) for (const slug of ['one', 'two']) await record.controlStore.save(control(slug, passed));
    await set(old);
    for (const record of [old, both]) expect([await stateOf(record, 'one'), await stateOf(record, 'two')]).toEqual(['blocked', 'passed']);
    await old.controlStore.save(control('one', passed));
    await set(old);
    expect(await stateOf(old, 'one')).toBe('passed');
    await remove(old, ACCOUNT);
    expect(await stateOf(old, 'one')).toBe('blocked');
  });

  it('ends a quarantine and keeps what is distrusted', async () => {
    const distrusted = { from: '2030-01-01T00:00:00.000Z' };
    await old.controlStore.save(control('one', { state: 'failed', explanation: 'x', distrusted }));
    await set(old);
    expect((await old.controlStore.newest(['one'])).get('one:email')?.outcome).toMatchObject({ state: 'blocked', distrusted });
  });

  it('changes the digest by which a control under way shows what it rested on', async () => {
    const digest = async () => (await old.controlAccounts.of('one', 'email')).digest;
    const seen = [await digest()];
    await set(old);
    seen.push(await digest());
    await set(old, 'second@example.com');
    seen.push(await digest());
    await remove(old, 'second@example.com');
    expect(await digest()).toBe(seen[1]);
    expect(seen[0]).toBeUndefined();
    expect(new Set(seen).size).toBe(3);
  });
});
