import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';

const PATH = '/v2/account/suppressions';

describe('an identity that is on the suppression list already', () => {
  const service = sharedBareApi();

  it('keeps its entry, whose words are shown only to those who may list it', async () => {
    const { accountId } = await service().account();
    const { key } = await service().keyOf(accountId, ['account:read', 'account:write']);
    const entry = { type: 'email', value: 'ada@example.com' };
    const first = await service().call('POST', PATH, { key, body: { ...entry, proof: 'letter of 3 May' } });
    expect(first.body).toMatchObject({ proof: 'letter of 3 May' });
    const { id } = first.body as { id: string };
    const { key: writer } = await service().keyOf(accountId, ['account:write']);
    const add = async (proof: string) => (await service().call('POST', PATH, { key: writer, body: { ...entry, proof } })).body;
    expect(await add('ticket 7')).toMatchObject({ id, proof: '' });
    expect(await add('letter of 3 May')).toMatchObject({ id, proof: 'letter of 3 May' });
    expect((await service().call('GET', PATH, { key: writer })).status).toBe(403);
    expect((await service().call('GET', PATH, { key })).body).toMatchObject({ suppressions: [{ id, proof: 'letter of 3 May' }] });
  });
});
