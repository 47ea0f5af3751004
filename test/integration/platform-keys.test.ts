import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { keyValue } from '../../tools/simulator/tokens.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { accountTraces, captureLog, formsFound, tableTraces } from '../support/traces.js';
import { type Receiver, receiverAuthority, startReceiver } from '../support/webhooks/receiver.js';

const WRONG = 'wrong-secret-value-5f0c';
const VALUES = [keyValue('simulator-key'), keyValue('simulator-client'), WRONG];

describe('keys of official interfaces', () => {
  const captured = captureLog();
  let service: WorkingService;
  let connection: Connection;
  let receiver: Receiver;
  beforeAll(async () => {
    const { identity, env } = await receiverAuthority();
    receiver = await startReceiver({ identity });
    service = await startWorkingService({
      sites: 11,
      simulator: { kinds: ['preludes', 'keys'] },
      log: captured.log,
      env: {
        ...env,
        PLATFORM_KEYS: `simulator-key=${keyValue('simulator-key')},simulator-client=${keyValue('simulator-client')},simulator-secret=${WRONG}`,
      },
    });
    connection = await Connection.connect({ address: service.config.TEMPORAL_ADDRESS as string });
  });
  afterAll(async () => {
    await connection.close();
    await service.close();
    await receiver.close();
  });

  it('are used, and are in no log line, response, event, history or row, also when one of them is refused', async () => {
    const { key, accountId } = await service.account();
    const webhooks = await service.keyOf(accountId, ['webhooks', 'lookups:read']);
    await service.call('POST', '/v2/webhooks/endpoints', { key: webhooks.key, body: { url: receiver.url } });
    const lookup = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: ADA.username } });
    expect(lookup.status).toBe(200);
    const { rejected, byPlatform } = service.sites.simulator.requests();
    expect(byPlatform['site-0009']).toBeGreaterThan(0);
    expect(rejected['site-0009']).toBeUndefined();
    const platforms = await service.call('GET', '/v2/platforms', { key });
    const listed = (platforms.body as { platforms: { platform: string; keys: unknown[] }[] }).platforms;
    expect(listed.find(({ platform }) => platform === 'site-0009')?.keys).toEqual([
      { queryType: 'username', names: ['simulator-key'], required: true, configured: true },
    ]);
    const client = new Client({ connection, namespace: service.config.TEMPORAL_NAMESPACE ?? 'default' });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 90_000 });
    const [histories, tables] = await Promise.all([accountTraces(client, service.sql, accountId), tableTraces(service.sql)]);
    expect([histories.size, tables.has('webhook_events')]).toEqual([1, true]);
    const traces = new Map([
      ...histories,
      ...tables,
      ['event', receiver.received.map(({ body }) => body.toString()).join('')],
      ['log', captured.text()],
      ['lookup', lookup.text],
      ['platforms', platforms.text],
      ['settings', JSON.stringify(service.config)],
    ]);
    const found = [...traces].flatMap(([position, trace]) =>
      VALUES.flatMap((value) => formsFound(trace, value).map((form) => ({ position, form }))),
    );
    expect(found).toEqual([]);
  });

  it('40 lookups at the same time share one prelude a platform, and all are answered', async () => {
    const { key } = await service.account();
    const sites = ['site-0006', 'site-0007', 'site-0008']; // a token that expires, one that rotates, one bound to a cookie
    const lookUp = (query: string) =>
      service.call('POST', '/v1/lookup?wait=true&deep=true', {
        key,
        body: { query, platforms: sites },
        headers: { 'cache-control': 'no-cache' },
      });
    await lookUp('calibrates'); // the controls of the platforms are asked with the same preludes
    service.sites.simulator.resetRequests();
    const lookups = await Promise.all(Array.from({ length: 40 }, (_, n) => lookUp(`nobody-${n}`)));
    expect(new Set(lookups.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = lookups.map(({ body }) => (body as { lookupId: string }).lookupId);
    const verdicts = await service.sql<{ platform: string; verdict: string; lookups: number }[]>`
      SELECT platform, coalesce(reason, state) AS verdict, count(*)::int AS lookups FROM lookup_results
      WHERE lookup_id = ANY (${ids}) GROUP BY platform, verdict ORDER BY platform`;
    expect([...verdicts]).toEqual(sites.map((platform) => ({ platform, verdict: 'not_registered', lookups: 40 })));
    // Known accounts are asked about besides, of which every eleventh "no" needs an answer.
    const { byIdentity } = service.sites.simulator.requests();
    const each = Array.from({ length: 40 }, (_, n) => byIdentity[identityDigest('username', `nobody-${n}`)]);
    expect(each).toEqual(Array.from({ length: 40 }, () => sites.length));
    expect(service.sites.simulator.requests().preludes).toEqual({});
    for (const site of sites) service.sites.simulator.tokens.revoke(site);
    await Promise.all(Array.from({ length: 40 }, (_, n) => lookUp(`no-one-${n}`)));
    expect(service.sites.simulator.requests().preludes).toEqual(Object.fromEntries(sites.map((site) => [site, 1])));
  });
});
