/** Changes of the catalogue without a release: bundles, the way back, and the operator's own files for shipped slugs. */
import { variablesFor } from '../../engine/http/probe-variables.js';
import { BundleRefused, openBundle } from '../../engine/catalogue/bundle.js';
import { checkCatalogue } from '../../engine/catalogue/check-catalogue.js';
import { parseCataloguePath } from '../../engine/catalogue/catalogue-files.js';
import { assembleCatalogue, withBreachedTable } from '../../engine/catalogue/load-catalogue.js';
import type { Refusal } from '../../engine/catalogue/read-entries.js';
import { readEntriesInSlices, readReplacement } from '../../engine/catalogue/revised-catalogue.js';
import type { Config } from '../../kernel/config/env.js';
import type { Json } from '../../kernel/values/json.js';
import { type BundleInfo, type CatalogueContent, heldRules, type RevisionCause } from '../../engine/catalogue/rules/revision.js';
import type { CatalogueStore } from '../../features/platforms/store/catalogue-store.js';
import { ServiceError } from '../../kernel/values/errors.js';
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
 * Begins the revision that `content` makes of the present one.
 *
 * @throws ServiceError when others changed the catalogue at every try
 */
async function change(
  { catalogueStore: store }: CatalogueChangeContext,
  cause: RevisionCause,
  make: (
    before: CatalogueContent & { revision: number },
  ) => Promise<CatalogueContent & { readonly stored?: Parameters<CatalogueStore['begin']>[3] }>,
): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await store.read(await store.newest());
    if (before === null) continue;
    const { stored, ...content } = await make(before);
    const begun = await store.begin(cause, before.revision, content, stored);
    if (begun !== null) return begun;
  }
  throw new ServiceError('unavailable', 'The catalogue was changed by somebody else at the same time; try again.');
}

export interface AcceptedBundle extends Omit<BundleInfo, 'createdAt'> {
  readonly revision: number;
  /** Changed rules, which run in shadow first. */
  readonly shadow: number;
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
  const { files, breachedSites, ...bundle } = openBundle(bytes, ctx.config.CATALOGUE_KEYS ?? []);
  const { version, keyId, expiresAt } = bundle;
  if (expiresAt <= now) throw new BundleRefused(`it has expired on ${expiresAt.toISOString()}`);
  const { entries, refused } = await readEntriesInSlices(files);
  const assembled = assembleCatalogue([], entries);
  const loaded = breachedSites === null ? assembled : withBreachedTable(assembled, breachedSites);
  assertFaultless([...refused, ...loaded.refused]);
  const [fault] = checkCatalogue(loaded, variablesFor).sampleFaults;
  if (fault) throw new BundleRefused(`${fault.file ?? fault.slug}: a sample of ${fault.slug} is not read as it should be`);
  const platforms = loaded.catalogue.platforms.length;
  if (platforms === 0) throw new BundleRefused('it holds no platform');
  let shadow = 0;
  const revision = await change(ctx, 'update', async ({ replacements, ...before }) => {
    const [newest] = await ctx.catalogueStore.bundles();
    if (newest && newest.version >= version)
      throw new BundleRefused(`its version ${version} is not newer than ${newest.version}, which was accepted before`);
    // Compared without replacements: what one hides runs in shadow all the same, also when the operator restores the platform meanwhile.
    const catalogue = await currentCatalogue(ctx);
    const present = await catalogue.preview({ ...before, replacements: {} });
    const held = heldRules(present.platforms, (await catalogue.previewEntries(entries)).platforms);
    shadow = Object.keys(held).length;
    return { bundle: version, replacements, held, stored: { ...bundle, platforms } };
  });
  return { version, keyId, expiresAt, platforms, revision, shadow, inUse: usesBundles(ctx.config) };
}

function assertFaultless([first, ...others]: readonly Refusal[]): void {
  if (!first) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more entries are refused`;
  throw new BundleRefused(`${first.file}${first.slug && ` (${first.slug})`}: ${first.reason}${more}`);
}

/**
 * Goes back to the bundle before the present one, or to another one that was in use, or to the files of the release: with the rules that
 * were held then, and the operator's replacements of now.
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
    if (bundle === before.bundle) throw new ServiceError('invalid_parameter', 'That is what the catalogue consists of already.');
    const earlier = await ctx.catalogueStore.latestWith(bundle);
    if (earlier === null && bundle !== null)
      throw new ServiceError('not_found', `The bundle ${bundle} was not in use, or is no longer kept.`);
    const stored = bundle === null ? null : await ctx.catalogueStore.bundle(bundle);
    if (stored) openBundle(Buffer.from(stored.content), ctx.config.CATALOGUE_KEYS ?? []);
    return { bundle, replacements: before.replacements, held: earlier?.held ?? {} };
  });
  return { revision, bundle };
}

async function bundleBefore(store: CatalogueStore, present: number | null): Promise<number | null> {
  if (present === null) throw new ServiceError('invalid_parameter', 'No bundle is in use: the files of the release are.');
  return (await store.bundles()).find(({ version }) => version < present)?.version ?? null;
}

/**
 * Puts an operator's own file in the place of a platform, whatever bundle is in use, until `restorePlatform`. It is in use at once:
 * its answers need a control, as all do.
 *
 * @throws ServiceError
 */
export async function replacePlatform(ctx: CatalogueChangeContext, json: Json): Promise<{ revision: number; platform: string }> {
  const slug = typeof json === 'object' && json !== null && 'slug' in json ? String(json.slug) : '';
  const { entries, refused } = readReplacement(slug, json);
  const [fault] = refused;
  if (fault || entries.length !== 1)
    throw new ServiceError('invalid_parameter', `The file is refused: ${fault?.reason ?? 'it is not one platform'}.`);
  const present = await currentCatalogue(ctx);
  if (!present.get(slug))
    throw new ServiceError('not_found', `The catalogue has no platform ${slug}: add a file to CATALOGUE_PATH instead.`);
  const revision = await change(ctx, 'replace', async ({ bundle, replacements, held }) => {
    const next = { bundle, held, replacements: { ...replacements, [slug]: json } };
    const preview = await present.preview(next);
    if (preview.get(slug) === undefined)
      throw new ServiceError('invalid_parameter', 'The file is refused: it asks the same as another platform.');
    return next;
  });
  return { revision, platform: slug };
}

/** Takes a replacement away. @throws ServiceError not_found */
export async function restorePlatform(ctx: CatalogueChangeContext, slug: string): Promise<{ revision: number; platform: string }> {
  const revision = await change(ctx, 'restore', async ({ bundle, replacements, held }) => {
    if (!Object.hasOwn(replacements, slug)) throw new ServiceError('not_found', `${slug} is not replaced.`);
    const { [slug]: _, ...others } = replacements;
    return { bundle, held, replacements: others };
  });
  return { revision, platform: slug };
}
