/** Changes of the catalogue on a database of the test's own that two processes follow. Nothing has been changed when a test begins. */
import { afterAll, beforeEach } from 'vitest';
import { updateCatalogue } from '../../../src/wiring/catalogue-changes.js';
import { LiveCatalogue } from '../../../src/wiring/live-catalogue.js';
import { type BundleOptions, bundleOf, signingKey } from '../../support/bundles.js';
import { openTestRecords } from './record.js';
import { truncate } from '../../support/databases.js';

const NOW = new Date('2030-06-01T00:00:00Z');

export async function openChangedCatalogue() {
  const signer = signingKey();
  const { url, record, other } = await openTestRecords(4);
  const config = { CATALOGUE_PATH: undefined, CATALOGUE_KEYS: [signer.publicKey], PLATFORM_KEYS: undefined };
  const ctx = { ...record, config };
  const warnings: object[] = [];
  const log = { warn: (about: object) => void warnings.push(about), info: () => undefined };
  const follow = (store = record.catalogueStore) => new LiveCatalogue(config, log).follow(store, { poll: false });
  const update = (
    files: readonly { readonly slug: string }[],
    version: number,
    { now = NOW, ...more }: Partial<BundleOptions> & { now?: Date } = {},
  ) => updateCatalogue(ctx, bundleOf(files, { key: signer.pem, version, ...more }), now);
  const here = await follow();
  const there = await follow(other.catalogueStore);
  afterAll(() => Promise.all([here.close(), there.close()]));
  beforeEach(async () => {
    await truncate(record.database.sql, 'catalogue_revisions', 'catalogue_bundles');
    warnings.length = 0;
    await Promise.all([here.refresh(), there.refresh()]);
  });
  return { NOW, url, signer, record, config, ctx, log, warnings, follow, update, here, there };
}

/** Of what is asked. */
export const slugs = (catalogue: Pick<LiveCatalogue, 'platforms'>): string[] =>
  catalogue.platforms.filter(({ mailbox, tags }) => !mailbox && !tags.includes('breached')).map(({ slug }) => slug);
