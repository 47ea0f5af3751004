/** What was looked at for e-mail and refused stays refused: nobody is both taken and refused, and each has one reason of a fixed set. */
import { expect, test } from 'vitest';
import { REFUSALS, refusedPlatforms } from '../../tools/catalogue/refused-platforms.js';
import { namesPackageRegistry } from '../../src/kernel/net/probe-host.js';
import { shipped } from '../support/shipped-catalogue.js';

const refused = refusedPlatforms();
const asked = shipped.catalogue.platforms.filter(({ probes, onHold }) => probes.email !== undefined || onHold?.email !== undefined);

test('a platform is in the list once, in the order of slugs', () => {
  const slugs = refused.map(({ slug }) => slug);
  expect(slugs.length).toBeGreaterThan(50);
  expect(slugs).toEqual([...new Set(slugs)].sort());
});

test('no platform is both asked about addresses, or on hold, and refused: neither its slug nor its request', () => {
  const slugs = new Set(asked.map(({ slug }) => slug));
  expect(refused.filter(({ slug }) => slugs.has(slug)).map(({ slug }) => slug)).toEqual([]);
  const address = (url: string) => url.replace(/^https:\/\//, '').replace(/\?.*$/s, '');
  const requests = new Set(
    asked.flatMap(({ probes: { email } }) => (email === undefined ? [] : [`${email.request.method} ${address(email.request.url)}`])),
  );
  const others = refused.filter(({ request, reason }) => reason !== 'same_account' && !request.includes('identitytoolkit.googleapis.com'));
  expect(others.filter(({ request }) => requests.has(address(request))).map(({ slug }) => slug)).toEqual([]);
});

test('where the account is that of another platform, the list names it, and it is asked', () => {
  const slugs = new Set(asked.map(({ slug }) => slug));
  const same = refused.filter(({ reason }) => reason === 'same_account');
  expect(same.filter(({ why }) => !slugs.has(/\(([a-z0-9-]+)\)/.exec(why)?.[1] ?? '')).map(({ slug }) => slug)).toEqual([]);
});

test('each reason is one of the fixed set, and no line holds a key, an address or the host of a package registry', () => {
  expect(refused.filter(({ reason }) => !(reason in REFUSALS))).toEqual([]);
  for (const line of refused) {
    const text = Object.values(line).join(' ');
    expect(text, line.slug).not.toMatch(/[?&](?:api_?)?key=|AIza[\w-]{20}|[\w.+-]+@[\w-]+\.\w/);
    const hosts = text.match(/[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi) ?? [];
    expect(hosts.filter(namesPackageRegistry), line.slug).toEqual([]);
  }
});
