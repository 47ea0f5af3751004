/** Tables of facts in a bundle, on a database that two processes follow: exchanged, given back, and refused where they are not right. */
import { afterEach, describe, expect, it } from 'vitest';
import { Registry } from 'prom-client';
import { rollBackCatalogue, updateCatalogue } from '../../src/wiring/catalogue-changes.js';
import { tablesFor, exchangeTables } from '../../src/wiring/data-tables.js';
import { catalogueMetrics, catalogueNote } from '../../src/wiring/live-catalogue.js';
import type { BundledTable } from '../../src/engine/catalogue/rules/revision.js';
import { suggestedDomain } from '../../src/facts/email/sources/suggested-domain.js';
import { domainLists } from '../../src/facts/email/sources/disposable-lists.js';
import { networkKinds } from '../../src/facts/ip/sources/network-kinds.js';
import { ALIAS_SERVICES, aliasServiceOf, consumerProvider, MAILBOX_PROVIDERS } from '../../src/kernel/identity/mail-providers.js';
import { mailboxOf } from '../../src/kernel/identity/mailbox.js';
import { bundleOf, shippedFile, signingKey } from '../support/bundles.js';
import { domainsWithout, onlyCurated, shippedDomains, tableOf } from '../support/tables.js';
import { openChangedCatalogue } from './support/changed-catalogue.js';

const { NOW, signer, record, ctx, here, update } = await openChangedCatalogue();
const github = shippedFile('github');
const names = onlyCurated();
const listed = (): number => names.filter((name) => domainLists().listingOf(name).agreed !== null).length;
afterEach(() => exchangeTables([]));

const released = (name: BundledTable['name']): BundledTable => {
  const table = tablesFor(null).find((each) => each.name === name);
  if (table === undefined) throw new Error(`${name} is not shipped`);
  return table;
};

describe('a bundle with tables', () => {
  it('takes 1,280 names and more out of use, a newer one brings them back, and so does going back', async () => {
    const before = listed();
    expect(before).toBeGreaterThanOrEqual(1_280);
    await update([github], 1, { tables: [domainsWithout(names)] });
    await here.refresh();
    expect(listed()).toBe(0);
    await update([github], 2, { tables: tablesFor(null).map((each) => (each.name === 'disposable-domains' ? released(each.name) : each)) });
    await here.refresh();
    expect(here.state.tables.map(({ table, isBrought }) => [table, isBrought])).toContainEqual(['disposable-domains', true]);
    await rollBackCatalogue(ctx, 1);
    await here.refresh();
    expect(listed()).toBe(0);
    await rollBackCatalogue(ctx, 'shipped');
    await here.refresh();
    expect(listed()).toBe(before);
    expect(here.state.tables.every(({ isBrought }) => !isBrought)).toBe(true);
  });

  it('brings providers, relays and kinds of networks, and what is stored under a form of an address keeps its form', async () => {
    const form = mailboxOf('a.d.a+x@gmail.com');
    const [gmail, ...others] = MAILBOX_PROVIDERS;
    const added = {
      slug: 'example-mail',
      name: 'Example Mail',
      homepage: 'https://mail.example.com',
      domains: ['mail.example.com', 'posthorn.com'],
    };
    const moved = { ...gmail, domains: ['googlemail.com'] };
    const relay = { slug: 'example-relay', domains: ['relay.example.com'] };
    await update([github], 1, {
      tables: [
        tableOf('mail-providers', [moved, ...others, added]),
        tableOf('mail-relays', [...ALIAS_SERVICES, relay]),
        released('network-kinds'),
      ],
    });
    await here.refresh();
    expect([consumerProvider('mail.example.com'), consumerProvider('gmail.com')]).toEqual(['example-mail', null]);
    expect([suggestedDomain('posthrn.com'), suggestedDomain('gmial.com')]).toEqual(['posthorn.com', null]);
    expect(aliasServiceOf('ada.relay.example.com')).toBe('example-relay');
    expect(here.get('example-mail')).toMatchObject({ name: 'Example Mail', mailbox: true });
    const [exit = ''] = networkKinds.about.torExits ?? [];
    expect([networkKinds.isBrought, networkKinds.value.get(exit)]).toEqual([true, 'tor\tTor']);
    expect(mailboxOf('a.d.a+x@gmail.com')).toBe(form);
    await rollBackCatalogue(ctx, 'shipped');
    await here.refresh();
    expect([consumerProvider('mail.example.com'), consumerProvider('gmail.com'), aliasServiceOf('relay.example.com')]).toEqual([
      null,
      'gmail',
      null,
    ]);
    expect([suggestedDomain('posthrn.com'), suggestedDomain('gmial.com')]).toEqual([null, 'gmail.com']);
    expect([here.get('example-mail'), networkKinds.isBrought]).toEqual([undefined, false]);
  });

  it('says in metrics and in /readyz how old each of its tables is', async () => {
    await update([github], 1, { tables: [domainsWithout([], '2028-01-01')] });
    await here.refresh();
    const registry = new Registry();
    catalogueMetrics(registry, here);
    const ages = ((await registry.getSingleMetric('footprint_data_age_seconds')?.get())?.values ?? []).map(
      ({ labels, value }) => [labels['table'], Math.round((Date.now() - value * 1_000) / 1_000)] as const,
    );
    const dates = Object.fromEntries(ages.map(([table, at]) => [table, new Date(at * 1_000).toISOString().slice(0, 10)]));
    expect(dates).toMatchObject({ 'disposable-domains': '2028-01-01', 'mail-providers': '2026-11-21', 'breached-sites': '2026-11-24' });
    expect(catalogueNote(here)).toMatchObject({ bundle: 1, dataOf: { ...dates, 'disposable-domains': '2028-01-01' } });
  });
});

describe('a hostile or faulty bundle', () => {
  const unauthenticated = signingKey();
  const offered = (tables: readonly BundledTable[], more: Partial<Parameters<typeof bundleOf>[1]> = {}) =>
    bundleOf([github], { key: signer.pem, version: 9, tables, ...more });
  const spoilt = (bytes: Buffer): Buffer => {
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    return bytes;
  };
  const broken = { ...shippedDomains, curated: { asOf: '2026-11-09', domains: ['no name'] } };
  const refused: readonly (readonly [string, () => Buffer, RegExp])[] = [
    ['tampered with', () => spoilt(offered([domainsWithout([])])), /its signature does not hold/],
    ['of a key that is not trusted', () => offered([domainsWithout([])], { key: unauthenticated.pem }), /CATALOGUE_KEYS does not name/],
    ['that has expired', () => offered([domainsWithout([])], { expiresAt: NOW }), /it has expired/],
    ['of an older version', () => offered([domainsWithout([])], { version: 4 }), /version 4 is not newer than 5/],
    [
      'with a table older than the one in use',
      () => offered([domainsWithout([], '2027-12-31')]),
      /is of 2027-12-31, older than that of 2028-01-01 in use/,
    ],
    [
      'with a table older than the release’s',
      () => offered([tableOf('mail-relays', ALIAS_SERVICES, '2025-01-01')]),
      /mail-relays is of 2025-01-01, older/,
    ],
    ['with a table of a day after it was made', () => offered([domainsWithout([], '2030-01-02')]), /after the bundle was made/],
    [
      'with a table of 40 MB',
      () => offered([tableOf('disposable-domains', ' '.repeat(40 * 1_048_576))]),
      /disposable-domains has more than \d+ bytes/,
    ],
    ['with a table that is no table', () => offered([tableOf('mail-providers', '<html>')]), /mail-providers is no JSON/],
    [
      'with a name that is none',
      () => offered([tableOf('disposable-domains', broken)]),
      /disposable-domains is not right at "curated\.domains\.0"/,
    ],
    [
      'with a domain of two providers',
      () => offered([tableOf('mail-providers', [...MAILBOX_PROVIDERS, MAILBOX_PROVIDERS[0]])]),
      /names gmail\.com twice/,
    ],
    [
      'with networks that are none',
      () => offered([{ ...tableOf('network-kinds', 'x'), torExits: ['192.0.2.1'] }]),
      /network-kinds is no database/,
    ],
    ['with a table twice', () => offered([domainsWithout([]), domainsWithout([])]), /it has a table twice/],
  ];
  it.each(refused)('%s is refused in one sentence, and the tables in use stay', async (_, make, sentence) => {
    await update([github], 5, { tables: [domainsWithout(names, '2028-01-01')] });
    await here.refresh();
    const before = [here.state, listed(), consumerProvider('gmail.com'), await record.catalogueStore.bundles()];
    const message = await updateCatalogue(ctx, make(), NOW).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^The bundle is refused: [^\n]+\.$/);
    await here.refresh();
    expect([here.state, listed(), consumerProvider('gmail.com'), await record.catalogueStore.bundles()]).toEqual(before);
  });
});
