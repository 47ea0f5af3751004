import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { sharedBareApi } from '../../support/http/bare-api.js';

describe('GET /v2/account/key', () => {
  const service = sharedBareApi();
  const own = async (key: string) => (await service().call('GET', '/v2/account/key', { key })).body as unknown;

  it('shows what the key may do, whatever its scopes, and of another key nothing', async () => {
    const { key, apiKeyId } = await service().account('growth', { scopes: SCOPES });
    const unlimited = { id: apiKeyId, test: false, scopes: SCOPES, ownLookupsOnly: false, monthlyLookups: null, expiresAt: null };
    expect(await own(key)).toEqual(unlimited);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const limits = { scopes: ['lookups:create'], ownLookupsOnly: true, monthlyLookups: 0, expiresAt, test: true };
    const { body } = await service().call('POST', '/v2/account/keys', {
      key,
      body: { name: 'agent', networks: ['127.0.0.0/8'], ...limits },
    });
    const made = body as { key: string; apiKey: { id: string } };
    expect(await own(made.key)).toEqual({ id: made.apiKey.id, ...limits });
    expect(await own((await service().keyOf((await service().account()).accountId, ['webhooks'])).key)).toMatchObject({
      scopes: ['webhooks'],
    });
  });

  it('shows the limits of the key that it replaced', async () => {
    const { key } = await service().account('growth', { scopes: SCOPES });
    const make = async (path: string, body: object) =>
      (await service().call('POST', path, { key, body })).body as { key: string; apiKey: { id: string } };
    const old = await make('/v2/account/keys', { monthlyLookups: 7 });
    const next = await make(`/v2/account/keys/${old.apiKey.id}/roll`, {});
    expect(await own(next.key)).toMatchObject({ id: next.apiKey.id, monthlyLookups: 7 });
  });
});
