/** Passkeys, with a software authenticator. */
import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { Browser, signedIn } from '../../support/http/browser.js';
import { Authenticator } from '../../support/authenticator.js';

const ORIGIN = 'http://localhost:8080';
const PASSKEYS = '/dashboard/api/passkeys';
const SIGN_IN = '/dashboard/api/sign-in/passkey';
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('passkeys', () => {
  const service = sharedBareApi({ env: { OPERATORS: 'operator@example.com' } });
  let count = 0;
  const challengeFor = async (browser: Browser, path: string) =>
    (await browser.call('POST', `${path}/options`)).body as { challenge: string };

  async function holder() {
    const email = `keyed-${++count}@example.com`;
    const browser = await signedIn(service(), email);
    const authenticator = new Authenticator({ origin: ORIGIN, rpId: 'localhost' });
    const made = authenticator.create(await challengeFor(browser, PASSKEYS));
    const added = await browser.call('POST', PASSKEYS, { name: ' laptop ', response: made });
    return { email, browser, authenticator, added, made };
  }
  const signIn = async (response: object, browser = new Browser(service())) => ({
    browser,
    answer: await browser.call('POST', SIGN_IN, { response }),
  });

  it('a person adds one, signs in with it anywhere, sees when it was used, and removes it', async () => {
    const { email, browser, authenticator, added } = await holder();
    expect([added.status, added.body]).toEqual([200, expect.objectContaining({ name: 'laptop', lastUsedAt: null })]);
    const other = new Browser(service());
    const { answer } = await signIn(authenticator.get(await challengeFor(other, SIGN_IN)), other);
    expect(answer.status).toBe(200);
    expect((await other.call('GET', '/dashboard/api/me')).body).toMatchObject({ email, isRecent: true });
    const listed = (await browser.call('GET', PASSKEYS)).body as { passkeys: { id: string; lastUsedAt: string | null }[] };
    expect(listed.passkeys).toHaveLength(1);
    expect(listed.passkeys[0]?.lastUsedAt).not.toBeNull();
    expect((await browser.call('DELETE', `${PASSKEYS}/${listed.passkeys[0]?.id}`)).status).toBe(200);
    const after = new Browser(service());
    expect(codeOf((await signIn(authenticator.get(await challengeFor(after, SIGN_IN)), after)).answer)).toBe('sign_in_failed');
  });

  it('an operator adds and removes one in a session of a link or a passkey only', async () => {
    const email = 'operator@example.com';
    const browser = await signedIn(service(), email);
    const became = (means: string) => service().sql`
      UPDATE sessions SET means = ${means} WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    const authenticator = new Authenticator({ origin: ORIGIN, rpId: 'localhost' });
    const made = authenticator.create(await challengeFor(browser, PASSKEYS));
    await became('code');
    const needsPasskey = async () => ((await browser.call('GET', '/dashboard/api/me')).body as { needsPasskey: boolean }).needsPasskey;
    expect(await needsPasskey()).toBe(true);
    expect(codeOf(await browser.call('POST', `${PASSKEYS}/options`))).toBe('passkey_required');
    expect(codeOf(await browser.call('POST', PASSKEYS, { name: 'x', response: made }))).toBe('passkey_required');
    await became('link');
    const { id } = (await browser.call('POST', PASSKEYS, { name: 'x', response: made })).body as { id: string };
    await became('openid');
    expect(codeOf(await browser.call('DELETE', `${PASSKEYS}/${id}`))).toBe('passkey_required');
    await became('code');
    expect(codeOf(await browser.call('GET', '/dashboard/api/operator/queues'))).toBe('passkey_required');
    const { answer } = await signIn(authenticator.get(await challengeFor(browser, SIGN_IN)), browser);
    expect([answer.status, await needsPasskey()]).toEqual([200, false]);
    expect((await browser.call('GET', '/dashboard/api/operator/queues')).status).toBe(200);
    expect((await browser.call('DELETE', `${PASSKEYS}/${id}`)).status).toBe(200);
  });

  it('a response works once: the challenge is used up', async () => {
    const { browser, authenticator, made } = await holder();
    expect(codeOf(await browser.call('POST', PASSKEYS, { name: 'again', response: made }))).toBe('passkey_refused');
    const response = authenticator.get(await challengeFor(new Browser(service()), SIGN_IN));
    expect((await signIn(response)).answer.status).toBe(200);
    expect(codeOf((await signIn(response)).answer)).toBe('sign_in_failed');
  });

  it.each<[string, (authenticator: Authenticator, options: { challenge: string }) => object]>([
    ['of another origin', (it, options) => it.get(options, { origin: 'https://evil.example.org' })],
    ['for another site', (it, options) => it.get(options, { rpId: 'evil.example.org' })],
    ['without a finger or PIN', (it, options) => it.get(options, { verifiesUser: false })],
    ['to a challenge of its own', (it) => it.get({ challenge: Buffer.alloc(32, 1).toString('base64url') })],
    ['signed with another key', (it, options) => it.forge().get(options)],
    ['of an unknown credential', (_, options) => new Authenticator({ origin: ORIGIN, rpId: 'localhost' }).get(options)],
    ['that is no response', () => ({ id: 'x' })],
  ])('a response %s is refused', async (_, respond) => {
    const { authenticator } = await holder();
    const browser = new Browser(service());
    const { answer } = await signIn(respond(authenticator, await challengeFor(browser, SIGN_IN)), browser);
    expect(codeOf(answer)).toBe('sign_in_failed');
    expect((await browser.call('GET', '/dashboard/api/me')).status).toBe(401);
  });

  it('a copied authenticator that counts is noticed: the same count is refused', async () => {
    const { authenticator } = await holder();
    authenticator.counter = 7;
    expect((await signIn(authenticator.get(await challengeFor(new Browser(service()), SIGN_IN)))).answer.status).toBe(200);
    expect(codeOf((await signIn(authenticator.get(await challengeFor(new Browser(service()), SIGN_IN)))).answer)).toBe('sign_in_failed');
  });

  it('nobody adds one for somebody else, nor removes theirs, nor with a sign-in of an hour ago', async () => {
    const { browser, authenticator, email } = await holder();
    const unauthenticated = await signedIn(service(), `stranger-${count}@example.com`);
    const theirs = new Authenticator({ origin: ORIGIN, rpId: 'localhost' }).create(await challengeFor(browser, PASSKEYS));
    expect(codeOf(await unauthenticated.call('POST', PASSKEYS, { name: 'x', response: theirs }))).toBe('passkey_refused');
    const { passkeys } = (await browser.call('GET', PASSKEYS)).body as { passkeys: { id: string }[] };
    expect(codeOf(await unauthenticated.call('DELETE', `${PASSKEYS}/${passkeys[0]?.id}`))).toBe('not_found');
    await service().sql`
      UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    expect(codeOf(await browser.call('POST', `${PASSKEYS}/options`))).toBe('recent_sign_in_required');
    expect(codeOf(await browser.call('POST', PASSKEYS, { name: 'x', response: authenticator.create({ challenge: 'x' }) }))).toBe(
      'recent_sign_in_required',
    );
  });
});
