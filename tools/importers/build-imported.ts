/** Builds the texts of `catalogue/imported/` from the sources' parsed files. Pure and deterministic. */
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { PlatformFile, SiteSoftwareFile } from '../../src/engine/catalogue/entry-schema.js';
import { registrableDomain } from '../../src/kernel/net/probe-host.js';
import { admitEntries, type ImportResult, type Provenance } from './admit-entries.js';
import { classifyAbsenceMarkers } from './complete-sides.js';
import { requestKey, siteHost } from './deduplicate.js';
import { readMaigret } from './maigret.js';
import reviews from './reviews.json' with { type: 'json' };
import { readSherlock } from './sherlock.js';
import { slugify, slugKey, type SlugMap } from './slugs.js';
import { type ReadSource, refusalReason, type Refused, type SourceEntry } from './source-entry.js';

/** A package that contains a source's data. */
export interface SourcePackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** SHA-256 of the data file, in hexadecimal. */
  readonly sha256: string;
  readonly json: unknown;
}

export interface BuildInput {
  readonly maigret: SourcePackage;
  readonly sherlock: SourcePackage;
  readonly siteSoftware: readonly SiteSoftwareFile[];
  /** Platforms of curated and site software files: their hosts and slugs are taken. */
  readonly shipped: readonly Platform[];
  readonly slugs: SlugMap;
}

export interface Built {
  /** File name to text. */
  readonly files: ReadonlyMap<string, string>;
  readonly slugs: SlugMap;
  readonly result: ImportResult;
}

/** Builds all files. Platforms with the rule of a site software are listed as its sites; the rest by source. */
export function buildImported({ maigret, sherlock, siteSoftware, shipped, slugs }: BuildInput): Built {
  const merged = mergeSources(readMaigret(maigret.json), readSherlock(sherlock.json));
  const result = admitEntries(merged, { siteSoftware, shipped, slugs, completesShipped: true });
  const files = new Map<string, string>();
  for (const [source, pack] of [
    ['maigret', maigret],
    ['sherlock', sherlock],
  ] as const) {
    const own = result.admitted.filter(({ slug }) => originOf(result, slug).source === source && !isSoftwareSite(result, slug));
    files.set(`${source}.json`, collectionText(pack, own.map(reviewed)));
  }
  for (const software of siteSoftware) {
    const sites = result.admitted.filter(
      ({ slug }) => isSoftwareSite(result, slug) && originOf(result, slug).siteSoftware?.software === software.software,
    );
    if (sites.length > 0) files.set(`software-${software.software}.json`, siteSoftwareText(software, sites, [maigret, sherlock]));
  }
  const given = result.admitted.flatMap(({ slug }) => {
    const { source, name, completes } = originOf(result, slug);
    return completes ? [] : [[slugKey(source, name), slug] as const];
  });
  return { files, slugs: sorted({ ...slugs, ...Object.fromEntries(given) }), result };
}

const SUSPECTS: ReadonlyMap<string, string> = new Map(
  Object.entries(reviews.suspects).flatMap(([suspect, slugs]) => slugs.map((slug) => [slug, suspect] as const)),
);
const READS_ABSENT: Readonly<Record<string, readonly object[] | undefined>> = reviews.readsAbsent;

/** phpBB leaves accounts out of its list of members until they are activated. */
const MEMBER_LIST = /\/memberlist\.php\?(?:.*&)?username=\{username\}/;
const OF_MEMBER_LISTS = [
  {
    class: 'accounts that wait for their activation, also after a change of address',
    source: 'phpbb/phpbb, memberlist.php: of USER_INACTIVE none is listed',
  },
];

/** The platform with what a review found about its rule (`reviews.json`, by slug). */
function reviewed(platform: PlatformFile): PlatformFile {
  const { username } = platform.probes;
  const suspect = SUSPECTS.get(platform.slug);
  const isList = username?.absent !== undefined && MEMBER_LIST.test(username.request.url);
  const readsAbsent = READS_ABSENT[platform.slug] ?? (isList ? OF_MEMBER_LISTS : undefined);
  if (username === undefined || (suspect === undefined && readsAbsent === undefined)) return platform;
  const marks = { ...(suspect === undefined ? {} : { suspect }), ...(readsAbsent === undefined ? {} : { readsAbsent }) };
  return { ...platform, probes: { username: { ...username, ...marks } } } as PlatformFile;
}

function originOf({ provenance }: ImportResult, slug: string): Provenance {
  const origin = provenance.get(slug);
  if (origin === undefined) throw new Error(`the platform ${slug} has no provenance`);
  return origin;
}

/** True for a site at the software's default path; a site at another path has a rule of its own. */
function isSoftwareSite(result: ImportResult, slug: string): boolean {
  const site = originOf(result, slug).siteSoftware;
  return site !== undefined && site.path === undefined;
}

function collectionText({ name, version, licence, sha256 }: SourcePackage, platforms: readonly PlatformFile[]): string {
  const source = JSON.stringify({ name, version, licence, sha256 });
  const lines = bySlug(platforms).map((platform) => JSON.stringify(platform));
  return `{\n"$schema": "../collection.schema.json",\n"source": ${source},\n"platforms": [\n${lines.join(',\n')}\n]\n}\n`;
}

function siteSoftwareText(
  { software, name, probes }: SiteSoftwareFile,
  platforms: readonly PlatformFile[],
  packs: readonly SourcePackage[],
): string {
  const credit = packs.map((pack) => `${pack.name} ${pack.version}`).join(' and ');
  const notes = `Sites from ${credit} (MIT); the rule is that of ../site-software/${software}.json, copied by catalogue:build.`;
  const lines = bySlug(platforms).map((platform) => JSON.stringify(siteOf(platform, software, probes.username?.positiveControls ?? [])));
  const head = JSON.stringify(
    { $schema: '../site-software.schema.json', software, name, notes, probes: { username: probes.username } },
    null,
    2,
  );
  return `${head.replace(/\n\}$/, '')},\n  "sites": [\n${lines.join(',\n')}\n]\n}\n`;
}

function siteOf({ slug, name, homepage, tags = [], probes }: PlatformFile, software: string, everywhere: readonly string[]) {
  const host = new URL(homepage).hostname;
  const own = tags.filter((tag) => tag !== software);
  const positiveControls = (probes.username?.positiveControls ?? []).filter((handle) => !everywhere.includes(handle));
  return {
    slug,
    name,
    host,
    ...(own.length === 0 ? {} : { tags: own }),
    ...(positiveControls.length === 0 ? {} : { positiveControls: { username: positiveControls } }),
  };
}

const bySlug = (platforms: readonly PlatformFile[]): PlatformFile[] => [...platforms].sort((a, b) => (a.slug < b.slug ? -1 : 1));

const sorted = (slugs: SlugMap): SlugMap => Object.fromEntries(Object.entries(slugs).sort(([one], [other]) => (one < other ? -1 : 1)));

// Merges two sources, so that one site is one platform. Pure.

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const hostsOf = ({ url, homepage }: SourceEntry): string[] =>
  [...new Set([siteHost(url), siteHost(homepage)])].filter((host) => host !== '');

/**
 * The first source's entries, completed by the second's for the same host, and the second's entries whose host the first does not
 * have. A refusal by the first (disabled, protected) also applies to the second's entry for that host or, if the site has moved, of its
 * name: both describe the same site, and a reported problem outweighs a missing report.
 */
export function mergeSources(first: ReadSource, second: ReadSource): ReadSource {
  const entries = [...first.entries];
  const refused: Refused[] = [...first.refused, ...second.refused];
  const byHost = new Map<string, number[]>();
  entries.forEach((entry, index) => {
    for (const host of hostsOf(entry)) byHost.set(host, [...(byHost.get(host) ?? []), index]);
  });
  const refusedHosts = new Map(first.refused.flatMap((refusal) => (refusal.host === undefined ? [] : [[refusal.host, refusal] as const])));
  const refusedNames = new Map(first.refused.map((refusal) => [slugify(refusal.name), refusal]));
  for (const entry of second.entries) {
    const rivals = [...new Set(hostsOf(entry).flatMap((host) => byHost.get(host) ?? []))];
    const reason =
      hostsOf(entry)
        .map((host) => refusedHosts.get(host))
        .find((each) => each !== undefined) ?? movedFrom(entry, refusedNames.get(slugify(entry.name)));
    const same = rivals.find((index) => requestKey((entries[index] as SourceEntry).url) === requestKey(entry.url));
    for (const index of rivals) entries[index] = merged(entries[index] as SourceEntry, entry, index === same);
    const [rival] = rivals;
    if (rival !== undefined) {
      const { source, name } = entries[same ?? rival] as SourceEntry;
      refused.push({ name: entry.name, ...refusalReason('covered already', `${source}'s "${name}" is the same site`) });
    } else if (reason !== undefined) {
      refused.push({
        name: entry.name,
        group: reason.group,
        reason: `${first.entries[0]?.source ?? 'the other source'} about the same site: ${reason.reason}`,
      });
    } else entries.push(entry);
  }
  return { entries, refused };
}

/** A refusal of the same name at another domain: the site has moved. Within one domain hosts tell sites apart, and names do not. */
function movedFrom(entry: SourceEntry, refusal: Refused | undefined): Refused | undefined {
  const domains = hostsOf(entry).map(registrableDomain);
  return refusal?.host !== undefined && !domains.includes(registrableDomain(refusal.host)) ? refusal : undefined;
}

/** Adds what only the other source has: accounts and tags of the site; texts and the naming rule only for the same page. */
function merged(entry: SourceEntry, other: SourceEntry, samePage: boolean): SourceEntry {
  const site = {
    ...entry,
    tags: union(
      entry.tags,
      other.tags.filter((tag) => tag === 'nsfw'),
    ),
    positiveControls: union(entry.positiveControls, other.positiveControls),
  };
  if (!samePage) return site;
  // Texts that could be on any page tell less than the first source's status.
  const { strong, weak } = classifyAbsenceMarkers(other.absenceTexts);
  const speaks = other.check === 'message' && entry.check !== 'redirect' && (entry.check === 'message' || strong.length + weak.length > 0);
  return {
    ...site,
    check: speaks ? 'message' : entry.check,
    absenceTexts: speaks ? union(entry.absenceTexts, other.absenceTexts) : entry.absenceTexts,
    namingRule: entry.namingRule ?? other.namingRule,
    siteSoftware: entry.siteSoftware ?? other.siteSoftware,
  };
}
