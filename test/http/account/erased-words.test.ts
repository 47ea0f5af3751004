/** Whatever a client words itself may name somebody: an erasure reaches it, it is not stored, or the contract says where it stays. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { annotatedColumns } from '../../../tools/checks/privacy.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { memberOf } from '../../support/http/browser.js';
import { startBatch } from '../../support/http/started-batch.js';
import { columnTraces, formsFound } from '../../support/traces.js';

const ADDRESS = 'Quixotic.Zephyr@privat-zephyr.example.com';
const WORDS = `see ${ADDRESS.toLowerCase()}.`;
const about = (name: string) => ({ identities: { usernames: [name] } });

describe('an address that was written wherever a client has words of its own', () => {
  const service = sharedBareApi({ env: { SECRETS_KEY: randomBytes(32).toString('hex') } });

  async function erase(key: string, accountId: string, identity: object): Promise<void> {
    const { body } = await service().call('POST', '/v2/account/erasures', { key, body: { identity, dryRun: false } });
    const { id: erasureId } = body as { id: string };
    const { eraser } = service().record;
    while ((await eraser.eraseNext({ erasureId })).next === 'again');
    await eraser.eraseRest({ erasureId });
    await eraser.finish(erasureId);
    expect((await service().call('GET', `/v2/account/erasures/${erasureId}`, { key })).body).toMatchObject({ state: 'done' });
    expect((await service().sql`SELECT FROM accounts WHERE id = ${accountId}`).count).toBe(1);
  }
  const found = async (text = ADDRESS) =>
    [...(await columnTraces(service().sql))].flatMap(([column, trace]) => (formsFound(trace, text).length > 0 ? [column] : []));

  it('is in no column of the database after its erasure, and the rest of the words is', async () => {
    const { accountId } = await service().account('growth');
    const { key } = await service().keyOf(accountId, ['lookups', 'account', 'account:data', 'webhooks']);
    const { browser } = await memberOf(service(), accountId, 'owner', 'owner-of-words@example.com');
    const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const answer = await service().call(method, path, { key, headers, ...(body ? { body } : {}) });
      expect([path, answer.status, answer.text]).toEqual([path, expect.toSatisfy((status: number) => status < 300), expect.anything()]);
      return answer.body as Record<string, string>;
    };
    // Names of items: one that starts and names somebody else, one that is cancelled, one that is invalid; the name of the file.
    const file = { 'content-disposition': `attachment; filename="${ADDRESS}.csv"` };
    const [lookup = ''] = await startBatch(service(), key, [{ ...about('somebody-else'), ref: WORDS }]);
    const items = [
      { ...about('another-one'), ref: ADDRESS, claimedName: ADDRESS, claimedCompany: ADDRESS },
      { identities: { emails: ['x'] }, ref: ADDRESS },
    ];
    const { batchId = '' } = await call('POST', '/v2/batches?skipInvalid=true', { items }, file);
    await call('POST', `/v2/batches/${batchId}/cancel`);
    const waiting = [{ ...about('a-third-one'), ref: ADDRESS, claimedName: ADDRESS, claimedCompany: `${ADDRESS} Ltd` }];
    await call('POST', '/v2/batches', { items: waiting }, { ...file, 'idempotency-key': `file:${ADDRESS}` });
    // Purposes, which get into a log that nobody can change.
    const purposes = { purposes: [`about ${ADDRESS}`], required: false };
    expect((await service().call('PUT', '/v2/account/purposes', { key, body: purposes })).status).toBe(422);
    expect((await service().call('POST', `/v2/lookup`, { key, body: { ...about('x-one'), purpose: ADDRESS } })).status).toBe(422);
    expect((await service().call('POST', `/v2/batches?purpose=${ADDRESS}`, { key, body: { items } })).status).toBe(422);
    await call('POST', `/v1/email?purpose=${ADDRESS}`, { email: 'ada@example.com' });
    // Notes and names. Nothing is sent: there is no worker.
    await call('PATCH', '/v2/account', { name: `Clients like ${ADDRESS}` });
    await call('POST', '/v2/account/keys', { name: `key (${ADDRESS})` });
    await call('POST', '/v2/webhooks/endpoints', { url: 'https://8.8.8.8/events', description: WORDS });
    await call('POST', '/v2/account/suppressions', { type: 'username', value: 'opted-out-one', proof: `a letter of ${ADDRESS}, 3 May` });
    await call('POST', '/v2/lookup', { ...about('a-fourth-one'), claimedName: ADDRESS, claimedCompany: `${ADDRESS} Ltd` });
    await service().sql`
      INSERT INTO result_disputes (lookup_id, platform, subject, query_type, account_id, api_key_id, state, method, checked_at, note)
      VALUES (${lookup}, 'example', 'username', 'username', ${accountId}, 'key_x', 'registered', 'public_api', now(), ${WORDS})`;
    const before = await found();
    expect(before).toEqual(
      expect.arrayContaining([
        'batch_items.ref',
        'batch_items.claimed_company',
        'lookups.claimed_company',
        'api_keys.name',
        'result_disputes.note',
        'suppressions.proof',
      ]),
    );
    expect(before).not.toContain('audit_log.purpose');

    await erase(key, accountId, { email: ADDRESS });
    expect(await found()).toEqual([]);
    const listed = await browser.call('GET', `/dashboard/api/accounts/${accountId}/account/keys`);
    expect(JSON.stringify(listed.body)).toContain('key ([erased])');
    expect(JSON.stringify((await browser.call('GET', `/dashboard/api/accounts/${accountId}/account/suppressions`)).body)).toContain(
      'a letter of [erased], 3 May',
    );
  });

  it.each([
    ['+12025550187', { phone: '+12025550187' }, 'call +1 (202) 555-0187 again', 'call [erased] again'],
    [
      'a username',
      { username: 'Quixotic-Zephyr_84' },
      'mailto:quixotic-zephyr_84, or quixotic-zephyr_845',
      '[erased], or quixotic-zephyr_845',
    ],
    ['an IP address', { ip: '2001:db8:84:7e94::187' }, 'from 2001:db8:84:7e94::187.', 'from [erased].'],
    ['another’s address', { email: 'ada@example.com' }, 'jane.ada@example.com and ada@example.com.example', null],
  ])('of %s the words are found that name it, and no others', async (_, identity, name, left) => {
    const { accountId } = await service().account('growth');
    const { key } = await service().keyOf(accountId, ['account', 'account:data']);
    await service().call('PATCH', '/v2/account', { key, body: { name } });
    await erase(key, accountId, identity);
    expect((await service().call('GET', '/v2/account', { key })).body).toMatchObject({ name: left ?? name });
  });

  it('every column that holds somebody’s own words or where somebody was, as it says itself, says what an erasure does with them', () => {
    const OWN = /\b(own|words|name|names|wrote|note|chosen|reference|networks?|IP address|client's address)\b/;
    // Of an answer, and made by the service in its own words.
    const derived = new Set(['lookup_results.profile', 'platform_facts.profile', 'lookups.plan', 'lookup_derived.handle', 'emails.text']);
    derived.add('lookup_modules.payload');
    const undecided = annotatedColumns().flatMap(({ table, column, privacy }) =>
      privacy !== null && privacy !== 'none' && !privacy.ownWords && OWN.test(privacy.what) && !/digest|sealed/.test(privacy.what)
        ? [`${table}.${column}`]
        : [],
    );
    expect(undecided.filter((column) => !derived.has(column))).toEqual([]);
  });
});
