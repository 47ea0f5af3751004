import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexDigest } from '../../src/modules/breaches/local-index.js';
import { LibraryIdentityParser } from '../../src/adapters/identity-parser.js';
import type { ImportFields } from '../../src/domain/breaches/import-record.js';
import { importBreaches } from '../../src/services/breaches/import-breaches.js';
import { type JsonProvider, startJsonProvider } from '../support/json-provider.js';
import { type Service, startService } from '../support/service.js';

const EMAIL = 'listed@example.com';

let provider: JsonProvider;
let pages: Server;
let service: Service;
beforeAll(async () => {
  provider = await startJsonProvider();
  pages = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Write to ${EMAIL}.</p>`));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  service = await startService({
    env: {
      LEAKCHECK: 'true',
      LEAKCHECK_URL: `${provider.url}/public`,
      SEARXNG_URL: provider.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  });
  const records: ImportFields[] = [
    { email: EMAIL, breach: 'Trello', date: '2024-01-16', domain: 'trello.com' },
    { email: EMAIL, breach: 'Forum', date: '2019-05-06' },
  ];
  await importBreaches(
    { store: service.record.breachImports, identities: new LibraryIdentityParser(), digest: indexDigest },
    { fingerprint: 'test', lines: lines(records), defaults: {}, onProblem: () => undefined },
  );
});
afterAll(async () => {
  await service.close();
  await provider.close();
  pages.closeAllConnections();
  await new Promise((resolve) => pages.close(resolve));
});

async function* lines(records: readonly ImportFields[]) {
  for (const [at, fields] of records.entries()) yield { line: at + 2, fields };
}

async function lookup(email: string, checks: object) {
  const { key } = await service.account();
  const answer = await service.call('POST', '/v1/lookup?wait=true', { key, body: { email, checks } });
  expect(answer.status).toBe(200);
  return answer.body as { breaches: unknown; webMentions: unknown; results: { platform: string; method: string; registered: boolean }[] };
}

describe('a lookup', () => {
  it('tells the breaches of every source, once, and the pages that hold the address', async () => {
    const { port } = pages.address() as AddressInfo;
    provider.replies
      .set('/public', {
        json: {
          success: true,
          found: 2,
          sources: [
            { name: 'forum', date: '2019-05' },
            { name: 'Unheard of', date: '2018' },
          ],
        },
      })
      .set('/search', {
        json: { results: [{ title: 'A page', url: `http://127.0.0.1:${port}/people`, content: 'about' }], unresponsive_engines: [] },
      });
    const body = await lookup(EMAIL, { footprint: false, breaches: true, webMentions: true });
    expect(body.breaches).toEqual([
      { name: 'Trello', date: '2024-01-16' },
      { name: 'Forum', date: '2019-05-06' },
    ]);
    expect(body.webMentions).toEqual([
      { title: 'A page', url: `http://127.0.0.1:${port}/people`, snippet: 'about', matchConfidence: 'confirmed' },
    ]);
  });

  it('has null where nobody answered, and an empty list where somebody said "none"', async () => {
    provider.replies.set('/public', { json: { success: false, error: 'Not found' } }).set('/search', 'server error');
    const body = await lookup('unlisted@example.com', { footprint: false, breaches: true, webMentions: true });
    expect(body.breaches).toEqual([]);
    expect(body.webMentions).toBeNull();
    expect(
      (await lookup('unlisted@example.com', { footprint: false, email: true, breaches: false, webMentions: false })).breaches,
    ).toBeNull();
  });
});
