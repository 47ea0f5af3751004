import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtPages } from '../../support/dashboard/built-pages.js';
import { addressOf, listedPages, routePatterns } from '../../support/dashboard/routes.js';
import { expectCommonHeaders, expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends exactly this path, and takes the bytes as they come: fetch would tidy the one and unpack the other. */
function raw(url: string, target: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path: target, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }));
    })
      .once('error', reject)
      .end();
  });
}

const VALUES = { account: 'acc_x', lookup: 'lkp_x', batch: 'bat_x', endpoint: 'ep_x', event: 'evt_x', platform: 'example' };

describe('the pages of the dashboard', async () => {
  const folder = await builtPages();
  const document = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const assets = readdirSync(path.join(folder, 'assets')).filter((name) => !/\.(gz|br)$/.test(name));
  const patterns = await routePatterns();
  const service = sharedBareApi({ pagesFolder: folder });
  const get = (target: string, headers: Record<string, string> = {}) => raw(service().url, target, { headers });

  it('are where the address without a path leads to', async () => {
    const { status, headers } = await get('/');
    expect({ status, location: headers.location }).toEqual({ status: 302, location: '/dashboard' });
  });

  it('have addresses, all that are listed among them', async () => {
    expect(patterns).toEqual(expect.arrayContaining((await listedPages()).map(({ to }) => to)));
    expect(patterns).toContain('/dashboard/sign-in');
  });

  it.each([...patterns, '/dashboard/', '/dashboard/no/such/page', '/dashboard/apiary'])(
    '%s is the document, with a policy that allows what is its own and nothing else',
    async (pattern) => {
      const { status, headers, bytes } = await get(addressOf(pattern, VALUES));
      expect({ status, text: bytes.toString() }).toEqual({ status: 200, text: document });
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "form-action 'none'",
        ]),
      );
      expect(policy.join()).not.toMatch(/unsafe|https?:|\*/);
    },
  );

  it('have nothing inline and nothing from elsewhere in the document', () => {
    expect(document).not.toMatch(/<style|\sstyle=|<script>|\son\w+=|(?:src|href)="(?!\/dashboard\/assets\/|\/docs"|data:image)/);
  });

  it('name in the document what is there', async () => {
    const named = [...document.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(1);
    expect(await Promise.all(named.map(async (name) => (await get(name)).status))).toEqual(named.map(() => 200));
  });

  it('load parts that never change under their name, compressed ahead', async () => {
    for (const name of assets) {
      const target = `/dashboard/assets/${name}`;
      const plain = readFileSync(path.join(folder, 'assets', name));
      const [identity, gzip, brotli] = await Promise.all([
        get(target, { 'accept-encoding': 'identity' }),
        get(target, { 'accept-encoding': 'gzip' }),
        get(target, { 'accept-encoding': 'gzip, deflate, br' }),
      ]);
      const all = [identity, gzip, brotli] as const;
      expect(all.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
      expect(gunzipSync(gzip.bytes).equals(plain) && brotliDecompressSync(brotli.bytes).equals(plain) && identity.bytes.equals(plain)).toBe(
        true,
      );
      expect(readFileSync(path.join(folder, 'assets', `${name}.br`)).equals(brotli.bytes)).toBe(true);
      for (const { headers } of all) {
        expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' });
        expect(headers['content-type']).toMatch(/^(text\/(javascript|css|plain)|application\/json|image\/svg\+xml)/);
      }
    }
  });

  it('are not sent again while a copy is good', async () => {
    for (const target of ['/dashboard', `/dashboard/assets/${assets[0]}`]) {
      const first = await get(target);
      const again = await get(target, { 'if-none-match': String(first.headers.etag) });
      expect({ status: again.status, size: again.bytes.length }).toEqual({ status: 304, size: 0 });
    }
  });

  it.each(['/dashboard/keys', '/dashboard'])('HEAD of %s tells the same without the body', async (target) => {
    const [head, whole] = await Promise.all([raw(service().url, target, { method: 'HEAD' }), get(target)]);
    const { date: _, 'x-request-id': __, 'x-ratelimit-remaining': ___, ...same } = whole.headers;
    expect(head).toMatchObject({ status: 200, headers: same });
    expect(head.bytes.length).toBe(0);
  });

  it.each([
    '/dashboard/assets/',
    '/dashboard/assets/main.js',
    '/dashboard/assets/main.js.map',
    '/dashboard/assets/../index.html',
    '/dashboard/assets/..%2findex.html',
    '/dashboard/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    '/dashboard/assets/..%5c..%5cpackage.json',
    '/dashboard/assets/main%00.js',
    '/dashboard/assets/__proto__',
    '/dashboard/assets/constructor',
    '/dashboard/api/',
    '/dashboard/api/no-such-operation',
    '/dashboard/api/accounts/acc_x/no-such-operation',
  ])('%s is nothing, in the words of the interface', async (target) => {
    const { status, headers, bytes } = await get(target);
    const received = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expectRefusal({ status, headers: received, text: bytes.toString(), body: JSON.parse(bytes.toString()) as unknown }, 'not_found');
  });

  it('serve no compressed twin under its own name', async () => {
    expect(await Promise.all(['.gz', '.br'].map(async (end) => (await get(`/dashboard/assets/${assets[0]}${end}`)).status))).toEqual([
      404, 404,
    ]);
  });

  it('have the headers of every answer', async () => {
    expectCommonHeaders(await service().call('GET', '/dashboard'));
  });
});

describe('a service without built pages', () => {
  const service = sharedBareApi({ pagesFolder: '/nonexistent/pages' });

  it.each(['/dashboard', '/dashboard/acc_x/keys'])('answers %s with what to do', async (target) => {
    const answer = await service().call('GET', target);
    expectRefusal(answer, 'not_found');
    expect(answer.text).toContain('npm run build');
  });

  it('has no parts of pages', async () => {
    expectRefusal(await service().call('GET', '/dashboard/assets/main.js'), 'not_found');
  });
});
