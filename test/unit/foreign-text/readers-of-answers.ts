/** Readers of what platforms, mail servers, registries, providers and receivers answer. */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import ipaddr from 'ipaddr.js';
import { Client } from 'undici';
import { captureText } from '../../../src/engine/evaluation/capture.js';
import { evaluateResponse } from '../../../src/engine/evaluation/evaluate-response.js';
import { pageFingerprint } from '../../../src/engine/evaluation/page-fingerprint.js';
import { structureFingerprint } from '../../../src/engine/evaluation/structure-fingerprint.js';
import { fetchPrelude } from '../../../src/engine/http/probe-prelude.js';
import { openTunnel } from '../../../src/engine/http/tunnels.js';
import { createSearch as createBreachSearch } from '../../../src/facts/breaches/sources/index.js';
import { PROVIDERS as BREACH_PROVIDERS } from '../../../src/facts/breaches/sources/providers.js';
import { createConfigured } from '../../../src/facts/configured-sources.js';
import { isBootstrap, registryBases } from '../../../src/facts/email/registration.js';
import { MailDns } from '../../../src/facts/email/sources/mail-dns.js';
import { RdapClient } from '../../../src/facts/email/sources/rdap-client.js';
import { SmtpSession } from '../../../src/facts/email/sources/smtp-session.js';
import { extensionsOf, recipientState, type SmtpReply } from '../../../src/facts/email/smtp.js';
import { readIpqsEmail, readKickbox, readReacher } from '../../../src/facts/email/verifier-results.js';
import { readIpqualityscore, readProxycheck } from '../../../src/facts/ip/source-results.js';
import { DnsList } from '../../../src/facts/ip/sources/dns-lists.js';
import { createSearch as createMentionSearch } from '../../../src/facts/mentions/sources/index.js';
import { createPageCheck } from '../../../src/facts/mentions/sources/page-check.js';
import { SEARCH_ENGINES } from '../../../src/facts/mentions/sources/search-engines.js';
import { readTelnyx, readTwilio } from '../../../src/facts/phone/source-results.js';
import { createProviderHttp } from '../../../src/facts/provider-http.js';
import { readConfig } from '../../../src/kernel/config/env.js';
import { DnsClient } from '../../../src/kernel/net/dns-client.js';
import { createGuardedHttp } from '../../../src/kernel/net/guarded-http/index.js';
import { cachedForMs, contentKindOf, isPage, redirectTarget, retryAfterSeconds } from '../../../src/kernel/net/http-response.js';
import { exchange } from '../../../src/kernel/net/http/client.js';
import { decodeContent, decodeText, isTruncatedPage, redirectLocation } from '../../../src/kernel/net/response.js';
import { parseJson } from '../../../src/kernel/values/json.js';
import { BARE_RULE } from '../../support/bare-rule.js';
import { KB, never, type Reader, socketThatSends, tried } from './reader.js';
import { HEADERS, JSONS, NAMES, PAGES, REPLIES } from './shapes.js';
import { portOf } from '../../support/port-of.js';

const URL_OF_PAGE = 'https://www.example.com/ada';
const BUDGET = { signal: never, budgetMs: 60_000 };
const responseOf = (body: string, headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' }, status = 200) => ({
  ...{ url: URL_OF_PAGE, status, headers, body },
});

/** What the server below answers to every request. */
let answer: { readonly headers: Readonly<Record<string, string>>; readonly body: string } = { headers: {}, body: '' };
let server: Server;
const origin = (): string => `http://127.0.0.1:${portOf(server)}`;

export async function startPeer(): Promise<() => Promise<void>> {
  server = createServer((_, response) => response.writeHead(200, answer.headers).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function throughProbeClient(text: string): Promise<unknown> {
  const client = new Client(origin());
  const request = { method: 'GET', url: new URL(origin()), headers: {} } as const;
  try {
    const raw = await exchange(
      { client, broken: false, isSingle: true, expectHead: () => undefined },
      request,
      { maxBytes: KB * KB },
      never,
    );
    const type = raw.headers['content-type'];
    const body = decodeText(decodeContent(raw.body, raw.headers['content-encoding'], KB * KB), type);
    return [raw, body, isTruncatedPage({ 'content-type': 'text/html' }, text)];
  } finally {
    await client.destroy();
  }
}

/** Of the SHA-1 of the address that is looked up, all digits but six. */
const SUFFIX = createHash('sha1').update('ada@example.com').digest('hex').slice(6);

/** Each field of a provider's record, so that one record fits all of them. */
const recordOf = (text: string, at: number) => ({
  ...{ Name: `${text}${at}`, Title: `${text}${at}`, Domain: `a${at}.example.com`, BreachDate: at % 3 ? '2013-10-04' : text },
  ...{ IsVerified: true, IsFabricated: false, IsRetired: false, name: `${text}${at}`, date: at % 2 ? '2013-10' : text },
  ...{ breach: `${text}${at}`, domain: text, xposed_date: '2013', verified: 'Yes', breachID: `${text}${at}`, breachedDate: text },
  ...{ hashSuffix: SUFFIX, websites: [text, `${text}${at}`], DataClasses: [text], xposed_data: text },
  ...{ title: text, url: `https://www.example.com/${at}?${text}`, description: text, snippet: text, desc: text, content: text },
});
/** Records of a text, and a text in each: few large ones, or many small ones. */
function answersOf(text: string): ((url: string) => unknown)[] {
  const bodyOf = (records: readonly object[]) => (url: string) =>
    /breachedaccount|hibp\.example\.com\/breaches/.test(url)
      ? records
      : {
          ...{ success: true, found: records.length, sources: records, ExposedBreaches: { breaches_details: records } },
          ...{ exposedBreaches: records, type: 'search', query: { original: 'a' }, web: { results: records }, results: records },
          ...{ data: { search: records }, response: { status: 'OK', results: records } },
        };
  const small = Array.from({ length: Math.ceil(text.length / 500) }, (_, at) => recordOf(text.slice(at, at + 20), at));
  return [bodyOf([recordOf(text.slice(0, text.length / 16), 0)]), bodyOf(small)];
}
const config = readConfig({
  ...{
    HIBP_API_KEY: 'test-key-0001',
    HIBP_URL: 'https://hibp.example.com',
    XPOSEDORNOT: 'true',
    LEAKCHECK: 'true',
    SEARXNG_URL: 'https://searxng.example.com',
  },
  ...{ BRAVE_API_KEY: 'test-key-0001', MOJEEK_API_KEY: 'test-key-0001', KAGI_API_KEY: 'test-key-0001' },
});
const httpThatAnswers = (body: (url: string) => unknown) => {
  const reply = async (url: string | URL) => ({ status: 200, body: body(String(url)) });
  return { getJson: reply, postJson: reply, close: async () => undefined };
};

export const READERS_OF_ANSWERS: Readonly<Record<string, Reader>> = {
  'src/engine/evaluation/evaluate-response.ts': {
    shapes: { ...PAGES, ...JSONS },
    largest: KB * KB,
    read: (text) => {
      const json = { ...BARE_RULE, registered: { status: [200], json: [{ pointer: '/a/a', is: 'identity' as const }] } };
      const variables = { username: 'a', email: 'ada@example.com' };
      const evaluations = [
        evaluateResponse(BARE_RULE, variables, responseOf(text)),
        evaluateResponse(json, variables, responseOf(text, { 'content-type': 'application/json' })),
      ];
      return [evaluations, pageFingerprint(text, 'ada'), structureFingerprint(text, 'ada'), captureText('aaaa([^"]{1,900})"', text)];
    },
  },
  'src/kernel/net/http/client.ts': {
    shapes: PAGES,
    largest: KB * KB,
    read: (text) => {
      answer = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: text };
      return tried(() => throughProbeClient(text));
    },
  },
  'src/kernel/net/guarded-http/client.ts': {
    shapes: HEADERS,
    largest: 15 * KB,
    read: async (text) => {
      const header = (name: string, status = 200) => responseOf('', { [name]: text, date: 'x' }, status);
      const http = createGuardedHttp({ allowHttp: true, allowedNetworks: ['127.0.0.0/8'], resolver: async () => ['127.0.0.1'] });
      const results = [];
      for (const name of ['x-a', 'location', 'retry-after', 'content-encoding', 'content-type']) {
        answer = { headers: { [name]: text }, body: 'a' };
        results.push(await http.request({ method: 'GET', url: origin(), maxBytes: KB, deadlineMs: 60_000, redirects: 1 }));
        // The head of a receiver's answer has a megabyte; bodies are collected as in the reader above.
        answer = { headers: { [name]: text.repeat(64) }, body: 'a' };
        results.push(await http.request({ method: 'POST', url: origin(), maxBytes: KB, deadlineMs: 60_000, read: 'sample' }));
      }
      return [
        results.map((each) => (each.ok ? [each.status, each.headers] : each.failure)),
        await tried(() => [
          contentKindOf(header('content-type')),
          isPage(header('content-type')),
          retryAfterSeconds(header('retry-after')),
          cachedForMs(header('age')),
          cachedForMs(header('x-cache')),
        ]),
        await tried(() => [redirectTarget(header('location', 302)), redirectLocation(302, { location: text })]),
        await tried(() => decodeText(Buffer.from('a\u00e9', 'latin1'), text)),
        await tried(() => decodeContent(Buffer.from('a'), text, KB)),
      ];
    },
  },
  'src/engine/http/probe-prelude.ts': {
    shapes: HEADERS,
    largest: 15 * KB,
    read: (text) => {
      const setCookies = [`a=b;${text}`, text, ...(text.match(/.{1,8}/g) ?? []).map((value, at) => `c${at}=${value}`)];
      const rule = { ...BARE_RULE, prelude: { url: URL_OF_PAGE, sendCookies: true, ttlSeconds: 60 } };
      const via = { egress: '', send: async () => ({ ...responseOf(text), setCookies }) };
      const fetched = fetchPrelude(rule as never, via, { userAgent: 'test', violation: () => null });
      return tried(async () => (await fetched).value.cookiesFor(new URL(URL_OF_PAGE)));
    },
  },
  'src/engine/http/tunnels.ts': {
    shapes: REPLIES,
    largest: 16 * KB,
    read: (text) => {
      const proxy = { kind: 'http', host: 'proxy.example.com', port: 3_128, credentials: null } as const;
      return tried(() => openTunnel(socketThatSends(text.match(/.{1,64}/gs) ?? []), proxy, { host: 'www.example.com', port: 443 }, never));
    },
  },
  'src/facts/provider-http.ts': {
    shapes: JSONS,
    largest: KB * KB,
    read: async (text) => {
      answer = { headers: {}, body: text };
      const http = createProviderHttp();
      const read = await http.getJson(origin(), { budget: BUDGET });
      await http.close();
      const body = parseJson(text);
      const named = { success: true, result: 'risky', reason: 'low_quality', email: text };
      return [
        [read, readProxycheck(body, () => true), readIpqualityscore(body), readTwilio(body, '+12025550123'), readTelnyx(body, '+1')],
        [readKickbox(body, 'ada@example.com'), readKickbox(named, 'ada@example.com')],
        [readIpqsEmail(body), readReacher(body, 'ada@example.com')],
      ];
    },
  },
  'src/facts/breaches/sources/providers.ts': {
    shapes: NAMES,
    largest: KB * KB,
    read: (text) =>
      Promise.all(
        answersOf(text).map((body) => {
          const clients = { http: httpThatAnswers(body), bulk: httpThatAnswers(body), gapMs: 0 };
          const sources = createConfigured(BREACH_PROVIDERS, config, clients);
          return createBreachSearch(sources).search({ type: 'email', value: 'ada@example.com' }, BUDGET);
        }),
      ),
  },
  'src/facts/mentions/sources/search-engines.ts': {
    shapes: NAMES,
    largest: KB * KB,
    read: (text) =>
      Promise.all(
        answersOf(text).map((body) => {
          const sources = createConfigured(SEARCH_ENGINES, config, { http: httpThatAnswers(body) });
          return createMentionSearch({ sources, pages: { check: async () => 'confirmed' } }).search('ada@example.com', BUDGET);
        }),
      ),
  },
  'src/facts/mentions/sources/page-check.ts': {
    shapes: PAGES,
    largest: KB * KB,
    read: (text) => {
      const outcome = { ok: true, status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) };
      const http = { request: async () => outcome };
      return createPageCheck({ http: http as never, userAgent: 'test' }).check(URL_OF_PAGE, 'da@example.com', 60_000, never);
    },
  },
  'src/facts/email/sources/smtp-session.ts': {
    shapes: REPLIES,
    largest: 16 * KB,
    read: async (text) => {
      const session = new SmtpSession(socketThatSends(text.match(/[^\n]*\n|[^\n]+$/g) ?? []), never);
      const replies: SmtpReply[] = [];
      for (let reply = await tried(() => session.reply()); reply; reply = await tried(() => session.reply())) replies.push(reply);
      return replies.map((reply) => [reply, extensionsOf(reply), recipientState({ ...reply, code: 550, enhanced: null })]);
    },
  },
  'src/facts/email/sources/mail-dns.ts': {
    shapes: { ...NAMES, 'a policy': (length) => `v=DMARC1${'\t'.repeat(length)}` },
    largest: 64 * KB,
    read: (text) => {
      const records = text.split(/[ \n]/).map((exchange, priority) => ({ exchange, priority }));
      const none = async () => ({ outcome: 'no_data' });
      const txt = async () => ({ outcome: 'records', records: [text] });
      const nameServer = { mx: async () => ({ outcome: 'records', records }), addresses: none, ns: none, txt };
      const dns = new MailDns({ nameServer: nameServer as never, permits: () => true });
      return Promise.all([dns.route('example.com'), dns.policies('example.com', 'example.com')]);
    },
  },
  'src/facts/ip/sources/dns-lists.ts': {
    shapes: NAMES,
    largest: 64 * KB,
    read: async (text) => {
      const { ipv4 } = DnsClient.prototype;
      try {
        DnsClient.prototype.ipv4 = async () => ({ outcome: 'records', records: text.split(/[ \n]/) });
        return await new DnsList({ servers: [], zone: 'example.com' }).find(ipaddr.IPv4.parse('192.0.2.1'));
      } finally {
        DnsClient.prototype.ipv4 = ipv4;
      }
    },
  },
  'src/facts/email/sources/rdap-client.ts': {
    shapes: {
      ...JSONS,
      events: (length) => {
        const events = Array.from({ length: length / 80 }, () => ({ eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' }));
        return JSON.stringify({ objectClassName: 'domain', ldhName: 'example.com', events });
      },
      'a name': (length) => JSON.stringify({ objectClassName: 'domain', ldhName: '.'.repeat(length - 60) }),
    },
    largest: 512 * KB,
    read: (text) => {
      const guarded = { request: async () => ({ ok: true, status: 200, headers: {}, body: Buffer.from(text) }) as never };
      const client = new RdapClient({ guarded, bootstrap: { bases: async () => ['https://rdap.example/'] }, now: () => new Date() });
      return client.registration('example.com');
    },
  },
  'src/facts/email/sources/rdap-bootstrap.ts': {
    shapes: {
      ...JSONS,
      services: (length) => JSON.stringify({ services: Array.from({ length: length / 40 }, () => [['test'], ['https://rdap.example/']]) }),
    },
    largest: KB * KB,
    read: (text) => [isBootstrap(parseJson(text)), registryBases(parseJson(text), 'a.b.c.example')],
  },
};
