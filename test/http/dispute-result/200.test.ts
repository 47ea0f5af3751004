/** A result that somebody says is wrong: through the API, once, unbilled, recorded; and for operators without whom it is about. */
import { describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { outcome } from '../../stores/support/record.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { signedIn } from '../../support/http/browser.js';

const OPERATOR = 'operator@example.com';
const USERNAME = 'casey-example';

describe('disputeResult', () => {
  const service = sharedBareApi({ env: { OPERATORS: OPERATOR } });

  async function finishedLookup(key: string): Promise<string> {
    const { body } = await service().call('POST', '/v2/lookup', { key, body: { identities: { usernames: [USERNAME] } } });
    const { lookupId } = body as LookupBodyV2;
    const { writer } = service().record;
    await writer.savePlan(lookupId, { targets: [{ platform: 'site-0001', subjects: ['username'] }], modules: ['footprint'] });
    await writer.record(lookupId, [outcome('site-0001', { checkedAt: new Date() })]);
    await writer.finish(lookupId);
    return lookupId;
  }
  const path = (lookupId: string) => `/v2/lookup/${lookupId}/disputes`;

  it('is kept once, listed for the account, and changes neither the lookup nor the bill', async () => {
    const { key, accountId } = await service().account();
    const lookupId = await finishedLookup(key);
    const read = async () => (await service().call('GET', `/v2/lookup/${lookupId}`, { key })).text;
    const [before, body] = [await read(), { platform: 'site-0001', note: ' closed in March ' }];
    const made = await service().call('POST', path(lookupId), { key, body });
    expect([made.status, made.body]).toEqual([
      200,
      {
        lookupId,
        platform: 'site-0001',
        identity: { type: 'username', value: USERNAME },
        registered: true,
        checkedAt: expect.any(String),
        note: 'closed in March',
        createdAt: expect.any(String),
        controlledAt: null,
      },
    ]);
    expect((await service().call('POST', path(lookupId), { key, body: { ...body, note: 'again' } })).text).toBe(made.text);
    expect((await service().call('GET', path(lookupId), { key })).body).toEqual({ disputes: [made.body] });
    expect(await read()).toBe(before);
    const { sql } = service().record.database;
    expect(await sql`SELECT 1 FROM usage_ledger WHERE account_id = ${accountId}`).toHaveLength(1);
    expect(await sql`SELECT targets, outcome FROM audit_log WHERE account_id = ${accountId} AND action = 'disputeResult'`).toEqual([
      { targets: [lookupId], outcome: 'ok' },
      { targets: [lookupId], outcome: 'ok' },
    ]);
  });

  it('is refused to other accounts, to keys without the scopes, and with a note that is no text', async () => {
    const [{ key, accountId }, other] = [await service().account(), await service().account()];
    const lookupId = await finishedLookup(key);
    const send = (by: string, body: object) => service().call('POST', path(lookupId), { key: by, body });
    expectRefusal(await send(other.key, { platform: 'site-0001' }), 'not_found');
    expectRefusal(await service().call('GET', path(lookupId), { key: other.key }), 'not_found');
    expectRefusal(await send(key, { platform: 'site-0002' }), 'not_found');
    const { key: reading } = await service().keyOf(accountId, ['lookups:read']);
    expectRefusal(await send(reading, { platform: 'site-0001' }), 'insufficient_scope');
    for (const note of ['', ' ', 'a\u0000b', 'x'.repeat(501), 7])
      expectRefusal(await send(key, { platform: 'site-0001', note }), 'invalid_parameter');
    expect(await service().record.database.sql`SELECT 1 FROM result_disputes WHERE lookup_id = ${lookupId}`).toHaveLength(0);
  });

  it('is listed for operators by platform and account, and its platform says how many there are', async () => {
    const { key, accountId } = await service().account();
    const lookupId = await finishedLookup(key);
    await service().call('POST', path(lookupId), { key, body: { platform: 'site-0001', note: 'Casey told me' } });
    const operator = await signedIn(service(), OPERATOR);
    const { text } = await operator.read('GET', '/dashboard/api/operator/disputes');
    expect(text).toContain(accountId);
    expect(text).not.toMatch(new RegExp(`${USERNAME}|Casey|${lookupId}`));
    const { body } = await service().call('GET', '/v2/platforms/site-0001', { key });
    expect((body as { disputes: number }).disputes).toBeGreaterThan(0);
  });
});
