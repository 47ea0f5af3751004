import { describe, expect, it } from 'vitest';
import { lookupCatalogue } from '../../src/wiring/platforms.js';
import { readBreachedSites, withBreachedSites } from '../../src/engine/catalogue/breached-sites.js';
import { createBreachedPlatforms } from '../../src/facts/breaches/breached-platforms.js';
import { selectTargets } from '../../src/engine/catalogue/rules/bands.js';
import { impliedBy, type Platform, supports } from '../../src/engine/catalogue/rules/platform.js';
import { withMailboxPlatforms } from '../../src/engine/catalogue/load-catalogue.js';
import { shipped } from '../support/shipped-catalogue.js';

const catalogue = lookupCatalogue({ CATALOGUE_PATH: undefined }, () => undefined);
const platformsOf = createBreachedPlatforms(catalogue.platforms);
const platformAt = (domain: string) => platformsOf([{ name: 'B', date: '2020-01-01', domain }], 'email')[0]?.platform;

/** Domains at which services were breached, and the platform that a record of each is about. */
const KNOWN = `
  adobe.com=adobe dropbox.com=dropbox canva.com=canva patreon.com=patreon linkedin.com=linkedin facebook.com=facebook
  tumblr.com=tumblr last.fm=last-fm myfitnesspal.com=myfitnesspal wattpad.com=wattpad gravatar.com=gravatar imgur.com=imgur
  500px.com=500px vk.com=vk livejournal.com=livejournal twitter.com=x duolingo.com=duolingo trello.com=trello deezer.com=deezer
  zynga.com=zynga dubsmash.com=dubsmash evite.com=evite disqus.com=disqus kickstarter.com=kickstarter quora.com=quora
  houzz.com=houzz chegg.com=chegg 8fit.com=8fit animoto.com=animoto ashleymadison.com=ashley-madison
  adultfriendfinder.com=adult-friend-finder badoo.com=badoo mate1.com=mate1 zoosk.com=zoosk fling.com=fling youporn.com=youporn
  brazzers.com=brazzers xhamster.com=xhamster neopets.com=neopets nexusmods.com=nexus-mods roll20.net=roll20 r2games.com=r2games
  gamigo.com=gamigo stratfor.com=stratfor forbes.com=forbes mathway.com=mathway edmodo.com=edmodo lumosity.com=lumosity
  luminpdf.com=lumin-pdf ticketfly.com=ticketfly ticketmaster.com=ticketmaster poshmark.com=poshmark stockx.com=stockx
  shein.com=shein wishbone.io=wishbone gaadi.com=gaadi zomato.com=zomato bigbasket.com=bigbasket unacademy.com=unacademy
  dominos.co.in=dominos-india tokopedia.com=tokopedia bukalapak.com=bukalapak lazada.com=lazada qip.ru=qip dangdang.com=dangdang
  tianya.cn=tianya csdn.net=csdn weibo.com=weibo youku.com=youku parkmobile.io=parkmobile coinmarketcap.com=coinmarketcap
  gemini.com=gemini robinhood.com=robinhood cafepress.com=cafepress shutterfly.com=shutterfly bookmate.com=bookmate
  scribd.com=scribd pixlr.com=pixlr mangadex.org=mangadex wakanim.tv=wakanim epicgames.com=epic-games ubisoft.com=ubisoft
  playstation.com=playstation nvidia.com=nvidia opensubtitles.org=opensubtitles vbulletin.com=vbulletin
  stackoverflow.com=stack-overflow slideteam.net=slideteam archive.org=internet-archive plex.tv=plex uber.com=uber
  careem.com=careem doordash.com=doordash foodora.com=foodora chowbus.com=chowbus drizly.com=drizly pandabuy.com=pandabuy
  boohoo.com=boohoo bonobos.com=bonobos zappos.com=zappos ebay.com=ebay malwarebytes.com=malwarebytes 000webhost.com=000webhost
  freshmenu.com=freshmenu chatbooks.com=chatbooks mindjolt.com=mindjolt stockbit.com=stockbit gonitro.com=nitro
  meetmindful.com=meetmindful jefit.com=jefit fotolog.com=fotolog friendster.com=friendster taringa.net=taringa
  upwork.com=upwork wongnai.com=wongnai yatra.com=yatra airasia.com=airasia swvl.com=swvl gyft.com=gyft dave.com=dave
  cutout.pro=cutout-pro teespring.com=teespring yahoo.com=yahoo bitly.com=bit-ly
`;
/** Breached too, but what was taken is about people who have no account there: a record is no evidence of one. */
const WITHOUT_ACCOUNTS = ['exactis.com', 'apollo.io', 'peopledatalabs.com', 'verifications.io', 'mgmresorts.com'];

const rows = KNOWN.trim()
  .split(/\s+/)
  .map((row): [domain: string, slug: string] => [row.split('=')[0] ?? '', row.split('=')[1] ?? '']);

describe('129 well-known breached domains', () => {
  it('are that many, each once', () => expect(new Set([...rows.map(([domain]) => domain), ...WITHOUT_ACCOUNTS]).size).toBe(129));

  it('give at least 110 platforms', () =>
    expect(rows.filter(([domain]) => platformAt(domain) !== undefined).length).toBeGreaterThanOrEqual(110));

  it.each(rows)('%s is %s', (domain, slug) => {
    expect(platformAt(domain)).toBe(slug);
    expect(catalogue.get(slug)).toBeDefined();
  });

  it.each(WITHOUT_ACCOUNTS)('%s is no platform', (domain) => expect(platformAt(domain)).toBeUndefined());
});

describe('breached sites in the catalogue', () => {
  const added = catalogue.platforms.filter(
    ({ slug, breachDomains }) => breachDomains && !shipped.catalogue.get(slug) && !impliedBy(catalogue.get(slug) as Platform).length,
  );

  it('are read without a refusal, in the order of slugs, each once', () => {
    expect(shipped.refused).toEqual([]);
    const slugs = catalogue.platforms.map(({ slug }) => slug);
    expect(slugs).toEqual([...new Set(slugs)].sort());
    expect(added.length).toBeGreaterThan(100);
  });

  it('are never asked, by no band and by no name', () => {
    const subjects = { email: 'ada@example.com', username: 'ada', phone: '+12025550142' };
    for (const platform of added) expect(supports(platform)).toEqual([]);
    expect(
      selectTargets(
        catalogue.platforms,
        subjects,
        'deep',
        added.map(({ slug }) => slug),
      ),
    ).toEqual([]);
  });

  it('take nothing from platforms that are there already, but give them domains', () => {
    const before = withMailboxPlatforms(shipped.catalogue);
    const after = withBreachedSites(before, shipped.breachedSites).catalogue;
    for (const platform of before.platforms) {
      const { breachDomains: _, ...same } = after.get(platform.slug) ?? expect.fail(`${platform.slug} is gone`);
      expect(same).toEqual(platform);
    }
    expect(catalogue.get('x')?.breachDomains).toEqual(['twitter.com']);
  });

  it('are left out with the shipped platforms, when an operator replaces these', () => {
    const refuse = (): never => expect.fail('refused');
    expect(lookupCatalogue({ CATALOGUE_PATH: 'only:catalogue/site-software' }, refuse).get('deezer')).toBeUndefined();
  });
});

describe('a table of breached sites', () => {
  const read = (...sites: unknown[]) => readBreachedSites({ file: 'sites.json', content: { json: { sites } } });
  const fine = { slug: 'example', name: 'Example', domains: ['example.com'] };

  it.each<[unknown, string]>([
    [{ slug: 'Other', name: 'Other', domains: ['example.org'] }, 'lower-case words'],
    [{ slug: 'other', name: 'Other', domains: [] }, 'domains'],
    [{ slug: 'other', name: 'Other', domains: ['https://example.org'] }, 'a lower-case domain'],
    [{ slug: 'other', name: 'Other', domains: ['www.example.org'] }, 'leave out the "www."'],
    [{ slug: 'other', name: 'Other', domains: ['co.uk'] }, 'not the domain of a site'],
    [{ slug: 'other', name: 'Other', domains: ['example.com'] }, 'is of "example" already'],
    [{ slug: 'example', name: 'Other', domains: ['example.org'] }, 'appears twice'],
    [{ slug: 'other', name: 'Other', domains: ['example.org'], probes: {} }, 'not a field here'],
    ['other', 'an object'],
  ])('leaves out a faulty row with its reason, and only it: %j', (row, reason) => {
    const { sites, refused } = read(fine, row);
    expect(sites).toEqual([fine]);
    expect(refused.map((each) => each.reason)).toEqual([expect.stringContaining(reason)]);
  });

  it('gives no slug of another site, no second slug for a site, and no domains to a platform that is not there', () => {
    const platform = { slug: 'forum', name: 'Forum', homepage: 'https://www.example.com', probes: {} } as unknown as Platform;
    const known = { platforms: [platform], get: (slug: string) => (slug === 'forum' ? platform : undefined) };
    const rows = [
      { slug: 'forum', name: 'Other', domains: ['example.org'] },
      { slug: 'second', name: 'Second', domains: ['example.com'] },
      { slug: 'nowhere', domains: ['example.net'] },
    ];
    const { catalogue: same, refused } = withBreachedSites(known, rows);
    expect(same.platforms).toEqual([platform]);
    expect([...refused].map(([slug, reason]) => `${slug}: ${reason}`)).toEqual([
      'forum: the slug is taken by another site, https://www.example.com',
      'second: example.com is the site of "forum" already',
      'nowhere: there is no platform "nowhere" to give domains to: name the site',
    ]);
    const merged = withBreachedSites(known, [{ slug: 'forum', name: 'Forum', domains: ['example.com', 'example.org'] }]);
    expect(merged.catalogue.get('forum')).toEqual({ ...platform, breachDomains: ['example.com', 'example.org'] });
  });

  it('says that it cannot be read', () => {
    expect(readBreachedSites({ file: 'a', content: { unreadable: 'it is a folder' } }).refused).toMatchObject([
      { reason: 'it is a folder' },
    ]);
    expect(readBreachedSites({ file: 'a', content: { json: [] } }).sites).toEqual([]);
  });
});
