/** A client’s copy of a finished lookup is good no longer than what it says may be said. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { email, erasing, username } from '../../stores/support/erasing.js';
import { outcome } from '../../stores/support/record.js';
import { sharedBareApi } from '../../support/http/bare-api.js';

describe('a copy that a client holds of a finished lookup', () => {
  const service = sharedBareApi({ env: { SECRETS_KEY: randomBytes(32).toString('hex') } });

  it.each([
    ['a handle that was taken from an address', 'quixotic-derived', username('quixotic-derived')],
    ['a handle that an answer revealed', 'quixotic-linked', username('quixotic-linked')],
    ['a name in words of the client', 'quixotic@example.net', email('quixotic@example.net')],
  ])('is not good after the erasure of %s', async (_, text, identity) => {
    const { key, accountId } = await service().account('growth');
    const { record } = service();
    const body = { identities: { emails: ['quixotic-derived@example.com'] }, claimedName: 'Casey, for quixotic@example.net' };
    const { lookupId } = (await service().call('POST', '/v2/lookup', { key, body })).body as LookupBodyV2;
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'site-0001', subjects: ['email'] }], modules: ['footprint'] });
    const linkedAccounts = [{ platform: 'github', handle: 'quixotic-linked' }];
    const found = outcome('site-0001', { subject: 'email', checkedAt: new Date(), linkedAccounts });
    await record.writer.record(lookupId, [found]);
    const { subject: _subject, mailboxProvider: _provider, ...said } = outcome('site-0002', { checkedAt: new Date() });
    await record.derived.record(lookupId, [{ ...said, handle: 'quixotic-derived', subject: 'email' }]);
    await record.writer.finish(lookupId);
    const read = (etag = '') => service().call('GET', `/v2/lookup/${lookupId}`, { key, headers: { 'if-none-match': etag } });
    const held = await read();
    const etag = held.headers.get('etag') ?? expect.fail('there is no tag');
    expect(held.text).toContain(text);
    expect((await read(etag)).status).toBe(304);
    await erasing(record).erase(identity, accountId);
    const after = await read(etag);
    expect(after.status).toBe(200);
    expect(after.text).not.toBe(held.text);
    expect((await read(after.headers.get('etag') ?? '')).status).toBe(304);
  });
});
