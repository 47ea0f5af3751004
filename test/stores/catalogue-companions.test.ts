/** Bundles beside what the release has of its own: its table of breached sites, the setting CATALOGUE_PATH, and the command line. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { currentCatalogue, rollBackCatalogue, updateCatalogue } from '../../src/wiring/catalogue-changes.js';
import { LiveCatalogue } from '../../src/wiring/live-catalogue.js';
import { createBreachedPlatforms } from '../../src/facts/breaches/breached-platforms.js';
import { setControlAccount } from '../../src/features/platforms/use-cases/control-accounts.js';
import { switchPlatformOff } from '../../src/features/operators/use-cases/platforms.js';
import { bundleOf, shippedFile, withRule } from '../support/bundles.js';
import { openChangedCatalogue } from './support/changed-catalogue.js';
import { openRecordOn } from './support/record.js';

const { NOW, url, signer, record, config, ctx, warnings, update, here, there } = await openChangedCatalogue();
const [github, gitlab] = [shippedFile('github'), shippedFile('gitlab')];
const breached = (catalogue: LiveCatalogue) => catalogue.platforms.filter(({ tags }) => tags.includes('breached')).map(({ slug }) => slug);

describe('breached sites', () => {
  const deezer = { ...gitlab, slug: 'deezer', name: 'Deezer here' };
  const ofDeezer = withRule({ ...deezer, homepage: 'https://www.deezer.com' }, (rule) => ({
    ...rule,
    request: { ...rule.request, url: 'https://api.deezer.com/users/{username}' },
  }));

  it('stay listed under a bundle without a table of them, and after the way back', async () => {
    const before = breached(here);
    expect(before.length).toBeGreaterThan(100);
    await update([github, gitlab], 5);
    await here.refresh();
    expect(breached(here)).toEqual(before);
    await rollBackCatalogue(ctx, 'shipped');
    await here.refresh();
    expect(breached(here)).toEqual(before);
    expect(here.get('x')?.breachDomains).toEqual(['twitter.com']);
  });

  it('are those of a bundle that brings a table, and those of the release again without it', async () => {
    await update([github], 5, { breached: [{ slug: 'example', name: 'Example', domains: ['example.com'] }] });
    await Promise.all([here.refresh(), there.refresh()]);
    for (const catalogue of [here, there]) expect(breached(catalogue)).toEqual(['example']);
    await rollBackCatalogue(ctx, 'shipped');
    await here.refresh();
    expect(here.get('deezer')).toMatchObject({ probes: {}, breachDomains: ['deezer.com'] });
  });

  it('whose slug or site a new platform has give it their domains, or their place, and the others stay', async () => {
    const before = breached(here);
    for (const [version, platform, domains] of [
      [5, ofDeezer, ['deezer.com']],
      [6, { ...ofDeezer, slug: 'deezer-music' }, undefined],
      [7, deezer, undefined],
    ] as const) {
      await update([github, platform], version);
      await here.refresh();
      expect(here.get(platform.slug)).toMatchObject({ name: 'Deezer here' });
      expect(here.get(platform.slug)?.breachDomains).toEqual(domains);
      expect(breached(here)).toEqual(before.filter((slug) => slug !== 'deezer'));
      const found = createBreachedPlatforms(here.platforms)([{ name: 'B', date: '2019-04-01', domain: 'deezer.com' }], 'email');
      expect(found.map((each) => each.platform)).toEqual(platform === deezer ? [] : [platform.slug]);
    }
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      'a faulty row',
      [{ slug: 'example', name: 'Example', domains: ['co.uk'] }],
      /breached-sites\.json \(example\): co\.uk is not the domain/,
    ],
    ['the slug of another site', [{ slug: 'github', name: 'Other', domains: ['example.com'] }], /the slug is taken by another site/],
    ['a domain of a platform', [{ slug: 'other', name: 'Other', domains: ['github.com'] }], /github\.com is the site of "github" already/],
  ])('of a bundle with %s refuse the whole of it', async (_, rows, sentence) => {
    await expect(update([github], 5, { breached: rows })).rejects.toThrow(sentence);
    expect(await record.catalogueStore.newest()).toBe(0);
  });
});

describe('with only: in CATALOGUE_PATH', () => {
  const only = { ...config, CATALOGUE_PATH: 'only:catalogue/curated/github.json' };

  it('an update says that it changes nothing, and so does every process that starts', async () => {
    expect(await update([gitlab], 5)).toMatchObject({ inUse: true });
    expect(await updateCatalogue({ ...record, config: only }, bundleOf([gitlab], { key: signer.pem, version: 6 }), NOW)).toMatchObject({
      version: 6,
      inUse: false,
    });
    const received: string[] = [];
    const loud = { warn: (...[, text]: unknown[]) => void received.push(String(text)), info: () => undefined };
    const started = await new LiveCatalogue(only, loud).follow(record.catalogueStore, { poll: false });
    expect(received).toEqual(['the catalogue bundle has no effect while CATALOGUE_PATH begins with only:']);
    expect([started.platforms.map(({ slug }) => slug), started.state.bundle]).toEqual([['github'], null]);
  });
});

describe('what operators name', () => {
  const brought = withRule({ ...gitlab, slug: 'brought', homepage: 'https://example.com' }, (rule) => ({
    ...rule,
    request: { ...rule.request, url: 'https://example.com/users/{username}' },
  }));

  it('may be a platform that only a bundle brought; another one is refused', async () => {
    await update([github, brought], 5);
    const catalogue = await currentCatalogue(ctx);
    expect(
      await switchPlatformOff({ catalogue, switches: record.switches }, { platform: 'brought', by: null, reason: 'a trial' }),
    ).toMatchObject({ platform: 'brought' });
    const sealing = openRecordOn(url, 2, undefined, randomBytes(32).toString('hex'));
    const accounts = { ...sealing, catalogue, identities: new LibraryIdentityParser(), countryOf: () => null };
    const set = (platform: string) => setControlAccount(accounts, { platform, identity: 'zephyr-example' });
    expect(await set('brought')).toMatchObject({ platform: 'brought', queryType: 'username', isNew: true });
    await expect(set('gitlab')).rejects.toThrow('No platform is called gitlab.');
    const off = switchPlatformOff({ catalogue, switches: record.switches }, { platform: 'gitlab', by: null, reason: 'a trial' });
    await expect(off).rejects.toThrow('The catalogue has no platform with that slug.');
    await record.switches.switchOn('brought');
    await sealing.database.close();
  });
});
