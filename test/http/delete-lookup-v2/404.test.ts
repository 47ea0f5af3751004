import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/secrets/ids.js';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

describe('deleteLookupV2 without a lookup of that id', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it("another account's id, an id that never was and a text that is no id get the same bytes, and the lookup stays", async () => {
    const [owner, other] = await Promise.all([service.account(), service.account('growth', { scopes: ['lookups:delete'] })]);
    const { lookupId } = (
      await service.call('POST', '/v2/lookup', { key: owner.key, body: { identities: { usernames: ['ada-example'] } } })
    ).body as { lookupId: string };
    const answers = new Set<string>();
    for (const id of [lookupId, newId('lookup'), 'lkp_', "'", 'a'.repeat(1_000)].map(encodeURIComponent)) {
      const response = await service.call('DELETE', `/v2/lookup/${id}`, { key: other.key });
      expectRefusal(response, 'not_found');
      answers.add(response.text);
    }
    expect(answers.size).toBe(1);
    expect((await service.call('GET', `/v2/lookup/${lookupId}`, { key: owner.key })).status).toBe(200);
  });

  it('a key without the scope `lookups:delete`, which is no default, is refused, and the lookup stays', async () => {
    const { key, accountId } = await service.account();
    const { lookupId } = (await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] } } })).body as {
      lookupId: string;
    };
    const narrow = await service.keyOf(accountId, ['webhooks']);
    for (const each of [key, narrow.key])
      expectRefusal(await service.call('DELETE', `/v2/lookup/${lookupId}`, { key: each }), 'insufficient_scope');
    expect((await service.call('GET', `/v2/lookup/${lookupId}`, { key })).status).toBe(200);
  });
});
