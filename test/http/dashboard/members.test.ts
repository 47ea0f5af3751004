import { describe, expect, it, vi } from 'vitest';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { INVITATION_EMAILS_PER_ADDRESS, INVITATIONS } from '../../../src/features/people/people.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { type Browser, mailed, memberOf, signedIn } from '../../support/http/browser.js';
import { waitingForLocks } from '../../support/databases.js';

const ACCEPT = '/dashboard/api/invitations/accept';
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('members of an account', () => {
  const service = sharedBareApi();
  let count = 0;
  const address = () => `teammate-${++count}@example.com`;

  async function team() {
    const { accountId } = await service().account('growth');
    const { key } = await service().keyOf(accountId, SCOPES);
    const owner = await memberOf(service(), accountId, 'owner', `owner-${accountId}@example.com`);
    const at = `/dashboard/api/accounts/${accountId}/account`;
    const invite = async (email: string, role?: string, by: Browser = owner.browser) =>
      by.call('POST', `${at}/invitations`, { email, ...(role ? { role } : {}) });
    const roles = async () =>
      Object.fromEntries((await service().record.members.members(accountId)).map(({ email, role }) => [email, role]));
    return { accountId, key, owner, at, invite, roles };
  }
  const tokenIn = ({ body }: { body: unknown }): string => String((body as { link: string }).link).split('#token=')[1] ?? '';

  it('an invitation is mailed and shown as a link once; who signs in with its address accepts it, once', async () => {
    const { invite, roles, accountId } = await team();
    const email = address();
    const made = await invite(email, 'admin');
    expect(made.body).toMatchObject({ invitation: { email, role: 'admin' } });
    expect(await mailed(service(), email)).toBe(tokenIn(made));
    const browser = await signedIn(service(), email);
    expect((await browser.call('POST', ACCEPT, { token: tokenIn(made) })).body).toMatchObject({ accountId, role: 'admin' });
    expect(await roles()).toMatchObject({ [email]: 'admin' });
    const other = await signedIn(service(), address());
    expect(codeOf(await other.call('POST', ACCEPT, { token: tokenIn(made) }))).toBe('not_found');
  });

  it('who signs in and is a member of nothing sees the invitations to the address, and accepts one without its link', async () => {
    const { invite, roles, accountId, at, owner } = await team();
    await service().sql`UPDATE accounts SET name = 'Example Bank' WHERE id = ${accountId}`;
    const email = address();
    const made = await invite(email, 'admin');
    const { id } = (made.body as { invitation: { id: string } }).invitation;
    const browser = await signedIn(service(), email);
    const me = async (by: Browser = browser) =>
      (await by.call('GET', '/dashboard/api/me')).body as { accounts: unknown[]; invitations: { invitationId: string }[] };
    expect(await me()).toMatchObject({
      accounts: [],
      invitations: [{ invitationId: id, role: 'admin', accountName: 'Example Bank', expiresAt: expect.any(String) as string }],
    });
    // The id alone is of no use to somebody else, and nobody else is shown it.
    const thief = await signedIn(service(), address());
    expect(await me(thief)).toMatchObject({ invitations: [] });
    expect(codeOf(await thief.call('POST', ACCEPT, { invitationId: id }))).toBe('not_found');
    expect((await browser.call('POST', ACCEPT, { invitationId: id })).body).toMatchObject({
      accountId,
      name: 'Example Bank',
      role: 'admin',
    });
    expect(await roles()).toMatchObject({ [email]: 'admin' });
    expect(await me()).toMatchObject({ accounts: [{ accountId }], invitations: [] });

    // The rules of the link hold: what is over, revoked or of a closed account is neither shown nor accepted.
    const others = [address(), address(), address()] as const;
    const ids = await Promise.all(others.map(async (each) => ((await invite(each)).body as { invitation: { id: string } }).invitation.id));
    await service().sql`UPDATE invitations SET expires_at = now() WHERE id = ${String(ids[0])}`;
    await owner.browser.call('DELETE', `${at}/invitations/${ids[1]}`);
    await service().sql`UPDATE accounts SET closed_at = now() WHERE id = ${accountId}`;
    for (const [index, each] of others.entries()) {
      const theirs = await signedIn(service(), each);
      expect(await me(theirs)).toMatchObject({ invitations: [] });
      expect(codeOf(await theirs.call('POST', ACCEPT, { invitationId: ids[index] }))).toBe('not_found');
    }
    await service().sql`UPDATE accounts SET closed_at = NULL WHERE id = ${accountId}`;
  });

  const envelopesOf = async (accountId: string) =>
    (await service().sql<{ body: Buffer }[]>`SELECT body FROM webhook_events WHERE account_id = ${accountId} ORDER BY id`).map(
      ({ body }) => JSON.parse(body.toString()) as unknown,
    );

  it('what members do names no key in its event, and what a key does names that one', async () => {
    const { accountId, key, owner, at } = await team();
    const endpointId = `whk_${accountId}`;
    await service().sql`
      INSERT INTO webhook_endpoints (id, account_id, url, event_types) VALUES (${endpointId}, ${accountId}, 'https://example.com/events', '{team.member_joined}')`;
    const path = `/webhooks/endpoints/${endpointId}/test`;
    expect((await owner.browser.call('POST', `${at.replace(/account$/, '')}${path.slice(1)}`)).status).toBe(200);
    expect((await service().call('POST', `/v2${path}`, { key })).status).toBe(200);
    const [{ id } = { id: '' }] = await service().sql<{ id: string }[]>`
      SELECT id FROM api_keys WHERE account_id = ${accountId} AND 'webhooks' = ANY (scopes)`;
    expect(await envelopesOf(accountId)).toMatchObject(['', id].map((apiKeyId) => ({ type: 'endpoint.test', apiKeyId })));
  });

  it('an invitation that is accepted while it is sent anew is over, and neither request fails', async () => {
    const { invite, accountId } = await team();
    const email = address();
    const token = tokenIn(await invite(email));
    const browser = await signedIn(service(), email);
    const waiting = (count: number) => vi.waitFor(async () => expect(await waitingForLocks(service().sql)).toBe(count), 10_000);
    const requests: Promise<{ status: number }>[] = [];
    // Who invites is the first at the account, and both are under way before either goes on.
    await service().sql.begin(async (tx) => {
      await tx`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
      requests.push(invite(email));
      await waiting(1);
      requests.push(browser.call('POST', ACCEPT, { token }));
      await waiting(2);
    });
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 404]);
  });

  it('twenty uses of one invitation at once make one member and one event', async () => {
    const { invite, accountId, key } = await team();
    await service().sql`
      INSERT INTO webhook_endpoints (id, account_id, url, event_types) VALUES (${`whk_${accountId}`}, ${accountId}, 'https://example.com/events', '{team.member_joined}')`;
    const email = address();
    const token = tokenIn(await invite(email));
    const browser = await signedIn(service(), email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.call('POST', ACCEPT, { token })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await service().sql`SELECT 1 FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = ${email}`).count).toBe(1);
    expect(await envelopesOf(accountId)).toMatchObject([{ type: 'team.member_joined', apiKeyId: '' }]);
    const listed = await service().call('GET', '/v2/account/members', { key });
    expect(listed.body).toMatchObject({ members: [{ role: 'owner' }, { email, role: 'member' }] });
  });

  it('an invitation is not for another address, not after seven days, and not after it was revoked or replaced', async () => {
    const { invite, at, owner } = await team();
    const email = address();
    const first = await invite(email);
    const second = await invite(email);
    const browser = await signedIn(service(), email);
    const thief = await signedIn(service(), address());
    expect(codeOf(await thief.call('POST', ACCEPT, { token: tokenIn(second) }))).toBe('not_found');
    expect(codeOf(await browser.call('POST', ACCEPT, { token: tokenIn(first) }))).toBe('not_found');
    await service().sql`UPDATE invitations SET expires_at = now() WHERE email = ${email}`;
    expect(codeOf(await browser.call('POST', ACCEPT, { token: tokenIn(second) }))).toBe('not_found');
    const third = await invite(email);
    const { id } = (third.body as { invitation: { id: string } }).invitation;
    expect((await owner.browser.call('DELETE', `${at}/invitations/${id}`)).body).toEqual({ id, revoked: true });
    expect(codeOf(await browser.call('POST', ACCEPT, { token: tokenIn(third) }))).toBe('not_found');
  });

  it('an invitation is over once the key that made it has ended, or the member who did is removed or invites nobody any more', async () => {
    const { accountId, at, owner, invite, key } = await team();
    const [leaked, rolled] = [await service().keyOf(accountId, SCOPES), await service().keyOf(accountId, SCOPES)];
    const [removed, demoted] = [
      await memberOf(service(), accountId, 'admin', address()),
      await memberOf(service(), accountId, 'admin', address()),
    ];
    const invited = Array.from({ length: 4 }, address);
    const [one = '', two = '', three = '', four = ''] = invited;
    const made = [
      await service().call('POST', '/v2/account/invitations', { key: leaked.key, body: { email: one } }),
      await service().call('POST', '/v2/account/invitations', { key: rolled.key, body: { email: two } }),
      await invite(three, 'admin', removed.browser),
      await invite(four, 'admin', demoted.browser),
    ];
    const ids = made.map(({ body }) => (body as { invitation: { id: string } }).invitation.id);
    const listed = async () =>
      ((await owner.browser.call('GET', `${at}/invitations`)).body as { invitations: unknown[] }).invitations.length;
    expect(await listed()).toBe(ids.length);
    await service().call('DELETE', `/v2/account/keys/${leaked.apiKeyId}`, { key });
    await service().call('POST', `/v2/account/keys/${rolled.apiKeyId}/roll`, { key, body: { overlapSeconds: 0 } });
    await owner.browser.call('DELETE', `${at}/members/${removed.memberId}`);
    await owner.browser.call('PATCH', `${at}/members/${demoted.memberId}`, { role: 'member' });
    expect(await listed()).toBe(0);
    for (const [index, email] of invited.entries()) {
      const browser = await signedIn(service(), email);
      expect((await browser.call('GET', '/dashboard/api/me')).body).toMatchObject({ invitations: [] });
      expect(codeOf(await browser.call('POST', ACCEPT, { invitationId: ids[index] }))).toBe('not_found');
    }
  });

  it('an address gets one mail a day from an account: a further invitation has a link alone, and a key gets none', async () => {
    const { invite, at, owner, accountId, key } = await team();
    const email = address();
    const emails = async (to = email) => (await service().sql`SELECT 1 FROM emails WHERE recipient = ${to}`).count;
    const emailedAt = ({ body }: { body: unknown }) => (body as { invitation: { emailedAt: string | null } }).invitation.emailedAt;
    const first = await invite(email);
    expect([typeof emailedAt(first), await emails()]).toEqual(['string', 1]);
    const again = await Promise.all(Array.from({ length: 11 }, () => invite(email)));
    expect([new Set(again.map(emailedAt)), await emails()]).toEqual([new Set([null]), 1]);
    const { invitations } = (await owner.browser.call('GET', `${at}/invitations`)).body as { invitations: { id: string }[] };
    expect(invitations).toHaveLength(1);
    const byKey = await service().call('POST', '/v2/account/invitations', { key, body: { email } });
    expect([byKey.status, codeOf(byKey)]).toEqual([409, 'email_limit_reached']);
    expect((await owner.browser.call('GET', `${at}/invitations`)).body).toMatchObject({ invitations });
    await service().sql`UPDATE invitations SET emailed_at = emailed_at - interval '1 day' WHERE account_id = ${accountId}`;
    expect([typeof emailedAt(await invite(email)), await emails()]).toEqual(['string', 2]);
  });

  it('an address gets five emails a day from all accounts together, at once', async () => {
    const email = address();
    const teams = await Promise.all(Array.from({ length: 8 }, () => team()));
    const made = await Promise.all(teams.map(({ invite }) => invite(email)));
    expect(made.map(({ status }) => status)).toEqual(teams.map(() => 200));
    expect((await service().sql`SELECT 1 FROM emails WHERE recipient = ${email}`).count).toBe(INVITATION_EMAILS_PER_ADDRESS);
  });

  it('the free trial has five open invitations and ten emails a day, also when they are revoked in between', async () => {
    const { accountId, invite, at, owner } = await team();
    await service().sql`UPDATE accounts SET plan = 'free_trial' WHERE id = ${accountId}`;
    const ids: string[] = [];
    for (let n = 0; n < INVITATIONS.trial.open; n += 1)
      ids.push(((await invite(address())).body as { invitation: { id: string } }).invitation.id);
    expect(codeOf(await invite(address()))).toBe('member_limit_reached');
    for (let n = 0; n < INVITATIONS.trial.emailsPerDay; n += 1) {
      await owner.browser.call('DELETE', `${at}/invitations/${ids.shift()}`);
      ids.push(((await invite(address())).body as { invitation: { id: string } }).invitation.id);
    }
    const emails = await service().sql`SELECT 1 FROM emails WHERE account_id = ${accountId} AND kind = 'invitation'`;
    expect(emails.count).toBe(INVITATIONS.trial.emailsPerDay);
  });

  it('who was removed does not come back with the invitation that they used', async () => {
    const { invite, at, owner, accountId } = await team();
    const email = address();
    const token = tokenIn(await invite(email));
    const browser = await signedIn(service(), email);
    const { memberId } = (await browser.call('POST', ACCEPT, { token })).body as { memberId: string };
    expect((await owner.browser.call('DELETE', `${at}/members/${memberId}`)).status).toBe(200);
    expect(codeOf(await browser.call('GET', `/dashboard/api/accounts/${accountId}/account`))).toBe('not_found');
    expect(codeOf(await browser.call('POST', ACCEPT, { token }))).toBe('not_found');
  });

  it('an invitation makes a member or an admin, never an owner, whoever sends it', async () => {
    const { accountId, invite, key } = await team();
    const admin = await memberOf(service(), accountId, 'admin', address());
    expect(codeOf(await invite(address(), 'owner'))).toBe('invalid_parameter');
    expect((await invite(address(), 'admin', admin.browser)).status).toBe(200);
    expect((await service().call('POST', '/v2/account/invitations', { key, body: { email: address(), role: 'owner' } })).status).toBe(422);
    const byKey = await service().call('POST', '/v2/account/invitations', { key, body: { email: address(), role: 'admin' } });
    expect(byKey.body).toMatchObject({ invitation: { role: 'admin' }, link: null });
    expect(codeOf(await invite(admin.email))).toBe('member_exists');
  });

  it.each([
    ['has no scope for lookups', { scopes: ['account:people'] }, 'member'],
    ['deletes no lookups', { scopes: SCOPES.filter((scope) => scope !== 'lookups:delete') }, 'admin'],
    ['exports and erases nothing', { scopes: SCOPES.filter((scope) => scope !== 'account:data') }, 'admin'],
    ['may be used from some networks', { scopes: SCOPES, networks: ['127.0.0.0/8'] }, 'member'],
    ['has a number of lookups', { scopes: SCOPES, monthlyLookups: 5 }, 'member'],
    ['expires', { scopes: SCOPES, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }, 'member'],
    ['is for tests', { scopes: SCOPES, test: true }, 'member'],
  ])('a key that %s lets nobody in, who would be bound by none of that', async (_, limits, role) => {
    const { accountId, key } = await team();
    const made = await service().call('POST', '/v2/account/keys', { key, body: limits });
    const own = (made.body as { key: string }).key;
    const email = address();
    const answer = await service().call('POST', '/v2/account/invitations', { key: own, body: { email, role } });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'insufficient_scope']);
    expect((await service().sql`SELECT 1 FROM invitations WHERE account_id = ${accountId}`).count).toBe(0);
    expect((await service().sql`SELECT 1 FROM emails WHERE recipient = ${email}`).count).toBe(0);
  });

  it('the last owner neither leaves nor steps down, also when two do so at once', async () => {
    const { accountId, at, owner, roles } = await team();
    expect(codeOf(await owner.browser.call('DELETE', `${at}/members/${owner.memberId}`))).toBe('last_owner');
    expect(codeOf(await owner.browser.call('DELETE', `${at}/membership`))).toBe('last_owner');
    expect(codeOf(await owner.browser.call('PATCH', `${at}/members/${owner.memberId}`, { role: 'admin' }))).toBe('last_owner');
    const second = await memberOf(service(), accountId, 'owner', address());
    const answers = await Promise.all([
      owner.browser.call('DELETE', `${at}/members/${owner.memberId}`),
      second.browser.call('DELETE', `${at}/members/${second.memberId}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(Object.values(await roles())).toEqual(['owner']);
  });

  it('members may leave, and remove nobody; an admin and a key remove no owner', async () => {
    const { accountId, at, owner, key } = await team();
    const [one, two] = [
      await memberOf(service(), accountId, 'member', address()),
      await memberOf(service(), accountId, 'member', address()),
    ];
    expect(codeOf(await one.browser.call('DELETE', `${at}/members/${two.memberId}`))).toBe('insufficient_role');
    expect((await one.browser.call('DELETE', `${at}/membership`)).status).toBe(200);
    const admin = await memberOf(service(), accountId, 'admin', address());
    expect(codeOf(await admin.browser.call('DELETE', `${at}/members/${owner.memberId}`))).toBe('insufficient_role');
    expect((await service().call('DELETE', `/v2/account/members/${owner.memberId}`, { key })).status).toBe(403);
  });

  it('roles are changed by owners alone, never by a key', async () => {
    const { accountId, at, owner, key, roles } = await team();
    const member = await memberOf(service(), accountId, 'member', address());
    expect((await owner.browser.call('PATCH', `${at}/members/${member.memberId}`, { role: 'owner' })).status).toBe(200);
    expect(await roles()).toMatchObject({ [member.email]: 'owner' });
    expect((await service().call('PATCH', `/v2/account/members/${member.memberId}`, { key, body: { role: 'member' } })).status).toBe(405);
  });
});
