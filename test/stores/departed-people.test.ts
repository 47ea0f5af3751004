/** People who have left every account: what signs them in is kept no longer than it is of use. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { SIGN_IN_TABLES } from '../../src/features/people/store/sign-in-store.js';
import { asOwner, createDatabase } from '../support/databases.js';
import { formsFound, tableTraces } from '../support/traces.js';
import { advanceClock } from './support/clock.js';
import { makeCaller, openRecordOn, type TestRecord } from './support/record.js';

describe('people who are in no account', () => {
  const open: TestRecord[] = [];
  afterAll(() => Promise.all(open.map(({ database }) => database.close())));
  const openOn = (url: string): TestRecord => {
    const record = openRecordOn(url, 4);
    open.push(record);
    return record;
  };

  it.each([
    [29, ['left', 'member', 'passkey', 'stranger']],
    [33, ['member', 'passkey']],
    [370, ['member']],
  ])('are forgotten after their last session, and a year after the last use of a passkey: %i days later', async (days, stay) => {
    const url = await createDatabase();
    const record = openOn(url);
    const { sql } = record.database;
    const { accountId } = await makeCaller(record, 'growth');
    /** Signs in, in a browser of their own. */
    const person = async (name: string): Promise<string> => {
      const [link, digest, device] = [randomBytes(32), randomBytes(32), randomBytes(32)];
      await record.signIns.addLink(`${name}@example.com`, link, 'an operator');
      const session = { digest, device, userAgent: name, network: '192.0.2.1', previous: null, previousDevice: null };
      return (await record.signIns.redeemLink(link, session))?.userId ?? expect.fail(name);
    };
    const join = (userId: string, role: string) =>
      sql`INSERT INTO members (id, account_id, user_id, role) VALUES (${`mem_${userId}`}, ${accountId}, ${userId}, ${role})`;
    await join(await person('member'), 'owner');
    const left = await person('left');
    await join(left, 'member');
    await sql`
      INSERT INTO invitations (id, account_id, email, role, digest, invited_by, accepted_by, accepted_at, expires_at)
      VALUES ('inv_left', ${accountId}, 'another@example.com', 'member', ${randomBytes(32)}, 'operator', ${left}, now(), now() + interval '7 days')`;
    await sql`INSERT INTO user_identities (issuer, subject, user_id) VALUES ('https://provider.example.com', 'left-there', ${left})`;
    expect(await record.members.remove(accountId, `mem_${left}`, 'owner')).toBe('removed');
    await sql`
      INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter)
      VALUES ('psk_one', ${await person('passkey')}, 'phone', 'credential', ${randomBytes(8)}, 0)`;
    await person('stranger');

    await advanceClock(url, `${days} days`);
    const later = openOn(url);
    await later.retention.deleteExpired();
    const found = await later.database.sql<{ email: string }[]>`SELECT email FROM users ORDER BY email`;
    expect(found.map(({ email }) => email.replace(/@.*/, ''))).toEqual(stay);
    if (stay.includes('left')) return;
    const traces = await tableTraces(later.database.sql);
    const held = SIGN_IN_TABLES.filter((table) => (traces.get(table) ?? '').includes(left));
    expect([held, [...traces].filter(([, rows]) => formsFound(rows, 'left@example.com').length > 0)]).toEqual([[], []]);
    // Nobody else can use the invitation that they did.
    expect(await later.database.sql`SELECT 1 FROM invitations WHERE accepted_by IS NULL AND revoked_at IS NULL`).toHaveLength(0);
  });

  it('are forgotten although another cannot be, or is in use, which is told', async () => {
    const url = await createDatabase();
    const { sql } = openOn(url).database;
    const ids = ['usr_stuck', 'usr_used', 'usr_one', 'usr_two'];
    for (const id of ids) await sql`INSERT INTO users (id, email) VALUES (${id}, ${`${id}@example.com`})`;
    await asOwner(sql, (owner) =>
      owner.unsafe(`
        CREATE FUNCTION is_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.id = 'usr_stuck' THEN RAISE 'nobody is deleted here'; END IF; RETURN OLD; END $$;
        CREATE TRIGGER is_stuck BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION is_stuck()`),
    );
    await advanceClock(url, '33 days');
    const later = openOn(url);
    const { sql: another } = openOn(url).database;
    await another.begin(async (tx) => {
      await tx`SELECT FROM users WHERE id = 'usr_used' FOR UPDATE`;
      await expect(later.retention.deleteExpired()).rejects.toThrow('nobody is deleted here');
    });
    const left = await later.database.sql<{ id: string }[]>`SELECT id FROM users ORDER BY id`;
    expect(left.map(({ id }) => id)).toEqual(['usr_stuck', 'usr_used']);
  });
});
