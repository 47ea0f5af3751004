import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { readGauge } from '../../kernel/http/metrics.js';
import { readBreachedSites, withBreachedSites } from '../../engine/catalogue/breached-sites.js';
import { BundleRefused, openBundle } from '../../engine/catalogue/bundle.js';
import {
  breachedSitesFile,
  operatorFiles,
  parseCataloguePath,
  shippedFiles,
  type TableFile,
} from '../../engine/catalogue/catalogue-files.js';
import { readCheckedEntries } from '../../engine/catalogue/checked-catalogue.js';
import type { BreachedSite } from '../../engine/catalogue/entry-schema.js';
import { withMailboxPlatforms } from '../../engine/catalogue/load-catalogue.js';
import type { CatalogueEntry, Refusal } from '../../engine/catalogue/read-entries.js';
import { readEntriesInSlices, reviseCatalogue } from '../../engine/catalogue/revised-catalogue.js';
import type { Config } from '../../kernel/config/env.js';
import type { Platform } from '../../engine/catalogue/rules/platform.js';
import type { PlatformCatalogue } from '../../engine/catalogue/rules/ports.js';
import type { BundleInfo, CatalogueContent, CatalogueRevision } from '../../engine/catalogue/rules/revision.js';
import type { CatalogueStore } from '../../features/platforms/store/catalogue-store.js';
import { faultName } from '../../kernel/values/errors.js';
import { catalogueWithKeys, lookupCatalogue, shippedCatalogue } from './platforms.js';

/** How often a process looks for a newer revision, in milliseconds: as often as for switched platforms. */
const POLL_MS = 2_000;
const WARN_EVERY_MS = 24 * 3_600_000;
/** Revisions that are kept in memory, some megabytes each: the present one, and those of plans under way. */
const MAX_REVISIONS = 4;

type Settings = Pick<Config, 'CATALOGUE_PATH'> & Partial<Pick<Config, 'CATALOGUE_KEYS' | 'PLATFORM_KEYS'>>;

export interface CatalogueState {
  readonly revision: number;
  /** Version of the bundle in use; null: the files of the release. */
  readonly bundle: number | null;
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
}

interface LoadedBundle {
  readonly entries: readonly CatalogueEntry[];
  /** Null when the bundle has no table of its own, and that of the release stays in use. */
  readonly breachedSites: readonly BreachedSite[] | null;
  readonly info: BundleInfo | null;
}

type RevisionReader = Pick<CatalogueStore, 'newest' | 'read' | 'bundle'>;

/**
 * The catalogue of a process: that of the settings and the release until it follows the database, then the newest revision, which it
 * takes over within seconds. What cannot be loaded is reported, and the revision before stays.
 */
export class LiveCatalogue implements PlatformCatalogue {
  readonly #config: Settings;
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  readonly #isOnly: boolean;
  readonly #loaded = new LRUCache<number, PlatformCatalogue>({ max: MAX_REVISIONS, fetchMethod: (revision) => this.#load(revision) });
  readonly #bundled = new LRUCache<number, LoadedBundle>({ max: 2, fetchMethod: (version) => this.#readBundle(version) });
  #reader: RevisionReader | undefined;
  /** The release's catalogue, read only where no bundle is in use. */
  #released: PlatformCatalogue | undefined;
  #revised: PlatformCatalogue | undefined;
  #bundle: BundleInfo | null = null;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #failed: number | null = null;

  constructor(config: Settings, log: Pick<Logger, 'warn' | 'info'>) {
    this.#config = config;
    this.#log = log;
    this.#isOnly = parseCataloguePath(config.CATALOGUE_PATH).only;
  }

  get #shipped(): PlatformCatalogue {
    this.#released ??= lookupCatalogue(this.#config, (entry) => this.#log.warn(entry, 'a platform file was refused'));
    return this.#released;
  }

  get #current(): PlatformCatalogue {
    return this.#revised ?? this.#shipped;
  }

  get platforms(): readonly Platform[] {
    return this.#current.platforms;
  }

  get revision(): number {
    return this.#revised?.revision ?? 0;
  }

  get state(): CatalogueState {
    const expiresAt = this.#bundle?.expiresAt ?? null;
    return {
      revision: this.revision,
      bundle: this.#bundle?.version ?? null,
      expiresAt,
      isExpired: expiresAt !== null && expiresAt.getTime() < Date.now(),
    };
  }

  get(slug: string): Platform | undefined {
    return this.#current.get(slug);
  }

  now(): PlatformCatalogue {
    return this.#current;
  }

  async at(revision = 0): Promise<PlatformCatalogue> {
    if (revision === 0) return this.#shipped;
    if (revision === this.revision) return this.#current;
    return this.#loaded.forceFetch(revision).catch((error: unknown) => {
      // A plan waits for its own rules. Those of a bundle that is refused never come.
      if (!(error instanceof BundleRefused)) throw error;
      this.#reportUnloaded(revision, error);
      return this.#current;
    });
  }

  /** Takes over the newest revision, and each later one. @param poll whether it goes on doing so; default true */
  async follow(reader: RevisionReader, { poll = true }: { poll?: boolean } = {}): Promise<this> {
    this.#reader = reader;
    await this.refresh();
    if (poll) this.#timer = setInterval(() => void this.refresh().catch(() => undefined), POLL_MS).unref();
    return this;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refreshing?.catch(() => undefined);
  }

  /** Takes over the newest revision now. @throws when it cannot be read which one that is */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const newest = await this.#store.newest();
    if (newest !== this.revision) await this.#takeOver(newest);
    this.#warnOfExpiry();
  }

  async #takeOver(newest: number): Promise<void> {
    if (newest < this.revision) {
      // The database is an earlier copy of itself, in which numbers come again.
      this.#loaded.clear();
      this.#bundled.clear();
    }
    try {
      const revised = newest === 0 ? undefined : await this.#loaded.forceFetch(newest);
      const version = (await this.#store.read(newest))?.bundle ?? null;
      const bundle = version === null || this.#isOnly ? null : ((await this.#bundled.forceFetch(version)).info ?? null);
      // All of it or nothing: what was not read is tried again.
      [this.#revised, this.#bundle, this.#failed] = [revised, bundle, null];
      const used = this.#bundle?.version ?? null;
      this.#log.info({ revision: newest, bundle: used, platforms: this.platforms.length }, 'a new revision of the catalogue is in use');
      if (version !== used)
        this.#log.warn({ bundle: version }, 'the catalogue bundle has no effect while CATALOGUE_PATH begins with only:');
    } catch (error) {
      if (this.#failed !== newest) this.#reportUnloaded(newest, error);
      this.#failed = newest;
    }
  }

  #reportUnloaded(revision: number, error: unknown): void {
    const reason = error instanceof BundleRefused ? { reason: error.message } : {};
    this.#log.warn({ revision, fault: faultName(error), ...reason }, 'a revision of the catalogue could not be loaded');
  }

  #warnOfExpiry(): void {
    const { isExpired, bundle, expiresAt } = this.state;
    if (!isExpired || performance.now() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = performance.now();
    this.#log.warn({ bundle, expiresAt }, 'the catalogue bundle has expired but stays in use: update it');
  }

  async #load(revision: number): Promise<PlatformCatalogue> {
    const found = await this.#store.read(revision);
    // A plan that is older than all that is kept goes on with the present revision.
    return found === null ? this.#current : this.preview(found);
  }

  /** The catalogue that a content gives with the settings of this process. */
  async preview(content: CatalogueContent | CatalogueRevision): Promise<PlatformCatalogue> {
    const { refused, ...revised } = reviseCatalogue(await this.#entriesOf(content.bundle), content);
    this.#report(refused);
    return this.#complete({ ...content, ...revised }, await this.#breachedSitesOf(content.bundle));
  }

  /** The same with the files of a bundle that is not stored yet. */
  async previewEntries(entries: readonly CatalogueEntry[]): Promise<PlatformCatalogue> {
    const base = this.#isOnly ? [] : entries;
    return this.#complete(reviseCatalogue([...base, ...(await this.#ownEntries())], { replacements: {}, held: {} }), []);
  }

  #complete(
    parts: Pick<PlatformCatalogue, 'platforms' | 'shadow' | 'revision' | 'replaced'>,
    breachedSites: readonly BreachedSite[],
  ): PlatformCatalogue {
    const keys = this.#config.PLATFORM_KEYS ?? new Map<string, string>();
    const bySlug = new Map(parts.platforms.map((platform) => [platform.slug, platform]));
    const keyed = catalogueWithKeys({ platforms: parts.platforms, get: (slug) => bySlug.get(slug) }, keys);
    const { platforms, get } = this.#isOnly ? keyed : withUnprobed(keyed, breachedSites);
    const { revision = 0, shadow = [], replaced = new Set() } = parts;
    const waiting = catalogueWithKeys({ platforms: shadow.map(({ platform }) => platform), get: () => undefined }, keys);
    const keyedShadow = shadow.map((rule) => ({ ...rule, platform: waiting.get(rule.platform.slug) ?? rule.platform }));
    return { platforms, get, revision, replaced, shadow: keyedShadow };
  }

  async #breachedSitesOf(bundle: number | null): Promise<readonly BreachedSite[]> {
    const ofBundle = bundle === null || this.#isOnly ? null : (await this.#bundled.forceFetch(bundle)).breachedSites;
    return ofBundle ?? this.#readTable(breachedSitesFile(shippedCatalogue())) ?? [];
  }

  #readTable(table: TableFile | null): readonly BreachedSite[] | null {
    if (table === null) return null;
    const { sites, refused } = readBreachedSites(table);
    this.#report(refused);
    return sites;
  }

  async #entriesOf(bundle: number | null): Promise<CatalogueEntry[]> {
    const own = await this.#ownEntries();
    if (this.#isOnly) return own;
    if (bundle !== null) return [...(await this.#bundled.forceFetch(bundle)).entries, ...own];
    return [...(readCheckedEntries() ?? (await this.#read(shippedFiles(shippedCatalogue())))), ...own];
  }

  #ownEntries(): Promise<CatalogueEntry[]> {
    return this.#read(parseCataloguePath(this.#config.CATALOGUE_PATH).paths.flatMap(operatorFiles));
  }

  async #readBundle(version: number) {
    const stored = await this.#store.bundle(version);
    if (stored === null) throw new Error('the bundle is not stored');
    // Verified once more: who can write into the database must not change rules, and a key may have lost its trust. Entries are checked
    // again too: a later release may refuse what the one that accepted the bundle did not.
    const { files, breachedSites, content: _, ...info } = openBundle(Buffer.from(stored.content), this.#config.CATALOGUE_KEYS ?? []);
    if (info.version !== version) throw new BundleRefused(`it is version ${info.version} and stored as ${version}`);
    return { entries: await this.#read(files), breachedSites: this.#readTable(breachedSites), info };
  }

  async #read(files: Parameters<typeof readEntriesInSlices>[0]): Promise<CatalogueEntry[]> {
    const { entries, refused } = await readEntriesInSlices(files);
    this.#report(refused);
    return entries.map((entry) => ({ ...entry, samples: {} }));
  }

  #report(refused: readonly Refusal[]): void {
    for (const { file, slug, reason } of refused) this.#log.warn({ file, slug, reason }, 'a platform file was refused');
  }

  get #store(): RevisionReader {
    if (!this.#reader) throw new Error('the catalogue does not follow a database');
    return this.#reader;
  }
}

/**
 * With the platforms of which mailboxes and breaches tell. Rows that do not fit are left out silently: a platform of the same slug or site
 * has taken their place, and what was published together was checked together.
 */
const withUnprobed = (keyed: PlatformCatalogue, sites: readonly BreachedSite[]): PlatformCatalogue =>
  withBreachedSites(withMailboxPlatforms(keyed), sites).catalogue;

/** Which catalogue a process uses, and how long its bundle is good for. */
export function catalogueMetrics(registry: Registry, catalogue: Pick<LiveCatalogue, 'state'>): void {
  const gauge = (name: string, help: string, value: () => number | null) =>
    readGauge(registry, [name, help], (set) => {
      const now = value();
      if (now !== null) set({}, now);
    });
  gauge('footprint_catalogue_revision', 'Revision of the catalogue in use; 0: the files of the release', () => catalogue.state.revision);
  gauge('footprint_catalogue_bundle', 'Version of the bundle in use', () => catalogue.state.bundle);
  gauge('footprint_catalogue_expiry_seconds', 'Seconds until the bundle in use expires; negative: it has', () => {
    const { expiresAt } = catalogue.state;
    return expiresAt === null ? null : (expiresAt.getTime() - Date.now()) / 1_000;
  });
}

/** What `/readyz` says of the catalogue. */
export function catalogueNote({ state }: Pick<LiveCatalogue, 'state'>) {
  const { revision, bundle, expiresAt, isExpired } = state;
  return { revision, bundle, ...(expiresAt === null ? {} : { status: isExpired ? 'expired' : 'ok', expiresAt: expiresAt.toISOString() }) };
}
