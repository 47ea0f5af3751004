import { lacksRule, type Platform, strengthOf, supports } from './rules/platform.js';
import type { PlatformCatalogue } from './rules/ports.js';
import type { ProbeRequest, ProbeSamples } from './rules/probe-rule.js';
import { type MailboxProvider, MAILBOX_PROVIDERS } from '../../kernel/identity/mail-providers.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import { readBreachedSites, withBreachedSites } from './breached-sites.js';
import {
  breachedSitesFile,
  type CatalogueFile,
  ENTRY_KINDS,
  type EntryKind,
  operatorFiles,
  parseCataloguePath,
  shippedFiles,
  type TableFile,
} from './catalogue-files.js';
import type { BreachedSite } from './entry-schema.js';
import type { SamplesByType } from './expand-site-software.js';
import { type CatalogueEntry, readEntries, type Refusal, siteOf, slugOfFile } from './read-entries.js';

export interface LoadedCatalogue {
  readonly catalogue: PlatformCatalogue;
  /** Samples of responses by slug, for tests and the simulator; not part of a platform, so that no probe can read them. */
  readonly samples: ReadonlyMap<string, SamplesByType>;
  /** Where each platform came from, by slug; `ruleOrigin` says it for each of its rules. */
  readonly origins: ReadonlyMap<string, EntryOrigin>;
  /** What was left out and why. A shipped entry here fails the tests; an operator's is reported, and the rest is used. */
  readonly refused: readonly Refusal[];
  /** Sites that were breached, most of which are not in the catalogue: `withBreachedSites` adds them. */
  readonly breachedSites: readonly BreachedSite[];
  /** Day of the last change of the table that these are of; null: there is none, or it does not say. */
  readonly breachedAsOf: string | null;
}

export interface EntryOrigin {
  readonly kind: EntryKind;
  readonly file: string;
  /** The imported file that gave the platform the query types that its own file lacks. */
  readonly completedBy?: { readonly file: string; readonly queryTypes: readonly QueryType[] };
}

/** Where the rule of a platform for one query type came from; undefined when the platform is not in the catalogue. */
export function ruleOrigin(
  { origins }: Pick<LoadedCatalogue, 'origins'>,
  slug: string,
  queryType: QueryType,
): Pick<EntryOrigin, 'kind' | 'file'> | undefined {
  const origin = origins.get(slug);
  return origin?.completedBy?.queryTypes.includes(queryType) ? { kind: 'imported', file: origin.completedBy.file } : origin;
}

export interface CatalogueLocation {
  /** The folder that holds `curated/`, `site-software/` and `imported/`. */
  readonly root: string;
  /** The setting `CATALOGUE_PATH`: more files or folders, comma-separated; `only:` replaces the shipped ones. */
  readonly extra?: string | undefined;
  /** Returns the shipped files' entries if they were checked before, so that the files are not read again. Called when they are used. */
  readonly readChecked?: () => readonly CatalogueEntry[] | null;
}

/**
 * Loads the catalogue: shipped files, then the operator's. Synchronous; read once when a process starts. Never throws
 * because of a file's content or absence: what cannot be used is in `refused`.
 */
export function loadCatalogue({ root, extra, readChecked }: CatalogueLocation): LoadedCatalogue {
  const { only, paths } = parseCataloguePath(extra);
  const operators = paths.flatMap(operatorFiles);
  if (only) return assembleCatalogue(operators);
  const checked = readChecked?.();
  const loaded = checked ? assembleCatalogue(operators, checked) : assembleCatalogue([...shippedFiles(root), ...operators]);
  const table = breachedSitesFile(root);
  return table === null ? loaded : withBreachedTable(loaded, table);
}

/** The same with the table of breached sites; rows that do not fit the platforms are refused. */
export function withBreachedTable(loaded: LoadedCatalogue, table: TableFile): LoadedCatalogue {
  const { sites, refused, asOf } = readBreachedSites(table);
  const conflicts = withBreachedSites(withMailboxPlatforms(loaded.catalogue), sites).refused;
  const inConflict = [...conflicts].map(([slug, reason]) => ({ file: table.file, slug, reason }));
  return {
    ...loaded,
    breachedSites: sites.filter(({ slug }) => !conflicts.has(slug)),
    breachedAsOf: asOf,
    refused: [...loaded.refused, ...refused, ...inConflict],
  };
}

/**
 * Combines files, regardless of their order. When two entries claim one slug or have the same request for the same query type,
 * the earlier kind wins: curated, site software, imported, operator; within a kind, the file that is named after its platform, then the
 * first file by name. One addition: an imported entry with the slug of a hand-made one gives it the query types that it lacks.
 *
 * @param checked entries of files that were read before, in the order of `writeCheckedEntries`
 */
export function assembleCatalogue(files: readonly CatalogueFile[], checked: readonly CatalogueEntry[] = []): LoadedCatalogue {
  const inOrder = [...files].sort(
    (a, b) => ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind) || (a.file < b.file ? -1 : a.file > b.file ? 1 : 0),
  );
  const entries = new Map<string, CatalogueEntry>();
  const slugByRequest = new Map<string, string>();
  const refused: Refusal[] = [];
  const found = inOrder.map((file) => readEntries(file));
  refused.push(...found.flatMap((each) => each.refused));
  const completions = new Map<string, EntryOrigin['completedBy']>();
  for (const entry of [...checked, ...found.flatMap((each) => each.entries)].sort(byPrecedence)) {
    const owner = entries.get(entry.platform.slug);
    const completes = owner !== undefined && !completions.has(entry.platform.slug) && mayComplete(owner, entry);
    const reason = completes ? requestConflict(entry, entries, slugByRequest) : claimConflict(entry, entries, slugByRequest);
    if (reason === null) {
      if (completes) completions.set(entry.platform.slug, { file: entry.file, queryTypes: supports(entry.platform) });
      entries.set(entry.platform.slug, completes ? completed(owner, entry) : entry);
      for (const key of requestKeys(entry.platform)) slugByRequest.set(key, entry.platform.slug);
    } else {
      const line = entry.line?.() ?? null;
      refused.push({ file: entry.file, slug: entry.platform.slug, reason, ...(line === null ? {} : { line }) });
    }
  }
  for (const { file, platform } of [...entries.values()]) {
    const { slug, sameAccountAs } = platform;
    const first = sameAccountAs === undefined ? undefined : entries.get(sameAccountAs)?.platform;
    if (sameAccountAs === undefined || (first !== undefined && first.sameAccountAs === undefined)) continue;
    refused.push({ file, slug, reason: `\`sameAccountAs\` names ${sameAccountAs}, which is not a platform with its own rules` });
    entries.delete(slug);
  }
  const inSlugOrder = [...entries.values()].sort((a, b) => (a.platform.slug < b.platform.slug ? -1 : 1));
  const platforms = inSlugOrder.map((entry) => entry.platform);
  return {
    catalogue: { platforms, get: (slug) => entries.get(slug)?.platform },
    samples: new Map(inSlugOrder.map(({ platform, samples }) => [platform.slug, samples])),
    origins: new Map(
      inSlugOrder.map(({ platform: { slug }, kind, file }) => {
        const completedBy = completions.get(slug);
        return [slug, { kind, file, ...(completedBy === undefined ? {} : { completedBy }) }];
      }),
    ),
    refused,
    breachedSites: [],
    breachedAsOf: null,
  };
}

/** A file that is named after another platform than its own loses: it is the copy. Otherwise the order is kept. */
function byPrecedence(a: CatalogueEntry, b: CatalogueEntry): number {
  return ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind) || Number(isMisnamed(a)) - Number(isMisnamed(b));
}

const isMisnamed = ({ file, platform, kind }: CatalogueEntry): boolean =>
  (kind === 'curated' || kind === 'operator') && slugOfFile(file) !== platform.slug;

/** An imported entry may add query types to a hand-made platform of the same site. Nothing of that platform changes by it. */
function mayComplete(owner: CatalogueEntry, { kind, platform }: CatalogueEntry): boolean {
  if (kind !== 'imported' || (owner.kind !== 'curated' && owner.kind !== 'site-software')) return false;
  const isNew = supports(platform).every((type) => lacksRule(owner.platform, type));
  return isNew && siteOf(owner.platform.homepage) === siteOf(platform.homepage);
}

/** The tier of the hand-made file is that of its own rules. */
function completed(owner: CatalogueEntry, { platform, samples }: CatalogueEntry): CatalogueEntry {
  const own = owner.platform;
  const strength = Object.fromEntries(supports(own).map((type) => [type, strengthOf(own, type)]));
  return {
    ...owner,
    platform: { ...own, strength, probes: { ...platform.probes, ...own.probes } },
    samples: { ...samples, ...owner.samples },
  };
}

type Entries = ReadonlyMap<string, CatalogueEntry>;

function claimConflict(entry: CatalogueEntry, entries: Entries, slugByRequest: ReadonlyMap<string, string>): string | null {
  const owner = entries.get(entry.platform.slug);
  return owner === undefined ? requestConflict(entry, entries, slugByRequest) : `the slug is taken by ${owner.file}`;
}

function requestConflict({ platform }: CatalogueEntry, entries: Entries, slugByRequest: ReadonlyMap<string, string>): string | null {
  const key = requestKeys(platform).find((each) => slugByRequest.has(each));
  const other = key === undefined ? undefined : slugByRequest.get(key);
  return other === undefined ? null : `sends the same request as ${other} (${entries.get(other)?.file}): remove one of the two`;
}

/** Keys of a platform's requests, one per query type: two platforms with the same request are one, and would count twice. */
function requestKeys({ probes }: Platform): string[] {
  return (Object.entries(probes) as [QueryType, { request: ProbeRequest }][]).map(
    ([queryType, { request }]) => `${queryType} ${request.method} ${request.url} ${JSON.stringify(request.body) ?? ''}`,
  );
}

export type SamplesOf = (slug: string, queryType: QueryType) => ProbeSamples | undefined;

/** Samples of responses by platform and query type, for the simulator: `startSimulator({samples: samplesOf(loaded)})`. */
export function samplesOf({ samples }: Pick<LoadedCatalogue, 'samples'>): SamplesOf {
  return (slug, queryType) => samples.get(slug)?.[queryType];
}

/**
 * Adds the mailbox providers to a catalogue, so that `platforms` accepts their slugs and GET /v1/platforms lists them. They are
 * never probed: an address at their domains implies the account. A provider that is already in the catalogue keeps its rules,
 * and its results come both ways.
 */
export function withMailboxPlatforms(
  catalogue: PlatformCatalogue,
  providers: readonly Omit<MailboxProvider, 'domains'>[] = MAILBOX_PROVIDERS,
): PlatformCatalogue {
  const platforms = new Map(catalogue.platforms.map((platform) => [platform.slug, platform]));
  for (const { slug, name, homepage } of providers) {
    const own: Platform = platforms.get(slug) ?? {
      slug,
      name,
      homepage,
      icon: null,
      tags: ['email'],
      strength: 'standard',
      instant: [],
      probes: {},
    };
    platforms.set(slug, { ...own, mailbox: true });
  }
  const inSlugOrder = [...platforms.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return { platforms: inSlugOrder, get: (slug) => platforms.get(slug) };
}
