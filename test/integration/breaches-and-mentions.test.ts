import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexDigest } from '../../src/facts/breaches/sources/local-index.js';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import type { ImportFields } from '../../src/facts/breaches/import-record.js';
import { importBreaches } from '../../src/features/breaches/use-cases/import-breaches.js';
import { type JsonProvider, startJsonProvider } from '../support/json-provider.js';
import { type Service, startService } from '../support/service.js';
import { portOf } from '../support/port-of.js';

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
    { email: EMAIL, breach: 'Music', date: '2022-11-08', domain: 'deezer.com' },
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
    const port = portOf(pages);
    provider.replies
      .set('/public', {
        json: {
          success: true,
          found: 2,
          sources: [
            { name: 'forum', date: '2019-05' },
            { name: 'Never listed', date: '2018' },
          ],
        },
      })
      .set('/search', {
        json: { results: [{ title: 'A page', url: `http://127.0.0.1:${port}/people`, content: 'about' }], unresponsive_engines: [] },
      });
    const body = await lookup(EMAIL, { footprint: false, breaches: true, webMentions: true });
    expect(body.breaches).toEqual([
      { name: 'Trello', date: '2024-01-16' },
      { name: 'Music', date: '2022-11-08' },
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

describe('a site that is known for its breaches alone', () => {
  const DEEZER = ['deezer'];

  it('is listed without a kind of identity that it is asked about', async () => {
    const { key } = await service.account();
    const one = (await service.call('GET', '/v1/platforms', { key })).body as { platforms: { platform: string }[] };
    expect(one.platforms.find(({ platform }) => platform === 'deezer')).toEqual({ platform: 'deezer', supports: [], instant: [] });
    const two = (await service.call('GET', '/v2/platforms', { key })).body as { platforms: { platform: string }[] };
    const site = { platform: 'deezer', name: 'Deezer', homepage: 'https://deezer.com', health: [], instant: [], keys: [] };
    expect(two.platforms.find(({ platform }) => platform === 'deezer')).toMatchObject(site);
    expect((await service.call('GET', '/v2/platforms/deezer', { key })).body).toMatchObject({ ...site, history: [] });
  });

  it('is accepted in `platforms` by v1 and v2, and is a result and counted where a breach of it lists the address', async () => {
    const { key } = await service.account();
    const v1 = await service.call('POST', '/v1/lookup?wait=true', { key, body: { email: EMAIL, platforms: DEEZER } });
    expect([v1.status, v1.body]).toMatchObject([200, { platformsChecked: 1, matches: 1, hits: DEEZER }]);
    const shown = { platform: 'deezer', registered: true, method: 'breach_record' };
    const resultsOf = (body: unknown) => (body as { results: { platform: string }[] }).results;
    expect(resultsOf(v1.body).filter(({ platform }) => platform === 'deezer')).toMatchObject([shown]);
    const body = { identities: { emails: [EMAIL] }, platforms: DEEZER, mode: 'wait' };
    const v2 = await service.call('POST', '/v2/lookup', { key, body });
    expect([v2.status, v2.body]).toMatchObject([200, { platformsChecked: 1, matches: 1, omitted: 0 }]);
    expect(resultsOf(v2.body)).toMatchObject([{ ...shown, name: 'Deezer' }]);
  });

  it('is neither a result nor counted where none does: without a breach nothing is known', async () => {
    const { key } = await service.account();
    const v1 = await service.call('POST', '/v1/lookup?wait=true', { key, body: { email: 'unlisted@example.com', platforms: DEEZER } });
    expect([v1.status, v1.body]).toMatchObject([200, { platformsChecked: 0, matches: 0, results: [] }]);
    const body = { identities: { emails: ['unlisted@example.com'] }, platforms: DEEZER, mode: 'wait' };
    const v2 = await service.call('POST', '/v2/lookup', { key, body });
    expect([v2.status, v2.body]).toMatchObject([200, { platformsChecked: 0, matches: 0, results: [] }]);
  });
});
