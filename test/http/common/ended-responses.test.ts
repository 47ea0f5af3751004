/** A stream, and an export, end soon after their key or member does: nobody reads on with what was taken away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../../src/features/accounts/use-cases/change-account.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { type Browser, memberOf } from '../../support/http/browser.js';
import { openStream, type OpenStream } from '../../support/http/event-client.js';
import type { Service } from '../../support/service.js';

describe('a stream that is under way', () => {
  let service: Service;
  beforeAll(async () => {
    // Without a worker no lookup ends, and so no stream of one.
    service = await startBareApi({ recheckMs: 50 });
  });
  afterAll(() => service.close());

  const accepted = async (key: string): Promise<string> =>
    ((await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] } } })).body as { lookupId: string })
      .lookupId;

  /** An account with a key that follows a lookup, and the streams of both versions that start one. */
  async function streaming() {
    const account = await service.account('growth');
    const lookupId = await accepted(account.key);
    const paths = [
      `/v2/lookup/${lookupId}/stream`,
      '/v2/lookup/stream?username=ada-example',
      '/v1/lookup/stream?query=ada-example&deep=false&platforms=',
    ];
    const streams = await Promise.all(paths.map((path) => openStream(service.url + path, account.key)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    return { ...account, lookupId, streams };
  }
  /** Resolves when they have ended, without `done`. */
  const ended = async (streams: readonly OpenStream[]): Promise<void> => {
    for (const stream of streams) expect((await stream.whole()).map(({ event }) => event)).not.toContain('done');
  };

  it.each<[string, (account: { accountId: string; apiKeyId: string }) => Promise<unknown>]>([
    ['is revoked', ({ accountId, apiKeyId }) => service.record.accounts.revokeKey(accountId, apiKeyId)],
    ['expires', ({ apiKeyId }) => service.sql`UPDATE api_keys SET expires_at = now() WHERE id = ${apiKeyId}`],
    ['is of an account that is suspended', ({ accountId }) => suspendAccount(service.record, accountId)],
    ['is of an account that is closed', ({ accountId }) => service.sql`UPDATE accounts SET closed_at = now() WHERE id = ${accountId}`],
    ['loses the scope', ({ apiKeyId }) => service.sql`UPDATE api_keys SET scopes = '{webhooks}' WHERE id = ${apiKeyId}`],
  ])('of a key that %s, ends', async (_, end) => {
    const { streams, ...account } = await streaming();
    const bystander = await streaming();
    await end(account);
    await ended(streams);
    expect(bystander.streams.map((stream) => stream.isOpen())).toEqual([true, true, true]);
    for (const stream of bystander.streams) stream.cut();
  });

  it.each<[string, (of: { accountId: string; memberId: string; browser: Browser }) => Promise<unknown>]>([
    ['is removed', ({ accountId, memberId }) => service.record.members.remove(accountId, memberId, 'owner')],
    ['signs out', ({ browser }) => browser.call('POST', '/dashboard/api/sign-out')],
    ['had a session that is over', () => service.sql`UPDATE sessions SET expires_at = now()`],
  ])('of a member who %s, ends', async (_, end) => {
    const { accountId, key } = await service.account('growth');
    const lookupId = await accepted(key);
    const { browser, memberId } = await memberOf(service, accountId, 'member', `${accountId}@example.com`);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const path = `/dashboard/api/accounts/${accountId}/lookup/${lookupId}/stream`;
    const stream = await openStream(service.url + path, '', undefined, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(stream.status).toBe(200);
    await end({ accountId, memberId, browser });
    await ended([stream]);
  });

  it('gives its place back: as many as before may be opened with another key', async () => {
    const { streams, accountId, apiKeyId } = await streaming();
    const gauge = async () => Number(/^footprint_open_streams (\d+)$/m.exec((await service.call('GET', '/metrics')).text)?.[1]);
    const before = await gauge();
    await service.record.accounts.revokeKey(accountId, apiKeyId);
    await ended(streams);
    await expect.poll(gauge).toBe(before - 3);
  });
});
