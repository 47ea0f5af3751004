/** Each module from the request to the answer, with its real sources: peers on this machine stand for the Internet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { OTHER_SUFFIX, rangeOf } from '../support/breach-providers.js';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { openStream } from '../support/http/event-client.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { type JsonProvider, startJsonProvider } from '../support/json-provider.js';
import { knows, NO_SUCH_USER, type SmtpPeer, startSmtpPeer } from '../support/mail-peers.js';
import { LOOPBACK, mailAt, TOP_LEVELS } from '../support/email-module.js';
import { type RdapPeer, startRdapPeer } from '../support/rdap-peer.js';
import { type Service, startService } from '../support/service.js';
import { portOf } from '../support/port-of.js';

const HOSTED = { MX: [{ preference: 1, exchange: 'aspmx.l.google.com' }] };

describe('enrichment with its own sources', () => {
  let service: Service;
  let key: string;
  let dns: DnsServer;
  let smtp: SmtpPeer;
  let rdap: RdapPeer;
  let provider: JsonProvider;
  let pages: Server;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  const home = mkdtempSync(join(tmpdir(), 'footprint-enrichment-'));

  beforeAll(async () => {
    pages = createServer(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Write to ada@example.com today.</p>'),
    );
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    [dns, smtp, rdap, provider, sites] = await Promise.all([
      startDnsServer({ ...TOP_LEVELS, ...mailAt('example.com'), 'hosted.example': HOSTED, 'aspmx.l.google.com': { A: ['192.0.2.9'] } }),
      startSmtpPeer(knows(NO_SUCH_USER)),
      startRdapPeer({ topLevels: ['com', 'example'] }),
      startJsonProvider(),
      startGeneratedSites(5),
    ]);
    rdap.set('example.com', '1995-08-14T04:00:00Z');
    service = await startService({
      env: {
        ...sites.env,
        CATALOGUE_PATH: sites.env.CATALOGUE_PATH.replace('only:', ''), // beside the shipped ones, with the mailbox providers
        FOOTPRINT_HOME: home,
        OUTBOUND_ALLOWED_NETWORKS: LOOPBACK,
        DNS_SERVERS: dns.address,
        SMTP_PROBE: 'true',
        SMTP_PROBE_PORT: String(smtp.port),
        RDAP: 'true',
        RDAP_BOOTSTRAP_URL: rdap.bootstrapUrl,
        HIBP_API_KEY: 'key-of-the-test',
        HIBP_URL: provider.url,
        SEARXNG_URL: provider.url,
      },
    });
    ({ key } = await service.account());
  });
  afterAll(async () => {
    await service?.close();
    await Promise.all([dns?.close(), smtp?.close(), rdap?.close(), provider?.close(), sites?.close()]);
    pages.close();
    rmSync(home, { recursive: true, force: true });
  });

  const check = async (path: string, body: object) =>
    (await service.call('POST', path, { key, body })).body as Record<string, Record<string, unknown>>;
  async function lookUp(body: object): Promise<LookupBody> {
    const answer = (await service.call('POST', '/v1/lookup?wait=true', { key, body })).body as LookupBody;
    expectLookupBody(answer);
    return answer;
  }

  describe('POST /v1/email', () => {
    it('asks the mail server, the registry and the lists', async () => {
      // A busy machine may take longer for the first one than a caller waits: its details are null then.
      const emailDetails = await vi.waitFor(
        async () => {
          const { emailDetails: details } = await check('/v1/email', { email: 'ada@example.com' });
          expect(details).not.toBeNull();
          return details;
        },
        { timeout: 90_000, interval: 500 },
      );
      expect(emailDetails).toMatchObject({
        deliverable: true,
        acceptAll: false,
        domainRegisteredAt: expect.stringContaining('1995-08-14') as string,
      });
      expect(emailDetails?.['domainAgeDays']).toBeGreaterThan(11_000);
      expect(smtp.sawData).toBe(false);
    });

    it('a mailbox that is not there is not deliverable', async () => {
      expect((await check('/v1/email', { email: 'nobody@example.com' }))['emailDetails']).toMatchObject({
        deliverable: false,
        acceptAll: false,
      });
    });
  });

  it('POST /v1/phone reads the numbering plan', async () => {
    expect((await check('/v1/phone', { phone: '+442079460000' }))['phoneDetails']).toMatchObject({
      valid: true,
      lineType: expect.stringMatching(/fixed/i) as string,
      countryCode: 'GB',
      isVoip: null,
    });
    expect((await check('/v1/phone', { phone: '+447700900123' }))['phoneDetails']).toMatchObject({ valid: false, carrier: null });
  });

  it('POST /v1/ip reads the shipped data, and keeps silent about what they do not tell', async () => {
    // The first questions meet data that are still being loaded, and are answered without them.
    const loaded = () =>
      vi.waitFor(
        async () => {
          const { ipDetails } = await check('/v1/ip', { ip: '8.8.8.8' });
          expect(ipDetails?.['asn'] ?? null).not.toBeNull();
          return ipDetails;
        },
        { timeout: 90_000, interval: 200 },
      );
    expect(await loaded()).toMatchObject({
      ip: '8.8.8.8',
      asn: 'AS15169',
      isHosting: true,
      connectionType: 'Hosting',
      cityName: null,
      riskScore: 25,
    });
    expect((await check('/v1/ip', { ip: '::ffff:127.0.0.1' }))['ipDetails']).toMatchObject({
      ip: '127.0.0.1',
      asn: null,
      isHosting: null,
      riskScore: null,
    });
  });

  it('breaches come with their dates, and make results of the platforms that were breached', async () => {
    // One that cannot be asked about addresses: what it said itself would stand.
    const platform = sites.catalogue.platforms.find(({ probes }) => !probes.email)?.slug as string;
    const { path, suffix } = rangeOf('ada@example.com');
    provider.replies.set(path, { json: [OTHER_SUFFIX, { hashSuffix: suffix, websites: ['Site'] }] });
    provider.replies.set(rangeOf('nobody@example.com').path, { json: [OTHER_SUFFIX] });
    provider.replies.set('/breaches', {
      json: [
        {
          Name: 'Site',
          Title: 'Site',
          Domain: `${platform}.example`,
          BreachDate: '2019-01-02',
          IsVerified: true,
          IsFabricated: false,
          IsRetired: false,
          IsStealerLog: false,
          DataClasses: ['Email addresses', 'Passwords'],
        },
      ],
    });
    const body = await lookUp({ email: 'ada@example.com', platforms: [platform], checks: { webMentions: false } });
    expect(body.breaches).toEqual([{ name: 'Site', date: '2019-01-02' }]);
    const v2 = (await service.call('GET', `/v2/lookup/${body.lookupId}`, { key })).body as LookupBodyV2;
    expect(v2.modules.breaches?.[0]?.facts).toEqual([
      { name: 'Site', date: '2019-01-02', dataClasses: ['Email addresses', 'Passwords'], stealerLog: false },
    ]);
    expect(body.hits).toEqual([platform]);
    expect((await lookUp({ email: 'nobody@example.com', platforms: [platform], checks: { webMentions: false } })).breaches).toEqual([]);
    expect((await lookUp({ query: 'ada-example', platforms: [platform], checks: { webMentions: false } })).breaches).toBeNull();
  });

  it('no breach of several identities is denied while the source has refused one of them', async () => {
    provider.replies.set(rangeOf('nobody@example.com').path, { json: [OTHER_SUFFIX] });
    provider.replies.set(rangeOf('refused@example.com').path, 'garbage');
    const breachesOf = async (emails: string[]) => {
      const body = { identities: { emails }, modules: ['breaches'], mode: 'wait' };
      const { lookupId } = (await service.call('POST', '/v2/lookup', { key, body })).body as LookupBodyV2;
      return ((await service.call('GET', `/v1/lookup/${lookupId}`, { key })).body as LookupBody).breaches;
    };
    expect(await breachesOf(['nobody@example.com'])).toEqual([]);
    expect(await breachesOf(['nobody@example.com', 'refused@example.com'])).toBeNull();
  });

  it('web mentions are confirmed by reading the page', async () => {
    const url = `http://127.0.0.1:${portOf(pages)}/`;
    provider.replies.set('/search', { json: { results: [{ title: 'A page', url, content: 'Write to' }], unresponsive_engines: [] } });
    const checks = { footprint: false, breaches: false };
    expect((await lookUp({ email: 'ada@example.com', checks })).webMentions).toEqual([
      { title: 'A page', url, snippet: 'Write to', matchConfidence: expect.stringMatching(/^(un)?confirmed$/) as string },
    ]);
    provider.replies.set('/search', 'garbage');
    expect((await lookUp({ email: 'ada@example.com', checks })).webMentions).toBeNull();
  });

  describe('the mailbox provider', () => {
    const results = async (body: object) =>
      (await lookUp({ ...body, checks: { breaches: false, webMentions: false, ...(body as { checks?: object }).checks } })).results;

    it('is told by a consumer domain, needs no module, and counts as a match that is not social', async () => {
      const body = await lookUp({ email: 'ada@gmail.com', platforms: ['gmail'], checks: { breaches: false, webMentions: false } });
      expect(body).toMatchObject({ matches: 1, socialMatches: 0, hits: ['gmail'], platformsChecked: 1 });
      expect(body.results).toEqual([
        {
          platform: 'gmail',
          registered: true,
          method: 'domain_derived',
          icon: 'https://mail.google.com/favicon.ico',
          mailboxProvider: true,
          checkedAt: expect.any(String) as string,
        },
      ]);
    });

    it('is told by the mail exchanger when the e-mail module runs', async () => {
      const requested = { email: 'ada@hosted.example', platforms: ['google-workspace'] };
      expect(await results(requested)).toEqual([]);
      expect(await results({ ...requested, checks: { email: true } })).toMatchObject([
        { platform: 'google-workspace', registered: true, mailboxProvider: true },
      ]);
    });

    it('is said by v2 to be known by the domain or by the mailbox, in its answer and in its stream', async () => {
      const identities = { emails: ['ada@gmail.com', 'ada_lovelace@gmail.com'] };
      const { body } = await service.call('POST', '/v2/lookup', {
        key,
        body: { identities, platforms: ['gmail'], modules: ['footprint'], mode: 'wait' },
      });
      const { results, lookupId } = body as LookupBodyV2;
      const shown = (each: Pick<LookupBodyV2['results'][number], 'identity' | 'registered' | 'basis'>) =>
        `${each.identity.value} ${each.registered} ${each.basis}`;
      const expected = ['ada@gmail.com true domain', 'ada_lovelace@gmail.com false mailbox'];
      expect(results.map(shown).sort()).toEqual(expected);
      const stream = await openStream(`${service.url}/v2/lookup/${lookupId}/stream`, key);
      const events = (await stream.whole()).filter(({ event }) => event === 'result');
      expect(events.map(({ data }) => shown(data as never)).sort()).toEqual(expected);
    });

    it('has no account that its own rules forbid', async () => {
      const [result] = await results({ email: 'ada_lovelace@gmail.com', platforms: ['gmail'] });
      expect(result).toMatchObject({ platform: 'gmail', registered: false, method: 'domain_derived' });
      expect(result).not.toHaveProperty('mailboxProvider');
    });

    it('is not told where nobody asked for it, and not of other domains', async () => {
      expect(await results({ email: 'ada@gmail.com', platforms: ['outlook'] })).toEqual([]);
      expect(await results({ email: 'ada@gmail.com', checks: { footprint: false, email: true } })).toEqual([]);
      expect(await results({ email: 'ada@example.com', platforms: ['gmail'] })).toEqual([]);
    });

    it('is a platform like any other to callers: listed, and accepted in platforms', async () => {
      const { platforms } = (await service.call('GET', '/v1/platforms', { key })).body as {
        platforms: { platform: string; supports: string[]; instant: string[] }[];
      };
      expect(platforms.find(({ platform }) => platform === 'gmail')).toEqual({
        platform: 'gmail',
        supports: ['email'],
        instant: ['email'],
      });
    });
  });
});
