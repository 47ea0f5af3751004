import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmailFinding } from '../../../../../src/facts/email/email-details.js';
import { waitUntil } from '../../../../../tools/embedded/wait-until.js';
import { startOddPeer } from '../../../../support/mail-peers.js';
import { inspect, mailAt, type MailboxBench, noteOf, NOW, openMailboxBench } from '../../../../support/email-module.js';
import { rdapDomain, type RdapPeer, type RdapScript, sendJson, startRdapPeer } from '../../../../support/rdap-peer.js';
import { createTestAuthority } from '../../../../support/test-authority.js';

const DOMAIN = 'example.com';
const BORN = '2015-06-01T00:00:00Z';
const age = ({ facts }: EmailFinding) => [facts?.domainRegisteredAt ?? null, facts?.domainAgeDays ?? null];

describe('the age of a domain', () => {
  let bench: MailboxBench;
  let registry: RdapPeer;

  beforeAll(async () => {
    bench = await openMailboxBench({ ...mailAt(DOMAIN), ...mailAt('gmail.com'), ...mailAt('mail.example.com'), ...mailAt('ada.example') });
  });
  beforeEach(async () => {
    registry = await startRdapPeer({ topLevels: ['com', 'org'] });
    return () => registry.close();
  });
  afterAll(() => bench.close());

  const inspector = (more: { readonly now?: () => Date } = {}) => bench.inspector({ rdapBootstrapUrl: registry.bootstrapUrl }, more);
  const queryRegistry = (email = `ada@${DOMAIN}`) => inspect(inspector(), email, 30_000);

  it('is told in days, for the registrable domain', async () => {
    registry.set(DOMAIN, BORN);
    for (const email of [`ada@${DOMAIN}`, `ada@mail.${DOMAIN}`]) {
      const finding = await queryRegistry(email);
      expect(age(finding)).toEqual(['2015-06-01T00:00:00.000Z', 4191]);
      expect(noteOf(finding, 'rdap')).toMatchObject({
        failure: null,
        codes: ['registered'],
        decidedFields: ['domainAgeDays', 'domainRegisteredAt'],
      });
    }
    expect(new Set(registry.requests)).toEqual(new Set([DOMAIN]));
  });

  const raw =
    (body: string, headers: Record<string, string> = {}): RdapScript =>
    (response) => {
      response.writeHead(200, { 'content-type': 'application/rdap+json', ...headers });
      response.end(body);
    };
  it.each<[string, RdapScript, string | null, number]>([
    ['it is not registered: 404', (response) => sendJson(response, { errorCode: 404 }, 404), null, 1],
    ['the registry publishes no date', (response) => sendJson(response, rdapDomain(DOMAIN, null)), null, 1],
    ['the date is a placeholder', '1970-01-01T00:00:00Z', 'malformed', 1],
    ['the answer is about another domain', (response) => sendJson(response, rdapDomain('example.org', BORN)), 'malformed', 1],
    ['it is no JSON', raw('<html>maintenance</html>'), 'malformed', 1],
    ['it ends in the middle, twice', raw('{"objectClassName":"domain"', { 'content-length': '4000' }), 'unreachable', 2],
    ['it is endless', raw(`"${'x'.repeat(2_000_000)}"`), 'malformed', 1],
    ['429 with a long Retry-After', (response) => sendJson(response, {}, 429, { 'retry-after': '3600' }), 'rate_limited', 1],
    ['429 without one', (response) => sendJson(response, {}, 429), 'rate_limited', 1],
    ['403', (response) => sendJson(response, {}, 403), 'unauthorized', 1],
    ['400', (response) => sendJson(response, {}, 400), 'refused', 1],
    ['500', (response) => sendJson(response, {}, 500), 'unreachable', 1],
    [
      'a redirect to itself without end',
      (response) => response.writeHead(302, { location: `${registry.origin}/rdap/domain/${DOMAIN}` }).end(),
      'refused',
      4,
    ],
    [
      'a redirect to an address inside',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/domain/x' }).end(),
      'refused',
      1,
    ],
    ['a redirect to another protocol', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(), 'refused', 1],
    ['every connection is cut', (response) => response.socket?.destroy(), 'unreachable', 2],
  ])('unknown: %s', async (_what, script, failure, requests) => {
    registry.set(DOMAIN, script);
    const finding = await queryRegistry();
    expect(age(finding)).toEqual([null, null]);
    expect(noteOf(finding, 'rdap').failure).toBe(failure);
    expect(registry.requests).toHaveLength(requests);
  });

  it.each<[string, RdapScript]>([
    [
      'a cut connection',
      (response, _request, nth) => (nth === 1 ? response.socket?.destroy() : sendJson(response, rdapDomain(DOMAIN, BORN))),
    ],
    [
      '503 with a short Retry-After',
      (response, _request, nth) =>
        nth === 1 ? sendJson(response, {}, 503, { 'retry-after': '0' }) : sendJson(response, rdapDomain(DOMAIN, BORN)),
    ],
    [
      '429 with a short Retry-After',
      (response, _request, nth) =>
        nth === 1 ? sendJson(response, {}, 429, { 'retry-after': '1' }) : sendJson(response, rdapDomain(DOMAIN, BORN)),
    ],
    [
      'a redirect within reach',
      (response, _request, nth) =>
        nth === 1 ? response.writeHead(302, { location: `/rdap/domain/${DOMAIN}` }).end() : sendJson(response, rdapDomain(DOMAIN, BORN)),
    ],
  ])('is told after %s', async (_what, script) => {
    registry.set(DOMAIN, script);
    expect(age(await queryRegistry())).toEqual(['2015-06-01T00:00:00.000Z', 4191]);
  });

  it('a registry that asked for a pause is not asked about other domains either', async () => {
    registry.set(DOMAIN, (response) => sendJson(response, {}, 429, { 'retry-after': '60' }));
    const patient = inspector();
    await inspect(patient, `ada@${DOMAIN}`);
    expect(noteOf(await inspect(patient, 'ada@other-example.com'), 'rdap')).toMatchObject({
      failure: 'rate_limited',
      codes: ['rdap_pause'],
    });
    expect(registry.requests).toEqual([DOMAIN]);
  });

  it.each<[string, RdapScript]>([
    [
      'for long when it was asked again',
      (response, _request, nth) => sendJson(response, {}, 429, { 'retry-after': nth === 1 ? '1' : '600' }),
    ],
    ['without saying for how long', (response) => sendJson(response, {}, 429)],
    ['by its refusal', (response) => sendJson(response, {}, 403)],
  ])('a registry that asked for a pause %s is left alone by all', async (_what, script) => {
    registry.set(DOMAIN, script);
    const patient = inspector();
    await inspect(patient, `ada@${DOMAIN}`, 5_000);
    const requested = registry.requests.length;
    expect(noteOf(await inspect(patient, 'ada@other-example.com'), 'rdap')).toMatchObject({
      failure: 'rate_limited',
      codes: ['rdap_pause'],
    });
    expect(registry.requests).toHaveLength(requested);
  });

  it('an old list of registries answers while a new one does not come', async () => {
    registry.set(DOMAIN, BORN);
    await inspect(inspector(), `ada@${DOMAIN}`);
    registry.breakBootstrap(() => undefined);
    const later = () => new Date(NOW.getTime() + 2 * 86_400_000);
    expect(age(await inspect(inspector({ now: later }), `ada@${DOMAIN}`))[1]).toBe(4193);
  });

  it('what is late is unknown, and known to the next who asks', async () => {
    let answer = () => {};
    registry.set(DOMAIN, (response) => {
      answer = () => sendJson(response, rdapDomain(DOMAIN, BORN));
    });
    const patient = inspector();
    const begun = performance.now();
    const late = await inspect(patient, `ada@${DOMAIN}`, 250);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(age(late)).toEqual([null, null]);
    expect(noteOf(late, 'rdap').failure).toBe('timeout');
    await expect.poll(() => registry.requests).toEqual([DOMAIN]); // on a busy machine the request arrives after the budget
    answer();
    expect(await waitUntil(async () => age(await inspect(patient, `bob@${DOMAIN}`))[1] === 4191, 90_000)).toBe(true);
    expect(registry.requests).toEqual([DOMAIN]);
  });

  it('nobody is asked about consumer providers, hosters’ customers, or where there is no service', async () => {
    const patient = inspector();
    expect(noteOf(await inspect(patient, 'ada@gmail.com'), 'rdap').failure).toBe('not_applicable');
    expect(noteOf(await inspect(patient, 'ada@somebody.github.io'), 'rdap').failure).toBe('not_applicable');
    expect(noteOf(await inspect(patient, 'ada@ada.example'), 'rdap')).toMatchObject({
      failure: 'not_applicable',
      codes: ['no_rdap_service'],
    });
    expect(registry.requests).toEqual([]);
  });

  it('the list of registries is fetched once, kept on disk for a day, and used longer when it cannot be had', async () => {
    registry.set(DOMAIN, BORN);
    const file = path.join(bench.home, 'cache', 'rdap-bootstrap.json');
    let now = NOW;
    const first = inspector({ now: () => now });
    await Promise.all([inspect(first, `ada@${DOMAIN}`), inspect(first, 'ada@other-example.com')]);
    expect([registry.bootstraps(), existsSync(file)]).toEqual([1, true]);
    await inspect(inspector({ now: () => now }), `ada@${DOMAIN}`);
    expect(registry.bootstraps()).toBe(1);
    now = new Date(NOW.getTime() + 2 * 86_400_000);
    registry.breakBootstrap((response) => sendJson(response, {}, 500));
    expect(age(await inspect(inspector({ now: () => now }), `ada@${DOMAIN}`))[1]).toBe(4193);
    expect(registry.bootstraps()).toBe(2);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 50)); // cut off by a crash
    registry.breakBootstrap(null);
    expect(age(await inspect(inspector({ now: () => now }), `ada@${DOMAIN}`))[1]).toBe(4193);
    expect(registry.bootstraps()).toBe(3);
  });

  it.each<[string, Parameters<RdapPeer['breakBootstrap']>[0]]>([
    ['is broken', (response) => sendJson(response, { services: 'none' })],
    ['is no JSON', (response) => response.end('<html>')],
    ['fails', (response) => sendJson(response, {}, 503)],
  ])('unknown while the list of registries %s', async (_what, broken) => {
    registry.breakBootstrap(broken);
    registry.set(DOMAIN, BORN);
    const finding = await queryRegistry();
    expect(age(finding)).toEqual([null, null]);
    expect(noteOf(finding, 'rdap')).toMatchObject({ failure: 'unreachable', codes: ['no_bootstrap'] });
  });
});

describe('a registry over TLS', () => {
  it('is believed with a good certificate alone, and a host inside is never dialled', async () => {
    const authority = await createTestAuthority();
    const bench = await openMailboxBench({ ...mailAt(DOMAIN), 'rdap.example.net': { A: ['127.0.0.1'] } });
    const good = await startRdapPeer({ topLevels: ['com'], tls: await authority.issue(['rdap.example.net']), host: 'rdap.example.net' });
    const list = await startRdapPeer({ topLevels: [] });
    const inside = await startOddPeer(() => undefined);
    const pointTo = (base: string) => list.breakBootstrap((response) => sendJson(response, { services: [[['com'], [base]]] }));
    try {
      good.set(DOMAIN, BORN);
      pointTo(`${good.origin}/rdap/`);
      const settings = { rdapBootstrapUrl: list.bootstrapUrl };
      const fresh = (name: string, more: object = {}) => ({ ...settings, home: path.join(bench.home, name), ...more });
      expect(age(await inspect(bench.inspector(fresh('a'), { caFile: authority.caFile }), `ada@${DOMAIN}`))[1]).toBe(4191);
      const untrusted = await inspect(bench.inspector(fresh('b')), `ada@${DOMAIN}`);
      expect(noteOf(untrusted, 'rdap')).toMatchObject({ failure: 'unreachable', codes: ['rdap_tls'] });
      pointTo(`https://127.0.0.1:${inside.port}/`);
      const refused = await inspect(bench.inspector(fresh('c', { allowedNetworks: [] })), `ada@${DOMAIN}`);
      expect(noteOf(refused, 'rdap').failure).toBe('refused');
      expect(inside.connections()).toBe(0);
    } finally {
      await Promise.all([good.close(), list.close(), inside.close(), bench.close()]);
      authority.remove();
    }
  });
});
