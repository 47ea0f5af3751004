import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { memberOf } from '../../support/http/browser.js';
import { plant } from '../../support/http/planted.js';
import { expectUnbilled } from '../../support/http/ledger.js';

const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('the whole of an account over HTTP', () => {
  const service = sharedBareApi();

  async function team() {
    const { accountId, key } = await service().account('growth');
    const { key: accountKey } = await service().keyOf(accountId, ['account:data', 'account:read']);
    const email = `owner-${accountId}@example.com`;
    const { browser } = await memberOf(service(), accountId, 'owner', email);
    return { accountId, key, accountKey, email, browser, at: `/dashboard/api/accounts/${accountId}` };
  }

  it('is exported to a key of scope account:data as lines that are not stored by caches, with an entry in the audit log; unbilled', async () => {
    const { accountId, key, accountKey, email } = await team();
    const answer = await fetch(`${service().url}/v2/account/export`, { headers: { authorization: `Bearer ${accountKey}` } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/x-ndjson',
      'no-store',
    ]);
    const text = await answer.text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ type: 'export', accountId });
    expect(lines.at(-1)).toMatchObject({ type: 'end', counts: { key: 2, member: 1 } });
    expect(lines).toContainEqual(expect.objectContaining({ type: 'member', email }));
    expect(text).not.toContain(accountKey);
    expect(codeOf(await service().call('GET', '/v2/account/export', { key }))).toBe('insufficient_scope');
    const actions = () =>
      service().sql`SELECT 1 FROM audit_log WHERE account_id = ${accountId} AND action = 'exportAccount' AND outcome = 'ok'`;
    await expect.poll(async () => (await actions()).length).toBe(1);
    await expectUnbilled(service(), accountId);
  });

  it('is exported without what lookups found, and about whom, to a key that may not read lookups', async () => {
    const { accountId } = await plant(service());
    const { key: narrow } = await service().keyOf(accountId, ['account:data']);
    const { key: wide } = await service().keyOf(accountId, ['account:data', 'lookups:read']);
    const [without, whole] = await Promise.all(
      [narrow, wide].map(async (key) => (await service().call('GET', '/v2/account/export', { key })).text),
    );
    const linesOf = (text = '', type: string) =>
      text.split('\n').flatMap((line) => (line.startsWith(`{"type":"${type}"`) ? [JSON.parse(line) as Record<string, unknown>] : []));
    const hidden = { query: null, subjects: null, rawIdentities: null, claimedName: null, matches: null, riskScore: null, answer: null };
    const lookups = linesOf(without, 'lookup');
    expect(lookups.length).toBeGreaterThan(0);
    for (const line of lookups) expect(line).toMatchObject({ id: expect.any(String) as string, ...hidden });
    for (const line of linesOf(without, 'event')) expect(line).toMatchObject({ body: null, summary: null });
    for (const line of linesOf(without, 'batchItem')) expect(line).toMatchObject({ ref: null, query: null, subjects: null });
    for (const line of linesOf(without, 'dispute')) expect(line).toMatchObject({ platform: null, note: null });
    const attempts = linesOf(without, 'delivery').flatMap(({ attemptLog }) => attemptLog as object[]);
    for (const attempt of attempts) expect(attempt).toMatchObject({ responseBody: null });
    // Both requests are being logged meanwhile.
    const counts = (text: string | undefined) => ({ ...(linesOf(text, 'end')[0]?.['counts'] as object), auditEntry: null });
    expect(counts(without)).toEqual(counts(whole));
    expect(linesOf(whole, 'lookup').some(({ answer }) => answer !== null)).toBe(true);
  });

  it('is closed at once by an owner who names it: keys and members are refused; only export, state and taking back are left', async () => {
    const { accountId, key, accountKey, email, browser, at } = await team();
    for (const confirm of ['yes', 'another@example.com'])
      expect(codeOf(await browser.call('POST', `${at}/account/deletion`, { confirm }))).toBe('invalid_parameter');
    expect((await browser.call('GET', `${at}/account/deletion`)).body).toEqual({ deletion: null });
    const made = await browser.call('POST', `${at}/account/deletion`, { confirm: accountId });
    expect([made.status, made.body]).toEqual([200, expect.objectContaining({ state: 'accepted' })]);
    for (const [path, by] of [
      ['/v1/platforms', key],
      ['/v2/account', accountKey],
      ['/v2/account/export', accountKey],
    ] as const)
      expect(codeOf(await service().call('GET', path, { key: by }))).toBe('account_closed');
    expect(codeOf(await service().call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } }))).toBe('account_closed');
    expect(codeOf(await browser.call('POST', `${at}/lookup`, { identities: { usernames: ['ada-example'] }, mode: 'async' }))).toBe(
      'account_closed',
    );
    await expectUnbilled(service(), accountId);
    expect((await browser.call('GET', `${at}/account/export`)).status).toBe(200);
    expect((await browser.call('GET', `${at}/account/deletion`)).body).toEqual({ deletion: made.body });
    const { id } = made.body as { id: string };
    expect((await browser.call('DELETE', `${at}/account/deletion`)).body).toEqual({ id, cancelled: true });
    expect((await service().call('GET', '/v1/platforms', { key })).status).toBe(200);
    expect(codeOf(await browser.call('DELETE', `${at}/account/deletion`))).toBe('not_found');
    expect(email).toContain(accountId);
  });

  it('cannot be deleted with a key: there is no such address', async () => {
    const { accountId, accountKey } = await team();
    for (const method of ['POST', 'GET', 'DELETE'])
      expect(
        (
          await service().call(method, '/v2/account/deletion', {
            key: accountKey,
            ...(method === 'POST' ? { body: { confirm: accountId } } : {}),
          })
        ).status,
      ).toBe(404);
  });
});
