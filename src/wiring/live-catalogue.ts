import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { readGauge } from '../kernel/http/metrics.js';
import { type BreachedSites, readBreachedSites, withBreachedSites } from '../engine/catalogue/breached-sites.js';
import { BundleRefused, openBundle } from '../engine/catalogue/bundle.js';
import {
  BREACHED_SITES,
  breachedSitesFile,
  operatorFiles,
  parseCataloguePath,
  type TableFile,
} from '../engine/catalogue/catalogue-files.js';
import { readEntriesInSlices } from '../engine/catalogue/entries-in-slices.js';
import { assembleCatalogue, withMailboxPlatforms } from '../engine/catalogue/load-catalogue.js';
import type { CatalogueEntry, Refusal } from '../engine/catalogue/read-entries.js';
import type { Config } from '../kernel/config/env.js';
import type { Platform } from '../engine/catalogue/rules/platform.js';
import type { PlatformCatalogue } from '../engine/catalogue/rules/ports.js';
import { type BundledTable, type BundleInfo, type CatalogueRevision, REPLACEMENT_REFUSED } from '../engine/catalogue/rules/revision.js';
import type { CatalogueStore } from '../features/platforms/store/catalogue-store.js';
import { faultName } from '../kernel/values/errors.js';
import { mailProviders } from '../facts/email/sources/mail-tables.js';
import { checkTables, type TableState, tablesInUse, exchangeTables } from './data-tables.js';
import { catalogueWithKeys, lookupCatalogue, shippedCatalogue } from './platforms.js';

/** How often a process looks for a newer revision, in milliseconds: as often as for switched platforms. */
const POLL_MS = 2_000;
const WARN_EVERY_MS = 24 * 3_600_000;

type Settings = Pick<Config, 'CATALOGUE_PATH'> & Partial<Pick<Config, 'CATALOGUE_KEYS' | 'PLATFORM_KEYS'>>;

export interface CatalogueState {
  readonly revision: number;
  /** Version of the bundle in use; null: the files of the release. */
  readonly bundle: number | null;
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
  /** The tables of facts in use. */
  readonly tables: readonly TableState[];
}

/** A revision in use: its platforms, and the bundle that they are of; null: the files of the release. */
interface Revision extends Pick<PlatformCatalogue, 'platforms' | 'get'> {
  readonly revision: number;
  readonly bundle: BundleInfo | null;
  readonly tables: readonly BundledTable[];
  readonly breached: Pick<BreachedSites, 'asOf'> & { readonly isBrought: boolean };
}

type RevisionReader = Pick<CatalogueStore, 'newest' | 'read' | 'bundle'>;

/**
 * The catalogue of a process: that of the settings and the release until it follows the database, then the newest revision, which it
 * takes over within seconds. What cannot be loaded is reported, and the revision before stays. A rule of a new revision answers once
 * its own controls have passed, as any does (`src/engine/controls/of-rule.ts`).
 */
export class LiveCatalogue implements PlatformCatalogue {
  readonly #config: Settings;
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  #reader: RevisionReader | undefined;
  /** The release's catalogue, read only where no bundle is in use. */
  #released: Revision | undefined;
  #revised: Revision | undefined;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #failed: number | null = null;

  constructor(config: Settings, log: Pick<Logger, 'warn' | 'info'>) {
    this.#config = config;
    this.#log = log;
  }

  get #shipped(): Revision {
    if (this.#released === undefined) {
      const { breachedAsOf: asOf, ...catalogue } = lookupCatalogue(this.#config, (entry) => this.#report([entry]));
      this.#released = { ...catalogue, revision: 0, bundle: null, tables: [], breached: { asOf, isBrought: false } };
    }
    return this.#released;
  }

  get #current(): Revision {
    return this.#revised ?? this.#shipped;
  }

  get platforms(): readonly Platform[] {
    return this.#current.platforms;
  }

  get revision(): number {
    return this.#revised?.revision ?? 0;
  }

  get state(): CatalogueState {
    const { version = null, expiresAt = null } = this.#revised?.bundle ?? {};
    const { asOf, isBrought } = this.#current.breached;
    const sites = asOf === null ? [] : [{ table: 'breached-sites' as const, asOf, origin: BREACHED_SITES, isBrought }];
    const isExpired = expiresAt !== null && expiresAt.getTime() < Date.now();
    return { revision: this.revision, bundle: version, expiresAt, isExpired, tables: [...tablesInUse(), ...sites] };
  }

  get(slug: string): Platform | undefined {
    return this.#current.get(slug);
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
    try {
      const found = await this.#store.read(newest);
      if (found === null) throw new Error('the revision is gone');
      this.#report(found.replaced.map((slug) => ({ file: `replacements/${slug}.json`, slug, reason: REPLACEMENT_REFUSED })));
      // All of it or nothing: what was not read is tried again.
      [this.#revised, this.#failed] = [await this.#load(found), null];
      exchangeTables(this.#revised.tables);
      const used = this.state.bundle;
      this.#log.info({ revision: newest, bundle: used, platforms: this.platforms.length }, 'a new revision of the catalogue is in use');
      if (found.bundle !== used)
        this.#log.warn({ bundle: found.bundle }, 'the catalogue bundle has no effect while CATALOGUE_PATH begins with only:');
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

  async #load({ revision, bundle }: CatalogueRevision): Promise<Revision> {
    const { only, paths } = parseCataloguePath(this.#config.CATALOGUE_PATH);
    if (bundle === null || only) return { ...this.#shipped, revision };
    const { files, breachedSites, tables, info } = await this.#readBundle(bundle);
    await checkTables(tables);
    const entries = [...(await this.#read(files)), ...(await this.#read(paths.flatMap(operatorFiles)))];
    const { catalogue, refused } = assembleCatalogue([], entries);
    this.#report(refused);
    const breached = this.#readTable(breachedSites) ?? this.#readTable(breachedSitesFile(shippedCatalogue()));
    const keyed = catalogueWithKeys(catalogue, this.#config.PLATFORM_KEYS ?? new Map());
    const { platforms, get } = withUnprobed(keyed, tables, breached?.sites ?? []);
    const about = { asOf: breached?.asOf ?? null, isBrought: breachedSites !== null };
    return { platforms, get, revision, bundle: info, tables, breached: about };
  }

  async #readBundle(version: number) {
    const stored = await this.#store.bundle(version);
    if (stored === null) throw new Error('the bundle is not stored');
    // Verified once more: who can write into the database must not change rules, and a key may have lost its trust. Entries are checked
    // again too: a later release may refuse what the one that accepted the bundle did not.
    const {
      files,
      breachedSites,
      tables,
      content: _,
      ...info
    } = openBundle(Buffer.from(stored.content), this.#config.CATALOGUE_KEYS ?? []);
    if (info.version !== version) throw new BundleRefused(`it is version ${info.version} and stored as ${version}`);
    return { files, breachedSites, tables, info };
  }

  #readTable(table: TableFile | null): BreachedSites | null {
    if (table === null) return null;
    const read = readBreachedSites(table);
    this.#report(read.refused);
    return read;
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
function withUnprobed(keyed: PlatformCatalogue, tables: readonly BundledTable[], sites: BreachedSites['sites']) {
  const providers = tables.find(({ name }) => name === 'mail-providers');
  return withBreachedSites(withMailboxPlatforms(keyed, providers && mailProviders.read(providers)), sites).catalogue;
}

/** Which catalogue a process uses, how long its bundle is good for, and how old its tables of facts are. */
export function catalogueMetrics(registry: Registry, catalogue: Pick<LiveCatalogue, 'state'>): void {
  const gauge = (name: string, help: string, value: () => number | null) =>
    readGauge(registry, [name, help], (set) => {
      const now = value();
      if (now !== null) set({}, now);
    });
  gauge('footprint_catalogue_revision', 'Revision of the catalogue in use; 0: the files of the release', () => catalogue.state.revision);
  gauge('footprint_catalogue_bundle', 'Version of the bundle in use', () => catalogue.state.bundle);
  readGauge(registry, ['footprint_data_age_seconds', 'Seconds since the table of facts in use was published', 'table'], (set) => {
    for (const { table, asOf } of catalogue.state.tables) set({ table }, (Date.now() - Date.parse(asOf)) / 1_000);
  });
  gauge('footprint_catalogue_expiry_seconds', 'Seconds until the bundle in use expires; negative: it has', () => {
    const { expiresAt } = catalogue.state;
    return expiresAt === null ? null : (expiresAt.getTime() - Date.now()) / 1_000;
  });
}

/** What `/readyz` says of the catalogue. */
export function catalogueNote({ state }: Pick<LiveCatalogue, 'state'>) {
  const { revision, bundle, expiresAt, isExpired, tables } = state;
  const expiry = expiresAt === null ? {} : { status: isExpired ? 'expired' : 'ok', expiresAt: expiresAt.toISOString() };
  return { revision, bundle, ...expiry, dataOf: Object.fromEntries(tables.map(({ table, asOf }) => [table, asOf])) };
}
