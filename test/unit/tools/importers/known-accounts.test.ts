/** Which of the accounts that sources claim is asked by a control, and imports for platforms with a hand-made file. */
import { describe, expect, test } from 'vitest';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { mergeSources } from '../../../../tools/importers/build-imported.js';
import { admitEntries } from '../../../../tools/importers/admit-entries.js';
import { importMaigret } from '../../../../tools/importers/index.js';
import { readMaigret } from '../../../../tools/importers/maigret.js';
import { readSherlock } from '../../../../tools/importers/sherlock.js';
import { isStrong, type Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import { platformOf } from '../../../support/fixtures.js';
import { usernameRule } from '../../engine/catalogue/rules.js';

const site = (host: string, usernameClaimed: string | readonly string[]) => ({
  checkType: 'status_code',
  urlMain: `https://${host}`,
  url: `https://${host}/u/${host}/{username}`,
  usernameClaimed,
});
/** Fifteen sites for which a source names the same account. */
const COMMON = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`Common ${n}`, site(`common${n}.example.com`, 'blue')]));
const accountsOf = (host: string, claimed: string | readonly string[], others: object = COMMON) => {
  const { admitted } = importMaigret({ sites: { ...others, Site: site(host, claimed) }, engines: {} });
  return admitted.find(({ name }) => name === 'Site')?.probes.username?.positiveControls;
};

describe('the account that a control asks', () => {
  test('a name that is given for many sites comes last', () => {
    expect(accountsOf('north.example.com', ['blue', 'northwind'])).toEqual(['northwind', 'blue']);
    expect(accountsOf('north.example.com', ['user', 'northwind'], {})).toEqual(['northwind', 'user']);
  });

  test('it stays alone where no other is known: none is invented', () => {
    expect(accountsOf('north.example.com', 'blue')).toEqual(['blue']);
    expect(accountsOf('north.example.com', ['blue', 'northwind'], {})).toEqual(['blue', 'northwind']);
  });

  test('the platform’s own comes first, as a source spells it', () => {
    expect(accountsOf('www.northwind.org', ['somebody', 'NorthWind'])).toEqual(['NorthWind', 'somebody']);
  });

  test('the account of a platform that others cite is added, at its own host only', () => {
    expect(accountsOf('www.flickr.com', 'blue')).toEqual(['flickr', 'blue']);
    expect(accountsOf('forum.flickr.com', 'blue')).toEqual(['blue']);
  });
});

describe('a site with a hand-made file', () => {
  const { pattern, ...byEmail } = usernameRule({ request: { method: 'GET', url: 'https://api.example.com/mail/{email}' } });
  expect(pattern).toBeDefined();
  const hand = (more: Partial<Platform> = {}): Platform =>
    platformOf('north', { homepage: 'https://www.example.com', strength: 'strong', probes: { email: byEmail }, ...more });
  const read = () => readMaigret({ sites: { North: site('example.com', 'northwind'), Other: site('example.com', 'south') }, engines: {} });

  test('that lacks usernames gets the rule of its first entry, under its own slug', () => {
    const { admitted, provenance, refused } = admitEntries(read(), { shipped: [hand()], completesShipped: true });
    expect(admitted.map(({ slug, probes }) => [slug, Object.keys(probes)])).toEqual([['north', ['username']]]);
    expect(provenance.get('north')).toMatchObject({ name: 'North', completes: true });
    expect(refused.map(({ reason }) => reason)).toEqual(['the platform "north" speaks for this host']);
  });

  test('that takes usernames keeps them, as does every platform in an operator’s import', () => {
    const complete = hand({ probes: { email: byEmail, username: usernameRule() } });
    expect(admitEntries(read(), { shipped: [complete], completesShipped: true }).admitted).toEqual([]);
    // Of two platforms at one host, the one that takes usernames speaks for it.
    expect(admitEntries(read(), { shipped: [hand(), { ...complete, slug: 'second' }], completesShipped: true }).admitted).toEqual([]);
    expect(admitEntries(read(), { shipped: [hand()] }).admitted).toEqual([]);
  });

  test.each<Partial<Platform>>([
    { probes: {}, retired: 'Its interface was closed in 2026.' },
    { onHold: { username: 'It has to be tried on an own account first.' } },
  ])('that is retired or on hold gets none: %j', (more) => {
    expect(admitEntries(read(), { shipped: [hand(more)], completesShipped: true }).admitted).toEqual([]);
  });

  test('what the importer makes is what the loader joins', () => {
    const { admitted } = admitEntries(read(), { shipped: [hand()], completesShipped: true });
    const file = { slug: 'north', name: 'North', homepage: 'https://www.example.com', strength: 'strong', probes: { email: EMAIL } };
    const { catalogue, refused } = assembleCatalogue([
      { kind: 'curated', file: 'curated/north.json', content: { json: file } },
      { kind: 'imported', file: 'imported/maigret.json', content: { json: { platforms: admitted } } },
    ]);
    expect(refused).toEqual([]);
    const joined = catalogue.get('north') as Platform;
    expect([isStrong(joined, 'email'), isStrong(joined, 'username')]).toEqual([true, false]);
    expect(joined.probes.username?.positiveControls).toEqual(['northwind']);
  });

  const EMAIL = {
    ...byEmail,
    request: { method: 'GET', url: 'https://www.example.com/mail/{email}' },
    echoExemption: 'It does not repeat the address.',
  };
});

test('texts that could be on any page do not displace the other source’s status', () => {
  const sherlock = {
    errorType: 'message',
    errorMsg: '<body',
    urlMain: 'https://example.com/',
    url: 'https://example.com/u/example.com/{}',
  };
  const { entries } = mergeSources(
    readMaigret({ sites: { One: site('example.com', 'north') }, engines: {} }),
    readSherlock({ Two: { ...sherlock, username_claimed: 'south' } }),
  );
  expect(entries).toEqual([expect.objectContaining({ check: 'status', absenceTexts: [], positiveControls: ['north', 'south'] })]);
});
