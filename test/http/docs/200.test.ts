import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

describe('the reference', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi({ pagesFolder: path.join(PROJECT_ROOT, 'no-pages') });
  });
  afterAll(() => service.close());

  /** Everything that the page names in `src` and `href`. */
  async function named(): Promise<string[]> {
    const page = await service.call('GET', '/docs');
    return [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1] ?? '');
  }

  it('the document is served without a key, and is the one in docs/', async () => {
    const response = await service.call('GET', '/openapi.json');
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    expectCommonHeaders(response);
    // In docs/ with fewer lines.
    const document: unknown = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8'));
    expect(response.text).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  it('every path of the document is served: without a key it answers 401', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).body as { paths: Record<string, Record<string, unknown>> };
    for (const [template, item] of Object.entries(paths)) {
      for (const method of Object.keys(item)) {
        await service.sql`DELETE FROM rate_windows`; // there are more operations than a minute allows to an address
        const response = await service.call(method.toUpperCase(), template.replace(/\{\w+\}/g, 'lkp_x'));
        expect({ method, template, status: response.status }).toEqual({ method, template, status: 401 });
      }
    }
  });

  it('the page needs no key and no other host', async () => {
    const response = await service.call('GET', '/docs');
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    expectCommonHeaders(response);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(response.text).not.toMatch(/https?:|<style|<script>|\son\w+=/);
  });

  it('what the page loads is there, with its type', async () => {
    const types = await Promise.all(
      (await named()).map(async (file) => {
        const response = await service.call('GET', file);
        expect({ file, status: response.status }).toEqual({ file, status: 200 });
        return response.headers.get('content-type');
      }),
    );
    expect(types.sort()).toEqual([
      'application/json; charset=utf-8',
      'image/png',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
  });

  it('/llms.txt names the documents for callers, and each is served as it is in docs/', async () => {
    const list = await service.call('GET', '/llms.txt');
    expect([list.status, list.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expectCommonHeaders(list);
    expect(list.text).toMatch(/^# Footprint\n\n> /);
    const addresses = [...list.text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
    expect(addresses).toEqual(expect.arrayContaining(['/docs/quickstart.md', '/docs/mcp.md', '/openapi.json']));
    for (const address of addresses) {
      const { status, text } = await service.call('GET', address);
      expect([address, status]).toEqual([address, 200]);
      if (address.endsWith('.md')) expect(text).toBe(readFileSync(path.join(PROJECT_ROOT, address), 'utf8'));
    }
    expect((await service.call('GET', '/docs/runbook.md')).status).toBe(404);
  });

  it('where no pages are built, the address without a path leads to it', async () => {
    const response = await fetch(`${service.url}/`, { redirect: 'manual' });
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({ status: 302, location: '/docs' });
    expectCommonHeaders(response);
    expect(await (await fetch(service.url)).text()).toBe((await service.call('GET', '/docs')).text);
  });

  it('a copy that is still good is not sent again', async () => {
    const first = await service.call('GET', '/openapi.json');
    const again = await service.call('GET', '/openapi.json', {
      // Fetch would add `no-cache`, which asks for the whole answer.
      headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expectCommonHeaders(again);
  });

  it('is compressed for those who take it, and plain for those who do not', async () => {
    const plain = await service.call('GET', '/openapi.json', { headers: { 'accept-encoding': 'identity' } });
    const zipped = await service.call('GET', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect([plain, zipped].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(zipped.text).toBe(plain.text);
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 5);
  });

  it('HEAD tells the same without the body', async () => {
    const head = await service.call('HEAD', '/docs');
    expect({ status: head.status, text: head.text, type: head.headers.get('content-type') }).toEqual({
      status: 200,
      text: '',
      type: 'text/html; charset=utf-8',
    });
  });
});
