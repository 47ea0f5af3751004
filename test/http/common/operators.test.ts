import { get } from 'node:http';
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
const FOR_OPERATORS = ['/livez', '/readyz', '/metrics'];

describe('an API without ADMIN_PORT', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi({ env: { HOST: '0.0.0.0', TRUST_PROXY: '127.0.0.0/8' } });
  });
  afterAll(() => service.close());

  it.each(FOR_OPERATORS)('serves %s to clients on this machine, without a key', async (path) => {
    expect((await service.call('GET', path)).status).toBe(200);
  });

  it('hides them from whoever names it by a public name', async () => {
    for (const path of FOR_OPERATORS) expect((await namedAs('attacker.example', `${service.url}${path}`)).status).toBe(404);
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

/** A request with a header Host that the address does not say: `fetch` would not send it. */
function namedAs(host: string, url: string): Promise<{ status: number | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode });
    }).once('error', reject);
  });
}

describe('an API with ADMIN_PORT', () => {
  let service: Service;
  let admin: ReturnType<typeof clientOf>;
  let port: number;
  beforeAll(async () => {
    port = await getPort();
    service = await startBareApi({ env: { ADMIN_PORT: String(port), ADMIN_HOST: '0.0.0.0' } });
    admin = clientOf(`http://127.0.0.1:${port}`);
  });
  afterAll(() => service.close());

  it('serves them there, on the address of ADMIN_HOST, and nothing of the interface', async () => {
    for (const address of ['127.0.0.1', ...OUTER]) {
      const call = clientOf(`http://${address}:${port}`);
      expect((await call('GET', '/readyz')).body).toMatchObject({ status: 'ok', dependencies: { postgres: 'ok', temporal: 'ok' } });
      expect((await call('GET', '/metrics')).text).toContain('footprint_http_request_seconds');
      expect((await call('GET', '/healthz')).status).toBe(200);
    }
    expect((await admin('GET', '/v1/platforms')).status).toBe(404);
  });

  it('refuses whoever names it by a public name, as a page of another site does whose name resolves to this machine', async () => {
    for (const host of ['attacker.example', `attacker.example:${port}`])
      expect((await namedAs(host, `http://127.0.0.1:${port}/metrics`)).status).toBe(421);
    for (const host of ['localhost', `[::1]:${port}`, 'api:9090', 'footprint.default.svc.cluster.local'])
      expect((await namedAs(host, `http://127.0.0.1:${port}/metrics`)).status, host).toBe(200);
  });

  it('does not serve them on the public port, not even to this machine', async () => {
    for (const path of FOR_OPERATORS) expectRefusal(await service.call('GET', path), 'not_found');
    expect((await service.call('GET', '/healthz')).status).toBe(200);
  });
});
