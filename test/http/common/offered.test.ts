import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { billOf, expectUnbilled } from '../../support/http/ledger.js';
import { EVERY_MODULE } from '../../support/offline.js';
import { type Service, startService } from '../../support/service.js';

/** On a credit plan each module has its price: one that has no source is not run, so it costs nothing. */
describe('modules without a source', () => {
  let all: Service;
  let without: Service;
  beforeAll(async () => {
    [all, without] = await Promise.all([startService({ worker: false, env: EVERY_MODULE }), startService({ worker: false })]);
    await without.record.breachIndex.coverage();
  });
  afterAll(() => Promise.all([all.close(), without.close()]));

  async function price(service: Service, path: string, body: object): Promise<number> {
    const { key, accountId } = await service.account('credit', { balance: 100_000 });
    expect((await service.call('POST', path, { key, body })).status).toBe(200);
    return (await billOf(service, accountId)).used;
  }

  it.each([
    ['/v1/lookup', { query: 'ada-example' }, 3_000, 2_000],
    ['/v1/lookup', { query: 'ada-example', checks: { breaches: true, webMentions: true } }, 3_000, 2_000],
    ['/v1/lookup', { email: 'ada@example.com', checks: { footprint: false, email: true } }, 1_400, 400],
    ['/v1/lookup', { email: 'ada@example.com', checks: { footprint: false, email: true, breaches: false, webMentions: false } }, 400, 400],
    ['/v1/lookup/batch', { items: [{ query: 'ada-example' }, { query: 'ada-example' }] }, 6_000, 4_000],
    ['/v1/ip', { ip: '192.0.2.17' }, 200, 200],
  ])('%s %j costs %i with every source, %i without breach and mention sources', async (path, body, dear, cheap) => {
    expect(await price(all, path, body)).toBe(dear);
    expect(await price(without, path, body)).toBe(cheap);
  });

  const ONLY_SEARCHED = { footprint: false };
  const person = { usernames: ['ada-example'] };
  const searched = { identities: person, modules: ['breaches', 'webMentions'] };
  const sweep = { query: 'ada-example' };
  it.each([
    ['POST', '/v1/lookup', { ...sweep, checks: ONLY_SEARCHED }, 'invalid_parameter', 'checks:'],
    ['POST', '/v1/lookup?wait=true', { ...sweep, checks: { ...ONLY_SEARCHED, breaches: true } }, 'invalid_parameter', 'checks:'],
    ['POST', '/v1/lookup?instant=true', { email: 'ada@example.com', checks: ONLY_SEARCHED }, 'invalid_parameter', 'checks:'],
    ['POST', '/v1/lookup', { ...sweep, platforms: ['github'], checks: ONLY_SEARCHED }, 'invalid_parameter', 'checks:'],
    ['POST', '/v1/lookup/batch', { items: [sweep, { ...sweep, checks: ONLY_SEARCHED }] }, 'invalid_batch', 'items.1: checks:'],
    ['POST', '/v2/lookup', searched, 'invalid_parameter', 'modules:'],
    ['POST', '/v2/lookup', { ...searched, mode: 'wait' }, 'invalid_parameter', 'modules:'],
    ['POST', '/v2/lookup', { ...searched, mode: 'instant' }, 'invalid_parameter', 'modules:'],
    ['POST', '/v2/batches?modules=breaches,webMentions', { items: [{ identities: person }] }, 'invalid_batch', 'items.0: modules:'],
    ['GET', '/v2/lookup/stream?username=ada-example&module=breaches', undefined, 'invalid_parameter', 'modules:'],
  ] as const)('%s %s %j, with nothing else to run, is refused and bills nothing', async (method, path, body, code, names) => {
    const { key, accountId } = await without.account();
    const response = await without.call(method, path, { key, body });
    expectRefusal(response, code);
    expect(response.text).toContain(names);
    await expectUnbilled(without, accountId);
  });
});
