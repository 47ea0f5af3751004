/** Converts entries of any source into platform files that the loader accepts, with a reason for each refused entry. Pure. */
import { lacksRule, type Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { Evidence, ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { evaluateResponse } from '../../src/engine/evaluation/evaluate-response.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { renderTemplate } from '../../src/engine/evaluation/template.js';
import type { PlatformFile, SiteSoftwareFile } from '../../src/engine/catalogue/entry-schema.js';
import { registrableDomain } from '../../src/kernel/net/probe-host.js';
import { readEntries } from '../../src/engine/catalogue/read-entries.js';
import { PLACEHOLDER, templateUrl } from '../../src/engine/catalogue/safety/request-parts.js';
import { importedRule, siteSoftwareRule } from './complete-rule.js';
import { bestAccountsFirst } from './known-accounts.js';
import { createOwnerFinder, requestKey, siteHost } from './deduplicate.js';
import { exclusionReason } from './exclusions.js';
import sites from './sites.json' with { type: 'json' };
import { slugify, slugKey, type SlugMap, SlugRegistry } from './slugs.js';
import { softwareFault } from './software-control.js';
import {
  isRefusalReason,
  type ReadSource,
  type RefusalGroup,
  type RefusalReason,
  refusalReason,
  type Refused,
  type SoftwareSite,
  type Source,
  type SourceEntry,
} from './source-entry.js';

export interface ImportOptions {
  /** Site software files: their typed rules replace the source's own, where a site runs that software. */
  readonly siteSoftware?: readonly SiteSoftwareFile[] | undefined;
  /** Existing platforms: their hosts and slugs are taken. */
  readonly shipped?: readonly Platform[] | undefined;
  /**
   * For shipped files. Give hand-made platforms that take no usernames the rule of their entry, under their own slug; the loader joins the
   * two, and refuses an operator's entry with the slug of a shipped platform. Platforms with the account of another one get no rule.
   */
  readonly completesShipped?: boolean | undefined;
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
  /** Set when the entry gives a hand-made platform its username rule: the slug is that platform's. */
  readonly completes?: true | undefined;
}

export interface ImportResult {
  readonly admitted: readonly PlatformFile[];
  readonly refused: readonly Refused[];
  readonly provenance: ReadonlyMap<string, Provenance>;
}

/** Slugs of shipped platforms whose account is that of another one, which alone is asked. */
const SAME_ACCOUNT: Readonly<Record<string, string>> = sites.sameAccount;

/** Evaluates entries in their order; of two with the same request, the first is admitted. */
export function admitEntries(read: ReadSource, options: ImportOptions = {}): ImportResult {
  const slugs = new SlugRegistry(
    (options.shipped ?? []).map(({ slug }) => slug),
    options.slugs ?? {},
  );
  const covered = createOwnerFinder(options.shipped ?? []);
  const retired = new Map((options.shipped ?? []).map((platform) => [platform.slug, platform.retired] as const));
  const slugByRequest = new Map<string, string>();
  const admitted: PlatformFile[] = [];
  const refused: Refused[] = [...read.refused];
  const provenance = new Map<string, Provenance>();
  const inOrder = bestAccountsFirst(read.entries);

  const typedRule = (entry: SourceEntry): ProbeRule | RefusalReason => {
    const software = options.siteSoftware?.find((each) => each.software === entry.siteSoftware?.software);
    return software === undefined || entry.siteSoftware === undefined
      ? refusalReason('no evidence', 'it is a site of no software that has a rule')
      : siteSoftwareRule(entry, entry.siteSoftware, software);
  };

  const evaluateEntry = (given: SourceEntry): RefusalReason | null => {
    const entry = inOrder(given);
    const before = options.slugs?.[slugKey(entry.source, entry.name)];
    const why = before === undefined ? undefined : retired.get(before);
    if (why !== undefined) return refusalReason('retired', why);
    const found = covered(entry);
    // A page that is retired says nothing about the others of its host.
    const owner = found?.retired !== undefined && before !== undefined ? null : found;
    const completes = owner !== null && options.completesShipped === true && lacksRule(owner, 'username') && !provenance.has(owner.slug);
    const kept =
      exclusionReason(entry, { sensitive: options.sensitive === true }) ??
      (owner === null || completes ? null : refusalReason('covered already', `the platform "${owner.slug}" speaks for this host`));
    if (kept !== null) return kept;
    const typed = typedRule(entry);
    const site = isRefusalReason(typed) ? undefined : entry.siteSoftware;
    const rule = isRefusalReason(typed) ? importedRule(entry) : typed;
    if (isRefusalReason(rule)) return rule;
    const key = requestKey(rule.request.url);
    const first = slugByRequest.get(key);
    if (first !== undefined) return refusalReason('covered already', `it asks the same as "${first}"`);
    const problem = loaderFault(platformFile('site', entry, rule, site?.software)) ?? (site === undefined ? selfContradiction(rule) : null);
    if (problem !== null) return refusalReason(refusalGroupOf(problem), problem);
    const fault = site === undefined ? softwareFault(rule) : null;
    if (fault !== null) return refusalReason('fails its control', fault);
    const slug = completes ? owner.slug : slugs.slugFor(entry);
    slugByRequest.set(key, entry.name);
    const file = platformFile(slug, entry, rule, site?.software);
    const sameAccountAs = options.completesShipped === true ? SAME_ACCOUNT[slug] : undefined;
    const isProbed = sameAccountAs === undefined;
    admitted.push(isProbed ? file : { ...file, sameAccountAs, probes: {} });
    provenance.set(slug, {
      source: entry.source,
      name: entry.name,
      siteSoftware: isProbed ? site : undefined,
      ...(completes ? { completes } : {}),
    });
    return null;
  };

  for (const entry of read.entries) {
    const reason = evaluateEntry(entry);
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

const namesOf = (value: string) => variablesFor({ type: 'username', value });

// Evaluates a new rule on the simplest responses that its own evidence describes: one that contradicts itself gives no verdict. Pure.

/** Why the rule does not recognise its own evidence, in one sentence; null when it does. Sides with JSON evidence are not tried. */
export function selfContradiction(rule: ProbeRule): string | null {
  const handle = rule.positiveControls?.[0] ?? 'northwind';
  for (const [side, expected] of [
    ['registered', 'registered'],
    ['absent', 'not_registered'],
  ] as const) {
    const evidence = rule[side];
    if (evidence === undefined || evidence.json !== undefined) continue;
    const verdict = evaluateResponse(rule, namesOf(handle), answerOf(evidence, rule, handle));
    if (verdict.state !== expected)
      return `its own \`${side}\` evidence is read as ${verdict.state === 'inconclusive' ? `${verdict.reason} (${verdict.explanation})` : verdict.state}`;
  }
  return null;
}

function locationOf({ location, redirectToRoot }: Evidence, rule: ProbeRule, plain: (text: string) => string): Record<string, string> {
  if (redirectToRoot === true) return { location: `https://${siteHost(rule.request.url)}/` };
  return location === undefined ? {} : { location: plain(location) };
}

function answerOf(evidence: Evidence, rule: ProbeRule, handle: string) {
  const texts = [...(evidence.contains ?? []), ...(evidence.containsAny ?? []).slice(0, 1)];
  const plain = (text: string) => text.replaceAll('{username}', handle);
  return {
    status: evidence.status[0] ?? 200,
    headers: { 'content-type': 'text/html', ...locationOf(evidence, rule, plain) },
    body: `<!doctype html><html><body>\n${texts.map(plain).join('\n')}\n</body></html>`,
    url: renderTemplate(rule.request.url, namesOf(handle), encodeURIComponent),
  };
}

// Hosts outside a homepage's domain that are the platform's own, where a source gives only the two URLs. Pure.

interface OwnHost {
  /** The host, or a domain that it is under. */
  readonly host: string;
  readonly reason: string;
}

/** By the homepage's registrable domain. Each was verified: the platform itself leads there. */
const OWN: Readonly<Record<string, OwnHost>> = {
  'bereal.com': { host: 'bere.al', reason: "bere.al is BeReal's own domain: the app gives out profile links there." },
  'blogger.com': { host: 'blogspot.com', reason: "blogspot.com is Google's domain under which Blogger serves its blogs." },
  'hackernoon.com': {
    host: 'us-central1-hackernoon-app.cloudfunctions.net',
    reason: "HackerNoon's own project at Google Cloud Functions, from which hackernoon.com reads profiles.",
  },
  'paypal.me': { host: 'paypal.com', reason: "paypal.com is PayPal's domain, where the pages of PayPal.Me links are." },
  'w3schools.com': { host: 'w3spaces.com', reason: "w3spaces.com is W3Schools' own domain, from which its profile pages are filled." },
};

/** Why a request may go to a host outside the homepage's domain; undefined when nothing shows that the platform owns the host. */
export function ownHostReason(homepage: string, url: string): string | undefined {
  const own = OWN[registrableDomain(templateUrl(homepage)?.hostname ?? '') ?? ''];
  const host = templateUrl(url)?.hostname ?? '';
  return own !== undefined && (host === own.host || host.endsWith(`.${own.host}`)) ? own.reason : undefined;
}
