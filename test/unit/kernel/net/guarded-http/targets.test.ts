import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedHttp, type GuardedHttp, type NameResolver } from '../../../../../src/kernel/net/guarded-http/index.js';
import { startRaw, type RunningServer } from '../../../../support/outbound-servers.js';
import { refusedUrls } from '../../../../support/refused-urls.js';

/** Counts who comes, and must count nobody; it listens where every private spelling of this machine leads. */
let listener: RunningServer;
beforeAll(async () => {
  listener = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nINTERNAL'));
});
afterAll(() => listener.close());

const bounds = { deadlineMs: 5_000 };
const post = { method: 'POST', body: '{}', maxBytes: 1_024, ...bounds } as const;
const answers =
  (table: Readonly<Record<string, readonly string[]>>): NameResolver =>
  async (host) =>
    table[host] ?? [];
const guardedBy = (resolver: NameResolver): GuardedHttp => createGuardedHttp({ resolver, portsFrom: 1_024 });

describe('a URL that a stranger gave', () => {
  it('is refused with its code in every spelling that leads nowhere public, and nobody is connected to', async () => {
    const corpus = refusedUrls(listener.port);
    const http = guardedBy(async () => ['127.0.0.1']);
    expect(corpus.length).toBeGreaterThan(180);
    for (const { url, code } of corpus) {
      expect(await http.check(url, bounds), url).toMatchObject({ ok: false, failure: code });
      expect(await http.request({ ...post, url }), url).toMatchObject({ ok: false, failure: code, remoteAddress: null, status: null });
    }
    expect(listener.accepted()).toBe(0);
  });

  it('is refused on the same grounds where plain http is allowed', async () => {
    const http = createGuardedHttp({ resolver: async () => ['127.0.0.1'], allowHttp: true, portsFrom: 1_024 });
    const corpus = refusedUrls(listener.port).filter(({ code }) => code !== 'scheme_not_allowed' && code !== 'port_not_allowed');
    for (const { url, code } of corpus) {
      const plain = url.replace(/^https:/, 'http:').replace(/^ht\ttps:/, 'ht\ttp:');
      expect(await http.request({ ...post, url: plain }), plain).toMatchObject({ ok: false, failure: code });
    }
    expect(listener.accepted()).toBe(0);
  });

  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM:443/Hook?b=2&a=1#part', 'https://example.com/Hook?b=2&a=1'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://hooks_1.example.com/', 'https://hooks_1.example.com/'],
    ['https://93.184.215.14/', 'https://93.184.215.14/'],
    ['https://[2606:4700:4700:0:0:0:0:1111]/', 'https://[2606:4700:4700::1111]/'],
  ])('%s is read as %s', async (given, url) => {
    const checked = await guardedBy(async () => ['93.184.215.14']).check(given, bounds);
    expect(checked.ok && checked.url.href).toBe(url);
  });
});

describe('a name', () => {
  it.each([
    ['private', ['10.0.0.1']],
    ['mixed, public first', ['93.184.215.14', '127.0.0.1']],
    ['mixed, private first', ['127.0.0.1', '93.184.215.14']],
    ['mixed families', ['93.184.215.14', '::1']],
    ['mapped', ['::ffff:93.184.215.14']],
    ['link-local', ['169.254.169.254']],
    ['hidden behind many', [...Array.from({ length: 60 }, (_, index) => `93.184.215.${index}`), '192.168.0.1']],
    ['not even an address', ['example.com']],
  ])('whose addresses are %s is refused whole', async (_, addresses) => {
    const http = guardedBy(answers({ 'name.example.com': addresses }));
    const url = `https://name.example.com:${listener.port}/`;
    expect(await http.check(url, bounds)).toMatchObject({ ok: false, failure: 'blocked_address' });
    expect(await http.request({ ...post, url })).toMatchObject({ ok: false, failure: 'blocked_address' });
    expect(await http.checkHost('name.example.com', bounds)).toMatchObject({ ok: false, failure: 'blocked_address' });
    expect(await http.connect({ host: 'name.example.com', port: listener.port }, bounds)).toMatchObject({
      ok: false,
      failure: 'blocked_address',
    });
    expect(listener.accepted()).toBe(0);
  });

  it('that was public when it was saved and is private when it is asked is refused then', async () => {
    const iterations = [['93.184.215.14'], ['127.0.0.1']];
    const http = guardedBy(async () => iterations.shift() ?? []);
    const url = `https://flips.example.com:${listener.port}/`;
    expect(await http.check(url, bounds)).toMatchObject({ ok: true });
    expect(await http.request({ ...post, url })).toMatchObject({ ok: false, failure: 'blocked_address' });
    expect(listener.accepted()).toBe(0);
  });

  it('is resolved once a call: what was checked is what is dialled, whatever the name says next', async () => {
    let requested = 0;
    const resolver: NameResolver = async () => (requested++ === 0 ? ['192.168.255.254'] : ['127.0.0.1']);
    const http = createGuardedHttp({ resolver, portsFrom: 1_024, allowedNetworks: ['192.168.255.0/24'] });
    const outcome = await http.request({ ...post, url: `https://flips.example.com:${listener.port}/`, deadlineMs: 300 });
    expect(outcome).toMatchObject({ ok: false, remoteAddress: null });
    expect([requested, listener.accepted()]).toEqual([1, 0]);
  });

  it('that has no address, or fails, is told apart from one that is refused', async () => {
    const http = guardedBy(async (host) => (host === 'none.example.com' ? [] : Promise.reject(new Error('SERVFAIL'))));
    expect(await http.check('https://none.example.com/', bounds)).toMatchObject({ ok: false, failure: 'dns' });
    expect(await http.check('https://broken.example.com/', bounds)).toMatchObject({ ok: false, failure: 'dns' });
  });

  it('whose servers are silent ends with the deadline, or with the caller', async () => {
    const http = guardedBy(() => new Promise(() => undefined));
    const url = 'https://silent.example.com/';
    expect(await http.check(url, { deadlineMs: 30 })).toMatchObject({ ok: false, failure: 'timeout' });
    expect(await http.request({ ...post, url, deadlineMs: 30 })).toMatchObject({ ok: false, failure: 'timeout', remoteAddress: null });
    const caller = new AbortController();
    const call = http.request({ ...post, url, signal: caller.signal });
    caller.abort();
    expect(await call).toMatchObject({ ok: false, failure: 'interrupted' });
  });
});

describe('networks that the operator named', () => {
  it('may be asked, also on other ports, and nothing beside them may', async () => {
    const resolver = answers({
      'inside.example.com': ['127.0.0.1'],
      'half.example.com': ['127.0.0.1', '10.0.0.1'],
      'outside.example.com': ['93.184.215.14'],
    });
    const http = createGuardedHttp({ resolver, allowHttp: true, allowedNetworks: ['127.0.0.0/8'] });
    const at = (host: string) => http.request({ method: 'GET', url: `http://${host}:${listener.port}/`, maxBytes: 100, ...bounds });
    const before = listener.accepted();
    expect(await at('inside.example.com')).toMatchObject({ ok: true, status: 200, remoteAddress: '127.0.0.1' });
    expect(await at('half.example.com')).toMatchObject({ ok: false, failure: 'blocked_address' });
    expect(await at('outside.example.com')).toMatchObject({ ok: false, failure: 'port_not_allowed' });
    expect(await at('[::ffff:127.0.0.1]')).toMatchObject({ ok: false, failure: 'blocked_address' });
    expect(await at('2130706433')).toMatchObject({ ok: false, failure: 'odd_address' });
    expect(listener.accepted() - before).toBe(1);
  });

  it('are read when the client is made: one that names nothing stops it', () => {
    expect(() => createGuardedHttp({ allowedNetworks: ['0.0.0.0/0'] })).toThrow();
    expect(() => createGuardedHttp({ caFile: '/nowhere/ca.pem' })).toThrow();
  });

  it('other protocols dial through the same guard', async () => {
    const http = createGuardedHttp({ resolver: answers({ 'mx.example.com': ['127.0.0.1'] }), allowedNetworks: ['127.0.0.0/8'] });
    const connection = await http.connect({ host: 'mx.example.com', port: listener.port }, bounds);
    expect(connection).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
    if (connection.ok) connection.socket.destroy();
    const closed = await startRaw(() => undefined);
    await closed.close();
    expect(await http.connect({ host: 'mx.example.com', port: closed.port }, bounds)).toMatchObject({
      ok: false,
      failure: 'connect',
      detail: 'ECONNREFUSED',
    });
    expect(await http.connect({ host: 'mx.example.com.', port: 25 }, bounds)).toMatchObject({ ok: false, failure: 'trailing_dot' });
  });
});
