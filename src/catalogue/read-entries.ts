/** Reads one catalogue file's content into entries, each checked on its own: a bad one costs only itself. Pure. */
import type { z } from 'zod';
import type { Platform } from '../domain/platform.js';
import type { ProbeRule } from '../domain/probe-rule.js';
import { QUERY_TYPES } from '../domain/identity.js';
import type { CatalogueFile, EntryKind } from './catalogue-files.js';
import { collectionFileSchema, engineFileSchema, platformFileSchema } from './entry-schema.js';
import { harmIn } from './harm-rule.js';
import { foreignHost } from './own-hosts.js';
import { hostObjection } from './probe-host.js';
import { unsoundPlatform, unsoundRule } from './soundness.js';
import { fromEngineSite, fromPlatformFile, type Unfolded } from './unfold-engine.js';

/** An entry that may be used, with where it came from. */
export interface Entry extends Unfolded {
  readonly file: string;
  readonly kind: EntryKind;
}

/** An entry, or a whole file, that is left out. `slug` is '' when it could not be told. */
export interface Refusal {
  readonly file: string;
  readonly slug: string;
  readonly reason: string;
}

export interface EntriesOfFile {
  readonly entries: Entry[];
  readonly refused: Refusal[];
}

/** The entries of one file that may be used, and the rest with the reason. Never throws on what a file holds. */
export function readEntries({ kind, file, content }: CatalogueFile): EntriesOfFile {
  const found: EntriesOfFile = { entries: [], refused: [] };
  const refuse = (slug: string, reason: string) => found.refused.push({ file, slug, reason });
  const admit = (unfolded: Unfolded) => {
    const reason = objectionTo(unfolded.platform, kind);
    if (reason === null) found.entries.push({ ...unfolded, file, kind });
    else refuse(unfolded.platform.slug, reason);
  };
  const readPlatform = (json: unknown) => {
    const parsed = platformFileSchema.safeParse(json);
    if (parsed.success) admit(fromPlatformFile(parsed.data));
    else refuse(slugIn(json), inWords(parsed.error));
  };

  if ('unreadable' in content) refuse('', content.unreadable);
  else if (has(content.json, 'engine')) {
    const parsed = engineFileSchema.safeParse(content.json);
    if (parsed.success) for (const site of parsed.data.sites) admit(fromEngineSite(parsed.data, site));
    else refuse('', inWords(parsed.error));
  } else if (has(content.json, 'platforms')) {
    const parsed = collectionFileSchema.safeParse(content.json);
    if (parsed.success) parsed.data.platforms.forEach(readPlatform);
    else refuse('', inWords(parsed.error));
  } else if (Array.isArray(content.json)) content.json.forEach(readPlatform);
  else readPlatform(content.json);
  return found;
}

/** Why a platform may not be used, in one sentence that names the query type; null when it may. */
function objectionTo(platform: Platform, kind: EntryKind): string | null {
  const origin = kind === 'operator' ? 'operator' : 'shipped';
  for (const link of [platform.homepage, platform.icon]) {
    const objection = link === null ? null : hostObjection(new URL(link).hostname, origin);
    if (objection !== null) return objection;
  }
  for (const queryType of QUERY_TYPES) {
    const rule = platform.probes[queryType];
    if (rule === undefined) continue;
    const reason = harmIn(rule, origin) ?? foreignHost(rule, platform.homepage) ?? unsoundRule(rule, queryType) ?? handMadeObjection(rule, kind);
    if (reason !== null) return `${queryType}: ${reason}`;
  }
  return unsoundPlatform(platform);
}

/** What may be lent to rules that nobody could look at one by one is not for those written by hand. */
function handMadeObjection({ registered, absent }: ProbeRule, kind: EntryKind): string | null {
  const handMade = kind === 'curated' || kind === 'engine';
  const rests = registered?.restsOnControl === true || absent?.restsOnControl === true;
  return handMade && rests ? '`restsOnControl` is for imported rules: give the side evidence of its own' : null;
}

const has = (json: unknown, name: string): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, name);

const slugIn = (json: unknown): string => (has(json, 'slug') && typeof json['slug'] === 'string' ? json['slug'] : '');

/** The first faults of a file, each with its place, in one line. */
function inWords(error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  return faults.length > 3 ? `${faults.slice(0, 3).join('; ')}; and ${faults.length - 3} more` : faults.join('; ');
}
