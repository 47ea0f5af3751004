/** What the audit log and the log hold of refused sign-ins and of refused actions of operators. */
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredAuditEntry } from '../../../src/features/audit/audit-log.js';
import { REFUSALS_PER_MINUTE } from '../../../src/features/audit/store/refusal-log.js';
import { Authenticator } from '../../support/authenticator.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { Browser, mailed, memberOf, signedIn } from '../../support/http/browser.js';
import type { Service } from '../../support/service.js';

const SIGN_IN = '/dashboard/api/sign-in';
const OPERATOR = '/dashboard/api/operator';
const NETWORK = '127.0.0.1';
let count = 0;

describe('a refusal', () => {
  let service: Service;
  const lines: string[] = [];
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    service = await startBareApi({ env: { OPERATORS: 'operator@example.com' }, log: pino({ level: 'info' }, sink) });
  });
  beforeEach(async () => {
    await service.sql`DELETE FROM rate_windows`;
    lines.length = 0;
  });
  afterAll(() => service.close());

  const entries = (filter: { accountId?: string; action?: string }): Promise<readonly StoredAuditEntry[]> =>
    service.record.audit.page(filter, { limit: 500, after: null });
  const refusals = async (filter: { accountId?: string; action?: string }) =>
    (await entries(filter)).filter(({ outcome }) => outcome !== 'ok');
  /** A member of an account, and a browser in which somebody asked for their code. */
  async function member() {
    const { accountId } = await service.account();
    const { memberId, email } = await memberOf(service, accountId, 'owner', `refused-${++count}@example.com`);
    const browser = new Browser(service);
    await browser.call('POST', `${SIGN_IN}/code`, { email });
    return { accountId, memberId, email, browser, code: (await mailed(service, email)) ?? '' };
  }
  const signInOf = (id: string | null, means: string) => ({
    action: 'signIn',
    actor: { type: 'member', id },
    network: NETWORK,
    outcome: 'sign_in_failed',
    means,
  });

  it('of a wrong code is in each account of whose code it is, and so is one that comes too late', async () => {
    const { accountId, memberId, email, browser, code } = await member();
    const other = await service.account();
    await service.sql`
      INSERT INTO members (id, account_id, user_id, role) SELECT ${`mem_second${count}`}, ${other.accountId}, id, 'member' FROM users WHERE email = ${email}`;
    await browser.call('POST', SIGN_IN, { code: '00000000' });
    await expect.poll(() => refusals({ accountId })).toMatchObject([{ ...signInOf(memberId, 'code'), targets: [] }]);
    await expect.poll(() => refusals({ accountId: other.accountId })).toMatchObject([signInOf(`mem_second${count}`, 'code')]);
    await service.sql`UPDATE sign_in_codes SET expires_at = now() WHERE email = ${email}`;
    await browser.call('POST', SIGN_IN, { code });
    await expect.poll(async () => (await refusals({ accountId })).length).toBe(2);
  });

  it('of an address that nobody is known by is recorded by a digest, and without a code by the network alone', async () => {
    const email = `nobody-${++count}@example.com`;
    const browser = new Browser(service);
    await browser.call('POST', `${SIGN_IN}/code`, { email });
    await browser.call('POST', SIGN_IN, { code: '00000000' });
    const digest = [expect.stringMatching(/^email:[0-9a-f]{32}$/) as string];
    const ofNobody = async () => (await refusals({ action: 'signIn' })).filter(({ accountId }) => accountId === null);
    await expect.poll(ofNobody).toMatchObject([{ ...signInOf(null, 'code'), targets: digest }]);
    await new Browser(service).call('POST', SIGN_IN, { code: '00000000' });
    await expect.poll(ofNobody).toMatchObject([{ ...signInOf(null, 'code'), targets: [] }, { targets: digest }]);
    const rows = await service.sql<{ row: string }[]>`SELECT t::text AS row FROM audit_log t`;
    expect(rows.map(({ row }) => row).join('\n')).not.toContain('nobody-');
  });

  it('of a link that was used, and of a passkey, names whose it is', async () => {
    const { accountId, memberId, email } = await member();
    const { token, digest } = (await import('../../../src/features/people/credentials/sign-in-tokens.js')).signInTokens.create();
    await service.record.signIns.addLink(email, digest, 'test');
    const browser = new Browser(service);
    for (let n = 0; n < 2; n += 1) await browser.call('POST', `${SIGN_IN}/link`, { token });
    await expect.poll(() => refusals({ accountId })).toMatchObject([signInOf(memberId, 'link')]);

    const authenticator = new Authenticator({ origin: 'http://localhost:8080', rpId: 'localhost' });
    const challenge = async (path: string) => (await browser.call('POST', `${path}/options`)).body as { challenge: string };
    const made = authenticator.create(await challenge('/dashboard/api/passkeys'));
    await browser.call('POST', '/dashboard/api/passkeys', { name: 'key', response: made });
    const response = authenticator.get(await challenge(`${SIGN_IN}/passkey`), { verifiesUser: false });
    expect((await new Browser(service).call('POST', `${SIGN_IN}/passkey`, { response })).status).toBe(401);
    await expect.poll(() => refusals({ accountId })).toMatchObject([signInOf(memberId, 'passkey'), signInOf(memberId, 'link')]);
  });

  it('a sign-in says by which means it was', async () => {
    const { accountId, memberId, browser, code } = await member();
    expect((await browser.call('POST', SIGN_IN, { code })).status).toBe(200);
    expect(await entries({ accountId, action: 'signIn' })).toMatchObject([{ actor: { id: memberId }, outcome: 'ok', means: 'code' }]);
    const { body } = await browser.call('GET', `/dashboard/api/accounts/${accountId}/account/audit?action=signIn`);
    expect(body).toMatchObject({ entries: [{ means: 'code' }] });
  });

  it('is recorded so many times a minute of a network, each kind for itself, and always logged, without an address', async () => {
    const before = (await refusals({})).length;
    const { email, browser } = await member();
    lines.length = 0;
    const answers = await Promise.all(Array.from({ length: 70 }, () => browser.call('POST', SIGN_IN, { code: '00000000' })));
    const limited = answers.filter(({ status }) => status === 429).length;
    expect(limited).toBeGreaterThan(REFUSALS_PER_MINUTE);
    await expect.poll(async () => (await refusals({})).length - before).toBe(2 * REFUSALS_PER_MINUTE);
    expect((await refusals({ action: 'signInWithCode' }))[0]).toMatchObject({
      outcome: 'rate_limit_exceeded',
      accountId: null,
      network: NETWORK,
    });
    const logged = lines.filter((line) => line.includes('authentication was refused'));
    expect(logged).toHaveLength(70 - limited);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 30, code: 'sign_in_failed', route: 'POST /dashboard/api/sign-in' });
    expect(logged.join('')).not.toMatch(new RegExp(`${email}|${NETWORK}`));
  });

  it('of a key is logged, and not recorded', async () => {
    const before = (await refusals({})).length;
    expect((await service.call('GET', '/v1/platforms', { key: 'svc_wrong' })).status).toBe(401);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ code: 'unauthorized', route: 'GET /v1/platforms' }]);
    expect(lines.join('')).not.toContain('svc_wrong');
    expect(await refusals({})).toHaveLength(before);
  });

  it("of an operator's action is recorded, of somebody who is none and of an operator without a recent sign-in", async () => {
    const { accountId } = await service.account();
    const idOf = async (browser: Browser) => ((await browser.call('GET', '/dashboard/api/me')).body as { id: string }).id;
    const outsider = await signedIn(service, 'no-operator@example.com');
    expect((await outsider.call('POST', `${OPERATOR}/accounts/${accountId}/suspend`)).status).toBe(403);
    const entry = { action: 'suspendAccount', network: NETWORK, targets: [accountId] };
    const recorded = () => refusals({ action: 'suspendAccount' });
    const refused = { ...entry, accountId: null, outcome: 'insufficient_role', actor: { type: 'member', id: await idOf(outsider) } };
    await expect.poll(recorded).toMatchObject([refused]);
    const operator = await signedIn(service, 'operator@example.com');
    await service.sql`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`;
    expect((await operator.call('POST', `${OPERATOR}/accounts/${accountId}/suspend`)).status).toBe(403);
    const late = { ...entry, outcome: 'recent_sign_in_required', actor: { type: 'operator', id: await idOf(operator) } };
    await expect.poll(recorded).toMatchObject([late, refused]);
    expect((await operator.call('POST', `${OPERATOR}/accounts/ada@example.com/suspend`)).status).toBe(403);
    await expect.poll(async () => (await recorded())[0]).toMatchObject({ ...late, targets: [] });
    expect(await refusals({ accountId })).toEqual([]);
  });

  it("of another site's page is recorded where it is an operator's action", async () => {
    const operator = await signedIn(service, 'operator@example.com');
    await operator.call('POST', `${OPERATOR}/accounts/search`, { search: 'a' }, { 'sec-fetch-site': 'cross-site' });
    await expect.poll(() => refusals({ action: 'searchAccounts' })).toMatchObject([{ outcome: 'cross_site_request', network: NETWORK }]);
  });
});
