/** A bundle is fetched from any address, through the proxy of the settings; what goes wrong is said in one sentence. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_BUNDLE_BYTES } from '../../../src/engine/catalogue/bundle.js';
import { bundleBytes, newestBundle } from '../../../src/cli/bundle-bytes.js';
import { type ConnectProxy, type RunningServer, startConnectProxy, startPlatform } from '../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../support/test-authority.js';

const BUNDLE = Buffer.from([0x1f, 0x8b, 0xff, 0x00, 0x80, 0x0a]);
const LONG_MS = 30_000;

describe('a bundle from an address', () => {
  let authority: TestAuthority;
  let server: RunningServer;
  let proxy: ConnectProxy;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  let requested: string[] = [];
  beforeAll(async () => {
    authority = await createTestAuthority();
    const identity = await authority.issue(['bundles.example.com', 'mirror.example.com']);
    server = await startPlatform(identity, (request, response) => {
      requested.push(`${request.headers.host}${request.url}`);
      handle(request, response);
    });
    proxy = await startConnectProxy({ target: () => server.port });
  });
  afterAll(async () => {
    await Promise.all([server.close(), proxy.close()]);
    authority.remove();
  });
  beforeEach(() => {
    requested = [];
    proxy.requests.length = 0;
  });
  const egress = () => ({ PROBE_PROXY_URL: `http://127.0.0.1:${proxy.port}`, PROBE_CA_FILE: authority.caFile });
  const fetched = (address = 'https://bundles.example.com/7.bundle?token=secret', timeoutMs = LONG_MS) =>
    bundleBytes(address, egress(), timeoutMs);
  const redirect = (location: string) => (request: IncomingMessage, response: ServerResponse) =>
    request.url === '/moved' ? response.end(BUNDLE) : response.writeHead(302, { location }).end();
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it was fetched'),
      (error: Error) => error.message,
    );

  it('is fetched byte for byte through the proxy', async () => {
    handle = (_, response) => response.end(BUNDLE);
    expect(await fetched()).toEqual(BUNDLE);
    expect(proxy.requests).toEqual(['bundles.example.com:443']);
  });

  it('is fetched where a redirect leads, on another host too', async () => {
    handle = redirect('https://mirror.example.com/moved');
    expect(await fetched()).toEqual(BUNDLE);
    expect(requested).toEqual(['bundles.example.com/7.bundle?token=secret', 'mirror.example.com/moved']);
    expect(proxy.requests).toEqual(['bundles.example.com:443', 'mirror.example.com:443']);
  });

  it.each([
    ['to plain HTTP', 'http://mirror.example.com/moved', 'to plain HTTP'],
    ['for ever', '/7.bundle', 'too many times'],
    ['to what is no address', 'ftp://mirror.example.com/moved', 'to an unreadable address'],
  ])('that is redirected %s is not', async (_, location, why) => {
    handle = redirect(location);
    expect(await refusal(fetched())).toBe(`bundles.example.com redirects ${why}.`);
    expect(requested.length).toBeLessThanOrEqual(6);
  });

  it.each([404, 403, 500, 204])('that is answered with %i is refused', async (status) => {
    handle = (_, response) => response.writeHead(status).end();
    expect(await refusal(fetched())).toBe(`bundles.example.com answered ${status}.`);
  });

  it('that is too large is refused while it is fetched, whether its length is announced or not', async () => {
    const tooLarge = `The bundle is refused: it has more than ${MAX_BUNDLE_BYTES} bytes.`;
    handle = (_, response) => response.writeHead(200, { 'content-length': 50 * 1_048_576 }).flushHeaders();
    expect(await refusal(fetched())).toBe(tooLarge);
    let sent = 0;
    handle = (_, response) => {
      const chunk = Buffer.alloc(64 * 1_024);
      const more = (): void => {
        if (response.destroyed) return;
        sent += chunk.length;
        response.write(chunk, more);
      };
      more();
    };
    expect(await refusal(fetched())).toBe(tooLarge);
    expect(sent).toBeLessThan(50 * 1_048_576);
  });

  it('that hangs, before its head or within its body, is given up', async () => {
    for (const hang of [() => undefined, (_: IncomingMessage, response: ServerResponse) => void response.write(BUNDLE)]) {
      handle = hang;
      expect(await refusal(fetched(undefined, 300))).toBe('bundles.example.com did not send the whole bundle in time.');
    }
  });

  it('that is cut off is not taken for whole', async () => {
    handle = (_, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write(BUNDLE, () => response.destroy());
    };
    expect(await refusal(fetched())).toMatch(/^The bundle could not be fetched from bundles\.example\.com \([^)]+\)\.$/);
  });

  it('of a server without a certificate that is trusted is refused, and so is one behind a proxy that refuses', async () => {
    handle = (_, response) => response.end(BUNDLE);
    const unauthenticated = bundleBytes('https://bundles.example.com/', { ...egress(), PROBE_CA_FILE: undefined });
    expect(await refusal(unauthenticated)).toMatch(
      /^The bundle could not be fetched from bundles\.example\.com \(certificate: [A-Z_]+\)\.$/,
    );
    const closed = await startConnectProxy({ target: () => server.port, answer: 'HTTP/1.1 407 No\r\n\r\n' });
    const refused = bundleBytes('https://bundles.example.com/', { ...egress(), PROBE_PROXY_URL: `http://127.0.0.1:${closed.port}` });
    expect(await refusal(refused)).toMatch(/the proxy of PROBE_PROXY_URL failed/);
    await closed.close();
    expect(requested).toEqual([]);
  });

  it('is fetched from beside what tells of it, and not where it was accepted before', async () => {
    handle = (request, response) =>
      request.url === '/latest/catalogue.json'
        ? response.writeHead(302, { location: 'https://mirror.example.com/told' }).end()
        : response.end(request.url === '/told' ? JSON.stringify({ file: 'build/7.bundle', version: 7, bytes: 6 }) : BUNDLE);
    const address = 'https://bundles.example.com/latest/catalogue.json';
    expect(await newestBundle(address, egress(), undefined)).toEqual(BUNDLE);
    expect(requested).toEqual([
      'bundles.example.com/latest/catalogue.json',
      'mirror.example.com/told',
      'bundles.example.com/latest/7.bundle',
    ]);
    expect(await newestBundle(address, egress(), 6)).toEqual(BUNDLE);
    requested = [];
    expect(await newestBundle(address, egress(), 7)).toBeNull();
    expect(requested).not.toContain('bundles.example.com/latest/7.bundle');
    handle = (_, response) => response.end('{"file": "7.bundle"}');
    expect(await refusal(newestBundle(address, egress(), 6))).toBe('The file is neither a bundle nor the description of one.');
    handle = (_, response) => response.end(BUNDLE);
    expect(await newestBundle('https://bundles.example.com/7.bundle', egress(), 7)).toEqual(BUNDLE);
  });

  it('is not fetched from an address of another kind', async () => {
    expect(await refusal(fetched('ftp://bundles.example.com/7.bundle'))).toMatch(/only from http:\/\/ and https:\/\/ addresses\.$/);
    expect(await refusal(fetched('https://'))).toMatch(/http:\/\/ and https:\/\/ addresses\.$/);
    expect(await refusal(fetched('/no/such/file'))).toBe('/no/such/file cannot be read.');
  });
});
