/** Changes of the catalogue without a release: bundles, and the way back. */
import { variablesFor } from '../engine/http/probe-variables.js';
import { BundleRefused, openBundle } from '../engine/catalogue/bundle.js';
import { checkCatalogue } from '../engine/catalogue/check-catalogue.js';
import { parseCataloguePath } from '../engine/catalogue/catalogue-files.js';
import { readEntriesInSlices } from '../engine/catalogue/entries-in-slices.js';
import { assembleCatalogue, withBreachedTable } from '../engine/catalogue/load-catalogue.js';
import type { Refusal } from '../engine/catalogue/read-entries.js';
import type { Config } from '../kernel/config/env.js';
import type { BundledTable, BundleInfo, CatalogueRevision, RevisionCause } from '../engine/catalogue/rules/revision.js';
import type { CatalogueStore, RevisionContent } from '../features/platforms/store/catalogue-store.js';
import { ServiceError } from '../kernel/values/errors.js';
import { assertNotOlder, checkTables } from './data-tables.js';
import { LiveCatalogue } from './live-catalogue.js';

export interface CatalogueChangeContext {
  readonly config: Pick<Config, 'CATALOGUE_PATH' | 'CATALOGUE_KEYS' | 'PLATFORM_KEYS'>;
  readonly catalogueStore: CatalogueStore;
}

/** Tries of a change: another one may begin a revision between its reading and its writing. */
const TRIES = 5;

/** Nothing is logged here: what is refused is told to whoever runs the command. */
const noLog = { warn: () => undefined, info: () => undefined };

/** The catalogue as the processes have it now. */
export const currentCatalogue = ({ config, catalogueStore }: CatalogueChangeContext): Promise<LiveCatalogue> =>
  new LiveCatalogue(config, noLog).follow(catalogueStore, { poll: false });

/**
 * Begins the revision that `make` makes of the present one.
 *
 * @throws ServiceError when others changed the catalogue at every try
 */
async function change(
  { catalogueStore: store }: CatalogueChangeContext,
  cause: RevisionCause,
  make: (before: CatalogueRevision) => Promise<RevisionContent>,
): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await store.read(await store.newest());
    if (before === null) continue;
    const begun = await store.begin(cause, before.revision, await make(before));
    if (begun !== null) return begun;
  }
  throw new ServiceError('unavailable', 'The catalogue was changed by somebody else at the same time; try again.');
}

export interface AcceptedBundle extends Omit<BundleInfo, 'createdAt'> {
  readonly revision: number;
  /** False: `only:` in CATALOGUE_PATH keeps it from changing anything. */
  readonly inUse: boolean;
}

/** Whether bundles are used with these settings: not where the operator has said what the catalogue consists of. */
export const usesBundles = ({ CATALOGUE_PATH }: Pick<Config, 'CATALOGUE_PATH'>): boolean => !parseCataloguePath(CATALOGUE_PATH).only;

/**
 * Accepts a bundle: a new revision, which every process takes over within seconds.
 *
 * @throws BundleRefused; the catalogue in use stays
 */
export async function updateCatalogue(ctx: CatalogueChangeContext, bytes: Buffer, now: Date): Promise<AcceptedBundle> {
  const { files, breachedSites, tables, ...bundle } = openBundle(bytes, ctx.config.CATALOGUE_KEYS ?? []);
  const { version, keyId, expiresAt } = bundle;
  if (expiresAt <= now) throw new BundleRefused(`it has expired on ${expiresAt.toISOString()}`);
  await checkTables(tables);
  const { entries, refused } = await readEntriesInSlices(files);
  const assembled = assembleCatalogue([], entries);
  const loaded = breachedSites === null ? assembled : withBreachedTable(assembled, breachedSites);
  assertFaultless([...refused, ...loaded.refused]);
  const [fault] = checkCatalogue(loaded, variablesFor).sampleFaults;
  if (fault) throw new BundleRefused(`${fault.file ?? fault.slug}: a sample of ${fault.slug} is not read as it should be`);
  const platforms = loaded.catalogue.platforms.length;
  if (platforms === 0) throw new BundleRefused('it holds no platform');
  const revision = await change(ctx, 'update', async (before) => {
    const [newest] = await ctx.catalogueStore.bundles();
    if (newest && newest.version >= version)
      throw new BundleRefused(`its version ${version} is not newer than ${newest.version}, which was accepted before`);
    assertNotOlder(tables, await tablesOf(ctx, before.bundle));
    return { bundle: version, stored: { ...bundle, platforms } };
  });
  return { version, keyId, expiresAt, platforms, revision, inUse: usesBundles(ctx.config) };
}

/** The tables of a stored bundle; none of one that would not be loaded either. */
async function tablesOf({ catalogueStore, config }: CatalogueChangeContext, version: number | null): Promise<readonly BundledTable[]> {
  const stored = version === null ? null : await catalogueStore.bundle(version);
  try {
    return stored === null ? [] : openBundle(Buffer.from(stored.content), config.CATALOGUE_KEYS ?? []).tables;
  } catch {
    return [];
  }
}

function assertFaultless([first, ...others]: readonly Refusal[]): void {
  if (!first) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more entries are refused`;
  throw new BundleRefused(`${first.file}${first.slug && ` (${first.slug})`}: ${first.reason}${more}`);
}

/**
 * Goes back to the bundle before the present one, or to another one that was in use, or to the files of the release.
 *
 * @param to version; 'shipped': the files of the release; undefined: what was in use before the present bundle
 * @throws ServiceError, or BundleRefused when its key is no longer trusted
 */
export async function rollBackCatalogue(
  ctx: CatalogueChangeContext,
  to: number | 'shipped' | undefined,
): Promise<{ revision: number; bundle: number | null }> {
  let bundle: number | null = null;
  const revision = await change(ctx, 'rollback', async (before) => {
    bundle = to === 'shipped' ? null : (to ?? (await bundleBefore(ctx.catalogueStore, before.bundle)));
    if (bundle === before.bundle) throw new ServiceError('invalid_parameter', 'The catalogue already consists of exactly that.');
    if (bundle !== null && !(await ctx.catalogueStore.wasInUse(bundle)))
      throw new ServiceError('not_found', `The bundle ${bundle} was not in use, or is no longer kept.`);
    const stored = bundle === null ? null : await ctx.catalogueStore.bundle(bundle);
    if (stored) openBundle(Buffer.from(stored.content), ctx.config.CATALOGUE_KEYS ?? []);
    return { bundle };
  });
  return { revision, bundle };
}

async function bundleBefore(store: CatalogueStore, present: number | null): Promise<number | null> {
  if (present === null) throw new ServiceError('invalid_parameter', 'No bundle is in use: the catalogue is the one of the release.');
  return (await store.bundles()).find(({ version }) => version < present)?.version ?? null;
}
