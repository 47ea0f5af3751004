import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../../../src/kernel/config/env.js';
import { createMentionSearch } from '../../../../../src/facts/mentions/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { FAULTS, type Fault, type JsonProvider, startJsonProvider } from '../../../../support/json-provider.js';
import { type Engine, type Hit, html, MENTION, pages, PATHS, QUERY, redirect, SHAPES, SITE } from '../../../../support/mention-pages.js';
import { startPlatform } from '../../../../support/outbound-servers.js';
import { refusedUrls } from '../../../../support/refused-urls.js';
import { createTestAuthority } from '../../../../support/test-authority.js';
import { portOf } from '../../../../support/port-of.js';

let provider: JsonProvider;
let http: ProviderHttp;
let site: Server;
let port: number;
let visits: string[];
let connections = 0;

beforeAll(async () => {
  site = createServer((request, response) => {
    visits.push(request.url ?? '');
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    (pages[path] ?? pages['/gone'] ?? html(''))(request, response);
  });
  site.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  port = portOf(site);
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});
beforeEach(async () => {
  visits = [];
  provider = await startJsonProvider();
  http = createProviderHttp();
});
afterEach(async () => {
  await Promise.all([http.close(), provider.close()]);
});

const OFF: Config = {
  ...readConfig({}),
  BRAVE_URL: 'https://a.example.com',
  MOJEEK_URL: 'https://b.example.com',
  KAGI_URL: 'https://c.example.com',
};
const engines = () => ({
  searxng: { SEARXNG_URL: `${provider.url}/sx/` },
  brave: { BRAVE_API_KEY: 'brave-key-1', BRAVE_URL: provider.url },
  mojeek: { MOJEEK_API_KEY: 'mojeek-key-1', MOJEEK_URL: `${provider.url}/mj` },
  kagi: { KAGI_API_KEY: 'kagi-key-1', KAGI_URL: provider.url },
});
const hit = (path: string): Hit => ({ title: `Page ${path}`, url: `http://${SITE}:${port}${path}`, text: `about <b>${path}</b>` });

function open(config: Partial<Config>, nearby = true) {
  return createMentionSearch({
    config: { ...OFF, ...config, ...(nearby ? { OUTBOUND_ALLOWED_NETWORKS: ['127.0.0.0/8'] } : {}) },
    http,
    guarded: { resolver: async () => ['127.0.0.1'], portsFrom: 1_024 },
  });
}
async function send(config: Partial<Config>, query = QUERY, budgetMs = 6_000, nearby = true) {
  const { search } = open(config, nearby);
  if (search === null) throw new Error('nothing is configured');
  return search.search(query, { signal: new AbortController().signal, budgetMs });
}

describe('every engine', () => {
  const names = Object.keys(PATHS) as Engine[];

  it.each(names)('%s is asked for the exact phrase, with its key where it belongs', async (name) => {
    provider.replies.set(PATHS[name], { json: SHAPES[name]([hit('/mention')]) });
    const { facts, notes } = await send(engines()[name]);
    expect(facts).toEqual([
      { title: 'Page /mention', url: `http://${SITE}:${port}/mention`, snippet: 'about /mention', matchConfidence: 'confirmed' },
    ]);
    expect(notes).toMatchObject([
      { source: name, failure: null, codes: ['pages_found'] },
      { source: 'page_check', codes: ['page_confirmed'] },
    ]);
    const [requested] = provider.seen;
    const phrase = name === 'kagi' ? (JSON.parse(requested?.body ?? '') as { query: string }).query : requested?.query.get('q');
    expect(phrase).toBe(`"${QUERY}"`);
    const key = {
      searxng: null,
      brave: requested?.headers['x-subscription-token'],
      mojeek: requested?.query.get('api_key'),
      kagi: requested?.headers.authorization,
    }[name];
    expect(key).toBe({ searxng: null, brave: 'brave-key-1', mojeek: 'mojeek-key-1', kagi: 'Bearer kagi-key-1' }[name]);
    expect(JSON.stringify(notes)).not.toContain('key-1');
  });

  it.each(names)('%s that found nothing says so: an empty list', async (name) => {
    provider.replies.set(PATHS[name], { json: SHAPES[name]([]) });
    expect(await send(engines()[name])).toMatchObject({ facts: [], notes: [{ source: name, failure: null, codes: ['nothing_found'] }] });
  });

  it.each(names.flatMap((name) => (Object.keys(FAULTS) as Fault[]).map((fault) => [name, fault] as const)))(
    '%s: %s is unknown, with a reason',
    async (name, fault) => {
      provider.replies.set(PATHS[name], fault);
      const { facts, notes } = await send(engines()[name], QUERY, 900);
      expect(facts).toBeNull();
      expect(notes[0]?.failure).not.toBeNull();
      if (fault === 'hang' || fault === 'drip') expect(notes[0]?.failure).toBe('timeout');
      if (fault === 'too many') expect(notes[0]?.failure).toBe('rate_limited');
    },
  );

  it.each(names)('%s behind a certificate of nobody is unreachable', async (name) => {
    const authority = await createTestAuthority();
    const server = await startPlatform(await authority.issue(['127.0.0.1']), (_, response) =>
      response.end(JSON.stringify(SHAPES[name]([]))),
    );
    const config = Object.fromEntries(
      Object.entries(engines()[name]).map(([key, value]) => [key, value.replace(provider.url, `https://127.0.0.1:${server.port}`)]),
    );
    expect(await send(config)).toMatchObject({ facts: null, notes: [{ failure: 'unreachable' }] });
    await server.close();
    authority.remove();
  });

  it('is off unless it is configured', () => {
    const nothing = open({});
    expect(nothing.search).toBeNull();
    expect(nothing.sources.map(({ name, configured }) => [name, configured])).toEqual([
      ['searxng', false],
      ['brave', false],
      ['mojeek', false],
      ['kagi', false],
    ]);
    expect(open(engines().kagi).sources.find(({ name }) => name === 'kagi')).toMatchObject({
      configured: true,
      module: 'webMentions',
      settings: ['KAGI_API_KEY'],
    });
  });
});

describe('an answer that is none', () => {
  it.each([
    ['searxng', { results: [], unresponsive_engines: [['google', 'timeout']] }, 'unknown'],
    ['brave', { type: 'search', query: { original: 'x', altered: 'alice example' }, web: { results: [] } }, 'unknown'],
    ['mojeek', { response: { status: 'ERROR: Daily Limit Reached.' } }, 'rate_limited'],
    ['mojeek', { response: { status: 'ERROR: Invalid API key' } }, 'unauthorized'],
    ['mojeek', { response: { status: 'ERROR: something else' } }, 'refused'],
    ['kagi', { data: {} }, 'malformed'],
    ['kagi', { data: null, error: [{ code: 1 }] }, 'malformed'],
  ] as const)('%s: %j is %s', async (name, json, failure) => {
    provider.replies.set(PATHS[name], { json });
    expect(await send(engines()[name])).toMatchObject({ facts: null, notes: [{ failure }] });
  });

  it('one engine that answers is enough, and its "nothing" counts', async () => {
    provider.replies.set(PATHS.searxng, { json: SHAPES.searxng([]) }).set(PATHS.kagi, 'server error');
    expect((await send({ ...engines().searxng, ...engines().kagi })).facts).toEqual([]);
  });

  it('a list of which nothing is an address on the web is not an empty one', async () => {
    provider.replies.set(PATHS.searxng, {
      json: {
        results: [
          { title: 'x', url: 'javascript:alert(1)' },
          { title: 'y', url: 'file:///etc/hosts' },
        ],
      },
    });
    expect((await send(engines().searxng)).facts).toBeNull();
  });

  it('several engines make one list without repetition', async () => {
    provider.replies
      .set(PATHS.searxng, { json: SHAPES.searxng([hit('/other'), hit('/mention')]) })
      .set(PATHS.brave, { json: SHAPES.brave([hit('/mention?utm_source=b'), hit('/plain')]) });
    const { facts } = await send({ ...engines().searxng, ...engines().brave });
    expect(facts?.map(({ url, matchConfidence }) => [new URL(url).pathname, matchConfidence])).toEqual([
      ['/mention', 'confirmed'],
      ['/plain', 'confirmed'],
      ['/other', 'unconfirmed'],
    ]);
  });
});

describe('a page', () => {
  const look = async (path: string, budgetMs?: number, at = SITE) => {
    provider.replies.set(PATHS.searxng, { json: SHAPES.searxng([{ ...hit(path), url: `http://${at}:${port}${path}` }]) });
    const { facts, notes } = await send(engines().searxng, QUERY, budgetMs);
    return [facts?.[0]?.matchConfidence, notes.at(-1)?.codes[0]];
  };

  it('is not searched for when the query holds the quotation mark of phrases: without it, it is another question', async () => {
    provider.replies.set(PATHS.searxng, { json: SHAPES.searxng([hit('/mention')]) });
    expect(await send(engines().searxng, '"alice smith"@example.com')).toMatchObject({
      facts: null,
      notes: [{ source: 'searxng', failure: 'not_applicable' }],
    });
    expect(provider.seen).toEqual([]);
  });

  it.each(['/mention', '/people/alice@example.com', '/plain', '/xhtml', '/gzip', '/latin', '/odd-charset', '/moved'])(
    '%s confirms',
    async (path) => {
      expect(await look(path)).toEqual(['confirmed', 'page_confirmed']);
    },
  );

  it.each([
    ['/other', 'not_there'],
    ['/longer', 'not_there'],
    ['/script', 'not_there'],
    ['/json', 'not_a_page'],
    ['/pdf', 'not_a_page'],
    ['/untyped', 'not_a_page'],
    ['/forbidden', 'status_403'],
    ['/gone', 'status_404'],
    ['/huge', 'too_large'],
    ['/bomb', 'too_large'],
    ['/cut-off', 'reset'],
    ['/loop', 'too_many_redirects'],
    ['/to-private', 'blocked_address'],
    ['/to-metadata', 'blocked_address'],
  ])('%s leaves it unconfirmed: %s', async (path, code) => {
    expect(await look(path)).toEqual(['unconfirmed', `page_${code}`]);
  });

  it.each([
    ['/search?q=alice%40example.com', 'echo', 0],
    ['/to-search', 'echo', 1],
    ['/unsubscribe?email=alice@example.com', 'echo', 0],
    ['/unsubscribe/alice@example.com', 'left_alone', 0],
    ['/newsletter/stop', 'left_alone', 0],
    ['/to-harm', 'left_alone', 1],
    ['/abmelden/alice@example.com', 'left_alone', 0],
    ['/d%C3%A9sabonner/alice@example.com', 'left_alone', 0],
    ['/opt-out/alice@example.com', 'left_alone', 0],
    ['/mention', 'left_alone', 0, 'unsubscribe.example.org'],
    ['/mention', 'left_alone', 0, 'a.magic-link.example.org'],
    ['/to-host-that-acts', 'left_alone', 1],
  ])('%s is not asked for: %s', async (path, code, requests, at?: string) => {
    pages['/to-host-that-acts'] = redirect(`http://notifications.example.org:${port}/mention`);
    expect(await look(path, undefined, at)).toEqual(['unconfirmed', `page_${code}`]);
    expect(visits).toHaveLength(requests);
  });

  it.each(['/hang', '/drip'])('%s costs no more than the budget', async (path) => {
    const begun = performance.now();
    expect(await look(path, 800)).toEqual(['unconfirmed', 'page_timeout']);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('is looked at with no cookie, no referrer and no word of who is asked about', async () => {
    let headers: IncomingMessage['headers'] = {};
    pages['/headers'] = (request, response) => {
      headers = request.headers;
      html(MENTION)(request, response);
    };
    await look('/headers');
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it('one slow page holds up no other, and no more than twelve are visited', async () => {
    const paths = ['/hang', '/drip', '/hang?2', ...Array.from({ length: 17 }, (_, index) => `/mention?${index}`)];
    // Each on a host of its own, so that the courtesy of two at a time does not make them wait.
    const hits = paths.map((path, index) => ({ ...hit(path), url: `http://s${index}.example.org:${port}${path}` }));
    provider.replies.set(PATHS.searxng, { json: SHAPES.searxng(hits) });
    const { facts } = await send(engines().searxng, QUERY, 1_500);
    expect(facts).toHaveLength(20);
    expect(facts?.filter(({ matchConfidence }) => matchConfidence === 'confirmed')).toHaveLength(9);
    expect(visits).toHaveLength(12);
  });
});

describe('a page that a stranger steers', () => {
  it('is never asked for at an address that is not public, however it is spelt', async () => {
    const before = connections;
    const urls = refusedUrls(port).flatMap(({ url }) => [url, url.replace(/^https:/, 'http:')]);
    for (let from = 0; from < urls.length; from += 10) {
      const hits = urls.slice(from, from + 10).map((url) => ({ title: 't', url, text: 's' }));
      provider.replies.set(PATHS.searxng, { json: SHAPES.searxng(hits) });
      const { facts } = await send(engines().searxng, QUERY, 6_000, false);
      expect((facts ?? []).every(({ matchConfidence }) => matchConfidence === 'unconfirmed')).toBe(true);
    }
    expect(connections - before).toBe(0);
  });
});
