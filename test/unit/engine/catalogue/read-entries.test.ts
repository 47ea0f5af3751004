/** A platform's account is told by the platform itself: by a host of its homepage's domain, or of one that the entry vouches for. */
import { expect, test } from 'vitest';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { usernameRule } from './rules.js';

const REASON = 'example.net is where the same company serves its interface';

/** What the loader says about an entry whose homepage and request are at these addresses; null when it takes it. */
function refusalOf(
  homepage: string,
  url: string,
  more: Partial<ProbeRule> = {},
  redirectHosts?: readonly string[],
  kind: 'curated' | 'operator' = 'curated',
) {
  const request = { method: 'GET' as const, url, ...(redirectHosts === undefined ? {} : { redirectHosts, followRedirects: true }) };
  const json = { slug: 'one', name: 'One', homepage, probes: { username: usernameRule({ request, ...more }) } };
  return assembleCatalogue([{ kind, file: 'one.json', content: { json } }]).refused[0]?.reason ?? null;
}

test.each([
  ['another name under the same domain', 'https://www.example.com', 'https://api.eu.example.com/users/{username}'],
  ['a handle in the host', 'https://example.co.uk/', 'https://{username}.example.co.uk/'],
])('a request to %s needs no reason', (_, homepage, url) => {
  expect(refusalOf(homepage, url)).toBeNull();
});

test('a request to another registrable domain is refused until the rule says whose host it is', () => {
  const url = 'https://api.example.net/users/{username}';
  expect(refusalOf('https://www.example.com', url)).toMatch(/^username: asks api\.example\.net, .*example\.com.*`hostReason`/);
  expect(refusalOf('https://www.example.com', url, { hostReason: REASON })).toBeNull();
});

test('two names under one public suffix are two domains', () => {
  expect(refusalOf('https://one.co.uk', 'https://two.co.uk/{username}')).toMatch(/asks two\.co\.uk/);
});

test('a handle in a foreign host is refused too, and told by the domain that it stands under', () => {
  expect(refusalOf('https://www.example.com', 'https://{username}.example.net/')).toMatch(/asks example\.net/);
});

test('hosts that redirects may be followed to are judged as answers, so they need the reason as well', () => {
  const url = 'https://www.example.com/users/{username}';
  expect(refusalOf('https://www.example.com', url, {}, ['example.com'])).toBeNull();
  expect(refusalOf('https://www.example.com', url, {}, ['mirror.example.net'])).toMatch(/asks mirror\.example\.net/);
  expect(refusalOf('https://www.example.com', url, { hostReason: REASON }, ['mirror.example.net'])).toBeNull();
});

test('operators’ entries are held to it as well; addresses and bare names are compared whole', () => {
  expect(refusalOf('https://www.example.com', 'https://api.example.net/{username}', {}, undefined, 'operator')).toMatch(
    /asks api\.example\.net/,
  );
  expect(refusalOf('http://192.0.2.7:8080/', 'http://192.0.2.7/{username}', {}, undefined, 'operator')).toBeNull();
  expect(refusalOf('http://192.0.2.7/', 'http://192.0.2.8/{username}', {}, undefined, 'operator')).toMatch(/asks 192\.0\.2\.8/);
  expect(refusalOf('http://people/', 'http://people/{username}', {}, undefined, 'operator')).toBeNull();
});

test.each([
  ['a word', 'ours'],
  ['an essay', 'x'.repeat(301)],
])('%s is no reason', (_, hostReason) => {
  expect(refusalOf('https://www.example.com', 'https://api.example.net/{username}', { hostReason })).toMatch(/hostReason/);
});

test('a site of a software is held to its own homepage', () => {
  const sites = [
    { slug: 'one', name: 'One', host: 'forum.example.com' },
    { slug: 'two', name: 'Two', host: 'forum.example.net', homepage: 'https://www.example.com/' },
  ];
  const request = { method: 'GET' as const, url: 'https://{host}/u/{username}' };
  const json = { software: 'forum', name: 'Forum', probes: { username: usernameRule({ request }) }, sites };
  const { catalogue, refused } = assembleCatalogue([{ kind: 'site-software', file: 'forum.json', content: { json } }]);
  expect(catalogue.platforms.map(({ slug }) => slug)).toEqual(['one']);
  expect(refused[0]).toMatchObject({ slug: 'two', reason: expect.stringMatching(/asks forum\.example\.net/) });
});

test('what a rule says of accounts that read absent, and of reserved names, needs a source', () => {
  const refused = (more: object) => refusalOf('https://www.example.com', 'https://www.example.com/{username}', more as Partial<ProbeRule>);
  expect(refused({ readsAbsent: [{ class: 'private accounts' }] })).toMatch(/readsAbsent\.0\.source is missing/);
  expect(refused({ readsAbsent: [] })).toMatch(/readsAbsent/);
  expect(refused({ reservedNames: { names: ['everyone'] } })).toMatch(/reservedNames\.source is missing/);
  expect(refused({ reservedNames: { source: 'https://www.example.com/names' } })).toMatch(/needs `names` or `pattern`/);
  expect(refused({ reservedNames: { names: ['everyone'], source: 'https://www.example.com/names' } })).toBeNull();
});
