import { getDomain } from 'tldts';
import { describe, expect, it } from 'vitest';
import { lookupCatalogue } from '../../src/wiring/platforms.js';
import { withMailboxPlatforms } from '../../src/engine/catalogue/load-catalogue.js';
import { MAILBOX_PROVIDERS } from '../../src/kernel/identity/mail-providers.js';
import { selectTargets } from '../../src/engine/catalogue/rules/bands.js';
import { supports, impliedBy } from '../../src/engine/catalogue/rules/platform.js';
import { CATALOGUE_ROOT } from '../support/simulated.js';
import { shipped as loaded } from '../support/shipped-catalogue.js';

const shipped = loaded.catalogue;
const catalogue = withMailboxPlatforms(shipped);

describe('mailbox providers in the catalogue', () => {
  it('are all there, each once, in the order of slugs', () => {
    const slugs = catalogue.platforms.map(({ slug }) => slug);
    expect(slugs).toEqual([...new Set(slugs)].sort());
    for (const { slug, name } of MAILBOX_PROVIDERS) {
      const platform = catalogue.get(slug);
      expect(platform && impliedBy(platform), slug).toEqual(['email']);
      expect(platform?.name).toBe(name);
    }
    expect(slugs.length).toBe(shipped.platforms.length + MAILBOX_PROVIDERS.filter(({ slug }) => !shipped.get(slug)).length);
  });

  it('take no name that another site has', () => {
    for (const { slug, homepage } of MAILBOX_PROVIDERS) {
      const own = shipped.get(slug);
      if (own) expect(getDomain(own.homepage), slug).toBe(getDomain(homepage));
    }
  });

  it('keep the rules of those that can also be asked, and are never asked otherwise', () => {
    for (const slug of ['proton', 'gmail']) expect(catalogue.get(slug)).toMatchObject({ mailbox: true, probes: shipped.get(slug)?.probes });
    expect(supports(catalogue.get('yahoo-mail') as NonNullable<ReturnType<typeof catalogue.get>>)).toEqual([]);
    const probed = (platforms: typeof catalogue.platforms) =>
      selectTargets(platforms, { email: 'ada@gmail.com', username: 'ada' }, 'deep', null).map(({ platform }) => platform);
    expect(probed(catalogue.platforms)).toEqual(probed(shipped.platforms));
    expect(selectTargets(catalogue.platforms, { email: 'ada@yahoo.com' }, 'deep', ['yahoo-mail'])).toEqual([]);
  });

  it('are left out with the shipped platforms, when an operator replaces these', () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    expect(lookupCatalogue({ CATALOGUE_PATH: `only:${CATALOGUE_ROOT}/site-software` }, refuse).get('gmail')).toBeUndefined();
    expect(lookupCatalogue({ CATALOGUE_PATH: undefined }, refuse).get('gmail')).toMatchObject({ mailbox: true });
  });
});
