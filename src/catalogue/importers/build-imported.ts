/** Builds the texts of `catalogue/imported/` from the sources' parsed files. Pure and deterministic. */
import type { Platform } from '../../domain/catalogue/platform.js';
import type { SiteSoftwareFile, PlatformFile } from '../entry-schema.js';
import { admitEntries, type ImportResult, type Provenance } from './admit-entries.js';
import { readMaigret } from './maigret.js';
import { mergeSources } from './merge-sources.js';
import { readSherlock } from './sherlock.js';
import { type SlugMap, slugKey } from './slugs.js';

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
  const result = admitEntries(merged, { siteSoftware, shipped, slugs });
  const files = new Map<string, string>();
  for (const [source, pack] of [
    ['maigret', maigret],
    ['sherlock', sherlock],
  ] as const) {
    const own = result.admitted.filter(({ slug }) => originOf(result, slug).source === source && !isSoftwareSite(result, slug));
    files.set(`${source}.json`, collectionText(pack, own));
  }
  for (const software of siteSoftware) {
    const sites = result.admitted.filter(
      ({ slug }) => isSoftwareSite(result, slug) && originOf(result, slug).siteSoftware?.software === software.software,
    );
    if (sites.length > 0) files.set(`software-${software.software}.json`, siteSoftwareText(software, sites, [maigret, sherlock]));
  }
  const given = result.admitted.map(({ slug }) => [slugKey(originOf(result, slug).source, originOf(result, slug).name), slug] as const);
  return { files, slugs: sorted({ ...slugs, ...Object.fromEntries(given) }), result };
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
