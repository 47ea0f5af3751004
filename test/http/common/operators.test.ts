import { networkInterfaces } from 'node:os';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { clientOf, type Service } from '../../support/service.js';

/** Addresses of this machine that are not its loopback: whoever comes from them looks like anybody in the network. */
const OUTER = Object.values(networkInterfaces()).flatMap((all) =>
  (all ?? []).flatMap(({ internal, family, address }) => (internal || family !== 'IPv4' ? [] : [address])),
);
const FOR_OPERATORS = ['/readyz', '/metrics'];

describe('an API without ADMIN_PORT', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi({ env: { HOST: '0.0.0.0', TRUST_PROXY: 'true' } });
  });
  afterAll(() => service.close());

  it.each(FOR_OPERATORS)('serves %s to clients on this machine, without a key', async (path) => {
    expect((await service.call('GET', path)).status).toBe(200);
  });

  it.each(OUTER.flatMap((address) => FOR_OPERATORS.map((path) => [address, path] as const)))(
    'hides from %s that there is %s',
    async (address, path) => {
      const call = clientOf(service.url.replace('127.0.0.1', address));
      expectRefusal(await call('GET', path), 'not_found');
      expect((await call('GET', '/healthz')).status).toBe(200);
    },
  );

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '192.0.2.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '192.0.2.7' },
    { forwarded: 'for=192.0.2.7' },
    { via: '1.1 proxy' },
  ])('hides from whoever comes through a proxy on this machine (%j) that there are such pages', async (headers) => {
    for (const path of FOR_OPERATORS) expectRefusal(await service.call('GET', path, { headers }), 'not_found');
    expect((await service.call('GET', '/healthz', { headers })).status).toBe(200);
  });
});

describe('an API with ADMIN_PORT', () => {
  let service: Service;
  let admin: ReturnType<typeof clientOf>;
  let port: number;
  beforeAll(async () => {
    port = await getPort();
    service = await startBareApi({ env: { ADMIN_PORT: String(port) } });
    admin = clientOf(`http://127.0.0.1:${port}`);
  });
  afterAll(() => service.close());

  it('serves them there, on all interfaces, and nothing of the interface', async () => {
    for (const address of ['127.0.0.1', ...OUTER]) {
      const call = clientOf(`http://${address}:${port}`);
      expect((await call('GET', '/readyz')).body).toMatchObject({ status: 'ok', dependencies: { postgres: 'ok', temporal: 'ok' } });
      expect((await call('GET', '/metrics')).text).toContain('footprint_http_request_seconds');
      expect((await call('GET', '/healthz')).status).toBe(200);
    }
    expect((await admin('GET', '/v1/platforms')).status).toBe(404);
  });

  it('does not serve them on the public port, not even to this machine', async () => {
    for (const path of FOR_OPERATORS) expectRefusal(await service.call('GET', path), 'not_found');
    expect((await service.call('GET', '/healthz')).status).toBe(200);
  });
});
