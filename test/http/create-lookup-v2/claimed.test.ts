/** The company and the country that a person named, from the request to the answer and the erasure. */
import { describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { startBatch } from '../../support/http/started-batch.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { openStream } from '../../support/http/event-client.js';
import { MAILBOX } from '../../support/risk-evidence.js';

const EMAIL = 'ada@example.com';
const CLAIMS = { claimedCompany: 'Sample Ltd', claimedCountry: 'DE' } as const;
const FACTS = {
  email: { ...MAILBOX, freeProvider: true },
  phone: { valid: true, carrier: null, lineType: 'mobile', countryCode: 'US', voipClass: null, isVoip: false },
} as const;

describe('what a person said of themselves', () => {
  const service = sharedBareApi();
  const request = { identities: { emails: [EMAIL], phones: ['+12025550123'] }, modules: ['email', 'phone'] };

  async function finish(lookupId: string): Promise<void> {
    const { writer } = service().record;
    await writer.savePlan(lookupId, { targets: [], modules: ['email', 'phone'] });
    for (const module of ['email', 'phone'] as const) {
      const evidence = { notes: [], mailbox: { provider: null, exists: null, records: { mx: true, spf: true, dmarc: false } } };
      await writer.recordModule(lookupId, { module, subject: module, payload: FACTS[module], evidence, checkedAt: new Date() });
    }
    await writer.finish(lookupId);
  }

  it('is stored with the lookup, compared with what is found, shown in every answer of v2, and gone with the lookup', async () => {
    const { key, accountId } = await service().account('growth', { scopes: ['lookups', 'lookups:delete'] });
    const accepted = await service().call('POST', '/v2/lookup', { key, body: { ...request, ...CLAIMS, claimedCountry: 'de' } });
    expect(accepted.body).toMatchObject({ ...CLAIMS, consistency: expect.any(Array) as unknown });
    const { lookupId, consistency } = accepted.body as LookupBodyV2;
    expect(new Set(consistency.map(({ outcome }) => outcome))).toEqual(new Set(['unknown']));
    await finish(lookupId);
    const { body } = await service().call('GET', `/v2/lookup/${lookupId}`, { key });
    const shown = body as LookupBodyV2;
    expect(shown).toMatchObject(CLAIMS);
    expect(shown.consistency.map(({ pair, outcome, code }) => [pair, outcome, code])).toEqual([
      ['claimed_country_and_phone', 'disagrees', 'other_country'],
      ['claimed_company_and_email', 'disagrees', 'free_mailbox'],
      ['domain_and_account_age', 'unknown', 'missing'],
      ['mail_records', 'unknown', 'some_records'],
    ]);
    expect(shown.modules.email?.[0]?.records).toEqual({ mx: true, spf: true, dmarc: false });
    expect(shown.risk.reasons.filter(({ module }) => module === 'consistency').map(({ code, impact }) => [code, impact])).toEqual([
      ['other_country', 2],
      ['free_mailbox', 0],
    ]);
    const events = await (await openStream(`${service().url}/v2/lookup/${lookupId}/stream`, key, `${lookupId}.0.`)).whole();
    expect((events.at(-1)?.data as LookupBodyV2).consistency).toEqual(shown.consistency);
    expect(JSON.stringify((await service().call('GET', `/v1/lookup/${lookupId}`, { key })).body)).not.toMatch(/claimed|Sample|consistency/);
    expect((await service().call('DELETE', `/v2/lookup/${lookupId}`, { key })).status).toBeLessThan(300);
    expect(await service().sql`SELECT 1 FROM lookups WHERE account_id = ${accountId}`).toHaveLength(0);
  });

  it('goes from an item of a batch to its lookup, and stays in no row of the batch', async () => {
    const { key } = await service().account();
    const [lookupId = ''] = await startBatch(service(), key, [{ identities: request.identities, ...CLAIMS }]);
    expect((await service().call('GET', `/v2/lookup/${lookupId}`, { key })).body).toMatchObject(CLAIMS);
    const items = await service().sql`SELECT claimed_company, claimed_country FROM batch_items WHERE lookup_id = ${lookupId}`;
    expect(items).toEqual([{ claimed_company: null, claimed_country: null }]);
  });

  it('is null where nothing was said', async () => {
    const { key } = await service().account();
    const { body } = await service().call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] } } });
    expect(body).toMatchObject({ claimedCompany: null, claimedCountry: null, consistency: [] });
  });

  it.each([
    { claimedCountry: '' },
    { claimedCountry: 'XX' },
    { claimedCountry: 'DEU' },
    { claimedCountry: 'Germany' },
    { claimedCountry: 'ß' },
    { claimedCountry: '\uFB01' },
    { claimedCountry: 7 },
    { claimedCompany: '' },
    { claimedCompany: '  ' },
    { claimedCompany: 'x'.repeat(201) },
    { claimedCompany: 'a\u0000b' },
  ])('is refused as %j, and nothing is stored', async (claimed) => {
    const { key, accountId } = await service().account();
    const { status, text } = await service().call('POST', '/v2/lookup', { key, body: { ...request, ...claimed } });
    expect([status, text]).toEqual([422, expect.stringContaining(Object.keys(claimed)[0] ?? '')]);
    expect(await service().sql`SELECT 1 FROM lookups WHERE account_id = ${accountId}`).toHaveLength(0);
  });
});
