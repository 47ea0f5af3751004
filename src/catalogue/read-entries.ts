/** Reads one catalogue file's content into entries, each checked separately: a faulty one does not affect the others. Pure. */
import type { z } from 'zod';
import type { Platform } from '../domain/catalogue/platform.js';
import type { ProbeRule } from '../domain/catalogue/probe-rule.js';
import { QUERY_TYPES } from '../domain/identity/identity.js';
import type { CatalogueFile, EntryKind } from './catalogue-files.js';
import { collectionFileSchema, siteSoftwareFileSchema, platformFileSchema } from './entry-schema.js';
import { templateViolation } from './safety/index.js';
import { foreignHostFault } from './own-hosts.js';
import { jsonLines } from './json-lines.js';
import { hostFault } from './probe-host.js';
import { schemaFaults } from './schema-faults.js';
import { platformFault, ruleFault } from './validation/validate-rule.js';
import { expandSite, expandPlatformFile, type ExpandedEntry } from './expand-site-software.js';

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
    const objection = entryFault(unfolded.platform, kind);
    if (objection === null) found.entries.push({ ...unfolded, file, kind, line: () => lineOf(join(path, 'slug')) });
    else refuse(unfolded.platform.slug, objection.reason, join(path, objection.path));
  };
  const readPlatform = (json: unknown, path: string) => {
    const parsed = platformFileSchema.safeParse(json);
    if (parsed.success) return admit(expandPlatformFile(parsed.data), path);
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
  /** Path of the faulty value. */
  readonly path: string;
}

/** Why a platform may not be used, in one sentence that names the query type; null when it may. */
function entryFault(platform: Platform, kind: EntryKind): EntryFault | null {
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
      handMadeRuleFault(rule, kind);
    if (reason !== null) return { reason: `${queryType}: ${reason}`, path: `probes.${queryType}` };
  }
  const reason = platformFault(platform);
  return reason === null ? null : { reason, path: '' };
}

/** Weak evidence is allowed for imported rules, which cannot be reviewed one by one, and refused for rules written by hand. */
function handMadeRuleFault({ registered, absent }: ProbeRule, kind: EntryKind): string | null {
  const handMade = kind === 'curated' || kind === 'site-software';
  const rests = registered?.weakEvidence === true || absent?.weakEvidence === true;
  return handMade && rests ? '`weakEvidence` is for imported rules: give that side evidence of its own' : null;
}

const hasMember = (json: unknown, name: string): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, name);

const slugIn = (json: unknown): string => (hasMember(json, 'slug') && typeof json['slug'] === 'string' ? json['slug'] : '');
