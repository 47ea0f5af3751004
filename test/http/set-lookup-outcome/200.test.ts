/** How a lookup turned out: through the API, replaceable, unbilled, recorded, and nobody else's business. */
import { describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { outcome } from '../../stores/support/record.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';

describe('setLookupOutcome', () => {
  const service = sharedBareApi();

  async function finishedLookup(key: string): Promise<string> {
    const { body } = await service().call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['casey-example'] } } });
    const { lookupId } = body as LookupBodyV2;
    const { writer } = service().record;
    await writer.savePlan(lookupId, { targets: [{ platform: 'site-0001', subjects: ['username'] }], modules: ['footprint'] });
    await writer.record(lookupId, [outcome('site-0001', { checkedAt: new Date() })]);
    await writer.finish(lookupId);
    return lookupId;
  }
  const path = (lookupId: string) => `/v2/lookup/${lookupId}/outcome`;

  it('is the same twice, replaceable, and changes neither the lookup, v1’s answer nor the bill', async () => {
    const { key, accountId } = await service().account();
    const lookupId = await finishedLookup(key);
    const read = async () =>
      Promise.all(['/v1/lookup/', '/v2/lookup/'].map(async (folder) => (await service().call('GET', folder + lookupId, { key })).text));
    const send = (body: object) => service().call('PUT', path(lookupId), { key, body });
    const none = { lookupId, outcome: null, recordedAt: null };
    expect((await service().call('GET', path(lookupId), { key })).body).toEqual(none);
    const before = await read();
    const made = await send({ outcome: 'fraud' });
    expect([made.status, made.body]).toEqual([200, { lookupId, outcome: 'fraud', recordedAt: expect.any(String) as string }]);
    expect((await send({ outcome: 'fraud' })).text).toBe(made.text);
    expect((await service().call('GET', path(lookupId), { key })).text).toBe(made.text);
    expect((await send({ outcome: 'legitimate' })).body).toMatchObject({ outcome: 'legitimate' });
    expect((await send({ outcome: null })).body).toEqual(none);
    expect(await read()).toEqual(before);
    const { sql } = service();
    expect(await sql`SELECT 1 FROM usage_ledger WHERE account_id = ${accountId}`).toHaveLength(1);
    const entries = await sql`SELECT targets, outcome FROM audit_log WHERE account_id = ${accountId} AND action = 'setLookupOutcome'`;
    expect(entries).toEqual(Array.from({ length: 4 }, () => ({ targets: [lookupId], outcome: 'ok' })));
  });

  it('of a wrong result is a dispute as well, with the same note', async () => {
    const { key } = await service().account();
    const lookupId = await finishedLookup(key);
    const send = (body: object) => service().call('PUT', path(lookupId), { key, body });
    expectRefusal(await send({ outcome: 'wrong_result' }), 'invalid_parameter');
    expectRefusal(await send({ outcome: 'wrong_result', platform: 'site-0002' }), 'not_found');
    expect((await service().call('GET', path(lookupId), { key })).body).toMatchObject({ outcome: null });
    expect((await send({ outcome: 'wrong_result', platform: 'site-0001', note: ' closed ' })).status).toBe(200);
    const { body } = await service().call('GET', `/v2/lookup/${lookupId}/disputes`, { key });
    expect(body).toMatchObject({ disputes: [{ platform: 'site-0001', note: 'closed' }] });
  });

  it('is refused to other accounts with the 404 of what never was, and to keys without the scopes', async () => {
    const [{ key, accountId }, other] = [await service().account(), await service().account()];
    const lookupId = await finishedLookup(key);
    const foreign = await service().call('PUT', path(lookupId), { key: other.key, body: { outcome: 'fraud' } });
    const unknown = await service().call('PUT', path('lkp_00000000000000000000000000'), { key: other.key, body: { outcome: 'fraud' } });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    for (const body of [{ outcome: null }, { outcome: 'wrong_result', platform: 'site-0001' }])
      expectRefusal(await service().call('PUT', path(lookupId), { key: other.key, body }), 'not_found');
    expectRefusal(await service().call('GET', path(lookupId), { key: other.key }), 'not_found');
    const { key: reading } = await service().keyOf(accountId, ['lookups:read']);
    expectRefusal(await service().call('PUT', path(lookupId), { key: reading, body: { outcome: 'fraud' } }), 'insufficient_scope');
    const wrong = [{ platform: 'site-0001' }, { identity: { type: 'username', value: 'casey-example' } }, { note: 'she told me' }];
    const lost = wrong.flatMap((said) => [null, 'fraud', 'legitimate'].map((reported) => ({ outcome: reported, ...said })));
    for (const body of [{}, { outcome: 'good' }, { outcome: 'fraud', score: 1 }, ...lost])
      expectRefusal(await service().call('PUT', path(lookupId), { key, body }), 'invalid_parameter');
    expect(await service().sql`SELECT 1 FROM lookup_outcomes WHERE lookup_id = ${lookupId}`).toHaveLength(0);
  });
});
