/** Converts entries of any source into platform files that the loader accepts, with a reason for each refused entry. Pure. */
import type { Platform } from '../../domain/platform.js';
import type { ProbeRule } from '../../domain/probe-rule.js';
import type { EngineFile, PlatformFile } from '../entry-schema.js';
import { readEntries } from '../read-entries.js';
import { registrableDomain } from '../probe-host.js';
import { PLACEHOLDER, templateUrl } from '../request-parts.js';
import { engineRule, ownRule } from './complete-rule.js';
import { covers, questionOf } from './covered.js';
import { keptOut } from './keep-out.js';
import { ownHostReason } from './own-domains.js';
import { contradiction } from './self-check.js';
import { SlugBook, slugify, type SlugMap } from './slugs.js';
import {
  isObjection,
  type EngineSite,
  type Objection,
  objection,
  type ReadSource,
  type Refused,
  type RefusalGroup,
  type Source,
  type SourceEntry,
} from './source-entry.js';

export interface ImportOptions {
  /** Site software files: their typed rules replace the source's own, where a site runs that software. */
  readonly engines?: readonly EngineFile[] | undefined;
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
  readonly engine?: EngineSite | undefined;
}

export interface ImportResult {
  readonly admitted: readonly PlatformFile[];
  readonly refused: readonly Refused[];
  /** By slug. */
  readonly provenance: ReadonlyMap<string, Provenance>;
}

/** Evaluates entries in their order; of two with the same request, the first is admitted. */
export function admitEntries(read: ReadSource, options: ImportOptions = {}): ImportResult {
  const slugs = new SlugBook(
    (options.shipped ?? []).map(({ slug }) => slug),
    options.slugs ?? {},
  );
  const covered = covers(options.shipped ?? []);
  const asked = new Map<string, string>();
  const admitted: PlatformFile[] = [];
  const refused: Refused[] = [...read.refused];
  const provenance = new Map<string, Provenance>();

  const judgeEntry = (entry: SourceEntry): Objection | null => {
    const engine = options.engines?.find((each) => each.engine === entry.engine?.engine);
    const site = engine === undefined ? undefined : entry.engine;
    const owner = covered(entry);
    const kept =
      keptOut(entry, { sensitive: options.sensitive === true }) ??
      (owner === null ? null : objection('covered already', `the platform "${owner}" speaks for this host`));
    if (kept !== null) return kept;
    const rule = engine !== undefined && site !== undefined ? engineRule(entry, site, engine) : ownRule(entry);
    if (isObjection(rule)) return rule;
    const question = questionOf(rule.request.url);
    const first = asked.get(question);
    if (first !== undefined) return objection('covered already', `it asks the same as "${first}"`);
    const problem = loaderObjection(platformFile('site', entry, rule, engine?.engine)) ?? (site === undefined ? contradiction(rule) : null);
    if (problem !== null) return objection(groupOf(problem), problem);
    const slug = slugs.slugFor(entry);
    asked.set(question, entry.name);
    admitted.push(platformFile(slug, entry, rule, engine?.engine));
    provenance.set(slug, { source: entry.source, name: entry.name, engine: site });
    return null;
  };

  for (const entry of read.entries) {
    const reason = judgeEntry(entry);
    if (reason !== null) refused.push({ name: entry.name, ...reason });
  }
  return { admitted, refused, provenance };
}

function platformFile(slug: string, entry: SourceEntry, rule: ProbeRule, engine: string | undefined): PlatformFile {
  const tags = [...new Set([...entry.tags, ...(engine === undefined ? [] : [engine])].map(slugify).filter((tag) => tag !== ''))];
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
function homepageOf({ homepage, url, engine }: SourceEntry): string {
  if (engine !== undefined) return `https://${engine.host}/`;
  const page = templateUrl(homepage) ?? templateUrl(url);
  if (page === null) return homepage;
  if (!page.href.includes(PLACEHOLDER)) return homepage;
  return page.hostname.includes(PLACEHOLDER) ? `https://${registrableDomain(page.hostname) ?? page.hostname}/` : `${page.origin}/`;
}

function groupOf(problem: string): RefusalGroup {
  if (problem.includes('hostReason')) return 'foreign host';
  return /says "|carries|credential|acts on/.test(problem) ? 'harm rule' : 'unsound';
}

/** Why the loader would refuse the entry as a shipped file; null when it would not. */
function loaderObjection(platform: PlatformFile): string | null {
  const { refused } = readEntries({ kind: 'imported', file: 'import', content: { json: platform } });
  return refused[0]?.reason ?? null;
}
