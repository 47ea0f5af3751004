import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundHttp, type OutboundHttpOptions } from '../../../../src/engine/http/transport.js';
import type { OutboundRequest } from '../../../../src/engine/http/types.js';
import { parseProxies } from '../../../../src/kernel/net/proxies.js';
import { type RunningServer, startConnectProxy, startPlatform, startRaw, startSocksProxy } from '../../../support/outbound-servers.js';
import { createTestAuthority, type Identified, type TestAuthority } from '../../../support/test-authority.js';

let authority: TestAuthority;
let identity: Identified;
let platform: RunningServer;
const target = () => platform.port;

beforeAll(async () => {
  authority = await createTestAuthority();
  identity = await authority.issue(['platform.example.com', 'localhost']);
  platform = await startPlatform(identity, (request, response) => response.end(`asked ${request.headers.host}`));
});
afterAll(async () => {
  await platform.close();
  authority.remove();
});

function request(over: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    method: 'GET',
    url: new URL('https://platform.example.com/x'),
    headers: {},
    followTo: null,
    expectedStatuses: new Set(),
    limitKey: 'platform.example.com',
    egressKey: 'platform',
    violation: () => null,
    ...over,
  };
}

async function query(proxyUrl: string, over: Partial<OutboundRequest> = {}, options: OutboundHttpOptions = {}) {
  const http = createOutboundHttp({
    proxyUrl,
    caFile: authority.caFile,
    retry: { attempts: 1, backoffMs: 10 },
    ...options,
  });
  const outcome = await http.send(request(over), { signal: new AbortController().signal, deadlineMs: 1_000 });
  await http.close();
  return outcome;
}
const answered = { ok: true, requests: 1, answer: { status: 200, body: 'asked platform.example.com' } };

describe('an HTTP proxy', () => {
  it("is asked for a tunnel by name, and the certificate is the platform's", async () => {
    const proxy = await startConnectProxy({ target });
    expect(await query(`http://127.0.0.1:${proxy.port}`)).toMatchObject(answered);
    expect(proxy.requests).toEqual(['platform.example.com:443']);
    expect(await query(`http://127.0.0.1:${proxy.port}`, { url: new URL('https://other.example.com/') })).toMatchObject({
      ok: false,
      reason: 'unreachable',
      detail: 'certificate: ERR_TLS_CERT_ALTNAME_INVALID',
    });
    await proxy.close();
  });

  it('is given its credentials, and the platform is not', async () => {
    const proxy = await startConnectProxy({ target });
    await query(`http://us%20er:s%3Aecret@127.0.0.1:${proxy.port}`);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('us er:s:ecret').toString('base64')}`]);
    await proxy.close();
  });

  it('may itself want TLS, with a certificate that holds', async () => {
    const proxy = await startConnectProxy({ target, tls: identity });
    expect(await query(`https://localhost:${proxy.port}`)).toMatchObject(answered);
    expect(await query(`https://127.0.0.1:${proxy.port}`)).toMatchObject({ ok: false, reason: 'proxy_failed' });
    await proxy.close();
  });

  it.each([
    ['HTTP/1.1 502 Bad Gateway\r\n\r\n', 2],
    ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 1],
    ['HTTP/1.1 403 Forbidden\r\n\r\n', 1],
    ['HTTP/1.1 200', 2],
    ['SSH-2.0-hello\r\n\r\n', 1],
    ['x'.repeat(40_000), 1],
  ])('that answers %.40j is a failed proxy', async (answer, requests) => {
    const proxy = await startConnectProxy({ target, answer });
    const before = platform.accepted();
    expect(await query(`http://127.0.0.1:${proxy.port}`)).toMatchObject({ ok: false, reason: 'proxy_failed', requests });
    expect(platform.accepted()).toBe(before);
    await proxy.close();
  });

  it('that is down, that hangs up, or that says nothing never leads to a direct request', async () => {
    const before = platform.accepted();
    const url = new URL(`https://localhost:${platform.port}/`);
    const down = await startRaw(() => undefined);
    await down.close();
    expect(await query(`http://127.0.0.1:${down.port}`, { url })).toMatchObject({
      ok: false,
      reason: 'proxy_failed',
      detail: 'ECONNREFUSED',
    });
    const rude = await startRaw((socket) => socket.destroy());
    expect(await query(`http://127.0.0.1:${rude.port}`, { url })).toMatchObject({ ok: false, reason: 'proxy_failed' });
    const unanswered = await startConnectProxy({ target, isMute: true });
    const outcome = await query(`http://127.0.0.1:${unanswered.port}`, { url });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    expect(outcome.latencyMs).toBeLessThan(8_000);
    await expect.poll(() => unanswered.open()).toBe(0);
    expect(platform.accepted()).toBe(before);
    await Promise.all([rude.close(), unanswered.close()]);
  });
});

describe('a SOCKS 5 proxy', () => {
  it('is asked by name', async () => {
    const proxy = await startSocksProxy({ target });
    expect(await query(`socks5://127.0.0.1:${proxy.port}`)).toMatchObject(answered);
    expect(proxy.requests).toEqual(['platform.example.com:443']);
    await proxy.close();
  });

  it('checks credentials', async () => {
    const proxy = await startSocksProxy({ target, credentials: true });
    expect(await query(`socks5://user:secret@127.0.0.1:${proxy.port}`)).toMatchObject(answered);
    expect(await query(`socks5://user:wrong@127.0.0.1:${proxy.port}`)).toMatchObject({
      ok: false,
      reason: 'proxy_failed',
    });
    expect(await query(`socks5://127.0.0.1:${proxy.port}`)).toMatchObject({ ok: false, reason: 'proxy_failed' });
    await proxy.close();
  });

  it.each([
    [1, 'proxy_failed'],
    [2, 'proxy_failed'],
    [4, 'unreachable'],
    [5, 'unreachable'],
    [8, 'proxy_failed'],
  ])('reply %i: %s', async (reply, reason) => {
    const proxy = await startSocksProxy({ target, reply });
    expect(await query(`socks5://127.0.0.1:${proxy.port}`)).toMatchObject({ ok: false, reason });
    await proxy.close();
  });
});

describe('several proxies', () => {
  it('are read with their kinds and ports', () => {
    const proxies = parseProxies('http://a.example.com:1, https://b.example.com, socks5h://c.example.com');
    expect(proxies.map(({ kind, port }) => `${kind}:${port}`)).toEqual(['http:1', 'https:443', 'socks5:1080']);
  });

  it.each(['ftp://a.example.com', 'a.example.com:80', 'http://', 'http://ok.example.com,nonsense'])(
    '%s is refused at the start',
    (setting) => {
      expect(() => createOutboundHttp({ proxyUrl: setting })).toThrow(/PROBE_PROXY_URL/);
    },
  );

  it('a password is not repeated in the refusal', () => {
    expect(() => parseProxies('ftp://user:secret@a.example.com')).toThrow(expect.not.stringContaining('secret'));
    expect(() => createOutboundHttp({ caFile: '/nowhere/ca.pem' })).toThrow();
  });
});
