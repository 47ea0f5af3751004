/** Who asks for codes with somebody's address: the holder signs in, and is not flooded. */
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { signInTokens } from '../../src/features/people/credentials/sign-in-tokens.js';
import { trialPools } from '../support/trial-pools.js';
import { CODE_EMAIL_SECONDS, CODES_PER_HOUR, MAX_DEVICES, OTHERS_CODES } from '../../src/features/people/people.js';
import { type BrowserTokens, requestCode, type SignInContext, signInWithCode } from '../../src/features/people/use-cases/sign-in.js';
import { openTestRecords } from './support/record.js';

const AT_ONCE = 20;

describe('codes to sign in', async () => {
  const { record } = await openTestRecords();
  const { sql } = record.database;
  const ctx: SignInContext = {
    ...record,
    identities: new LibraryIdentityParser(),
    trialPools,
    signInTokens,
    publicUrl: 'https://footprint.example.com',
    signIn: 'any',
    signUp: 'closed',
  };
  let count = 0;
  const holder = async () => {
    const email = `holder-${++count}@example.com`;
    await record.accounts.create({ email, plan: 'growth', poolKey: null, quotaOverride: null, balanceMillicents: 0 });
    return email;
  };
  const from = (network: string, tokens: BrowserTokens | null = null) => ({
    userAgent: 'test',
    network,
    session: null,
    device: tokens?.device ?? null,
  });
  const HOME = '192.0.2.200';
  const requestsOfOthers = (email: string, networkOf: (n: number) => string, requests = 200) =>
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let n = lane; n < requests; n += AT_ONCE) await requestCode(ctx, email, from(networkOf(n)));
    });
  const emailsTo = (email: string) => sql<{ id: string; sealed: Uint8Array }[]>`
    SELECT id, sealed FROM emails WHERE recipient = ${email} ORDER BY created_at DESC, id DESC`;
  /** The code in the newest mail that the holder got. */
  const codeFor = async (email: string): Promise<string> => {
    const [mail] = await emailsTo(email);
    if (!mail) throw new Error('nothing was mailed');
    return record.secrets.open(mail.sealed, mail.id);
  };
  const signIn = async (email: string, tokens: BrowserTokens | null = null, network = HOME) => {
    const { browserToken } = await requestCode(ctx, email, from(network, tokens));
    return signInWithCode(ctx, { code: await codeFor(email), browserToken }, from(network, tokens));
  };
  /** Lets time pass for what concerns an address. */
  const later = (email: string, interval: string) => sql`
    UPDATE sign_in_codes SET created_at = created_at - ${interval}::interval, code_made_at = code_made_at - ${interval}::interval,
      emailed_at = emailed_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval WHERE email = ${email}`;
  const FAILED = { code: 'sign_in_failed' };

  it('two hundred requests from one network, at once: its share is used up, the holder signs in anywhere else, and got one mail', async () => {
    const email = await holder();
    await Promise.all(requestsOfOthers(email, () => '198.51.100.7'));
    expect((await sql`SELECT 1 FROM sign_in_codes WHERE email = ${email}`).count).toBe(CODES_PER_HOUR);
    await signIn(email);
    expect((await emailsTo(email)).count).toBe(1);
  });

  it('two hundred requests from two hundred networks, at once: the holder signs in where they did before, and got one mail', async () => {
    const email = await holder();
    const known = await signIn(email);
    await later(email, '2 hours');
    await Promise.all(requestsOfOthers(email, (n) => `198.51.100.${n}`));
    expect((await sql`SELECT 1 FROM sign_in_codes WHERE email = ${email} AND device_digest IS NULL`).count).toBe(OTHERS_CODES.perHour + 1);
    await signIn(email, known);
    expect((await emailsTo(email)).count).toBe(2);
    await expect(signIn(email)).rejects.toMatchObject(FAILED); // a browser that is not known has to wait, or to use a passkey
  });

  it('who asks for hours gets the holder a mail a minute at most, and so many a day', async () => {
    const email = await holder();
    for (let minute = 0; minute < 5; minute += 1) {
      await Promise.all(requestsOfOthers(email, (n) => `203.0.113.${minute * 40 + n}`, 4));
      expect((await emailsTo(email)).count).toBe(minute + 1);
      await later(email, `${CODE_EMAIL_SECONDS} seconds`);
    }
    for (let hour = 0; hour < 5; hour += 1) {
      await later(email, '61 minutes');
      await Promise.all(requestsOfOthers(email, (n) => `203.0.113.${n}`, 40));
    }
    const codes = await sql`SELECT 1 FROM sign_in_codes WHERE email = ${email} AND created_at > now() - interval '1 day'`;
    expect(codes.count).toBe(OTHERS_CODES.perDay);
  });

  it('browsers that ask while a code is valid share it, each for fifteen minutes with five attempts of its own; one use ends it', async () => {
    const email = await holder();
    const [thief, laptop, phone] = await Promise.all(
      ['198.51.100.1', HOME, '192.0.2.201'].map((network) => requestCode(ctx, email, from(network))),
    );
    const code = await codeFor(email);
    const wrong = code === '00000000' ? '00000001' : '00000000';
    const tries = await Promise.allSettled(
      Array.from({ length: 9 }, () =>
        signInWithCode(ctx, { code: wrong, browserToken: thief?.browserToken ?? null }, from('198.51.100.1')),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await expect(signInWithCode(ctx, { code, browserToken: thief?.browserToken ?? null }, from('198.51.100.1'))).rejects.toMatchObject(
      FAILED,
    );
    const both = await Promise.allSettled(
      [laptop, phone].map((browser) => signInWithCode(ctx, { code, browserToken: browser?.browserToken ?? null }, from(HOME))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await sql`SELECT 1 FROM sign_in_codes WHERE email = ${email} AND sealed IS NOT NULL`).count).toBe(0);
  });

  it('a code is sent again, and after fifteen minutes a new one, whoever asked for the first', async () => {
    const email = await holder();
    await requestCode(ctx, email, from('198.51.100.1'));
    const first = await codeFor(email);
    await later(email, '14 minutes');
    await requestCode(ctx, email, from(HOME));
    expect([await codeFor(email), (await emailsTo(email)).count]).toEqual([first, 2]);
    // The code of the mail that was just sent is the one that is valid, though it was made a quarter of an hour ago.
    await later(email, '59 seconds');
    await sql`UPDATE sign_in_codes SET code_made_at = code_made_at - interval '1 minute' WHERE email = ${email}`;
    const { browserToken } = await requestCode(ctx, email, from(HOME));
    await signInWithCode(ctx, { code: first, browserToken }, from(HOME));
    await later(email, '16 minutes');
    await requestCode(ctx, email, from(HOME));
    expect(await codeFor(email)).not.toBe(first);
  });

  it('after a code was used the next is mailed once the minute is over, to whoever asks', async () => {
    const email = await holder();
    const known = await signIn(email);
    const { browserToken } = await requestCode(ctx, email, from(HOME, known));
    expect((await emailsTo(email)).count).toBe(1);
    await later(email, `${CODE_EMAIL_SECONDS} seconds`);
    await requestCode(ctx, email, from('198.51.100.9'));
    expect((await emailsTo(email)).count).toBe(2);
    await signInWithCode(ctx, { code: await codeFor(email), browserToken }, from(HOME, known));
  });

  it('a browser is known to whom it signed in, as long as they have not signed out everywhere, and the newest twenty are', async () => {
    const [email, other] = [await holder(), await holder()];
    const known = await signIn(email);
    const devicesOf = async (address: string) =>
      (await sql`SELECT 1 FROM known_devices d JOIN users u ON u.id = d.user_id WHERE u.email = ${address}`).count;
    await requestCode(ctx, other, from(HOME, known));
    expect((await sql`SELECT 1 FROM sign_in_codes WHERE email = ${other} AND device_digest IS NOT NULL`).count).toBe(0);
    await later(email, '1 hour');
    const renewed = await signIn(email, known);
    expect([renewed.device === known.device, await devicesOf(email)]).toEqual([false, 1]);
    for (let n = 0; n < MAX_DEVICES + 2; n += 1) {
      await later(email, '3 days');
      await signIn(email);
    }
    expect(await devicesOf(email)).toBe(MAX_DEVICES);
    const [user] = await sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
    await record.sessions.revokeAll(user?.id ?? '');
    expect(await devicesOf(email)).toBe(0);
    expect(await record.sessions.list(user?.id ?? '')).toEqual([]);
  });
});
