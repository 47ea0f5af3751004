/** Reads one catalogue file's content into entries, each checked separately: a faulty one does not affect the others. Pure. */
import type { z } from 'zod';
import type { ProbeRule } from './rules/probe-rule.js';
import { QUERY_TYPES, type QueryType } from '../../kernel/identity/identity.js';
import { type CatalogueFile, type EntryKind, jsonLines } from './catalogue-files.js';
import { collectionFileSchema, platformFileSchema, siteSoftwareFileSchema } from './entry-schema.js';
import { type ExpandedEntry, expandPlatformFile, expandSite, type SamplesByType } from './expand-site-software.js';
import { hostFault, registrableDomain } from '../../kernel/net/probe-host.js';
import { PLACEHOLDER, templateUrl } from './safety/request-parts.js';
import { templateViolation } from './safety/check-template.js';
import { linkedAccountsFault } from './validation/validate-linked-accounts.js';
import { profileFault } from './validation/validate-profile.js';
import { platformFault, ruleFault } from './validation/validate-rule.js';

/** An entry that may be used, and its origin. */
export interface CatalogueEntry extends ExpandedEntry {
  readonly file: string;
  readonly kind: EntryKind;
  /** Line of its slug, computed on demand; null when it is not known. Absent in an entry that was checked before. */
  readonly line?: () => number | null;
}

/** An entry, or a whole file, that is left out. `slug` is '' when it is not known. */
export interface Refusal {
  readonly file: string;
  readonly slug: string;
  readonly reason: string;
  /** Line of the fault, from 1; absent when it is not known. */
  readonly line?: number;
}

export interface EntriesOfFile {
  readonly entries: CatalogueEntry[];
  readonly refused: Refusal[];
}

/** The entries of one file that may be used, and the rest with the reason. The content of a file never makes it throw. */
export function readEntries({ kind, file, content }: CatalogueFile): EntriesOfFile {
  const found: EntriesOfFile = { entries: [], refused: [] };
  const lineOf = lineFinder(content);
  const refuse = (slug: string, reason: string, path: string | null = null): void => {
    const line = path === null ? ('line' in content ? content.line : undefined) : lineOf(path);
    found.refused.push({ file, slug, reason, ...(line === undefined || line === null ? {} : { line }) });
  };
  const admit = (unfolded: ExpandedEntry, path: string) => {
    const fault = entryFault(unfolded, kind);
    if (fault === null) found.entries.push({ ...withoutRulesOnHold(unfolded), file, kind, line: () => lineOf(join(path, 'slug')) });
    else refuse(unfolded.platform.slug, fault.reason, join(path, fault.path));
  };
  const readPlatform = (json: unknown, path: string) => {
    const parsed = platformFileSchema.safeParse(json);
    if (parsed.success) {
      const { platform, samples } = expandPlatformFile(parsed.data);
      return admit({ platform: path === '' ? { ...platform, ownFile: true } : platform, samples }, path);
    }
    const faults = schemaFaults(parsed.error);
    refuse(slugIn(json), faults.reason, join(path, faults.path));
  };
  const refuseWhole = (error: z.ZodError) => {
    const { reason, path } = schemaFaults(error);
    refuse('', reason, path);
  };

  if ('unreadable' in content) refuse('', content.unreadable);
  else if (hasMember(content.json, 'software') || hasMember(content.json, 'sites')) {
    const parsed = siteSoftwareFileSchema.safeParse(content.json);
    if (parsed.success) for (const [index, site] of parsed.data.sites.entries()) admit(expandSite(parsed.data, site), `sites.${index}`);
    else refuseWhole(parsed.error);
  } else if (hasMember(content.json, 'platforms')) {
    const parsed = collectionFileSchema.safeParse(content.json);
    if (parsed.success) for (const [index, platform] of parsed.data.platforms.entries()) readPlatform(platform, `platforms.${index}`);
    else refuseWhole(parsed.error);
  } else if (Array.isArray(content.json)) for (const [index, platform] of content.json.entries()) readPlatform(platform, String(index));
  else if (kind === 'curated' && hasMember(content.json, 'slug') && content.json['slug'] !== slugOfFile(file)) {
    refuse(slugIn(content.json), `the slug "${String(content.json['slug'])}" is not the name of its file: rename one of the two`, 'slug');
  } else readPlatform(content.json, '');
  return found;
}

/** An entry as the service uses it: a rule on hold was checked as any other, and nothing behind the loader can probe with it. */
function withoutRulesOnHold({ platform, samples }: ExpandedEntry): ExpandedEntry {
  const onHold = Object.fromEntries(
    QUERY_TYPES.flatMap((type) => (platform.probes[type]?.onHold === undefined ? [] : [[type, platform.probes[type].onHold]])),
  );
  if (Object.keys(onHold).length === 0) return { platform, samples };
  const others = <T>(byType: Partial<Record<QueryType, T>>): Partial<Record<QueryType, T>> =>
    Object.fromEntries(Object.entries(byType).filter(([type]) => onHold[type] === undefined));
  const instant = platform.instant.filter((type) => onHold[type] === undefined);
  return { platform: { ...platform, instant, probes: others(platform.probes), onHold }, samples: others(samples) };
}

/** Name of a file without folders and extension: the slug that a curated platform must have. */
export const slugOfFile = (file: string): string =>
  file
    .replaceAll('\\', '/')
    .replace(/^.*\//, '')
    .replace(/\.json$/, '');

const join = (path: string, step: string): string => (path === '' || step === '' ? `${path}${step}` : `${path}.${step}`);

/** Finds lines of values by path, or of the nearest value around them. */
function lineFinder(content: CatalogueFile['content']): (path: string) => number | null {
  return (path) => {
    if (!('text' in content) || content.text === undefined) return null;
    const lines = jsonLines(content.text);
    for (let around = path; ; around = around.includes('.') ? around.slice(0, around.lastIndexOf('.')) : '') {
      const line = lines.get(around);
      if (line !== undefined || around === '') return line ?? null;
    }
  };
}

interface EntryFault {
  readonly reason: string;
  readonly path: string;
}

/** Why a platform may not be used, in one sentence that names the query type; null when it may. */
function entryFault({ platform, samples }: ExpandedEntry, kind: EntryKind): EntryFault | null {
  const origin = kind === 'operator' ? 'operator' : 'shipped';
  for (const path of ['homepage', 'icon'] as const) {
    const link = platform[path];
    const reason = link === null ? null : hostFault(new URL(link).hostname, origin);
    if (reason !== null) return { reason, path };
  }
  for (const queryType of QUERY_TYPES) {
    const rule = platform.probes[queryType];
    if (rule === undefined) continue;
    const reason =
      templateViolation(rule, origin) ??
      foreignHostFault(rule, platform.homepage) ??
      ruleFault(rule, queryType) ??
      linkedAccountsFault(rule, platform.slug) ??
      profileFault(rule) ??
      handMadeRuleFault(rule, kind);
    if (reason !== null) return { reason: `${queryType}: ${reason}`, path: `probes.${queryType}` };
  }
  const reason = platformFault(platform);
  return reason === null ? originFault(samples, kind) : { reason, path: '' };
}

const isHandMade = (kind: EntryKind): boolean => kind === 'curated' || kind === 'site-software';

/** Each sample of a shipped file says what it is, so that nothing constructed passes for an answer that was seen. */
function originFault(samples: SamplesByType, kind: EntryKind): EntryFault | null {
  if (!isHandMade(kind)) return null;
  const states = Object.entries(samples).flatMap(([type, each]) =>
    Object.entries(each).map(([state, sample]) => ({ type, state, sample })),
  );
  const unexplained = states.find(({ sample }) => sample.origin === undefined);
  if (unexplained === undefined) return null;
  const path = `samples.${unexplained.type}.${unexplained.state}`;
  return {
    reason: `${path} does not say what it is: "origin" is "constructed", { "recorded": ADDRESS } or { "documented": ADDRESS }`,
    path,
  };
}

/** Weak evidence is allowed for imported rules, which cannot be reviewed one by one, and refused for rules written by hand. */
function handMadeRuleFault({ registered, absent }: ProbeRule, kind: EntryKind): string | null {
  const rests = registered?.weakEvidence === true || absent?.weakEvidence === true;
  return isHandMade(kind) && rests ? '`weakEvidence` is for imported rules: give that side evidence of its own' : null;
}

const hasMember = (json: unknown, name: string): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, name);

const slugIn = (json: unknown): string => (hasMember(json, 'slug') && typeof json['slug'] === 'string' ? json['slug'] : '');

// Describes what is wrong with the shape of a platform file, for its author.

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
/** Faults that are listed; the others are only counted. */
const MAX_LISTED_ISSUES = 3;

export interface SchemaFaults {
  /** The first few, each with its path, in one line. */
  readonly reason: string;
  /** Path of the first one. */
  readonly path: string;
}

/** Lists the first faults, and every unknown field: a field that is missing is often there under another name. */
export function schemaFaults({ issues }: z.ZodError): SchemaFaults {
  const listed = issues.filter(({ code }, index) => index < MAX_LISTED_ISSUES || code === 'unrecognized_keys');
  const faults = listed.map((issue) => {
    const pointer = issue.path.join('.');
    return pointer === '' ? describeIssue(issue) : `${pointer} ${describeIssue(issue)}`;
  });
  const more = issues.length > listed.length ? `; and ${issues.length - listed.length} more` : '';
  return { reason: `${faults.join('; ')}${more}`, path: issues[0]?.path.join('.') ?? '' };
}

function describeIssue(issue: z.ZodError['issues'][number]): string {
  if (issue.code === 'invalid_type') {
    return issue.message.endsWith('received undefined') ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'unrecognized_keys')
    return `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is not a field here; catalogue/README.md names them all`;
  if (issue.code === 'invalid_union') {
    const forms = issue.errors.flatMap(([first]) => (first === undefined || first.path.length > 0 ? [] : [describeIssue(first)]));
    if (forms.length > 0) return [...new Set(forms)].join(', or ').replaceAll(', or must be ', ', or ');
  }
  if (issue.code === 'invalid_value') return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  return `is not right: ${issue.message}`;
}

/**
 * Why a rule's hosts are not those of its platform, in one sentence; null when they are. A third party's mirror or tracker sees
 * the platform only from outside, so every host whose response is evaluated is under the homepage's registrable domain, or the
 * rule states whose it is.
 */
export function foreignHostFault({ request, hostReason }: ProbeRule, homepage: string): string | null {
  if (hostReason !== undefined) return null;
  const home = siteOf(homepage);
  const foreign = [request.url, ...(request.redirectHosts ?? []).map((host) => `https://${host}/`)].find((url) => siteOf(url) !== home);
  if (foreign === undefined) return null;
  const host = templateUrl(foreign)?.hostname ?? foreign;
  const requestSite = host.includes(PLACEHOLDER) ? siteOf(foreign) : host;
  return `asks ${requestSite}, which is not under the homepage's domain ${home}: say in \`hostReason\` whose host it is`;
}

/** The registrable domain of a URL, variables aside; for an IP address or a single-label name, the whole host. */
export function siteOf(url: string): string {
  const host = templateUrl(url)?.hostname ?? url;
  return registrableDomain(host) ?? host;
}
