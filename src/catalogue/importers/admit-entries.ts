/** Converts entries of any source into platform files that the loader accepts, with a reason for each refused entry. Pure. */
import type { Platform } from '../../domain/catalogue/platform.js';
import type { ProbeRule } from '../../domain/catalogue/probe-rule.js';
import type { SiteSoftwareFile, PlatformFile } from '../entry-schema.js';
import { readEntries } from '../read-entries.js';
import { registrableDomain } from '../probe-host.js';
import { PLACEHOLDER, templateUrl } from '../request-parts.js';
import { siteSoftwareRule, importedRule } from './complete-rule.js';
import { createOwnerFinder, requestKey } from './deduplicate.js';
import { exclusionReason } from './exclusions.js';
import { ownHostReason } from './own-domains.js';
import { selfContradiction } from './self-check.js';
import { SlugRegistry, slugify, type SlugMap } from './slugs.js';
import {
  isRefusalReason,
  type SoftwareSite,
  type RefusalReason,
  refusalReason,
  type ReadSource,
  type Refused,
  type RefusalGroup,
  type Source,
  type SourceEntry,
} from './source-entry.js';

export interface ImportOptions {
  /** Site software files: their typed rules replace the source's own, where a site runs that software. */
  readonly siteSoftware?: readonly SiteSoftwareFile[] | undefined;
  /** Existing platforms: their hosts and slugs are taken. */
  readonly shipped?: readonly Platform[] | undefined;
  /** Slugs of earlier imports. */
  readonly slugs?: SlugMap | undefined;
  /** Admit sites whose membership is sensitive; for operators, never for shipped files. */
  readonly sensitive?: boolean | undefined;
}

/** Where an admitted platform came from. */
export interface Provenance {
  readonly source: Source;
  readonly name: string;
  /** Set when the platform's rule is that of a site software. */
  readonly siteSoftware?: SoftwareSite | undefined;
}

export interface ImportResult {
  readonly admitted: readonly PlatformFile[];
  readonly refused: readonly Refused[];
  /** By slug. */
  readonly provenance: ReadonlyMap<string, Provenance>;
}

/** Evaluates entries in their order; of two with the same request, the first is admitted. */
export function admitEntries(read: ReadSource, options: ImportOptions = {}): ImportResult {
  const slugs = new SlugRegistry(
    (options.shipped ?? []).map(({ slug }) => slug),
    options.slugs ?? {},
  );
  const covered = createOwnerFinder(options.shipped ?? []);
  const asked = new Map<string, string>();
  const admitted: PlatformFile[] = [];
  const refused: Refused[] = [...read.refused];
  const provenance = new Map<string, Provenance>();

  const judgeEntry = (entry: SourceEntry): RefusalReason | null => {
    const software = options.siteSoftware?.find((each) => each.software === entry.siteSoftware?.software);
    const site = software === undefined ? undefined : entry.siteSoftware;
    const owner = covered(entry);
    const kept =
      exclusionReason(entry, { sensitive: options.sensitive === true }) ??
      (owner === null ? null : refusalReason('covered already', `the platform "${owner}" speaks for this host`));
    if (kept !== null) return kept;
    const rule = software !== undefined && site !== undefined ? siteSoftwareRule(entry, site, software) : importedRule(entry);
    if (isRefusalReason(rule)) return rule;
    const question = requestKey(rule.request.url);
    const first = asked.get(question);
    if (first !== undefined) return refusalReason('covered already', `it asks the same as "${first}"`);
    const problem =
      loaderFault(platformFile('site', entry, rule, software?.software)) ?? (site === undefined ? selfContradiction(rule) : null);
    if (problem !== null) return refusalReason(refusalGroupOf(problem), problem);
    const slug = slugs.slugFor(entry);
    asked.set(question, entry.name);
    admitted.push(platformFile(slug, entry, rule, software?.software));
    provenance.set(slug, { source: entry.source, name: entry.name, siteSoftware: site });
    return null;
  };

  for (const entry of read.entries) {
    const reason = judgeEntry(entry);
    if (reason !== null) refused.push({ name: entry.name, ...reason });
  }
  return { admitted, refused, provenance };
}

function platformFile(slug: string, entry: SourceEntry, rule: ProbeRule, software: string | undefined): PlatformFile {
  const tags = [...new Set([...entry.tags, ...(software === undefined ? [] : [software])].map(slugify).filter((tag) => tag !== ''))];
  const homepage = homepageOf(entry);
  const hostReason = ownHostReason(homepage, rule.request.url);
  return structuredClone({
    slug,
    name: entry.name.replace(/^www\./, ''),
    homepage,
    ...(tags.length === 0 ? {} : { tags }),
    probes: { username: hostReason === undefined ? rule : { ...rule, hostReason } },
  }) as PlatformFile;
}

/** The site's own URL; of a profile's URL, the part without the handle. */
function homepageOf({ homepage, url, siteSoftware }: SourceEntry): string {
  if (siteSoftware !== undefined) return `https://${siteSoftware.host}/`;
  const page = templateUrl(homepage) ?? templateUrl(url);
  if (page === null) return homepage;
  if (!page.href.includes(PLACEHOLDER)) return homepage;
  return page.hostname.includes(PLACEHOLDER) ? `https://${registrableDomain(page.hostname) ?? page.hostname}/` : `${page.origin}/`;
}

function refusalGroupOf(problem: string): RefusalGroup {
  if (problem.includes('hostReason')) return 'foreign host';
  return /says "|carries|credential|acts on/.test(problem) ? 'harm rule' : 'unsound';
}

/** Why the loader would refuse the entry as a shipped file; null when it would not. */
function loaderFault(platform: PlatformFile): string | null {
  const { refused } = readEntries({ kind: 'imported', file: 'import', content: { json: platform } });
  return refused[0]?.reason ?? null;
}
