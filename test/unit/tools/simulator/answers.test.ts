import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { buildRequest } from '../../../../src/engine/http/probe-request.js';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import { loadCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { QUERY_TYPES } from '../../../../src/kernel/identity/identity.js';
import { createResponseTemplates } from '../../../../tools/simulator/response-templates.js';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { compileReply } from '../../../../tools/simulator/reply.js';
import { createRequestMatcher } from '../../../../tools/simulator/request-matcher.js';
import { createAccountRegistry } from '../../../../tools/simulator/account-registry.js';

const root = fileURLToPath(new URL('../../../../catalogue', import.meta.url));
const { catalogue, samples } = await loadCatalogue({ root, extra: `only:${root}/curated,only:${root}/site-software` });
const VALUES = { username: 'northwind7', email: 'north.wind@example.com', phone: '+15550100' } as const;

describe('answers for the shipped catalogue', () => {
  test('every side of every rule can be answered so that the rule recognises it, from the samples', () => {
    const book = createResponseTemplates(catalogue.platforms, (slug, queryType) => samples.get(slug)?.[queryType]);
    expect(book.missingResponses()).toEqual([]);
  });

  test('and from the evidence alone, for at least 99 of 100 sides', () => {
    const book = createResponseTemplates(catalogue.platforms, () => undefined);
    expect(book.missingResponses().length).toBeLessThan(catalogue.platforms.length / 50);
  });

  test("every probe's request is recognised as its own", () => {
    const matcher = createRequestMatcher(catalogue.platforms);
    const model = createAccountRegistry(catalogue.platforms, { people: [{ identities: { email: [VALUES.email] }, share: 0 }] });
    const wrong: string[] = [];
    for (const platform of catalogue.platforms) {
      for (const type of QUERY_TYPES) {
        const rule = platform.probes[type];
        const built = rule && buildRequest(rule, variablesFor({ type, value: VALUES[type] }), { userAgent: 'test' });
        if (!built) continue;
        const { url, method, body } = built;
        const match = matcher.match(
          { method, secure: url.protocol === 'https:', host: url.hostname, target: url.pathname + url.search, body: body ?? '' },
          model,
        );
        const found = match.kind === 'asked' ? `${match.route.platform.slug} ${match.identity.type}` : match.kind;
        if (found !== `${platform.slug} ${type}`) wrong.push(`${platform.slug} ${type}: ${found}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('answers', () => {
  test('every generated site answers both sides, with its samples and without', () => {
    const sites = generateSites(10);
    expect(createResponseTemplates(sites.platforms, sites.samples).missingResponses()).toEqual([]);
    expect(createResponseTemplates(sites.platforms, () => undefined).missingResponses()).toEqual([]);
  });

  test('an impossible side is named with its reason', () => {
    const [platform] = generateSites(1).platforms;
    if (platform?.probes.username === undefined) throw new Error('a site without a probe');
    const registered = {
      status: [200],
      json: [
        { pointer: '/a', is: 'true' as const },
        { pointer: '/a', is: 'false' as const },
      ],
    };
    const odd = { ...platform, probes: { username: { ...platform.probes.username, registered } } };
    expect(createResponseTemplates([odd], () => undefined).missingResponses()).toEqual([
      { slug: 'site-0001', queryType: 'username', side: 'registered', reason: expect.stringContaining('no sample') },
    ]);
  });

  test('variables are escaped for where they stand', () => {
    const value = '"<b>\u0416&\r\n';
    const filled = (headers: Record<string, string>, text: string) => compileReply({ status: 200, headers, text }).render(() => value);
    expect(filled({ 'content-type': 'application/json' }, '{"name":"{username}","free":{}}').body).toBe(
      `{"name":${JSON.stringify(value)},"free":{}}`,
    );
    expect(filled({ 'content-type': 'text/html' }, '<p>{username}</p>').body).toBe('<p>&quot;&lt;b&gt;\u0416&amp;\r\n</p>');
    expect(filled({ 'content-type': 'text/plain' }, '{username}').body).toBe(value);
    expect(filled({ location: '/{username}', 'x-name': '{username}' }, '').headers).toEqual([
      'location',
      `/${encodeURIComponent(value)}`,
      'x-name',
      '"<b>%D0%96&%0D%0A',
    ]);
    expect(filled({ 'content-type': 'text/plain' }, '{unknown} {email}').length).toBe(Buffer.byteLength(`{unknown} ${value}`));
  });
});
